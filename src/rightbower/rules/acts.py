"""What a player can do, in words both ways."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, assert_never, cast

from msgspec import Struct

from rightbower.rules.cards import Card, Seat, Strain, card, strain
from rightbower.rules.message import Message, message
from rightbower.rules.refusal import Refusal, wrong_kind


class Act(Struct, frozen=True, gc=False, tag_field="act", tag=str.lower):
    """What every act has: who does it, and its words."""

    seat: Seat

    def __str__(self) -> str:
        return write_action(cast("Action", self))

    def __repr__(self) -> str:
        return f"<{self}>"


class Pass(Act, frozen=True, gc=False):
    """Decline in either round; a dealer declines in round one by turning the card down."""


class Order(Act, frozen=True, gc=False):
    """Tell the dealer to take the turn-up."""

    alone: bool = False


class PickUp(Act, frozen=True, gc=False):
    """The dealer takes the turn-up by choice."""

    alone: bool = False


class ThrowIn(Act, frozen=True, gc=False):
    """Show a bad hand, so that the cards are dealt again."""


class GoUnder(Act, frozen=True, gc=False):
    """Exchange three low cards for the three under the turn-up; no cards where they are not known."""

    cards: tuple[Card, ...] = ()


class TurnDown(Act, frozen=True, gc=False):
    """The dealer declines and turns the card face down."""


class Name(Act, frozen=True, gc=False):
    """Name another suit, or no trump, in round two."""

    suit: Strain
    alone: bool = False


class Bury(Act, frozen=True, gc=False):
    """Put one of six cards face down on the stock."""

    card: Card


class GoAlone(Act, frozen=True, gc=False):
    """Say alone after trump is made, where the book allows it then."""


class KeepPartner(Act, frozen=True, gc=False):
    """Answer that the partner plays too."""


class Play(Act, frozen=True, gc=False):
    """Play a card to the trick."""

    card: Card


Action = (
    Pass
    | Order
    | PickUp
    | TurnDown
    | Name
    | Bury
    | GoAlone
    | KeepPartner
    | Play
    | ThrowIn
    | GoUnder
)


# How a record writes each action; {} is its suit or card.
WORDS: Final[Mapping[type[Action], str]] = {
    Pass: "pass",
    Order: "order",
    PickUp: "pick up",
    TurnDown: "turn down",
    Name: "name {}",
    Bury: "bury {}",
    GoAlone: "alone",
    KeepPartner: "with partner",
    Play: "{}",
    ThrowIn: "throw in",
    GoUnder: "under {}",
}


def say(action: Action) -> Message:
    """The action in plain words.

    >>> from rightbower.rules.cards import Seat, Suit
    >>> str(say(Name(Seat.E, Suit.CLUBS, alone=True)))
    'East names clubs, alone'
    """
    seat = action.seat
    match action:
        case Pass():
            return message("{seat} {seat|pass|passes}", seat=seat)
        case Order(alone=True):
            return message("{seat} {seat|order|orders} it up, alone", seat=seat)
        case Order():
            return message("{seat} {seat|order|orders} it up", seat=seat)
        case PickUp(alone=True):
            return message("{seat} {seat|pick|picks} it up, alone", seat=seat)
        case PickUp():
            return message("{seat} {seat|pick|picks} it up", seat=seat)
        case TurnDown():
            return message("{seat} {seat|turn|turns} it down", seat=seat)
        case Name(suit=suit, alone=True):
            return message("{seat} {seat|name|names} {suit}, alone", seat=seat, suit=suit)
        case Name(suit=suit):
            return message("{seat} {seat|name|names} {suit}", seat=seat, suit=suit)
        case Bury(card=card):
            return message("{seat} {seat|discard|discards} {card}", seat=seat, card=card)
        case GoAlone():
            return message("{seat} {seat|go|goes} alone", seat=seat)
        case KeepPartner():
            return message("{seat} {seat|play|plays} with partner", seat=seat)
        case Play(card=card):
            return message("{seat} {seat|play|plays} {card}", seat=seat, card=card)
        case ThrowIn():
            return message("{seat} {seat|throw|throws} a bad hand in", seat=seat)
        case GoUnder():
            return message("{seat} {seat|go|goes} under", seat=seat)
        case _:
            assert_never(action)


def suit_or_card(action: Action) -> Strain | Card | None:
    """What an action names, if anything."""
    if isinstance(action, Name):
        return action.suit
    return action.card if isinstance(action, Bury | Play) else None


GRAMMAR = message(
    "write a seat and then pass, order, pick up, turn down, name SUIT, bury CARD, alone,"
    " with partner or a card; order, pick up and name may end in alone"
)


_SEAT_WORDS: Final = {word.lower() for seat in Seat for word in (seat.letter, seat.word)}


def read_action(text: str) -> Action:
    """Read one action.

    >>> read_action("E name hearts alone")
    <E name hearts alone>
    """
    if not isinstance(text, str):
        raise wrong_kind("text", 'an act in words, such as "W pass"', text)
    who, _, rest = text.strip().partition(" ")
    seat = Seat.of(who)
    words = rest.lower().split()
    alone = len(words) > 1 and words[-1] == "alone"
    match words[:-1] if alone else words:
        case ["order"]:
            return Order(seat, alone)
        case ["pick", "up"]:
            return PickUp(seat, alone)
        case ["name", *suit] if suit:
            return Name(seat, strain(" ".join(suit)), alone)
        case ["pass"] if not alone:
            return Pass(seat)
        case ["turn", "down"] if not alone:
            return TurnDown(seat)
        case ["bury", name] if not alone:
            return Bury(seat, card(name))
        case ["throw", "in"] if not alone:
            return ThrowIn(seat)
        case ["under", *names] if not alone:
            return GoUnder(seat, tuple(map(card, names)))
        case ["alone"]:
            return GoAlone(seat)
        case ["with", "partner"] if not alone:
            return KeepPartner(seat)
        case [name] if not alone:
            return Play(seat, card(name))
    raise Refusal(
        message("{text} is not an action: {grammar}", text=repr(text.strip()), grammar=GRAMMAR)
    )


def as_action(given: Action | str, turn: Seat | None, parameter: str = "action") -> Action:
    """An act from an act or its words, which may leave out the seat whose turn it is.

    >>> as_action("order alone", Seat.E), as_action("W pass", Seat.E)
    (<E order alone>, <W pass>)
    """
    if isinstance(given, str):
        first = given.split(maxsplit=1)[:1]
        named = first and first[0].lower() in _SEAT_WORDS
        return read_action(given if named or turn is None else f"{turn} {given}")
    if not isinstance(given, Act):
        raise wrong_kind(parameter, 'an act or its words, such as "W pass"', given)
    return given


def write_action(action: Action) -> str:
    """The action as ``read_action`` reads it."""
    if type(action) not in WORDS:
        raise wrong_kind("action", "an act", action)
    return f"{action.seat} {write_without_seat(action)}"


def write_without_seat(action: Action) -> str:
    """The action as the player whose turn it is would say it.

    >>> write_without_seat(Order(Seat.E, alone=True))
    'order alone'
    """
    written = WORDS[type(action)]
    alone = " alone" if getattr(action, "alone", False) else ""
    if isinstance(action, GoUnder):
        return written.format(" ".join(each.name for each in action.cards)).strip()
    return f"{written.format(suit_or_card(action))}{alone}"
