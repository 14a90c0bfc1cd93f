"""What a player can do, in words both ways."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from rightbower.rules.cards import Card, Seat, Suit, card
from rightbower.rules.refusal import Refusal


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


GRAMMAR = (
    "write a seat and then pass, order, pick up, turn down, name SUIT, bury CARD, alone,"
    " with partner or a card; order, pick up and name may end in alone"
)


def read_action(text: str) -> Action:
    """Read one action.

    >>> read_action("E name hearts alone")
    Name(seat=<Seat.E: 1>, suit=<Suit.HEARTS: 2>, alone=True)
    """
    who, _, rest = text.strip().partition(" ")
    seat = Seat.of(who)
    words = rest.lower().split()
    alone = len(words) > 1 and words[-1] == "alone"
    match words[:-1] if alone else words:
        case ["order"]:
            return Order(seat, alone)
        case ["pick", "up"]:
            return PickUp(seat, alone)
        case ["name", suit]:
            return Name(seat, Suit.of(suit), alone)
        case ["pass"] if not alone:
            return Pass(seat)
        case ["turn", "down"] if not alone:
            return TurnDown(seat)
        case ["bury", name] if not alone:
            return Bury(seat, card(name))
        case ["alone"]:
            return GoAlone(seat)
        case ["with", "partner"] if not alone:
            return KeepPartner(seat)
        case [name] if not alone:
            return Play(seat, card(name))
    raise Refusal(f"{text.strip()!r} is not an action: {GRAMMAR}")


def write_action(action: Action) -> str:
    """The action as ``read_action`` reads it."""
    return f"{action.seat} {write_without_seat(action)}"


def write_without_seat(action: Action) -> str:
    """The action as the player whose turn it is would say it.

    >>> write_without_seat(Order(Seat.E, alone=True))
    'order alone'
    """
    _, written = WORDS[type(action)]
    alone = " alone" if getattr(action, "alone", False) else ""
    return f"{written.format(suit_or_card(action))}{alone}"
