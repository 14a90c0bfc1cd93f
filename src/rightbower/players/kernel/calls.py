"""Making trump: what a book allows and a choice at random; what a league player calls, goes alone with and buries.

Hands are by card index. ``players/league.py`` is the readable judge that the league player is tested against.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from rightbower.players.kernel.bits import (
    ALONE_LATER,
    BIT,
    BREACH_LOSES,
    BREACH_REFUSED,
    BURY,
    BURY_NEVER,
    BURY_UNLESS_FIVE,
    FIVE_IN_PLAY,
    GO_ALONE,
    KEEP_PARTNER,
    LANE,
    LEFT_COUNTS,
    NAME,
    NATURAL_CALLER,
    NATURAL_DEALER,
    NATURAL_JACK,
    NATURAL_ORDERED,
    NEEDS_TRUMP,
    ORDER,
    ORDER_ALONE,
    PARTNER_BOUND,
    PASS,
    PICK_UP,
    PICK_UP_ALONE,
    STICK,
    TRUMP_TO_NAME,
    TRUMP_TO_ORDER,
    TRUMPS,
    TURN_DOWN,
    below,
    count,
    lane_of,
    lowest,
    relative,
    whole,
    zeros_below,
)
from rightbower.players.kernel.compiled import part
from rightbower.players.kernel.play import rank_of
from rightbower.players.league import (
    ACE_WORTH,
    BOUND_BAR,
    LONE_ACE,
    LONE_BARS,
    LONE_FOUR_TRUMPS,
    LONE_GUARDED_KING,
    LONE_LEFT,
    LONE_PLAIN_ACE,
    LONE_RIGHT,
    LONE_TRUMP,
    NEXT,
    OTHER_SUIT,
    RIGHT_WORTH,
    ROUND_ONE,
    TRUMP_WORTH,
    TWO_SUITS_WORTH,
)

HAND = 5
TURN_UP = 20
SUIT = 0b111111
JACK = 0b000100


@part
def held(deck: np.ndarray, seat: int) -> int:
    """A seat's hand by card index."""
    mask = 0
    for place in range(HAND * seat, HAND * seat + HAND):
        mask |= 1 << deck[place]
    return mask


@part
def has_trump(hand: int, trump: int, left_too: bool) -> bool:
    """Whether a hand holds a trump, with or without the left bower."""
    own = (hand >> (6 * trump)) & SUIT
    lent = (hand >> (6 * (3 - trump))) & JACK
    return own != 0 or (left_too and lent != 0)


@part
def has_natural(rules: np.ndarray, hand: int, suit: int) -> bool:
    """Whether a hand holds a card printed in the turn-up's suit."""
    cards = SUIT if rules[NATURAL_JACK] else SUIT & ~JACK
    return (hand >> (6 * suit)) & cards != 0


@part
def breaches(rules: np.ndarray, hand: int, suit: int) -> bool:
    """Whether an order of this suit lacks the trump it needs."""
    return not has_trump(hand, suit, rules[LEFT_COUNTS] != 0)


@part
def may_be_alone(rules: np.ndarray, hand: int, trump: int) -> bool:
    """Whether a lone player's hand will do."""
    return not rules[NEEDS_TRUMP] or has_trump(hand, trump, True)


@part
def may_order(rules: np.ndarray, deck: np.ndarray, dealer: int, seat: int, suit: int) -> bool:
    """Whether a seat other than the dealer may accept the turn-up."""
    if rules[NATURAL_CALLER] and not has_natural(rules, held(deck, seat), suit):
        return False
    if rules[NATURAL_ORDERED] and not has_natural(rules, held(deck, dealer), suit):
        return False
    needs = rules[TRUMP_TO_ORDER] and rules[BREACH_REFUSED]
    return not needs or not breaches(rules, held(deck, seat), suit)


@part
def first_round(rules: np.ndarray, deck: np.ndarray, dealer: int, seat: int) -> int:
    """What a seat may say to the turn-up."""
    suit = deck[TURN_UP] // 6
    if seat == dealer:
        if rules[NATURAL_DEALER] and not has_natural(rules, held(deck, dealer), suit):
            return 1 << TURN_DOWN
        if rules[ALONE_LATER]:
            return 1 << TURN_DOWN | 1 << PICK_UP
        return 1 << TURN_DOWN | 1 << PICK_UP | 1 << PICK_UP_ALONE
    if not may_order(rules, deck, dealer, seat, suit):
        return 1 << PASS
    if rules[PARTNER_BOUND] and seat == (dealer + 2) & 3:
        return 1 << PASS | 1 << ORDER_ALONE
    if rules[ALONE_LATER] or not may_be_alone(rules, held(deck, seat), suit):
        return 1 << PASS | 1 << ORDER
    return 1 << PASS | 1 << ORDER | 1 << ORDER_ALONE


