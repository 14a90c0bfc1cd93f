"""Everything a player can do in a deal, as frozen values."""

from __future__ import annotations

from typing import assert_never

from msgspec import Struct

from rightbower.cards import Card, Seat, Suit


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


def say(action: Action) -> str:
    """The action in plain words.

    >>> from rightbower.cards import Seat, Suit
    >>> say(Name(Seat.E, Suit.CLUBS, alone=True))
    'East names clubs, alone'
    """
    alone = ", alone" if getattr(action, "alone", False) else ""
    match action:
        case Pass():
            words = "passes"
        case Order():
            words = "orders it up"
        case PickUp():
            words = "picks it up"
        case TurnDown():
            words = "turns it down"
        case Name(suit=suit):
            words = f"names {suit}"
        case Bury(card=card):
            words = f"discards {card}"
        case GoAlone():
            words = "goes alone"
        case KeepPartner():
            words = "plays with partner"
        case Play(card=card):
            words = f"plays {card}"
        case _:
            assert_never(action)
    return f"{action.seat.word} {words}{alone}"
