"""Trying every card, compiled by Numba: nothing of the kernel is used."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(
    "int64(int64[::1], int64, int64, int64, int64[::1], int64[:, ::1], int64[:, ::1],"
    " int64, int64, boolean)"
)
def tricks_from_here(
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
        won += tricks_from_here(
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
            value = tricks_from_here(
                hands, trump, leader, makers, table, suits, heights, low, high, hurry
            )
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
