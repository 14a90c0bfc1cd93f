"""Making trump at random by a book's rules: what ``deal`` allows, as bits."""

from __future__ import annotations

import numpy as np

from rightbower.players.kernel.compiling.compiled import part
from rightbower.players.kernel.numbers.acts import (
    BURY,
    GO_ALONE,
    KEEP_PARTNER,
    NAME,
    ORDER,
    ORDER_ALONE,
    PASS,
    PICK_UP,
    PICK_UP_ALONE,
    TURN_DOWN,
)
from rightbower.players.kernel.numbers.bits import count, whole, zeros_below
from rightbower.players.kernel.numbers.chance import below
from rightbower.players.kernel.numbers.rules import (
    ALONE_LATER,
    BREACH_REFUSED,
    BURY_NEVER,
    BURY_UNLESS_FIVE,
    FIVE_IN_PLAY,
    LEFT_COUNTS,
    NATURAL_CALLER,
    NATURAL_DEALER,
    NATURAL_JACK,
    NATURAL_ORDERED,
    NEEDS_TRUMP,
    PARTNER_BOUND,
    STICK,
    TRUMP_TO_NAME,
    TRUMP_TO_ORDER,
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
