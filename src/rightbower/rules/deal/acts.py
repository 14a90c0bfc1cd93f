"""Everything a player can do in a deal, as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from rightbower.rules.cards import Card, Seat, Suit


class Pass(Struct, frozen=True, gc=False):
    """Decline in either round; a dealer declines in round one by turning the card down."""

    seat: Seat


class Order(Struct, frozen=True, gc=False):
    """Tell the dealer to take the turn-up."""

    seat: Seat
    alone: bool = False


class PickUp(Struct, frozen=True, gc=False):
    """The dealer takes the turn-up by choice."""

    seat: Seat
    alone: bool = False


class TurnDown(Struct, frozen=True, gc=False):
    """The dealer declines and turns the card face down."""

    seat: Seat


class Name(Struct, frozen=True, gc=False):
    """Name another suit in round two."""

    seat: Seat
    suit: Suit
    alone: bool = False


class Bury(Struct, frozen=True, gc=False):
    """Put one of six cards face down on the stock."""

    seat: Seat
    card: Card


class GoAlone(Struct, frozen=True, gc=False):
    """Say alone after trump is made, where the book allows it then."""

    seat: Seat


class KeepPartner(Struct, frozen=True, gc=False):
    """Answer that the partner plays too."""

    seat: Seat


class Play(Struct, frozen=True, gc=False):
    """Play a card to the trick."""

    seat: Seat
    card: Card


Action = Pass | Order | PickUp | TurnDown | Name | Bury | GoAlone | KeepPartner | Play


# How a sentence tells each action, and how a record writes it; {} is its suit or card.
WORDS: Final[Mapping[type[Action], tuple[str, str]]] = {
    Pass: ("passes", "pass"),
    Order: ("orders it up", "order"),
    PickUp: ("picks it up", "pick up"),
    TurnDown: ("turns it down", "turn down"),
    Name: ("names {}", "name {}"),
    Bury: ("discards {}", "bury {}"),
    GoAlone: ("goes alone", "alone"),
    KeepPartner: ("plays with partner", "with partner"),
    Play: ("plays {}", "{}"),
}


def say(action: Action) -> str:
    """The action in plain words.

    >>> from rightbower.rules.cards import Seat, Suit
    >>> say(Name(Seat.E, Suit.CLUBS, alone=True))
    'East names clubs, alone'
    """
    told, _ = WORDS[type(action)]
    alone = ", alone" if getattr(action, "alone", False) else ""
    return f"{action.seat.word} {told.format(suit_or_card(action))}{alone}"


def suit_or_card(action: Action) -> Suit | Card | None:
    """What an action names, if anything."""
    if isinstance(action, Name):
        return action.suit
    return action.card if isinstance(action, Bury | Play) else None
