"""What a league player calls, goes alone with and buries, compiled, and a whole auction of them.

Hands are by card index. ``league_bidding`` is the readable judge that this is tested against.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from rightbower.players import call_weights as weights
from rightbower.players.kernel.compiling.compiled import part
from rightbower.players.kernel.numbers.bits import (
    BIT,
    LANE,
    TRUMPS,
    count,
    lane_of,
    lowest,
    relative,
    whole,
    zeros_below,
)
from rightbower.players.kernel.numbers.rules import (
    LEFT_COUNTS,
    NATURAL_CALLER,
    NATURAL_DEALER,
    NATURAL_ORDERED,
    NEEDS_TRUMP,
    PARTNER_BOUND,
    STICK,
    TRUMP_TO_ORDER,
)
from rightbower.players.kernel.playing.bidding import has_natural, has_trump
from rightbower.players.kernel.playing.habits import rank_of

ACES: Final = 1 << 5 | 1 << 13 | 1 << 20
KINGS: Final = 1 << 4 | 1 << 12 | 1 << 19
_TOPS: Final = (1 << 30, 1 << 29, 1 << 28)
BARS: Final = np.array(
    [weights.ROUND_ONE, weights.NEXT, weights.OTHER_SUIT, weights.LONE_BARS], dtype=np.int64
)
_RIGHT, _TRUMP, _ACE, _SHORT = weights.RIGHT, weights.TRUMP, weights.PLAIN_ACE, weights.TWO_SUITS
_LONE = (weights.LONE_RIGHT, weights.LONE_LEFT, weights.LONE_ACE)
_LONE_TRUMP, _LONE_PLAIN = weights.LONE_TRUMP, weights.LONE_PLAIN_ACE
_LONE_KING, _LONE_FOUR = weights.LONE_GUARDED_KING, weights.LONE_FOUR_TRUMPS
BOUND: Final = weights.BOUND_BAR
# How the score bends a side's calls: lighter in round one and in round two, and the lone bar.
LIGHT_ONE, LIGHT_TWO, LONE_SHIFT = range(3)


@part
def strength(hand: int) -> int:
    """What five cards, relative to trump, are worth to a maker."""
    trumps = hand & TRUMPS
    if not trumps:
        return 0
    points = _TRUMP * count(trumps) + _ACE * count(hand & ACES)
    if hand & _TOPS[0]:
        points += _RIGHT - _TRUMP
    suits = (hand & LANE != 0) + (hand >> 8 & LANE != 0) + (hand >> 16 & LANE != 0)
    return points + (_SHORT if suits < 2 else 0)


@part
def lone_strength(hand: int) -> int:
    """What five cards, relative to trump, are worth to a lone player."""
    trumps = count(hand & TRUMPS)
    points = _LONE_TRUMP * trumps + _LONE_PLAIN * count(hand & ACES)
    for top in range(3):
        if hand & _TOPS[top]:
            points += _LONE[top] - _LONE_TRUMP
    for lane in range(3):
        suit = hand & LANE << (8 * lane)
        if suit & KINGS and not suit & ACES and count(suit) > 1:
            points += _LONE_KING
    return points + (_LONE_FOUR if trumps > 3 else 0)


@part
def worst(hand: int, may: int) -> int:
    """Which of the cards that may be buried is, both relative to trump."""
    best, chosen = 1 << 30, 0
    while may:
        card = lowest(may)
        may ^= card
        if card & TRUMPS:
            rate = 1000 + zeros_below(card)
        else:
            held = count(hand & lane_of(card))
            rate = 10 * (held + (6 if card & ACES else 0)) + rank_of(card)
        if rate < best:
            best, chosen = rate, card
    return chosen


@part
def with_turn_up(hand: int, turn_up: int) -> int:
    """A dealer's hand, relative to trump, after picking up and burying one of the five."""
    up = whole(BIT[turn_up // 6, turn_up])
    held = relative(hand, turn_up // 6)
    return (held | up) ^ worst(held | up, held)


@part
def shows_trump(rules: np.ndarray, hand: int, suit: int) -> bool:
    """Whether a hand holds the trump that a book may ask of whoever calls."""
    return not rules[TRUMP_TO_ORDER] or has_trump(hand, suit, rules[LEFT_COUNTS] != 0)


@part
def spare_one(hand: int, turn_up: int, place: int) -> int:
    """Points above what accepting the turn-up needs, at a place from the dealer's left."""
    suit = turn_up // 6
    held = with_turn_up(hand, turn_up) if place == 3 else relative(hand, suit)
    return strength(held) - whole(BARS[0, place])


@part
def spare_two(hand: int, turn_up: int, place: int, suit: int) -> int:
    """Points above what naming a suit needs."""
    row = 1 if suit == 3 - turn_up // 6 else 2
    return strength(relative(hand, suit)) - whole(BARS[row, place])


@part
def best_suit(hand: int, turn_up: int, place: int) -> int:
    """The suit to name: the one with most to spare, of equals the last."""
    chosen, most = -1, -1000
    for suit in range(4):
        if suit != turn_up // 6:
            spare = spare_two(hand, turn_up, place, suit)
            if spare >= most:
                chosen, most = suit, spare
    return chosen


@part
def call_one(
    rules: np.ndarray, bends: np.ndarray, hands: np.ndarray, dealer: int, turn_up: int, seat: int
) -> int:
    """What a seat says to the turn-up: 0 for no, 1 to accept it, 2 to accept it alone."""
    suit = turn_up // 6
    place = (seat - dealer - 1) & 3
    hand = hands[seat]
    if place == 3:
        if rules[NATURAL_DEALER] and not has_natural(rules, hand, suit):
            return 0
    else:
        if rules[NATURAL_CALLER] and not has_natural(rules, hand, suit):
            return 0
        if rules[NATURAL_ORDERED] and not has_natural(rules, hands[dealer], suit):
            return 0
        if not shows_trump(rules, hand, suit):
            return 0
    held = with_turn_up(hand, turn_up) if place == 3 else relative(hand, suit)
    if place == 1 and rules[PARTNER_BOUND]:
        return 2 if lone_strength(held) >= BOUND else 0
    side = seat & 1
    if strength(held) - whole(BARS[0, place]) + bends[side, LIGHT_ONE] < 0:
        return 0
    alone = lone_strength(held) >= whole(BARS[3, place]) + bends[side, LONE_SHIFT]
    if alone and rules[NEEDS_TRUMP] and not held & TRUMPS:
        alone = False
    return 2 if alone else 1


@part
def call_two(
    rules: np.ndarray, bends: np.ndarray, hands: np.ndarray, dealer: int, turn_up: int, seat: int
) -> int:
    """What a seat names: 0 for nothing, else 1 + 2 × suit, and one more for alone."""
    place = (seat - dealer - 1) & 3
    hand = hands[seat]
    suit = best_suit(hand, turn_up, place)
    stuck = place == 3 and rules[STICK]
    side = seat & 1
    if not stuck:
        if spare_two(hand, turn_up, place, suit) + bends[side, LIGHT_TWO] < 0:
            return 0
        if place != 3 and not shows_trump(rules, hand, suit):
            return 0
    held = relative(hand, suit)
    alone = lone_strength(held) >= whole(BARS[3, place]) + bends[side, LONE_SHIFT]
    if alone and rules[NEEDS_TRUMP] and not held & TRUMPS:
        alone = False
    return 2 + 2 * suit if alone else 1 + 2 * suit
