"""Whether a side can win so many tricks when everyone sees all the cards.

Hands are relative to trump and in the order of play: the leader's, then the next ones to the left.
The leader's side is *ours*. A hand that sits out is empty.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias, cast

import numpy as np

from rightbower.players.kernel.compiling.compiled import called, part
from rightbower.players.kernel.numbers.bits import (
    LANE,
    LANE_WIDTH,
    PLACES,
    TRUMP_LANE,
    TRUMPS,
    count,
    highest,
    lane_of,
    lowest,
    whole,
)

Reaches: TypeAlias = Callable[[int, int, int, int, int, int], bool]
_TRUMP_SHIFT: Final = LANE_WIDTH * TRUMP_LANE
_TRUMP_SETS: Final = 1 << 7
# A plain 0 would be a type of its own to Numba, which then loses the function that calls itself.
_NOTHING: Final = cast("int", np.int64(0))


def _unbeaten() -> np.ndarray:
    """How many of my trumps are left when each of theirs beats at most one lower than itself."""
    mine, theirs = np.indices((_TRUMP_SETS, _TRUMP_SETS))
    most = ahead = np.zeros_like(mine)
    for place in reversed(range(7)):
        ahead = ahead + (mine >> place & 1) - (theirs >> place & 1)
        most = np.maximum(most, ahead)
    return most.astype(np.int8).ravel()


# A trump loses a trick only to a higher trump of the other side, and each of those wins one trick.
UNBEATEN: Final = _unbeaten()


@part
def sure_trumps(hand: int, others: int) -> int:
    """Tricks that the trumps of a hand win against these trumps, however they are played."""
    sets = (hand >> _TRUMP_SHIFT) << 7 | (others >> _TRUMP_SHIFT)
    return whole(UNBEATEN[np.uint64(sets)])


@part
def sure_in_lane(lane: int, a: int, b: int, c: int, d: int) -> int:
    """Top cards of a plain suit that the leader can cash: nobody with a trump runs out of it."""
    tops = count(a & lane & -highest((b | c | d) & lane | 1))
    if b & TRUMPS:
        tops = min(tops, count(b & lane))
    if d & TRUMPS:
        tops = min(tops, count(d & lane))
    return tops


@part
def sure_plain(a: int, b: int, c: int, d: int, left: int) -> int:
    """Plain tricks that the leader can cash before the partner would have to ruff them."""
    tops = sure_in_lane(LANE, a, b, c, d)
    tops += sure_in_lane(LANE << LANE_WIDTH, a, b, c, d)
    tops += sure_in_lane(LANE << 2 * LANE_WIDTH, a, b, c, d)
    return min(tops, left - count(c & TRUMPS))


@part
def apart(hand: int, gone: int) -> int:
    """One card of each group that does the same: neighbours among the cards still out."""
    return hand & ~((hand << 1) + gone)


@part
def wins_last(a: int, b: int, c: int, d: int) -> bool:
    """Whether the leader's side wins the last trick."""
    counts = lane_of(a) | TRUMPS
    return max(a, c & counts) > max(b & counts, d & counts)


@part
def _last(a: int, b: int, c: int, d: int, _need: int, _only: int) -> bool:
    return wins_last(a, b, c, d)


def _search(left: int, after: Reaches) -> Reaches:
    """Whether our side can win ``need`` tricks when so many are left, two or more.

    One function for each number of tricks left: so none calls itself, and much of it is known when
    it is compiled. ``only`` holds the cards of this trick that are already chosen, and are still in
    the hands. Tried first are cards that win the trick so far, from the lowest.
    """

    @called
    def reaches(a: int, b: int, c: int, d: int, need: int, only: int) -> bool:
        ours, theirs = (a | c) & TRUMPS, (b | d) & TRUMPS
        sure = max(sure_trumps(a, theirs), sure_trumps(c, theirs))
        if sure >= need:
            return True
        if left - max(sure_trumps(b, ours), sure_trumps(d, ours)) < need:
            return False
        gone = PLACES & ~(a | b | c | d)
        from_a, from_b, from_c, from_d = (
            apart(a, gone),
            apart(b, gone),
            apart(c, gone),
            apart(d, gone),
        )
        if only:
            from_a = only & a or from_a
            from_b = only & b or from_b
            from_c = only & c or from_c
            from_d = only & d or from_d
        elif left > 2 and sure + sure_plain(a, b, c, d, left) >= need:
            return True
        while from_a:
            card_a = lowest(from_a)
            from_a ^= card_a
            led = lane_of(card_a)
            counts = led | TRUMPS
            won = False
            some_b = from_b & led or from_b
            while True:
                higher = some_b & counts & -(card_a << 1)
                card_b = lowest(higher or some_b)
                some_b ^= card_b
                best_b = card_b if higher else card_a
                who_b = 1 if higher else 0
                won = False
                some_c = from_c & led or from_c
                while True:
                    higher = some_c & counts & -(best_b << 1)
                    card_c = lowest(higher or some_c)
                    some_c ^= card_c
                    best_c = card_c if higher else best_b
                    who_c = 2 if higher else who_b
                    won = True
                    some_d = from_d & led or from_d
                    while True:
                        higher = some_d & counts & -(best_c << 1)
                        card_d = lowest(higher or some_d)
                        some_d ^= card_d
                        who = 3 if higher else who_c
                        e, f, g, h = a ^ card_a, b ^ card_b, c ^ card_c, d ^ card_d
                        if who & 1:
                            if need == left:
                                won = False
                                break
                            more = left - need
                            e, f, g, h = f, g, h, e
                        else:
                            if need == 1:
                                break
                            more = need - 1
                        if who & 2:
                            e, f, g, h = g, h, e, f
                        found = after(e, f, g, h, more, _NOTHING)
                        if found == (who & 1):
                            won = False
                            break
                        if not some_d:
                            break
                    if won or not some_c:
                        break
                if not won or not some_b:
                    break
            if won:
                return True
        return False

    return reaches


_two = _search(2, _last)
_three = _search(3, _two)
_four = _search(4, _three)
_five = _search(5, _four)


@part
def reaches(a: int, b: int, c: int, d: int, need: int, left: int, only: int) -> bool:
    """Whether our side can win ``need`` of the ``left`` tricks, which are two or more."""
    if left == 5:
        return _five(a, b, c, d, need, only)
    if left == 4:
        return _four(a, b, c, d, need, only)
    if left == 3:
        return _three(a, b, c, d, need, only)
    return _two(a, b, c, d, need, only)
