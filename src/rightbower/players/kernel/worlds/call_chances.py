"""How likely the calls of the others were, by habit and by the table."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from rightbower.players.kernel.compiling.compiled import part
from rightbower.players.kernel.numbers.acts import (
    GO_ALONE,
    KEEP_PARTNER,
    NAME,
    ORDER_ALONE,
    PASS,
    PICK_UP_ALONE,
    TURN_DOWN,
)
from rightbower.players.kernel.numbers.bits import relative, whole
from rightbower.players.kernel.numbers.classes import line_of, seen_from
from rightbower.players.kernel.numbers.rules import ALONE_LATER, PARTNER_BOUND, STICK
from rightbower.players.kernel.playing.calls import (
    BARS,
    BOUND,
    LIGHT_ONE,
    LIGHT_TWO,
    LONE_SHIFT,
    best_suit,
    lone_strength,
    spare_one,
    spare_two,
    with_turn_up,
)
from rightbower.players.kernel.worlds.moments import BIDS, DEALER, SEAT, TRUMP, TURN_UP

# How far people keep to a league player's habits: the share of calls that no hand explains, how
# sharply calls follow the points of a hand, and how much an unexpected card or bury tells.
SLIP: Final = 0.03
SHARPNESS: Final = 1.0
LONE_SHARPNESS: Final = 0.5
OTHER_SUIT: Final = 0.3
# How often a hand that the table lets call so is called so by habit as well.
AGREED: Final = 0.75


@part
def chance_of(spare: int, sharpness: float) -> float:
    """How likely a call is with these points to spare."""
    called = 1.0 / (1.0 + math.exp(-sharpness * (spare + 0.5)))
    return SLIP + (1 - 2 * SLIP) * called


@part
def said_alone(act: int) -> bool:
    """Whether a call was made alone."""
    named = NAME <= act < KEEP_PARTNER and (act - NAME) & 1 != 0
    return act in (ORDER_ALONE, PICK_UP_ALONE, GO_ALONE) or named


@part
def lone_chance(hand: int, bar: int, alone: bool) -> float:
    """How likely it is that this hand, relative to trump, was or was not played alone."""
    chance = chance_of(lone_strength(hand) - bar, LONE_SHARPNESS)
    return chance if alone else 1 - chance


@part
def chance_in_one(
    rules: np.ndarray, light: int, shift: int, hand: int, turn_up: int, place: int, act: int
) -> float:
    """How likely a hand says this to the turn-up."""
    held = with_turn_up(hand, turn_up) if place == 3 else relative(hand, turn_up // 6)
    if place == 1 and rules[PARTNER_BOUND]:
        return lone_chance(held, BOUND, act == ORDER_ALONE)
    called = chance_of(spare_one(hand, turn_up, place) + light, SHARPNESS)
    if act in (PASS, TURN_DOWN):
        return 1 - called
    if rules[ALONE_LATER]:
        return called
    return called * lone_chance(held, whole(BARS[3, place]) + shift, said_alone(act))


@part
def chance_in_two(
    rules: np.ndarray, light: int, shift: int, hand: int, turn_up: int, place: int, act: int
) -> float:
    """How likely a hand says this once the card is turned down."""
    best = best_suit(hand, turn_up, place)
    if act == PASS:
        return 1 - chance_of(spare_two(hand, turn_up, place, best) + light, SHARPNESS)
    suit = (act - NAME) >> 1
    likely = 1.0 if suit == best else OTHER_SUIT
    if place != 3 or not rules[STICK]:
        likely *= chance_of(spare_two(hand, turn_up, place, suit) + light, SHARPNESS)
    if rules[ALONE_LATER]:
        return likely
    held = relative(hand, suit)
    return likely * lone_chance(held, whole(BARS[3, place]) + shift, said_alone(act))


@part
def by_table(calls: np.ndarray, hand: int, turn_up: int, place: int, number: int, act: int) -> bool:
    """Whether a hand calls so by the table; alone may be told later."""
    seen, swap = seen_from(hand, turn_up)
    code = whole(calls[place, line_of(seen, turn_up)])
    one, two = code >> 3, code & 7
    if act in (GO_ALONE, KEEP_PARTNER):
        alone = one == 2 if one else two > 0 and two & 1 == 0
        return alone == (act == GO_ALONE)
    if number < 4:
        if act in (PASS, TURN_DOWN):
            return one == 0
        return one == (2 if said_alone(act) else 1)
    if act == PASS:
        return two == 0
    suit, trump = (act - NAME) >> 1, turn_up // 6
    which = 0
    if suit != 3 - trump:
        # of the cross suits the lower comes first, unless they changed places
        lower = suit == 0 or (suit == 1 and trump in (0, 3))
        which = 1 if lower != swap else 2
    return two == 1 + 2 * which + said_alone(act)


@part
def bids_weight(
    rules: np.ndarray,
    bends: np.ndarray,
    moment: np.ndarray,
    bids: np.ndarray,
    dealt: np.ndarray,
    calls: np.ndarray,
    trust: float,
) -> float:
    """How likely the others' calls were with the hands dealt, by habit and as far by the table."""
    weight = 1.0
    turn_up = moment[TURN_UP]
    for number in range(moment[BIDS]):
        seat, act = bids[number, 0], bids[number, 1]
        if seat == moment[SEAT]:
            continue
        place = (seat - moment[DEALER] - 1) & 3
        hand = dealt[seat]
        if trust > 0.0:
            if by_table(calls, hand, turn_up, place, number, act):
                weight *= trust + (1.0 - trust) * AGREED
                continue
            weight *= 1.0 - trust
        shift = bends[seat & 1, LONE_SHIFT]
        if act in (GO_ALONE, KEEP_PARTNER):
            held = relative(hand, moment[TRUMP])
            weight *= lone_chance(held, whole(BARS[3, place]) + shift, act == GO_ALONE)
        elif number < 4:
            light = bends[seat & 1, LIGHT_ONE]
            weight *= chance_in_one(rules, light, shift, hand, turn_up, place, act)
        else:
            light = bends[seat & 1, LIGHT_TWO]
            weight *= chance_in_two(rules, light, shift, hand, turn_up, place, act)
    return weight
