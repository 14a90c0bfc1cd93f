"""What a seat sees at a moment, as numbers, and the hands and the contract of a world."""

from __future__ import annotations

from typing import Final

import numpy as np

from rightbower.players.kernel.compiling.compiled import part
from rightbower.players.kernel.numbers.bits import BIT, relative
from rightbower.players.kernel.playing.trick import BURIED, LONE, MAKER, TAKER, UP, out_of_play

# What a seat sees, as numbers; cards and hands by index, -1 for nobody and for nothing.
(
    SEAT,
    DEALER,
    TURN_UP,
    TRUMP,
    MOMENT_MAKER,
    MOMENT_LONE,
    MOMENT_TAKER,
    MOMENT_BURIED,
    MY_HAND,
    BIDS,
    PLAYS,
    LEADS,
    SEED,
) = range(13)
MOMENT: Final = 13
STOCK, BURY_PLACE, PLACES = 4, 5, 6


@part
def contract_of(moment: np.ndarray, world: np.ndarray, contract: np.ndarray) -> None:
    """The contract of a moment, relative to trump, with the card that was buried in this world."""
    contract[MAKER] = moment[MOMENT_MAKER]
    contract[LONE] = moment[MOMENT_LONE]
    contract[TAKER] = moment[MOMENT_TAKER]
    contract[UP] = BIT[moment[TRUMP], moment[TURN_UP]]
    contract[BURIED] = relative(world[BURY_PLACE], moment[TRUMP])
    if moment[MOMENT_BURIED] >= 0:
        contract[BURIED] = BIT[moment[TRUMP], moment[MOMENT_BURIED]]


@part
def hands_of(
    moment: np.ndarray, world: np.ndarray, contract: np.ndarray, hands: np.ndarray
) -> None:
    """The hands of a world relative to trump; one that is put away is empty."""
    for seat in range(4):
        hands[seat] = relative(world[seat], moment[TRUMP])
    hands[moment[SEAT]] = relative(moment[MY_HAND], moment[TRUMP])
    if contract[LONE] >= 0:
        hands[out_of_play(contract)] = 0


@part
def as_dealt(moment: np.ndarray, world: np.ndarray, plays: np.ndarray, dealt: np.ndarray) -> None:
    """The hands by index as they were dealt: with the cards played since, and the bury."""
    for seat in range(4):
        dealt[seat] = world[seat]
    for number in range(moment[PLAYS]):
        dealt[plays[number, 0]] |= 1 << plays[number, 1]
    taker = moment[MOMENT_TAKER]
    if taker >= 0 and taker != moment[SEAT]:
        dealt[taker] = (dealt[taker] | world[BURY_PLACE]) & ~(1 << moment[TURN_UP])
