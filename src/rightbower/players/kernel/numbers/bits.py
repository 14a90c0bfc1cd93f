"""Cards as bits: hands by card index, and hands laid out relative to trump.

Relative to trump each suit has a lane of eight places, low cards first, and trumps the highest
lane with the bowers on top: so in a trick the larger bit wins, once plain cards of other suits are
left out. The highest place of a lane is never a card, so no two suits are neighbours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, cast

import numpy as np

from rightbower.players.kernel.compiling.compiled import Step, part
from rightbower.rules.cards import PACK, Card, Rank, Suit, height, suit_in_play

SEATS: Final = 4
SUIT_SIZE: Final = len(Rank)
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
        sum(int(BIT[trump, suit * SUIT_SIZE + rank]) for rank in Rank if held >> rank & 1)
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
