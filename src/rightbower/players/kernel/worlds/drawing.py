"""Hidden cards dealt to hidden places, and worlds drawn by their weight."""

from __future__ import annotations

from typing import Final

import numpy as np

from rightbower.players.kernel.compiling.compiled import part
from rightbower.players.kernel.numbers.chance import WORD_BITS, below, word

TRIES: Final = 40
WORDS: Final = 8
FROM_ONE_WORD: Final = 4


@part
def shuffle_few(cards: np.ndarray, flow: int, first: int) -> None:
    """Put some cards in random order."""
    left = chance = 0
    for last in range(len(cards) - 1, 0, -1):
        if left == 0:
            chance = word(flow, first)
            first += 1
            left = FROM_ONE_WORD
        other, chance = below(chance, last + 1)
        left -= 1
        cards[last], cards[other] = cards[other], cards[last]


@part
def hand_out(
    cards: np.ndarray, counts: np.ndarray, allowed: np.ndarray, order: np.ndarray, world: np.ndarray
) -> bool:
    """Give each place its count of cards that it may hold; say whether that worked out."""
    taken = 0
    for place in order:
        held = 0
        wanted = counts[place]
        for card in cards:
            if wanted == 0:
                break
            if not card & taken and card & allowed[place]:
                held |= card
                taken |= card
                wanted -= 1
        world[place] = held
        if wanted:
            return False
    return True


@part
def draw_world(
    cards: np.ndarray,
    counts: np.ndarray,
    allowed: np.ndarray,
    order: np.ndarray,
    flow: int,
    world: np.ndarray,
) -> None:
    """Deal the hidden cards to the hidden places; the most bound place is first in order."""
    for attempt in range(TRIES):
        shuffle_few(cards, flow, attempt * WORDS)
        if hand_out(cards, counts, allowed, order, world):
            return


@part
def share_out(weights: np.ndarray, count: int, flow: int, times: np.ndarray) -> None:
    """Draw so many worlds, each as often as its weight deserves; weights may lie in ``times``."""
    total = 0.0
    for weight in weights:
        total += weight
    step = total / count
    at = step * (word(flow, 0) / (1 << WORD_BITS))
    reached = 0.0
    for row in range(len(weights)):
        reached += weights[row]
        times[row] = 0
        while at < reached and count > 0:
            times[row] += 1
            count -= 1
            at += step
