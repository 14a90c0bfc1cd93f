"""Tricks played at random: every legal card as likely as the others.

A hand is eight places, of which five hold cards; what is held and what follows suit are masks with
eight bits for each seat or lane. A card's code is its lane times eight, and one more than its place
in the lane: of two cards that count in a trick the larger code wins. A seat that sits out holds
nothing: it plays the last place of its hand, whose code is nought and wins no trick.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from rightbower.players.kernel.bits import BIT, PLAY, below, stream, whole, word, zeros_below
from rightbower.players.kernel.compiled import entry, in_threads, part, scratch
from rightbower.players.kernel.search import Positions

HAND: Final = 5
PLACES: Final = 8
ALL_PLACES: Final = 4 * PLACES
ALL_HELD: Final = 0b11111
EVERYONE: Final = 0x1F1F1F1F
# A number below 60 picks one of 1, 2, 3, 4 or 5 cards fairly.
CHANCES: Final = 60
_ROW: Final = 64
_LANE: Final = 24  # the bits of a code that say its lane; trumps have them all
_NOTHING: Final = PLACES - 1


def _picked(legal: int, chance: int) -> int:
    places = [place for place in range(HAND) if legal >> place & 1]
    return places[chance % len(places)] if places else _NOTHING


# A relative bit at place p of its lane is 8 × lane + p: one more is the code.
CODE: Final = np.array([bit.bit_length() for bit in BIT.ravel().tolist()], dtype=np.uint8)
PICK: Final = np.array(
    [_picked(legal, chance) for legal in range(ALL_HELD + 1) for chance in range(_ROW)],
    dtype=np.uint8,
)


@part
def sort_out(deck: np.ndarray, trump: int, codes: np.ndarray, suits: np.ndarray) -> None:
    """Write down the codes of all hands, and where each suit lies in them."""
    for seat in range(4):
        mine = 0
        for place in range(HAND):
            code = whole(CODE[np.uint64(24 * trump + deck[np.uint64(HAND * seat + place)])])
            codes[np.uint64(PLACES * seat + place)] = code
            mine |= 1 << ((code & _LANE) + place)
        suits[np.uint64(seat)] = mine


@part
def picked(
    codes: np.ndarray, held: int, seat: int, legal: int, chance: int, notes: np.ndarray, line: int
) -> tuple[int, int]:
    """One of the legal places of a hand is played; its code, and what all still hold.

    The line of the notes gets the seat, the place and what was legal.
    """
    place = whole(PICK[np.uint64(_ROW * legal + chance)])
    notes[np.uint64(line)] = legal << 5 | place << 2 | seat
    at = PLACES * seat + place
    return whole(codes[np.uint64(at)]), held ^ (1 << at)


@part
def follow(
    codes: np.ndarray,
    suits: np.ndarray,
    held: int,
    leader: int,
    played: int,
    led: int,
    best: int,
    out: int,
    word: int,
    notes: np.ndarray,
    line: int,
) -> tuple[int, int]:
    """Play a trick out from the seat that many places after the leader; who wins it, what is held.

    ``led`` is the lane led times eight, and ``best`` the winning code so far times four, and its
    seat.
    """
    for turn in range(played, 4):
        seat = (leader + turn) & 3
        mine = held >> (PLACES * seat) & ALL_HELD
        following = whole(suits[np.uint64(seat)]) >> led & mine
        legal = following if following else mine
        chance, after = below(word, CHANCES)
        word = word if seat == out else after
        code, held = picked(codes, held, seat, legal, chance, notes, line + turn)
        lane = code & _LANE
        best = max(best, 4 * code + seat if (lane == led) | (lane == _LANE) else 0)
    return best & 3, held


@part
def play_trick(
    codes: np.ndarray,
    suits: np.ndarray,
    held: int,
    leader: int,
    out: int,
    word: int,
    notes: np.ndarray,
    line: int,
) -> tuple[int, int]:
    """Play a whole trick; who wins it, and what is held after it."""
    legal = held >> (PLACES * leader) & ALL_HELD
    chance, word = below(word, CHANCES)
    code, held = picked(codes, held, leader, legal, chance, notes, line)
    best = 4 * code + leader
    return follow(codes, suits, held, leader, 1, code & _LANE, best, out, word, notes, line)


@part
def copy_plays(deck: np.ndarray, notes: np.ndarray, out: int, log: np.ndarray, at: int) -> int:
    """Write what the notes of a deal say to the log from line ``at``; return where it ends."""
    for note in notes:
        seat = note & 3
        if seat == out:
            continue
        log[at, 0] = PLAY + deck[HAND * seat + (note >> 2 & 7)]
        log[at, 1] = 0
        for place in range(HAND):
            if note >> (5 + place) & 1:
                log[at, 1] |= 1 << (PLAY + deck[HAND * seat + place])
        at += 1
    return at


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
