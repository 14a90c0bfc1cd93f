"""The acts of a deal and the rules of a book as numbers; an act is below 64, so what is legal is one mask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

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
from rightbower.rules.book import RuleBook
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


(
    PARTNER_BOUND,
    NATURAL_DEALER,
    NATURAL_CALLER,
    NATURAL_ORDERED,
    NATURAL_JACK,
    TRUMP_TO_ORDER,
    LEFT_COUNTS,
    TRUMP_TO_NAME,
    BREACH_LOSES,
    BREACH_REFUSED,
    STICK,
    LONE_PARTNER_TAKES,
    BURY_NEVER,
    BURY_UNLESS_FIVE,
    FIVE_IN_PLAY,
    PARTNER_ALONE,
    DEFENDER_ALONE,
    ALONE_LATER,
    NEEDS_TRUMP,
    LEFT_OF_LONE,
    TRICKS_TO_MAKE,
    MAKE,
    MARCH,
    EUCHRE,
    LONE_MAKE,
    LONE_MARCH,
    LONE_EUCHRE,
    COUNTS_TRICKS,
    SIZE,
) = range(29)


def pack(book: RuleBook) -> np.ndarray:
    """The book's settings as the kernel reads them: 1 for what holds, and the points."""
    rules = np.zeros(SIZE, dtype=np.int64)
    for place, value in (_bidding(book) | _taking(book) | _alone(book) | _scoring(book)).items():
        rules[place] = value
    return rules


def _bidding(book: RuleBook) -> dict[int, int]:
    bidding = book.bidding
    scope = bidding.natural_scope
    needs = bidding.trump_to_order != "nobody"
    return {
        PARTNER_BOUND: bidding.partner_order == "must be alone",
        NATURAL_DEALER: scope != "nobody",
        NATURAL_CALLER: scope in ("everyone", "ordered dealer too"),
        NATURAL_ORDERED: scope == "ordered dealer too",
        NATURAL_JACK: bidding.natural_jack,
        TRUMP_TO_ORDER: needs,
        LEFT_COUNTS: bidding.left_counts,
        TRUMP_TO_NAME: needs and bidding.order_down == "in round two",
        BREACH_LOSES: bidding.breach == "loses the game",
        BREACH_REFUSED: bidding.breach == "refused",
        STICK: bidding.all_pass == "stick the dealer",
    }


def _taking(book: RuleBook) -> dict[int, int]:
    return {
        LONE_PARTNER_TAKES: book.bidding.lone_partner_turn_up == "lone partner takes it",
        BURY_NEVER: book.burying.turn_up == "never",
        BURY_UNLESS_FIVE: book.burying.turn_up == "unless five of the suit",
        FIVE_IN_PLAY: book.burying.five_of_suit == "suit in play",
    }


def _alone(book: RuleBook) -> dict[int, int]:
    alone = book.alone
    return {
        PARTNER_ALONE: alone.who != "maker",
        DEFENDER_ALONE: alone.who == "anyone",
        ALONE_LATER: alone.when == "before the first card",
        NEEDS_TRUMP: alone.needs_trump,
        LEFT_OF_LONE: alone.lead == "left of lone player",
    }


def _scoring(book: RuleBook) -> dict[int, int]:
    points = book.score
    return {
        TRICKS_TO_MAKE: points.tricks_to_make,
        MAKE: points.make,
        MARCH: points.march,
        EUCHRE: points.euchre,
        LONE_MAKE: points.lone_make,
        LONE_MARCH: points.lone_march,
        LONE_EUCHRE: points.lone_euchre,
        COUNTS_TRICKS: book.game.counts == "tricks",
    }
