"""Exact results with best play by all who see all the cards, for many positions at once."""

from __future__ import annotations

from typing import Final

import numpy as np

from rightbower.players.kernel.compiling.compiled import entry, part
from rightbower.players.kernel.compiling.threads import in_threads
from rightbower.players.kernel.numbers.bits import LANE_WIDTH, TRUMP_LANE, count, whole
from rightbower.players.kernel.positions import Positions, laid_out
from rightbower.players.kernel.search import reaches, wins_last

EUCHRED, MADE, MARCH = range(3)
HAND: Final = 5
CHUNK: Final = 1 << 10

# A guess at our tricks, in sixteenths, from who holds which trumps and the aces: fitted to solved
# deals. It only decides which test comes first.
_SHIFT: Final = LANE_WIDTH * TRUMP_LANE
_ACES: Final = 1 << 5 | 1 << 13 | 1 << 20
_WORTH: Final = (7, 7, 8, 8, 9, 12, 17)
_TRUMP_WORTH: Final = np.array(
    [sum(worth for place, worth in enumerate(_WORTH) if held >> place & 1) for held in range(128)]
)


@part
def guess(a: int, b: int, c: int, d: int, left: int) -> int:
    """About how many of the tricks left the leader's side will win, from 1 to all of them."""
    ours, theirs = a | c, b | d
    trumps = whole(_TRUMP_WORTH[np.uint64(ours >> _SHIFT)])
    trumps -= whole(_TRUMP_WORTH[np.uint64(theirs >> _SHIFT)])
    aces = count(ours & _ACES) - count(theirs & _ACES)
    even = 58 - 8 * (HAND - left)
    return min(max((even + trumps + 5 * aces) >> 4, 1), left)


@part
def can(a: int, b: int, c: int, d: int, need: int, left: int, only: int) -> bool:
    """Whether the leader's side can win this many of the tricks left."""
    if need <= 0:
        return True
    if need > left:
        return False
    if left == 1:
        return wins_last(a, b, c, d)
    return bool(reaches(a, b, c, d, need, left, only))


@part
def most(a: int, b: int, c: int, d: int, left: int, only: int) -> int:
    """How many of the tricks left the leader's side wins."""
    tricks = guess(a, b, c, d, left)
    if can(a, b, c, d, tricks, left, only):
        while tricks < left and can(a, b, c, d, tricks + 1, left, only):
            tricks += 1
        return tricks
    tricks -= 1
    while tricks and not can(a, b, c, d, tricks, left, only):
        tricks -= 1
    return tricks


@part
def makers_most(a: int, b: int, c: int, d: int, left: int, only: int, lead: bool) -> int:
    """How many of the tricks left the makers win; ``lead`` says that their side leads."""
    tricks = most(a, b, c, d, left, only)
    return tricks if lead else left - tricks


@part
def makers_can(a: int, b: int, c: int, d: int, need: int, left: int, only: int, lead: bool) -> bool:
    """Whether the makers can win this many of the tricks left."""
    if lead:
        return can(a, b, c, d, need, left, only)
    return not can(a, b, c, d, left - need + 1, left, only)


@part
def kind(
    a: int, b: int, c: int, d: int, left: int, only: int, lead: bool, won: int, enough: int
) -> int:
    """Euchred, made or march, for makers who have some tricks and need enough."""
    if not makers_can(a, b, c, d, enough - won, left, only, lead):
        return EUCHRED
    return MARCH if makers_can(a, b, c, d, HAND - won, left, only, lead) else MADE


@entry(
    "void(int64[:, ::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[:, ::1],"
    " int64[::1], int64, int8[::1])"
)
def _solve(
    hands: np.ndarray,
    trump: np.ndarray,
    leader: np.ndarray,
    makers: np.ndarray,
    lone: np.ndarray,
    table: np.ndarray,
    won: np.ndarray,
    enough: int,
    found: np.ndarray,
) -> None:
    """Find the makers' tricks, or their kind of result where it is said how many are enough."""
    for row in range(len(found)):
        a, b, c, d, only, left = laid_out(
            hands[row], trump[row], leader[row], lone[row], table[row]
        )
        lead = leader[row] & 1 == makers[row]
        if enough:
            found[row] = kind(a, b, c, d, left, only, lead, won[row], enough)
        else:
            found[row] = won[row] + makers_most(a, b, c, d, left, only, lead)


def solve_tricks(given: Positions, threads: int = 1) -> np.ndarray:
    """The makers' tricks of the whole deal, 0 to 5, with best play from each position."""
    return _solved(given, 0, threads)


def solve_kinds(given: Positions, enough: int = 3, threads: int = 1) -> np.ndarray:
    """EUCHRED, MADE or MARCH with best play; ``enough`` is the book's ``score.tricks_to_make``."""
    if not 1 <= enough <= HAND:
        raise ValueError(f"makers need from 1 to {HAND} tricks, not {enough}")
    return _solved(given, enough, threads)


def _solved(given: Positions, enough: int, threads: int) -> np.ndarray:
    found = np.empty(len(given.hands), dtype=np.int8)

    def some(start: int) -> None:
        rows = slice(start, start + CHUNK)
        _solve(*(column[rows] for column in given), enough, found[rows])

    in_threads(some, range(0, len(found), CHUNK), threads)
    return found
