"""Worlds that could be true: hidden cards dealt to hidden places, consistent with what was seen."""

from __future__ import annotations

import numpy as np
from numba import int64, njit

TRIES = 40


@njit(int64(int64), cache=True, inline="always")
def scramble(state: int) -> int:
    """The next state of a small generator of chance."""
    state ^= state << 13
    state ^= (state >> 7) & 0x01FFFFFFFFFFFFFF
    state ^= state << 17
    return state


@njit(int64(int64[:], int64[:], int64[:], int64[:], int64, int64[:, :]), cache=True)
def sample(
    unseen: np.ndarray,
    counts: np.ndarray,
    allowed: np.ndarray,
    order: np.ndarray,
    seed: int,
    worlds: np.ndarray,
) -> int:
    """Fill each row of ``worlds`` with what the hidden places hold; the next seed is returned.

    ``counts[p]`` cards go to place p, only such as ``allowed[p]`` lets in; places are filled in
    ``order``, the most bound first, and a world that cannot be
    completed is begun again; the last try lets any card in.
    """
    state = scramble(seed * 2654435769 + 88172645463325252)
    cards = unseen.copy()
    size = len(cards)
    for row in range(worlds.shape[0]):
        for attempt in range(TRIES):
            strict = attempt < TRIES - 1
            for last in range(size - 1, 0, -1):
                state = scramble(state)
                other = (state & 0x7FFFFFFFFFFFFFFF) % (last + 1)
                cards[last], cards[other] = cards[other], cards[last]
            taken = 0
            whole = True
            for place in order:
                held = 0
                wanted = counts[place]
                for card in cards:
                    if wanted == 0:
                        break
                    if not card & taken and (card & allowed[place] or not strict):
                        held |= card
                        taken |= card
                        wanted -= 1
                worlds[row, place] = held
                if wanted:
                    whole = False
                    break
            if whole:
                break
    return state
