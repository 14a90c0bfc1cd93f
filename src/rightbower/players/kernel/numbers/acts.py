"""Every act of a deal as a number below 64, so that what is legal is one mask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rightbower.rules.acts import (
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
from rightbower.rules.cards import PACK, Seat, Suit

PASS: Final = 0
TURN_DOWN: Final = 1
ORDER: Final = 2
ORDER_ALONE: Final = 3
PICK_UP: Final = 4
PICK_UP_ALONE: Final = 5
NAME: Final = 6  # and seven more: suit by suit, with the partner and alone
KEEP_PARTNER: Final = 14
GO_ALONE: Final = 15
BURY: Final = 16  # and one for each card
PLAY: Final = 40  # and one for each card

_PLAIN: Final[Mapping[int, type[Pass | TurnDown | Order | PickUp | KeepPartner | GoAlone]]] = {
    PASS: Pass,
    TURN_DOWN: TurnDown,
    ORDER: Order,
    PICK_UP: PickUp,
    KEEP_PARTNER: KeepPartner,
    GO_ALONE: GoAlone,
}


def number_of(action: Action) -> int:
    """The number of an act; who does it is left out.

    >>> number_of(Name(Seat.N, Suit.HEARTS, alone=True))
    11
    """
    match action:
        case Name(suit=suit, alone=alone):
            return NAME + 2 * suit + alone
        case Bury(card=card):
            return BURY + card.index
        case Play(card=card):
            return PLAY + card.index
        case Order(alone=alone):
            return ORDER + alone
        case PickUp(alone=alone):
            return PICK_UP + alone
        case Pass():
            return PASS
        case TurnDown():
            return TURN_DOWN
        case KeepPartner():
            return KEEP_PARTNER
        case GoAlone():
            return GO_ALONE


def action_of(number: int, seat: Seat) -> Action:
    """The act of a number, done by this seat.

    >>> action_of(11, Seat.N)
    <N name hearts alone>
    """
    if number >= PLAY:
        return Play(seat, PACK[number - PLAY])
    if number >= BURY:
        return Bury(seat, PACK[number - BURY])
    if NAME <= number < KEEP_PARTNER:
        return Name(seat, Suit((number - NAME) // 2), bool((number - NAME) % 2))
    if number == ORDER_ALONE:
        return Order(seat, alone=True)
    if number == PICK_UP_ALONE:
        return PickUp(seat, alone=True)
    return _PLAIN[number](seat)
