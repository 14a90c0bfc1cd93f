"""Cards as bits, chance from a counter, hands that bid alike, and acts and rules as numbers.

Relative to trump each suit has a lane of eight places, low cards first, and trumps the highest
lane with the bowers on top: so in a trick the larger bit wins, once plain cards of other suits are
left out. The highest place of a lane is never a card, so no two suits are neighbours.

A word of chance comes from a seed and a counter: the same on every machine and in every order.

A hand is seen from the turn-up: its suit comes first, the other suit of its colour ("next") last,
and of the two cross suits the one that holds more, as a number, is put before the other. The place
of such a hand among all fives of 24 cards, with the turn-up's rank, is its *line*.

An act is below 64, so what is legal is one mask.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from math import comb
from typing import Any, Final, cast

import numpy as np

from rightbower.players.kernel.compiled import Step, part
from rightbower.rules.acts import (
    Action,
    Bury,
    GoAlone,
    GoUnder,
    KeepPartner,
    Name,
    Order,
    Pass,
    PickUp,
    Play,
    ThrowIn,
    TurnDown,
)
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import PACK, Card, Seat, Suit, height, suit_in_play
from rightbower.rules.refusal import Refusal

SEATS: Final = 4
SUIT_SIZE: Final = len(PACK) // len(Suit)
LANE: Final = 0xFF
LANE_WIDTH: Final = 8
TRUMP_LANE: Final = 3
TRUMPS: Final = 0x7F << (LANE_WIDTH * TRUMP_LANE)
PLACES: Final = 0x7F7F7F7F


def mask_of(cards: Iterable[Card]) -> int:
    """Cards as bits, each at its index.

    >>> from rightbower.rules.cards import cards
    >>> mask_of(cards("9C TC 9D"))
    67
    """
    return sum(1 << card.index for card in cards)


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards of a mask, in the order of the pack."""
    return tuple(card for card in PACK if mask >> card.index & 1)


def lanes(trump: Suit) -> dict[Suit, int]:
    """Which lane each suit has: trump the highest, then the other suit of its colour."""
    plain = [suit for suit in Suit if suit not in (trump, trump.same_colour)]
    return {plain[0]: 0, plain[1]: 1, trump.same_colour: 2, trump: TRUMP_LANE}


def place_of(card: Card, trump: Suit) -> tuple[int, int]:
    """A card's lane and its place in the lane, from the lowest."""
    suit = suit_in_play(card, trump)
    below = (
        suit_in_play(other, trump) is suit and height(other, trump) < height(card, trump)
        for other in PACK
    )
    return lanes(trump)[suit], sum(below)


def _bit(card: Card, trump: Suit) -> int:
    lane, place = place_of(card, trump)
    return 1 << (LANE_WIDTH * lane + place)


# The relative bit of each card by trump, and of each set of cards of one suit: trump, suit, set.
BIT: Final = np.array([[_bit(card, trump) for card in PACK] for trump in Suit], dtype=np.int64)
SPREAD: Final = np.array(
    [
        sum(
            int(BIT[trump, suit * SUIT_SIZE + rank])
            for rank in range(SUIT_SIZE)
            if held >> rank & 1
        )
        for trump in Suit
        for suit in Suit
        for held in range(1 << SUIT_SIZE)
    ],
    dtype=np.int64,
)


def _counter(name: str) -> Callable[[int], int]:
    """A bit count that the processor does in one step."""

    def make() -> Any:
        from llvmlite import ir  # type: ignore[import-untyped]  # it comes with no types
        from numba import types

        def counter(_typing: Any, _mask: Any) -> Any:
            def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
                extra = () if name == "ctpop" else (ir.Constant(ir.IntType(1), 0),)
                return getattr(builder, name)(arguments[0], *extra)

            return types.int64(types.int64), generate

        return counter

    return cast("Callable[[int], int]", Step(make))


count = _counter("ctpop")
_zeros_above = _counter("ctlz")
zeros_below = _counter("cttz")
# A whole number as the kernel has it: what it makes of a small or unsigned one.
whole = cast("Callable[[Any], int]", np.int64)


