"""Tricks played at random: every legal card as likely as the others.

A hand is five places; what is still held and what follows suit are masks of five bits. A card's
code is its lane times eight, and one more than its place in the lane: of two cards that count in a
trick the larger code wins.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from rightbower.kernel.acts import PLAY
from rightbower.kernel.bits import BIT, whole
from rightbower.kernel.chance import below
from rightbower.kernel.compiled import part

HAND: Final = 5
ALL_HELD: Final = 0b11111
# A number below 60 picks one of 1, 2, 3, 4 or 5 cards fairly.
CHANCES: Final = 60
_TRUMP_CODE: Final = 24


def _picked(legal: int, chance: int) -> int:
    places = [place for place in range(HAND) if legal >> place & 1]
    return places[chance % len(places)] if places else 0


# A relative bit at place p of its lane is 8 × lane + p: one more is the code.
CODE: Final = np.array([bit.bit_length() for bit in BIT.ravel().tolist()], dtype=np.uint8)
PICK: Final = np.array(
    [_picked(legal, chance) for legal in range(ALL_HELD + 1) for chance in range(CHANCES)],
    dtype=np.uint8,
)


@part
def sort_out(
    deck: np.ndarray, trump: int, codes: np.ndarray, suits: np.ndarray, held: np.ndarray
) -> None:
    """Write down the codes of all hands, where each suit lies in them, and that all are held."""
    for seat in range(4):
        mine = 0
        for place in range(HAND):
            at = np.uint64(HAND * seat + place)
            code = CODE[np.uint64(24 * trump + deck[at])]
            codes[at] = code
            mine |= 1 << (HAND * (code >> 3) + place)
        suits[seat] = mine
        held[seat] = ALL_HELD


@part
def picked(
    codes: np.ndarray,
    held: np.ndarray,
    seat: int,
    legal: int,
    word: int,
    notes: np.ndarray,
    line: int,
) -> tuple[int, int]:
    """One of the legal places of a hand is played; its code, and what is left of the word.

    The line of the notes gets the seat, the place and what was legal.
    """
    chance, word = below(word, CHANCES)
    place = whole(PICK[np.uint64(CHANCES * legal + chance)])
    held[seat] ^= 1 << place
    notes[np.uint64(line)] = legal << 5 | place << 2 | seat
    return whole(codes[np.uint64(HAND * seat + place)]), word


@part
def follow(
    codes: np.ndarray,
    suits: np.ndarray,
    held: np.ndarray,
    leader: int,
    played: int,
    led: int,
    best: int,
    out: int,
    word: int,
    notes: np.ndarray,
    line: int,
) -> int:
    """Play a trick out from the seat that many places after the leader; return who wins it.

    ``led`` is the lane led and ``best`` the winning code so far times four, and its seat.
    """
    for turn in range(played, 4):
        seat = (leader + turn) & 3
        if seat == out:
            notes[np.uint64(line + turn)] = seat
            continue
        following = (suits[seat] >> (HAND * led)) & held[seat]
        legal = following if following else held[seat]
        code, word = picked(codes, held, seat, legal, word, notes, line + turn)
        counts = (code >> 3 == led) | (code >= _TRUMP_CODE)
        best = max(best, 4 * code + seat if counts else 0)
    return best & 3


@part
def play_trick(
    codes: np.ndarray,
    suits: np.ndarray,
    held: np.ndarray,
    leader: int,
    out: int,
    word: int,
    notes: np.ndarray,
    line: int,
) -> int:
    """Play a whole trick; return who wins it."""
    code, word = picked(codes, held, leader, held[leader], word, notes, line)
    best = 4 * code + leader
    return follow(codes, suits, held, leader, 1, code >> 3, best, out, word, notes, line)


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
