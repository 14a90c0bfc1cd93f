"""Best play found by trying every card: the judge of the solver.

Suits and heights come from ``cards``; nothing of the kernel is used. On request branches are left
once they cannot matter (alpha–beta), as full deals of four hands take long without.
"""

from __future__ import annotations

import numpy as np

from rightbower.cards import PACK, Suit, height, suit_in_play
from rightbower.kernel.positions import Positions

SUITS = np.array([[suit_in_play(card, trump) for card in PACK] for trump in Suit], dtype=np.int64)
HEIGHTS = np.array([[height(card, trump) for card in PACK] for trump in Suit], dtype=np.int64)


def tricks_by_trying(given: Positions, row: int, hurry: bool = False) -> int:
    """The makers' tricks of the whole deal with best play from a position."""
    hands = given.hands[row].copy()
    if given.lone[row] >= 0:
        hands[(given.lone[row] + 2) & 3] = 0
    begun = (int(given.trump[row]), int(given.leader[row]), int(given.makers[row]))
    table = given.table[row].copy()
    # Numba is loaded, and compiles, in the tests that ask for it and in no others.
    from kernel.brute_search import tricks_from_here

    return int(given.won[row]) + int(
        tricks_from_here(hands, *begun, table, SUITS, HEIGHTS, -1, 6, hurry)
    )