@part
def lowest(mask: int) -> int:
    """The lowest bit alone."""
    return mask & -mask


@part
def highest(mask: int) -> int:
    """The highest bit alone."""
    return 1 << (63 - _zeros_above(mask))


@part
def lane_of(card: int) -> int:
    """The whole lane of a relative bit."""
    return LANE << (zeros_below(card) & 56)


@part
def relative(mask: int, trump: int) -> int:
    """A hand by card index, laid out relative to trump."""
    found = 0
    for suit in range(4):
        held = (mask >> (6 * suit)) & 63
        found |= whole(SPREAD[np.uint64((trump * 4 + suit) * 64 + held)])
    return found


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


HAND: Final = 5
PACK_SIZE: Final = 24
RANKS: Final = 6
SUIT: Final = 0b111111
FIVES: Final = comb(PACK_SIZE, HAND)
LINES: Final = RANKS * FIVES
# How many fives come before one whose nth card is this one.
BEFORE: Final = np.array(
    [[comb(card, nth) for nth in range(HAND + 1)] for card in range(PACK_SIZE)]
)


@part
def seen_from(hand: int, turn_up: int) -> tuple[int, bool]:
    """A hand by index as it is seen from the turn-up, and whether the cross suits changed places."""
    suit = turn_up // RANKS
    outer = suit == 0 or suit == 3
    one = hand >> (6 if outer else 0) & SUIT
    other = hand >> (12 if outer else 18) & SUIT
    swap = one < other
    if swap:
        one, other = other, one
    own, following = hand >> (6 * suit) & SUIT, hand >> (6 * (3 - suit)) & SUIT
    return own | one << 6 | other << 12 | following << 18, swap


@part
def line_of(seen: int, turn_up: int) -> int:
    """The line of a hand seen from the turn-up."""
    found, nth = (turn_up % RANKS) * FIVES, 1
    while seen and nth <= HAND:
        found += whole(BEFORE[zeros_below(seen), nth])
        seen &= seen - 1
        nth += 1
    return found


def classes() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The class of each line, -1 for none; and of each class the hand and the turn-up's rank."""
    masks = np.array([sum(1 << card for card in five) for five in combinations(range(24), HAND)])
    masks.sort()
    ordered = (masks >> 6 & SUIT) >= (masks >> 12 & SUIT)
    free = ordered & (masks >> np.arange(RANKS)[:, None] & 1 == 0)
    index = np.where(free, np.cumsum(free).reshape(free.shape) - 1, -1).astype(np.int32)
    ranks, places = np.nonzero(free)
    return index.ravel(), masks[places], ranks


PASS: Final = 0
TURN_DOWN: Final = 1
ORDER: Final = 2
ORDER_ALONE: Final = 3
PICK_UP: Final = 4
PICK_UP_ALONE: Final = 5
NAME: Final = 6  # and seven more: suit by suit, with the partner and alone
KEEP_PARTNER: Final = 14
GO_ALONE: Final = 15
BURY: Final = 16  # and one for each card
PLAY: Final = 40  # and one for each card

_PLAIN: Final[Mapping[int, type[Pass | TurnDown | Order | PickUp | KeepPartner | GoAlone]]] = {
    PASS: Pass,
    TURN_DOWN: TurnDown,
    ORDER: Order,
    PICK_UP: PickUp,
    KEEP_PARTNER: KeepPartner,
    GO_ALONE: GoAlone,
}


def number_of(action: Action) -> int:
    """The number of an act; who does it is left out.

    >>> number_of(Name(Seat.N, Suit.HEARTS, alone=True))
    11
    """
    match action:
        case Name(suit=suit, alone=alone):
            return NAME + 2 * suit + alone
        case Bury(card=card):
            return BURY + card.index
        case Play(card=card):
            return PLAY + card.index
        case Order(alone=alone):
            return ORDER + alone
        case PickUp(alone=alone):
            return PICK_UP + alone
        case Pass():
            return PASS
        case TurnDown():
            return TURN_DOWN
        case ThrowIn() | GoUnder():
            raise Refusal("an act with a bad hand has no number")
        case KeepPartner():
            return KEEP_PARTNER
        case GoAlone():
            return GO_ALONE


