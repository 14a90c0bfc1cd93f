"""Chance from a seed and a counter: the same numbers on every machine and in every order."""

from __future__ import annotations

from typing import Final

import numpy as np

from rightbower.players.kernel.compiling.compiled import part
from rightbower.players.kernel.numbers.bits import whole

# The constants of splitmix64 (Steele, Lea and Flood, 2014).
_STEP: Final = np.uint64(0x9E3779B97F4A7C15)
_FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND: Final = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _7 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(7)

# A word has 57 bits, so that a word times a count below 64 is still a positive number.
WORD_BITS: Final = 57
_WORD: Final = (1 << WORD_BITS) - 1


@part
def _mixed(state: np.uint64) -> np.uint64:
    state = (state ^ (state >> _30)) * _FIRST
    state = (state ^ (state >> _27)) * _SECOND
    return state ^ (state >> _31)


@part
def stream(seed: int, number: int) -> int:
    """The stream of one deal: of the seed and the deal's number."""
    return whole(_mixed(_mixed(np.uint64(seed) + _STEP) + np.uint64(number) * _STEP))


@part
def word(stream: int, number: int) -> int:
    """A word of chance from a stream."""
    return whole(_mixed(np.uint64(stream) + np.uint64(number + 1) * _STEP) >> _7)


@part
def below(word: int, limit: int) -> tuple[int, int]:
    """A number from 0 to below the limit, and what is left of the word.

    A word may be asked as long as the limits multiplied stay under thirty bits: then no number is
    favoured by more than one part in a hundred million.
    """
    product = word * limit
    return product >> WORD_BITS, product & _WORD
