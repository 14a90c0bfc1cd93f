"""Actions as short text: the words of records, tests and the terminal."""

from __future__ import annotations

from typing import assert_never

from rightbower.cards import Seat, Suit, card
from rightbower.deal.acts import (
    Action,
    Bury,
    GoAlone,
    KeepPartner,
    Name,
    Order,
    Pass,
    PickUp,
    Play,
    TurnDown,
)
from rightbower.refusal import Refusal

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
    match action:
        case Pass():
            words = "pass"
        case Order():
            words = "order"
        case PickUp():
            words = "pick up"
        case TurnDown():
            words = "turn down"
        case Name(suit=suit):
            words = f"name {suit}"
        case Bury(card=buried):
            words = f"bury {buried}"
        case GoAlone():
            words = "alone"
        case KeepPartner():
            words = "with partner"
        case Play(card=played):
            words = played.name
        case _:
            assert_never(action)
    alone = " alone" if getattr(action, "alone", False) else ""
    return f"{action.seat} {words}{alone}"
