"""Best play found by trying every card: the judge of the solver.

Suits and heights come from ``cards``; nothing of the kernel is used. On request branches are left
once they cannot matter (alpha–beta), as full deals of four hands take long without.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from rightbower.players.kernel.search import Positions
from rightbower.rules.cards import PACK, Suit, height, suit_in_play

SUITS = np.array([[suit_in_play(card, trump) for card in PACK] for trump in Suit], dtype=np.int64)
HEIGHTS = np.array([[height(card, trump) for card in PACK] for trump in Suit], dtype=np.int64)


_SIGNATURE = (
    "int64(int64[::1], int64, int64, int64, int64[::1], int64[:, ::1], int64[:, ::1],"
    " int64, int64, boolean)"
)


def _tricks(
    hands: np.ndarray,
    trump: int,
    leader: int,
    makers: int,
    table: np.ndarray,
    suits: np.ndarray,
    heights: np.ndarray,
    low: int,
    high: int,
    hurry: bool,
) -> int:
    """The makers' tricks from here on; a seat with no card and none on the table sits out."""
    led = table[leader]
    seat = -1
    for turn in range(4):
        each = (leader + turn) & 3
        if seat < 0 and table[each] < 0 and hands[each]:
            seat = each
    if seat < 0:
        if led < 0:
            return 0
        top, winner = -1, -1
        for each in range(4):
            card = table[each]
            counts = card >= 0 and suits[trump, card] in (suits[trump, led], trump)
            if counts and heights[trump, card] > top:
                top, winner = heights[trump, card], each
        n, e, s, w = table
        table[:] = -1
        won = 1 if winner & 1 == makers else 0
        won += _tricks(
            hands, trump, winner, makers, table, suits, heights, low - won, high - won, hurry
        )
        table[0], table[1], table[2], table[3] = n, e, s, w
        return won
    following = 0
    for card in range(24):
        if led >= 0 and hands[seat] >> card & 1 and suits[trump, card] == suits[trump, led]:
            following |= 1 << card
    legal = following or hands[seat]
    ours = seat & 1 == makers
    found = -1 if ours else 6
    for card in range(24):
        if legal >> card & 1:
            hands[seat] ^= 1 << card
            table[seat] = card
            value = _tricks(hands, trump, leader, makers, table, suits, heights, low, high, hurry)
            table[seat] = -1
            hands[seat] ^= 1 << card
            found = max(found, value) if ours else min(found, value)
            if hurry and ours:
                low = max(low, found)
            elif hurry:
                high = min(high, found)
            if low >= high:
                break
    return found


@cache
def _compiled() -> Any:
    """The search as Numba compiles it, in those tests that ask for it and in no others."""
    from numba import njit

    global _tricks
    _tricks = found = njit(_tricks)  # it calls itself
    found.compile(_SIGNATURE)
    return found


def tricks_by_trying(given: Positions, row: int, hurry: bool = False) -> int:
    """The makers' tricks of the whole deal with best play from a position."""
    hands = given.hands[row].copy()
    if given.lone[row] >= 0:
        hands[(given.lone[row] + 2) & 3] = 0
    begun = (int(given.trump[row]), int(given.leader[row]), int(given.makers[row]))
    return int(given.won[row]) + _tried(hands.tobytes(), begun, given.table[row].tobytes(), hurry)


@cache
def _tried(hands: bytes, begun: tuple[int, int, int], table: bytes, hurry: bool) -> int:
    """The tricks from here on; both kernels are held against the same search."""
    held, lying = (np.frombuffer(each, np.int64).copy() for each in (hands, table))
    return int(_compiled()(held, *begun, lying, SUITS, HEIGHTS, -1, 6, hurry))
