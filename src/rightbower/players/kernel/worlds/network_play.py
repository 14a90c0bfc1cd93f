"""Deals played on by the network: what each card leads to in worlds that could be true."""

from __future__ import annotations

import numpy as np

from rightbower.players.kernel.compiling.compiled import entry, part
from rightbower.players.kernel.compiling.scratch import scratch
from rightbower.players.kernel.numbers.bits import BIT, PLACES, lowest, whole
from rightbower.players.kernel.numbers.rules import TRICKS_TO_MAKE
from rightbower.players.kernel.playing.trick import (
    CONTRACT,
    HAND,
    LED,
    MAKER,
    NOW,
    OVER,
    TABLE,
    WON,
    begin,
)
from rightbower.players.kernel.search import apart
from rightbower.players.kernel.worlds.moments import (
    DEALER,
    LEADS,
    PLAYS,
    SEAT,
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
from rightbower.players.kernel.worlds.options import kind_of


@part
def choose_card(
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
) -> int:
    """The card that the network plays; ``ends`` are what the kinds are worth to the makers."""
    legal = hand & now[LED] or hand
    if not legal & (legal - 1):
        return legal
    consider(seat, dealer, hand, now, void, contract, gone, led_by, net, room)
    making = not (seat ^ contract[MAKER]) & 1
    best, chosen = -1e9, 0
    while legal:
        card = lowest(legal)
        legal ^= card
        worth = worth_of(card, ends, net, room)
        worth = worth if making else -worth
        if worth > best:
            best, chosen = worth, card
    return chosen


@part
def settled(won: int, over: int, enough: int) -> bool:
    """Whether the makers are sure to be euchred, or to make it without a march."""
    return won + HAND - over < enough or (won >= enough and won < over)


@part
def play_out(
    turn: int,
    dealer: int,
    hands: np.ndarray,
    now: np.ndarray,
    void: np.ndarray,
    contract: np.ndarray,
    gone: np.ndarray,
    led_by: np.ndarray,
    ends: np.ndarray,
    net: Net,
    room: Room,
    enough: int,
) -> int:
    """Everyone plays on by the network until the kind is settled; return the makers' tricks."""
    while hands[turn] and not settled(now[WON], now[OVER], enough):
        card = choose_card(
            turn, dealer, hands[turn], now, void, contract, gone, led_by, ends, net, room
        )
        hands[turn] ^= card
        turn = follow_play(turn, card, now, void, contract, gone, led_by)
    return whole(now[WON])


@entry(
    "void(int64[::1], int64[::1], int64[:, ::1], int64[:, ::1], int64[::1], int64[::1],"
    f" float64[::1], {NET}, int64, int64[:, ::1])"
)
def network_options(
    rules: np.ndarray,
    moment: np.ndarray,
    plays: np.ndarray,
    worlds: np.ndarray,
    times: np.ndarray,
    cards: np.ndarray,
    ends: np.ndarray,
    one: np.ndarray,
    one_bias: np.ndarray,
    two: np.ndarray,
    two_bias: np.ndarray,
    three: np.ndarray,
    three_bias: np.ndarray,
    most: int,
    played: np.ndarray,
) -> None:
    """Count the kinds that each card leads to when the network plays on, in at most so many worlds."""
    net = one, one_bias, two, two_bias, three, three_bias
    room = (
        scratch(MOST_SET, np.int64),
        scratch(len(one_bias), np.float32),
        scratch(len(two_bias), np.float32),
    )
    hands, later = scratch(4, np.int64), scratch(4, np.int64)
    void, gone, led_by = scratch(4, np.int64), scratch(4, np.int64), scratch(4, np.int64)
    void_, gone_, led_by_ = scratch(4, np.int64), scratch(4, np.int64), scratch(4, np.int64)
    now, now_ = scratch(NOW, np.int64), scratch(NOW, np.int64)
    contract = scratch(CONTRACT, np.int64)
    contract_of(moment, worlds[0], contract)
    begin(now, void, contract, moment[LEADS])
    for number in range(moment[PLAYS]):
        card = whole(BIT[moment[TRUMP], plays[number, 1]])
        follow_play(plays[number, 0], card, now, void, contract, gone, led_by)
    seat, enough = moment[SEAT], rules[TRICKS_TO_MAKE]
    on_table = now[TABLE] | now[TABLE + 1] | now[TABLE + 2] | now[TABLE + 3]
    for row in range(len(worlds)):
        if not times[row] or most <= 0:
            continue
        most -= 1
        contract_of(moment, worlds[row], contract)
        hands_of(moment, worlds[row], contract, hands)
        out = PLACES & ~(hands[0] | hands[1] | hands[2] | hands[3] | on_table)
        unlike = apart(hands[seat], out)
        found = 0
        for number, card in enumerate(cards):
            # a neighbour of the card before it leads to the same
            if number and not unlike & card:
                played[number, found] += times[row]
                continue
            for each in range(4):
                later[each] = hands[each]
                void_[each], gone_[each], led_by_[each] = void[each], gone[each], led_by[each]
            for place in range(NOW):
                now_[place] = now[place]
            later[seat] ^= card
            turn = follow_play(seat, card, now_, void_, contract, gone_, led_by_)
            tricks = play_out(
                turn,
                moment[DEALER],
                later,
                now_,
                void_,
                contract,
                gone_,
                led_by_,
                ends,
                net,
                room,
                enough,
            )
            found = kind_of(tricks, enough)
            played[number, found] += times[row]
