"""A reason for a choice: its idea, its words, and what it claims."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from rightbower.rules.cards import (
    Card,
    Rank,
    Seat,
    Suit,
    height,
    left_bower,
    right_bower,
    suit_in_play,
)
from rightbower.rules.refusal import listed

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven")


class Reason(Struct, frozen=True):
    """Words for one point, the ideas in it, and the cards, suit, seat or count it speaks of."""

    ideas: tuple[str, ...]
    text: str
    cards: tuple[Card, ...] = ()
    suit: Suit | None = None
    seat: Seat | None = None
    count: int | None = None


def number(count: int) -> str:
    """A small number as a word.

    >>> number(3), number(0)
    ('three', 'no')
    """
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def counted(count: int, thing: str) -> str:
    """A number of things.

    >>> counted(1, "trump"), counted(2, "point")
    ('one trump', 'two points')
    """
    return f"{number(count)} {thing}{'' if count == 1 else 's'}"


def one_of(suit: Suit) -> str:
    """A card of a suit.

    >>> one_of(Suit.SPADES)
    'spade'
    """
    return str(suit).removesuffix("s")


def symbols(cards: Iterable[Card]) -> str:
    """Cards as people write them, in one phrase."""
    return listed([card.symbol for card in cards])


def trumps_in(hand: Iterable[Card], trump: Suit) -> list[Card]:
    """The trumps of a hand, the highest first."""
    held = [card for card in hand if suit_in_play(card, trump) is trump]
    return sorted(held, key=lambda card: -height(card, trump))


def aces_beside(hand: Iterable[Card], trump: Suit) -> list[Card]:
    """The aces of a hand that are not trumps."""
    return [card for card in hand if card.rank is Rank.ACE and card.suit is not trump]


def top_trumps(hand: Iterable[Card], trump: Suit) -> tuple[Card, ...]:
    """The bowers and the ace of trumps, those that a hand holds."""
    tops = (right_bower(trump), left_bower(trump))
    return tuple(card for card in trumps_in(hand, trump) if card in tops or card.rank is Rank.ACE)


def top_words(tops: Sequence[Card], trump: Suit) -> str:
    """The top trumps as players call them."""
    bowers = [right_bower(trump), left_bower(trump)]
    if all(bower in tops for bower in bowers):
        rest = [card.symbol for card in tops if card not in bowers]
        return listed([f"both bowers ({bowers[0].symbol} {bowers[1].symbol})", *rest])
    return listed([_top_word(card, trump) for card in tops])


def _top_word(card: Card, trump: Suit) -> str:
    if card is right_bower(trump):
        return f"the right bower ({card.symbol})"
    if card is left_bower(trump):
        return f"the left bower ({card.symbol})"
    return card.symbol
