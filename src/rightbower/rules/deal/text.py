"""Actions as short text: the words of records, tests and the terminal."""

from __future__ import annotations

from rightbower.rules.cards import Seat, Suit, card
from rightbower.rules.deal import acts
from rightbower.rules.refusal import Refusal

GRAMMAR = (
    "write a seat and then pass, order, pick up, turn down, name SUIT, bury CARD, alone,"
    " with partner or a card; order, pick up and name may end in alone"
)


def read_action(text: str) -> acts.Action:
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
            return acts.Order(seat, alone)
        case ["pick", "up"]:
            return acts.PickUp(seat, alone)
        case ["name", suit]:
            return acts.Name(seat, Suit.of(suit), alone)
        case ["pass"] if not alone:
            return acts.Pass(seat)
        case ["turn", "down"] if not alone:
            return acts.TurnDown(seat)
        case ["bury", name] if not alone:
            return acts.Bury(seat, card(name))
        case ["alone"]:
            return acts.GoAlone(seat)
        case ["with", "partner"] if not alone:
            return acts.KeepPartner(seat)
        case [name] if not alone:
            return acts.Play(seat, card(name))
    raise Refusal(f"{text.strip()!r} is not an action: {GRAMMAR}")


def write_action(action: acts.Action) -> str:
    """The action as ``read_action`` reads it."""
    return f"{action.seat} {write_without_seat(action)}"


def write_without_seat(action: acts.Action) -> str:
    """The action as the player whose turn it is would say it.

    >>> write_without_seat(acts.Order(Seat.E, alone=True))
    'order alone'
    """
    _, written = acts.WORDS[type(action)]
    alone = " alone" if getattr(action, "alone", False) else ""
    return f"{written.format(acts.suit_or_card(action))}{alone}"
