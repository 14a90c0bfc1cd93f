"""The store: sampled deals with the class of each hand and how each of 32 contracts ends.

Contracts 0–7 accept the turn-up, place by place from the dealer's left, with the partner and alone;
then each place names next and the two cross suits, with the partner and alone. A kind (euchred,
made, march) takes two bits; ``league`` holds the kinds when four league players play the cards,
``open`` those of best play by all who see all the cards. 32 bytes a deal.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numba import njit

from rightbower.players.kernel.bits import (
    TRUMPS,
    classes,
    count,
    line_of,
    lowest,
    relative,
    seen_from,
    whole,
)
from rightbower.players.kernel.calls import worst
from rightbower.players.kernel.options import from_the_lead, kind_of
from rightbower.players.kernel.play import (
    BURIED,
    CONTRACT,
    LONE,
    MAKER,
    NOW,
    TAKER,
    UP,
    begin,
    play_on,
)

CONTRACTS: Final = 32
ENOUGH: Final = 3
LEAST_TRUMPS: Final = 2  # a lone hand of fewer is not in the store: nobody plays it
BURY_ALLOWED, BURY_NEVER, BURY_UNLESS_FIVE = range(3)
_STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND: Final = np.uint64(0x94D049BB133111EB)
_U: Final = [np.uint64(each) for each in (30, 27, 31, 32, 6, 16, 0xFFFF)]
_30, _27, _31, _32, _SIX, _16, _LOW = _U


class Store(NamedTuple):
    """Deals one to a row: four classes times two plus the swap, and the kinds by both oracles."""

    classes: np.ndarray
    league: np.ndarray
    open: np.ndarray


@njit
def _mixed(state):
    state = (state ^ (state >> _30)) * _FIRST
    state = (state ^ (state >> _27)) * _SECOND
    return state ^ (state >> _31)


@njit
def deal_out(seed, number, hands):
    """Fill the four hands from the dealer's left; return the turn-up, always of suit 0."""
    state = _mixed(_mixed(np.uint64(seed) + _STEP) + np.uint64(number) * _STEP)
    turn_up = whole((state >> _32) * _SIX >> _32)
    left = 0xFFFFFF ^ (1 << turn_up)
    remaining, ready, word = 23, 0, np.uint64(0)
    for seat in range(4):
        hand = 0
        for _ in range(5):
            if ready == 0:
                state += _STEP
                word = _mixed(state)
                ready = 4
            pick = whole(word & _LOW) * remaining >> 16
            word >>= _16
            ready -= 1
            rest = left
            for _skip in range(pick):
                rest &= rest - 1
            bit = lowest(rest)
            left ^= bit
            hand |= bit
            remaining -= 1
        hands[seat] = hand
    return turn_up


@njit
def set_contract(dealt, turn_up, number, bury, hands, contract):
    """Fill the hands relative to trump after the bury and the contract; return who leads."""
    maker, trump = number >> 1, 0
    if number >= 8:
        maker = (number - 8) // 6
        which = (number - 8) % 6 >> 1
        trump = 3 if which == 0 else which
    for seat in range(4):
        hands[seat] = relative(dealt[seat], trump)
    contract[MAKER] = maker
    contract[LONE] = maker if number & 1 else -1
    contract[TAKER] = 3 if number < 8 else -1
    contract[UP] = relative(1 << turn_up, trump)
    contract[BURIED] = 0
    out = (maker + 2) & 3 if number & 1 else -1
    if out == 3:
        contract[TAKER] = -1
    if contract[TAKER] == 3:
        six = hands[3] | contract[UP]
        five = bury == BURY_UNLESS_FIVE and count(dealt[3] & 63) == 5
        contract[BURIED] = worst(six, hands[3] if bury == BURY_NEVER or five else six)
        hands[3] = six ^ contract[BURIED]
    if out >= 0:
        hands[out] = 0
    return 1 if out == 0 else 0


@njit(nogil=True, cache=True)
def fill(seed, first, bury, index, rows, league, opened):
    """Sample a deal for each row, and find how all its contracts end."""
    dealt, hands, played = np.zeros(4, np.int64), np.zeros(4, np.int64), np.zeros(4, np.int64)
    void, now, contract = (
        np.zeros(4, np.int64),
        np.zeros(NOW, np.int64),
        np.zeros(CONTRACT, np.int64),
    )
    for row in range(len(league)):
        turn_up = deal_out(seed, first + row, dealt)
        for seat in range(4):
            seen, swap = seen_from(dealt[seat], turn_up)
            rows[row, seat] = index[line_of(seen, turn_up)] << 1 | swap
        kinds, best = 0, 0
        for number in range(CONTRACTS):
            leader = set_contract(dealt, turn_up, number, bury, hands, contract)
            maker = contract[MAKER]
            if number & 1 and count(hands[maker] & TRUMPS) < LEAST_TRUMPS:
                continue
            if number & 1 or maker == 0:
                best |= from_the_lead(hands, leader, maker, ENOUGH) << (2 * number)
            else:
                # with all four hands each side's kind is the same for both its makers
                even = best >> (0 if number < 8 else 8 + (number - 8) % 6) * 2
                twin = number - 4 if number < 8 else number - 12
                if maker == 1:
                    found = 0 if even & 3 else from_the_lead(hands, leader, 1, ENOUGH)
                else:
                    found = best >> (2 * twin) & 3
                best |= found << (2 * number)
            for seat in range(4):
                played[seat] = hands[seat]
            begin(now, void, contract, leader)
            tricks = play_on(leader, played, now, void, contract)
            kinds |= kind_of(tricks, ENOUGH) << (2 * number)
        league[row] = np.uint64(kinds)
        opened[row] = np.uint64(best)


def make_chunk(path: str, seed: int, first: int, deals: int, bury: int) -> str:
    """Write so many deals to a file, unless it is there already; return its name."""
    if not Path(path).exists():
        store = sample(seed, first, deals, bury)
        kept = Path(path + ".part")
        with kept.open("wb") as file:
            np.savez(file, **store._asdict())
        kept.replace(path)
    return path


def sample(seed: int, first: int, deals: int, bury: int) -> Store:
    """So many deals of a seed, from a number on."""
    index, _, _ = classes()
    store = Store(
        np.zeros((deals, 4), np.uint32), np.zeros(deals, np.uint64), np.zeros(deals, np.uint64)
    )
    fill(seed, first, bury, index, *store)
    return store


def read_chunk(path: str) -> Store:
    """A file of the store."""
    with np.load(path) as file:
        return Store(file["classes"], file["league"], file["open"])