@part
def second_round(rules: np.ndarray, deck: np.ndarray, dealer: int, seat: int) -> int:
    """What a seat may say once the card is turned down."""
    legal = 0 if rules[STICK] and seat == dealer else 1 << PASS
    hand = held(deck, seat)
    needs = rules[TRUMP_TO_NAME] and rules[BREACH_REFUSED] and seat != dealer
    for suit in range(4):
        if suit == deck[TURN_UP] // 6 or (needs and breaches(rules, hand, suit)):
            continue
        legal |= 1 << (NAME + 2 * suit)
        if not rules[ALONE_LATER] and may_be_alone(rules, hand, suit):
            legal |= 1 << (NAME + 2 * suit + 1)
    return legal


@part
def could_call(
    rules: np.ndarray,
    hands: np.ndarray,
    dealer: int,
    seat: int,
    turn_up: int,
    number: int,
    act: int,
) -> bool:
    """Whether a seat could call so with these hands, and the deal go on."""
    if act in (PASS, TURN_DOWN, GO_ALONE, KEEP_PARTNER):
        return True
    first = number < 4
    suit = turn_up // 6 if first else (act - NAME) >> 1
    hand = hands[seat]
    if seat == dealer:
        return not first or not rules[NATURAL_DEALER] or has_natural(rules, hand, suit)
    if first and rules[NATURAL_CALLER] and not has_natural(rules, hand, suit):
        return False
    if first and rules[NATURAL_ORDERED] and not has_natural(rules, hands[dealer], suit):
        return False
    needs = rules[TRUMP_TO_ORDER] if first else rules[TRUMP_TO_NAME]
    ends = rules[BREACH_REFUSED] or rules[BREACH_LOSES]
    return not needs or not ends or not breaches(rules, hand, suit)


@part
def keeps_turn_up(rules: np.ndarray, deck: np.ndarray, taker: int) -> bool:
    """Whether the turn-up itself may not be put away."""
    if rules[BURY_UNLESS_FIVE]:
        suit = whole(deck[TURN_UP]) // 6
        mates = SUIT << (6 * suit)
        if rules[FIVE_IN_PLAY]:
            mates |= JACK << (6 * (3 - suit))
        return not held(deck, taker) & ~mates
    return bool(rules[BURY_NEVER])


@part
def buries(rules: np.ndarray, deck: np.ndarray, taker: int) -> int:
    """What the player who took the turn-up may put away."""
    hand = held(deck, taker)
    if not keeps_turn_up(rules, deck, taker):
        hand |= 1 << deck[TURN_UP]
    return hand << BURY


@part
def alone_or_not(rules: np.ndarray, deck: np.ndarray, seat: int, trump: int) -> int:
    """What a seat may answer when it is asked whether it plays alone."""
    if may_be_alone(rules, held(deck, seat), trump):
        return 1 << KEEP_PARTNER | 1 << GO_ALONE
    return 1 << KEEP_PARTNER


@part
def chosen(legal: int, most: int, word: int) -> tuple[int, int]:
    """One of at most so many legal acts, each as likely; and what is left of the word."""
    skipped, word = below(word, count(legal))
    for step in range(most - 1):
        legal = legal & (legal - 1) if skipped > step else legal
    return zeros_below(legal), word


ACES: Final = 1 << 5 | 1 << 13 | 1 << 20
KINGS: Final = 1 << 4 | 1 << 12 | 1 << 19
_TOPS: Final = (1 << 30, 1 << 29, 1 << 28)
BARS: Final = np.array([ROUND_ONE, NEXT, OTHER_SUIT, LONE_BARS], dtype=np.int64)
_RIGHT, _TRUMP, _ACE, _SHORT = RIGHT_WORTH, TRUMP_WORTH, ACE_WORTH, TWO_SUITS_WORTH
_LONE = (LONE_RIGHT, LONE_LEFT, LONE_ACE)
_LONE_TRUMP, _LONE_PLAIN = LONE_TRUMP, LONE_PLAIN_ACE
_LONE_KING, _LONE_FOUR = LONE_GUARDED_KING, LONE_FOUR_TRUMPS
BOUND: Final = BOUND_BAR
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
