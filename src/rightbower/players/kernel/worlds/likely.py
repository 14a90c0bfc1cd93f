"""Worlds that could be true for a seat, drawn by how likely they make what was seen.

The hidden cards are dealt to the hidden places many times over; each world is weighed by what a
league player of those hands would have called, buried and played; then worlds are drawn by weight.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from rightbower.players.kernel.compiling.compiled import entry, part
from rightbower.players.kernel.compiling.scratch import scratch
from rightbower.players.kernel.numbers.bits import BIT, relative, whole
from rightbower.players.kernel.numbers.chance import stream
from rightbower.players.kernel.playing.calls import worst
from rightbower.players.kernel.playing.trick import CONTRACT, NOW, begin, habit, put
from rightbower.players.kernel.worlds.call_chances import bids_weight
from rightbower.players.kernel.worlds.drawing import draw_world, share_out
from rightbower.players.kernel.worlds.moments import (
    BURY_PLACE,
    LEADS,
    MOMENT_TAKER,
    PLAYS,
    SEAT,
    SEED,
    TRUMP,
    TURN_UP,
    as_dealt,
    contract_of,
    hands_of,
)

ODD_CARD: Final = 0.15
ODD_BURY: Final = 0.15
# A world this much less likely than another is not looked at further.
HOPELESS: Final = 0.002


@part
def plays_weight(
    moment: np.ndarray,
    hands: np.ndarray,
    plays: np.ndarray,
    contract: np.ndarray,
    now: np.ndarray,
    void: np.ndarray,
    least: float,
) -> float:
    """How likely the others' cards were; the hands are relative to trump, as they are by now."""
    begin(now, void, contract, moment[LEADS])
    for number in range(moment[PLAYS]):
        hands[plays[number, 0]] |= BIT[moment[TRUMP], plays[number, 1]]
    weight = 1.0
    for number in range(moment[PLAYS]):
        seat = plays[number, 0]
        card = whole(BIT[moment[TRUMP], plays[number, 1]])
        if seat != moment[SEAT] and weight > least:
            if habit(seat, hands[seat], now, void, contract) != card:
                weight *= ODD_CARD
        hands[seat] ^= card
        put(seat, card, now, void, contract)
    return weight


@part
def bury_weight(moment: np.ndarray, world: np.ndarray, dealt: np.ndarray) -> float:
    """How likely the bury was, of the player who took the turn-up."""
    taker = moment[MOMENT_TAKER]
    if taker < 0 or taker == moment[SEAT] or not world[BURY_PLACE]:
        return 1.0
    six = relative(dealt[taker] | 1 << moment[TURN_UP], moment[TRUMP])
    return 1.0 if relative(world[BURY_PLACE], moment[TRUMP]) == worst(six, six) else ODD_BURY


@entry(
    "void(int64[::1], int64[:, ::1], int64[::1], int64[:, ::1], int64[:, ::1], int64[::1],"
    " int64[::1], int64[::1], int64[::1], int64[::1], int64, uint8[:, ::1], float64,"
    " int64[:, ::1], int64[::1])"
)
def likely(
    rules: np.ndarray,
    bends: np.ndarray,
    moment: np.ndarray,
    bids: np.ndarray,
    plays: np.ndarray,
    unseen: np.ndarray,
    counts: np.ndarray,
    allowed: np.ndarray,
    order: np.ndarray,
    sure: np.ndarray,
    kept: int,
    calls: np.ndarray,
    trust: float,
    worlds: np.ndarray,
    times: np.ndarray,
) -> None:
    """Fill the rows with worlds, and ``times`` with how often each is drawn; ``kept`` in all.

    The others are trusted so far to call by the table whose ``calls`` are given.

    ``counts`` of the ``unseen`` cards go to each place, only such as it is ``allowed``; ``sure``
    are the cards that a seat is known to hold besides.
    """
    dealt, hands, void = scratch(4, np.int64), scratch(4, np.int64), scratch(4, np.int64)
    now, contract = scratch(NOW, np.int64), scratch(CONTRACT, np.int64)
    weights = times.view(np.float64)
    most = 0.0
    for row in range(len(worlds)):
        world = worlds[row]
        flow = stream(moment[SEED], row)
        draw_world(unseen, counts, allowed, order, flow, world)
        for seat in range(4):
            world[seat] |= sure[seat]
        as_dealt(moment, world, plays, dealt)
        weight = bids_weight(rules, bends, moment, bids, dealt, calls, trust)
        if moment[TRUMP] >= 0 and weight > HOPELESS * most:
            weight *= bury_weight(moment, world, dealt)
            if moment[PLAYS] and weight > HOPELESS * most:
                contract_of(moment, world, contract)
                hands_of(moment, world, contract, hands)
                least = HOPELESS * most / weight
                weight *= plays_weight(moment, hands, plays, contract, now, void, least)
        weights[row] = weight
        most = max(most, weight)
    share_out(weights, kept, stream(moment[SEED], len(worlds)), times)
