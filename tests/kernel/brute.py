"""Best play found by trying every card, with no shortcut: the judge of the solver.

Card indices, suits and heights come from ``cards``; nothing of the kernel is used.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
from numba import njit

from rightbower.cards import PACK, Suit, height, suit_in_play
from rightbower.kernel.positions import Positions

SUITS = np.array([[suit_in_play(card, trump) for card in PACK] for trump in Suit], dtype=np.int64)
HEIGHTS = np.array([[height(card, trump) for card in PACK] for trump in Suit], dtype=np.int64)


@njit("int64(int64[::1], int64, int64, int64, int64[::1], int64[:, ::1], int64[:, ::1])")
def _tricks(
    hands: np.ndarray,
    trump: int,
    leader: int,
    makers: int,
    table: np.ndarray,
    suits: np.ndarray,
    heights: np.ndarray,
) -> int:
    """The makers' tricks from here on; a seat with no card and none on the table sits out."""
    led = table[leader]
    seat, best, winner = -1, -1, -1
    for turn in range(4):
        each = (leader + turn) & 3
        card = table[each]
        if card >= 0:
            counts = suits[trump, card] == suits[trump, led] or suits[trump, card] == trump
            if counts and heights[trump, card] > best:
                best, winner = heights[trump, card], each
        elif seat < 0 and hands[each]:
            seat = each
    if winner >= 0 and (seat < 0 or (hands[winner] == 0 and table[seat] >= 0)):
        return 1 if winner & 1 == makers else 0
    if seat < 0:
        return 0
    following = 0
    if led >= 0:
        for card in range(24):
            if hands[seat] >> card & 1 and suits[trump, card] == suits[trump, led]:
                following |= 1 << card
    legal = following if following else hands[seat]
    ours = seat & 1 == makers
    found = -1 if ours else 6
    for card in range(24):
        if not legal >> card & 1:
            continue
        hands[seat] ^= 1 << card
        table[seat] = card
        last = True
        for each in range(4):
            if each != seat and table[each] < 0 and hands[each]:
                last = False
        if last:
            # the trick is full: see who won it and go on
            top, who = -1, -1
            begun = table[leader]
            for each in range(4):
                laid = table[each]
                if laid >= 0:
                    same = suits[trump, laid] == suits[trump, begun]
                    if (same or suits[trump, laid] == trump) and heights[trump, laid] > top:
                        top, who = heights[trump, laid], each
            value = 1 if who & 1 == makers else 0
            if hands[who]:
                fresh = np.full(4, -1, np.int64)
                value += _tricks(hands, trump, who, makers, fresh, suits, heights)
        else:
            value = _tricks(hands, trump, leader, makers, table, suits, heights)
        table[seat] = -1
        hands[seat] ^= 1 << card
        found = max(found, value) if ours else min(found, value)
    return found


def tricks_by_trying(given: Positions, row: int) -> int:
    """The makers' tricks of the whole deal with best play from a position."""
    hands = given.hands[row].copy()
    if given.lone[row] >= 0:
        hands[(given.lone[row] + 2) & 3] = 0
    begun = (int(given.trump[row]), int(given.leader[row]), int(given.makers[row]))
    table = given.table[row].copy()
    search = cast(Any, _tricks)
    return int(given.won[row]) + int(search(hands, *begun, table, SUITS, HEIGHTS))
