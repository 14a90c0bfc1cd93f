"""Worlds weighed again by how likely the network would have played the others' cards."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from rightbower.players.kernel.compiling.compiled import entry, part
from rightbower.players.kernel.compiling.scratch import scratch
from rightbower.players.kernel.numbers.bits import BIT, lowest, whole
from rightbower.players.kernel.numbers.chance import stream
from rightbower.players.kernel.playing.trick import CONTRACT, LED, MAKER, NOW, begin
from rightbower.players.kernel.worlds.drawing import share_out
from rightbower.players.kernel.worlds.moments import (
    DEALER,
    LEADS,
    PLAYS,
    SEAT,
    SEED,
    TRUMP,
    contract_of,
    hands_of,
)
from rightbower.players.kernel.worlds.network import (
    MOST_SET,
    NET,
    Net,
    Room,
    consider,
    follow_play,
    worth_of,
)

ODD: Final = 0.1  # the share of cards that nothing explains


@part
def share_of(
    wanted: int,
    seat: int,
    dealer: int,
    hand: int,
    now: np.ndarray,
    void: np.ndarray,
    contract: np.ndarray,
    gone: np.ndarray,
    led_by: np.ndarray,
    ends: np.ndarray,
    net: Net,
    room: Room,
    sharpness: float,
) -> float:
    """How likely a seat that thinks as the network does plays this card."""
    legal = hand & now[LED] or hand
    if not legal & (legal - 1):
        return 1.0
    consider(seat, dealer, hand, now, void, contract, gone, led_by, net, room)
    making = 1.0 if not (seat ^ contract[MAKER]) & 1 else -1.0
    best, mine, total, cards = -1e9, 0.0, 0.0, 0
    while legal:
        card = lowest(legal)
        legal ^= card
        worth = sharpness * making * worth_of(card, ends, net, room)
        if worth > best:
            total *= math.exp(best - worth)
            best = worth
        total += math.exp(worth - best)
        cards += 1
        if card == wanted:
            mine = worth
    return ODD / cards + (1 - ODD) * math.exp(mine - best) / total


@entry(
    "void(int64[::1], int64[:, ::1], int64[:, ::1], int64[::1], float64[::1],"
    f" {NET}, float64, int64, int64[::1])"
)
def weigh_again(
    moment: np.ndarray,
    plays: np.ndarray,
    worlds: np.ndarray,
    times: np.ndarray,
    ends: np.ndarray,
    one: np.ndarray,
    one_bias: np.ndarray,
    two: np.ndarray,
    two_bias: np.ndarray,
    three: np.ndarray,
    three_bias: np.ndarray,
    sharpness: float,
    kept: int,
    again: np.ndarray,
) -> None:
    """Draw worlds anew by how likely the network would have played the others' cards."""
    net = one, one_bias, two, two_bias, three, three_bias
    room = (
        scratch(MOST_SET, np.int64),
        scratch(len(one_bias), np.float32),
        scratch(len(two_bias), np.float32),
    )
    hands, void = scratch(4, np.int64), scratch(4, np.int64)
    gone, led_by = scratch(4, np.int64), scratch(4, np.int64)
    now, contract = scratch(NOW, np.int64), scratch(CONTRACT, np.int64)
    weights = again.view(np.float64)
    for row in range(len(worlds)):
        weights[row] = 0.0
        if not times[row]:
            continue
        contract_of(moment, worlds[row], contract)
        hands_of(moment, worlds[row], contract, hands)
        begin(now, void, contract, moment[LEADS])
        for seat in range(4):
            gone[seat] = led_by[seat] = 0
        for number in range(moment[PLAYS]):
            hands[plays[number, 0]] |= BIT[moment[TRUMP], plays[number, 1]]
        weight = float(times[row])
        for number in range(moment[PLAYS]):
            seat = plays[number, 0]
            card = whole(BIT[moment[TRUMP], plays[number, 1]])
            if seat != moment[SEAT]:
                weight *= share_of(
                    card,
                    seat,
                    moment[DEALER],
                    hands[seat],
                    now,
                    void,
                    contract,
                    gone,
                    led_by,
                    ends,
                    net,
                    room,
                    sharpness,
                )
            hands[seat] ^= card
            follow_play(seat, card, now, void, contract, gone, led_by)
        weights[row] = weight
    share_out(weights, kept, stream(moment[SEED], len(worlds) + 1), again)
