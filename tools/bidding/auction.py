"""The auction of a book: what each class may call, how a league player calls, what ends bring."""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import njit

from bidding.passes import ONE, TWO, Pays, Policy
from bidding.store import BURY_ALLOWED, BURY_NEVER, BURY_UNLESS_FIVE, CONTRACTS, LEAST_TRUMPS
from rightbower.players.kernel.bits import (
    LEFT_COUNTS,
    NATURAL_CALLER,
    NATURAL_DEALER,
    PARTNER_BOUND,
    STICK,
    TRUMP_TO_NAME,
    TRUMP_TO_ORDER,
    TRUMPS,
    classes,
    count,
    pack,
    relative,
)
from rightbower.players.kernel.calls import call_one, call_two, has_natural, has_trump
from rightbower.rules.book import RuleBook

KINDS: Final = 3
OPEN: Final = 0.5
BURIES: Final = {
    "allowed": BURY_ALLOWED,
    "never": BURY_NEVER,
    "unless five of the suit": BURY_UNLESS_FIVE,
}
# A call of round two by the suit's number seen from the turn-up: next is 3, the cross suits 1, 2.
FROM_SUIT: Final = np.array([0, 3, 5, 1])


@njit
def _may_accept(rules, hand, place):
    if place == 3:
        return not rules[NATURAL_DEALER] or has_natural(rules, hand, 0)
    if rules[NATURAL_CALLER] and not has_natural(rules, hand, 0):
        return False
    return not rules[TRUMP_TO_ORDER] or has_trump(hand, 0, rules[LEFT_COUNTS] != 0)


@njit
def _legal(rules, hands, found):
    for place in range(4):
        for each in range(len(hands)):
            hand = hands[each]
            may = 1
            if _may_accept(rules, hand, place):
                bound = rules[PARTNER_BOUND] and place == 1
                trumps = count(relative(hand, 0) & TRUMPS) + (place == 3)
                may |= 0 if bound else 2
                may |= 4 if trumps >= LEAST_TRUMPS else 0
            may |= 0 if rules[STICK] and place == 3 else 8
            for suit in range(1, 4):
                needs = rules[TRUMP_TO_NAME] and place != 3
                if needs and not has_trump(hand, suit, rules[LEFT_COUNTS] != 0):
                    continue
                trumps = count(relative(hand, suit) & TRUMPS)
                may |= 8 << FROM_SUIT[suit]
                may |= 16 << FROM_SUIT[suit] if trumps >= LEAST_TRUMPS else 0
            found[place, each] = may


@njit
def _league(rules, bends, hands, ranks, legal, one, two):
    held = np.zeros(4, np.int64)
    for place in range(4):
        for each in range(len(hands)):
            held[place] = hands[each]
            said = call_one(rules, bends, held, 3, ranks[each], place)
            may = legal[place, each]
            if not may >> said & 1:
                said = 1 if said == 2 and may & 2 else 0
            one[place, each, said] = 1.0
            named = call_two(rules, bends, held, 3, ranks[each], place)
            act = FROM_SUIT[(named - 1) >> 1] + ((named - 1) & 1) if named else 0
            if not may >> (3 + act) & 1:
                act = act - 1 if act else 1
            two[place, each, act] = 1.0


def legal_calls(book: RuleBook) -> np.ndarray:
    """By place and class, bits for pass, accept, accept alone, and the seven of round two."""
    _, hands, _ = classes()
    found = np.zeros((4, len(hands)), np.uint16)
    _legal(pack(book), hands, found)
    return found


def league_policy(book: RuleBook, bends: np.ndarray | None = None) -> Policy:
    """How a league player calls; ``bends`` are those of the score, by side."""
    _, hands, ranks = classes()
    if bends is None:
        bends = np.zeros((2, 3), np.int64)
    found = Policy(
        np.zeros((4, len(hands), ONE), np.float32), np.zeros((4, len(hands), TWO), np.float32)
    )
    _league(pack(book), bends, hands, ranks, legal_calls(book), *found)
    return found


def bury_rule(book: RuleBook) -> int:
    """The book's word on burying the turn-up, as the store takes it."""
    return BURIES[book.burying.turn_up]


Worths = np.ndarray  # by makers' side (0 for the dealer's left), alone, kind


def points(book: RuleBook) -> Worths:
    """What each end brings the makers in points; the same for both sides."""
    rules = book.score
    pair = (-rules.euchre, rules.make, rules.march)
    lone = (-rules.lone_euchre, rules.lone_make, rules.lone_march)
    return np.array([[pair, lone]] * 2, dtype=float)


def pays(
    worths: Worths, nobody: float = 0.0, share: float = OPEN, shifts: np.ndarray | None = None
) -> Pays:
    """The pays of an oracle: this share of the open kind, the rest league's, and a correction.

    ``shifts`` say by place, class, call and kind how much likelier an expert's cards make it.
    """
    ends = np.zeros((CONTRACTS, KINDS * KINDS))
    for contract in range(CONTRACTS):
        place = contract >> 1 if contract < 8 else (contract - 8) // 6
        worth = worths[place & 1, contract & 1]
        for opened in range(KINDS):
            for league in range(KINDS):
                mixed = share * worth[opened] + (1 - share) * worth[league]
                ends[contract, KINDS * opened + league] = mixed
    _, hands, _ = classes()
    correction = np.zeros((4, len(hands), TWO), np.float32)
    if shifts is not None:
        for place in range(4):
            for act in range(TWO):
                correction[place, :, act] = shifts[place, :, act] @ worths[place & 1, act & 1]
    return Pays(ends, correction, nobody)
