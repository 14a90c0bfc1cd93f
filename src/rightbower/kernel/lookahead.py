"""Look ahead from any moment of the play, all hands open: what each card leads to.

Cards are bits in a layout relative to trump, eight to a suit: the trump suit on top with the bowers
in their places, so that in a trick the larger bit wins once plain cards of other suits are masked
off. ``deal`` and ``score`` are the judges this is tested against.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import boolean, int64, njit, void

from rightbower.cards import PACK, Suit, height, suit_in_play

LANE = 8
TRUMPS = np.int64(0x7F << 24)
HAND = 5
NONE: Any = np.int64(0)


def _layout(trump: Suit) -> list[int]:
    """The bit of each card, by its index, when this suit is trump."""
    plain = [suit for suit in Suit if suit is not trump]
    lanes = {suit: number for number, suit in enumerate(plain)} | {trump: 3}
    bits = []
    for card in PACK:
        suit = suit_in_play(card, trump)
        mates = sorted(
            (other for other in PACK if suit_in_play(other, trump) is suit),
            key=lambda other: height(other, trump),
        )
        bits.append(1 << (LANE * lanes[suit] + mates.index(card)))
    return bits


BIT = np.array([_layout(trump) for trump in Suit], dtype=np.int64)
DECK = np.array([sum(bits) for bits in BIT.tolist()], dtype=np.int64)


@njit(int64(int64), cache=True, inline="always")
def lane_of(bit: int) -> int:
    """All places of the suit that a card belongs to."""
    if bit >> 24:
        return 0x7F << 24
    if bit >> 16:
        return 0xFF << 16
    if bit >> 8:
        return 0xFF << 8
    return 0xFF


@njit(int64(int64, int64), cache=True, inline="always")
def masters(mine: int, theirs: int) -> int:
    """How many trumps of one hand stand above all of the other side's: as many sure tricks."""
    below = (theirs & (0x7F << 24)) | (1 << 23)
    below |= below >> 1
    below |= below >> 2
    below |= below >> 4
    above = (mine & (0x7F << 24)) & ~below
    count = 0
    while above:
        above &= above - 1
        count += 1
    return count


@njit(
    boolean(
        int64, int64, int64, int64, int64, int64, int64, int64, int64, int64, int64, int64, int64
    ),
    cache=True,
)
def reaches(
    h0: int,
    h1: int,
    h2: int,
    h3: int,
    turn: int,
    led: int,
    best: int,
    who: int,
    left: int,
    need: int,
    rest: int,
    makers: int,
    out: int,
) -> bool:
    """Whether the makers' side wins ``need`` of the ``rest`` tricks with best play by all.

    ``led`` is the lane of the suit led (0 before a lead), ``best`` the winning card so far and
    ``who`` played it, ``left`` how many still play to this trick, ``out`` the seat that sits out.
    """
    if need <= 0:
        return True
    if need > rest:
        return False
    if not led:
        if makers == 0:
            a, c, b, d = h0, h2, h1, h3
        else:
            a, c, b, d = h1, h3, h0, h2
        if out == makers:
            a = 0
        elif out == makers + 2:
            c = 0
        elif out == 1 - makers:
            b = 0
        elif out == 3 - makers:
            d = 0
        if max(masters(a, b | d), masters(c, b | d)) >= need:
            return True
        if rest - max(masters(b, a | c), masters(d, a | c)) < need:
            return False
    hand = h0 if turn == 0 else h1 if turn == 1 else h2 if turn == 2 else h3
    # the top place of each lane is never a card: it keeps neighbours of two suits apart
    gone = 0x7F7F7F7F ^ (h0 | h1 | h2 | h3 | best)
    moves = hand
    if led:
        follow = hand & led
        if follow:
            moves = follow
    # of neighbouring cards only the lowest is tried: the others do the same
    moves &= ~((moves << 1) + gone)
    ours = (turn & 1) == makers
    while moves:
        card = moves & -moves
        moves ^= card
        now_led = led if led else lane_of(card)
        if card > best and card & (now_led | (0x7F << 24)):
            now_best, now_who = card, turn
        else:
            now_best, now_who = best, who
        k0 = h0 ^ card if turn == 0 else h0
        k1 = h1 ^ card if turn == 1 else h1
        k2 = h2 ^ card if turn == 2 else h2
        k3 = h3 ^ card if turn == 3 else h3
        if left == 1:
            won = 1 if (now_who & 1) == makers else 0
            size = 4 if out > 3 else 3
            good = reaches(
                k0, k1, k2, k3, now_who, NONE, NONE, NONE, size, need - won, rest - 1, makers, out
            )
        else:
            after = (turn + 1) & 3
            if after == out:
                after = (after + 1) & 3
            good = reaches(
                k0,
                k1,
                k2,
                k3,
                after,
                now_led,
                now_best,
                now_who,
                left - 1,
                need,
                rest,
                makers,
                out,
            )
        if good == ours:
            return good
    return not ours


@njit(
    void(
        int64[:, :],
        int64[:],
        int64,
        int64,
        int64,
        int64,
        int64,
        int64,
        int64,
        int64,
        int64,
        int64,
        int64[:, :],
    ),
    cache=True,
)
def try_moves(
    worlds: np.ndarray,
    moves: np.ndarray,
    turn: int,
    led: int,
    best: int,
    who: int,
    left: int,
    won: int,
    rest: int,
    makers: int,
    out: int,
    enough: int,
    found: np.ndarray,
) -> None:
    """Count for each move in how many worlds the makers are euchred, make it, or march.

    ``won`` are the makers' tricks so far and ``enough`` what they need; ``found`` is filled with a
    row per move: euchred, made, marched.
    """
    size = 4 if out > 3 else 3
    for world in range(worlds.shape[0]):
        for number in range(moves.shape[0]):
            card = moves[number]
            h0, h1, h2, h3 = worlds[world]
            if turn == 0:
                h0 ^= card
            elif turn == 1:
                h1 ^= card
            elif turn == 2:
                h2 ^= card
            else:
                h3 ^= card
            now_led = led if led else lane_of(card)
            now_best, now_who = best, who
            if card > best and card & (now_led | (0x7F << 24)):
                now_best, now_who = card, turn
            kind = 0
            for target, level in ((enough, 1), (HAND, 2)):
                need = target - won
                if left == 1:
                    gain = 1 if (now_who & 1) == makers else 0
                    good = reaches(
                        h0,
                        h1,
                        h2,
                        h3,
                        now_who,
                        NONE,
                        NONE,
                        NONE,
                        size,
                        need - gain,
                        rest - 1,
                        makers,
                        out,
                    )
                else:
                    after = (turn + 1) & 3
                    if after == out:
                        after = (after + 1) & 3
                    good = reaches(
                        h0,
                        h1,
                        h2,
                        h3,
                        after,
                        now_led,
                        now_best,
                        now_who,
                        left - 1,
                        need,
                        rest,
                        makers,
                        out,
                    )
                if not good:
                    break
                kind = level
            found[number, kind] += 1


@njit(int64(int64, int64, int64, int64, int64, int64, int64, int64), cache=True)
def outcome(
    h0: int, h1: int, h2: int, h3: int, leader: int, makers: int, out: int, enough: int
) -> int:
    """From the first lead: 0 when the makers are euchred, 1 when they make it, 2 for a march."""
    size = 4 if out > 3 else 3
    if not reaches(h0, h1, h2, h3, leader, NONE, NONE, NONE, size, enough, HAND, makers, out):
        return 0
    if reaches(h0, h1, h2, h3, leader, NONE, NONE, NONE, size, HAND, HAND, makers, out):
        return 2
    return 1
