"""Random play to the end from given positions."""

from __future__ import annotations

from typing import Final

import numpy as np

from rightbower.players.kernel.compiling.compiled import entry, part
from rightbower.players.kernel.compiling.scratch import scratch
from rightbower.players.kernel.compiling.threads import in_threads
from rightbower.players.kernel.numbers.bits import whole, zeros_below
from rightbower.players.kernel.numbers.chance import stream, word
from rightbower.players.kernel.playing.tricks import CODE, HAND, PLACES, follow, play_trick
from rightbower.players.kernel.positions import Positions

CHUNK: Final = 256


@part
def seat_cards(hand: int, trump: int, seat: int, codes: np.ndarray, suits: np.ndarray) -> int:
    """Write down a seat's codes and where each suit lies among them; return what is held."""
    place = 0
    suits[seat] = 0
    while hand:
        code = whole(CODE[np.uint64(24 * trump + zeros_below(hand))])
        hand &= hand - 1
        codes[PLACES * seat + place] = code
        suits[seat] |= 1 << (PLACES * (code >> 3) + place)
        place += 1
    return ((1 << place) - 1) << (PLACES * seat)


@part
def on_the_table(table: np.ndarray, trump: int, leader: int, out: int) -> tuple[int, int, int]:
    """How far the trick has come, the lane led, and the winning code times four with its seat."""
    led = best = 0
    for turn in range(4):
        seat = (leader + turn) & 3
        if table[seat] < 0:
            if seat == out:
                continue
            return turn, led, best
        code = whole(CODE[np.uint64(24 * trump + table[seat])])
        if turn == 0:
            led = code & 24
        if code & 24 == led or code >= 24:
            best = max(best, 4 * code + seat)
    return 4, led, best


@entry(
    "void(int64[:, ::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[:, ::1],"
    " int64[::1], int64, int64, int64, int64[:, ::1])"
)
def _play_out(
    hands: np.ndarray,
    trump: np.ndarray,
    leader: np.ndarray,
    makers: np.ndarray,
    lone: np.ndarray,
    table: np.ndarray,
    won: np.ndarray,
    times: int,
    seed: int,
    first: int,
    counts: np.ndarray,
) -> None:
    """Play each position so many times; count the makers' tricks of the whole deal."""
    codes = scratch(32, np.uint8)
    suits = scratch(4, np.int64)
    notes = scratch(20, np.uint16)
    for row in range(len(hands)):
        out = (lone[row] + 2) & 3 if lone[row] >= 0 else -1
        full = 0
        for seat in range(4):
            hand = 0 if seat == out else hands[row, seat]
            full |= seat_cards(hand, trump[row], seat, codes, suits)
        begun, led, best = on_the_table(table[row], trump[row], leader[row], out)
        for time in range(times):
            flow = stream(seed, (first + row) * times + time)
            held = full
            ahead = leader[row]
            tricks = won[row]
            trick = 0
            if begun:
                ahead, held = follow(
                    codes, suits, held, ahead, begun, led, best, out, word(flow, 0), notes, 0
                )
                tricks += (ahead ^ makers[row] ^ 1) & 1
                trick = 1
            while held >> (PLACES * ahead) & 31:
                ahead, held = play_trick(
                    codes, suits, held, ahead, out, word(flow, trick), notes, 0
                )
                tricks += (ahead ^ makers[row] ^ 1) & 1
                trick += 1
            counts[row, tricks] += 1


def play_out(given: Positions, times: int, seed: int, threads: int = 1) -> np.ndarray:
    """Play every position so many times at random: a row for each, the makers' tricks counted.

    Column n counts how often the makers had n tricks at the end of the deal.
    """
    counts = np.zeros((len(given.hands), HAND + 1), dtype=np.int64)

    def some(start: int) -> None:
        rows = slice(start, start + CHUNK)
        _play_out(*(column[rows] for column in given), times, seed, start, counts[rows])

    in_threads(some, range(0, len(counts), CHUNK), threads)
    return counts
