"""Hands that bid alike: five cards and a turn-up, up to the names of the suits.

A hand is seen from the turn-up: its suit comes first, the other suit of its colour ("next") last,
and of the two cross suits the one that holds more, as a number, is put before the other. The place
of such a hand among all fives of 24 cards, with the turn-up's rank, is its *line*.
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Final

import numpy as np

from rightbower.players.kernel.compiling.compiled import part
from rightbower.players.kernel.numbers.bits import whole, zeros_below

HAND: Final = 5
PACK_SIZE: Final = 24
RANKS: Final = 6
SUIT: Final = 0b111111
FIVES: Final = comb(PACK_SIZE, HAND)
LINES: Final = RANKS * FIVES
# How many fives come before one whose nth card is this one.
BEFORE: Final = np.array(
    [[comb(card, nth) for nth in range(HAND + 1)] for card in range(PACK_SIZE)]
)


@part
def seen_from(hand: int, turn_up: int) -> tuple[int, bool]:
    """A hand by index as it is seen from the turn-up, and whether the cross suits changed places."""
    suit = turn_up // RANKS
    outer = suit == 0 or suit == 3
    one = hand >> (6 if outer else 0) & SUIT
    other = hand >> (12 if outer else 18) & SUIT
    swap = one < other
    if swap:
        one, other = other, one
    own, following = hand >> (6 * suit) & SUIT, hand >> (6 * (3 - suit)) & SUIT
    return own | one << 6 | other << 12 | following << 18, swap


@part
def line_of(seen: int, turn_up: int) -> int:
    """The line of a hand seen from the turn-up."""
    found, nth = (turn_up % RANKS) * FIVES, 1
    while seen and nth <= HAND:
        found += whole(BEFORE[zeros_below(seen), nth])
        seen &= seen - 1
        nth += 1
    return found


def classes() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The class of each line, -1 for none; and of each class the hand and the turn-up's rank."""
    masks = np.array([sum(1 << card for card in five) for five in combinations(range(24), HAND)])
    masks.sort()
    ordered = (masks >> 6 & SUIT) >= (masks >> 12 & SUIT)
    free = ordered & (masks >> np.arange(RANKS)[:, None] & 1 == 0)
    index = np.where(free, np.cumsum(free).reshape(free.shape) - 1, -1).astype(np.int32)
    ranks, places = np.nonzero(free)
    return index.ravel(), masks[places], ranks