def action_of(number: int, seat: Seat) -> Action:
    """The act of a number, done by this seat.

    >>> action_of(11, Seat.N)
    <N name hearts alone>
    """
    if number >= PLAY:
        return Play(seat, PACK[number - PLAY])
    if number >= BURY:
        return Bury(seat, PACK[number - BURY])
    if NAME <= number < KEEP_PARTNER:
        return Name(seat, Suit((number - NAME) // 2), bool((number - NAME) % 2))
    if number == ORDER_ALONE:
        return Order(seat, alone=True)
    if number == PICK_UP_ALONE:
        return PickUp(seat, alone=True)
    return _PLAIN[number](seat)


(
    PARTNER_BOUND,
    NATURAL_DEALER,
    NATURAL_CALLER,
    NATURAL_ORDERED,
    NATURAL_JACK,
    TRUMP_TO_ORDER,
    LEFT_COUNTS,
    TRUMP_TO_NAME,
    BREACH_LOSES,
    BREACH_REFUSED,
    STICK,
    LONE_PARTNER_TAKES,
    BURY_NEVER,
    BURY_UNLESS_FIVE,
    FIVE_IN_PLAY,
    PARTNER_ALONE,
    DEFENDER_ALONE,
    ALONE_LATER,
    NEEDS_TRUMP,
    LEFT_OF_LONE,
    TRICKS_TO_MAKE,
    MAKE,
    MARCH,
    EUCHRE,
    LONE_MAKE,
    LONE_MARCH,
    LONE_EUCHRE,
    COUNTS_TRICKS,
    SIZE,
) = range(29)


def pack(book: RuleBook) -> np.ndarray:
    """The book's settings as the kernel reads them: 1 for what holds, and the points."""
    rules = np.zeros(SIZE, dtype=np.int64)
    for place, value in (_bidding(book) | _taking(book) | _alone(book) | _scoring(book)).items():
        rules[place] = value
    return rules


def _bidding(book: RuleBook) -> dict[int, int]:
    bidding = book.bidding
    scope = bidding.natural_scope
    needs = bidding.trump_to_order != "nobody"
    return {
        PARTNER_BOUND: bidding.partner_order == "must be alone",
        NATURAL_DEALER: scope != "nobody",
        NATURAL_CALLER: scope in ("everyone", "ordered dealer too"),
        NATURAL_ORDERED: scope == "ordered dealer too",
        NATURAL_JACK: bidding.natural_jack,
        TRUMP_TO_ORDER: needs,
        LEFT_COUNTS: bidding.left_counts,
        TRUMP_TO_NAME: needs and bidding.order_down == "in round two",
        BREACH_LOSES: bidding.breach == "loses the game",
        BREACH_REFUSED: bidding.breach == "refused",
        STICK: bidding.all_pass == "stick the dealer",
    }


def _taking(book: RuleBook) -> dict[int, int]:
    return {
        LONE_PARTNER_TAKES: book.bidding.lone_partner_turn_up == "lone partner takes it",
        BURY_NEVER: book.burying.turn_up == "never",
        BURY_UNLESS_FIVE: book.burying.turn_up == "unless five of the suit",
        FIVE_IN_PLAY: book.burying.five_of_suit == "suit in play",
    }


def _alone(book: RuleBook) -> dict[int, int]:
    alone = book.alone
    return {
        PARTNER_ALONE: alone.who != "maker",
        DEFENDER_ALONE: alone.who == "anyone",
        ALONE_LATER: alone.when == "before the first card",
        NEEDS_TRUMP: alone.needs_trump,
        LEFT_OF_LONE: alone.lead == "left of lone player",
    }


def _scoring(book: RuleBook) -> dict[int, int]:
    points = book.score
    return {
        TRICKS_TO_MAKE: points.tricks_to_make,
        MAKE: points.make,
        MARCH: points.march,
        EUCHRE: points.euchre,
        LONE_MAKE: points.lone_make,
        LONE_MARCH: points.lone_march,
        LONE_EUCHRE: points.lone_euchre,
        COUNTS_TRICKS: book.game.counts == "tricks",
    }
