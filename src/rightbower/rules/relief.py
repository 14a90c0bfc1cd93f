"""Bad hands that a sheet lets a player show: which they are, and which cards go under."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from rightbower.rules.cards import Card, Rank

# How many cards lie face down under the turn-up in the common deck, and so are exchanged.
UNDER: Final = 3
FACES: Final = (Rank.JACK, Rank.QUEEN, Rank.KING)


def low(hand: tuple[Card, ...]) -> list[Card]:
    """The cards of a hand up to the ten, the lowest first."""
    return sorted((card for card in hand if card.rank <= Rank.TEN), key=lambda card: card.rank)


def is_bad(which: str, hand: tuple[Card, ...]) -> bool:
    """Whether a hand is one that ``relief.bad_hand`` names."""
    small = low(hand)
    nines_and_tens = [card for card in small if card.rank in (Rank.NINE, Rank.TEN)]
    match which:
        case "nines and tens":
            return len(small) == len(hand)
        case "ace, no face":
            aces = sum(card.rank is Rank.ACE for card in hand)
            return aces > 0 and aces + len(small) == len(hand)
        case "no face":
            return not any(card.rank in FACES for card in hand) and len(hand) > 0
        case "three nines or tens":
            return len(nines_and_tens) >= UNDER
        case "three of a rank":
            counts = [
                sum(card.rank is rank for card in nines_and_tens) for rank in (Rank.NINE, Rank.TEN)
            ]
            return UNDER in counts
    return False


def may_go_under(hand: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """The three lowest cards of a hand: each way to choose among those of a rank."""
    small = low(hand)
    if len(small) < UNDER:
        return []
    last = small[UNDER - 1].rank
    sure = [card for card in small if card.rank < last]
    level = [card for card in small if card.rank is last]
    return [(*sure, *rest) for rest in combinations(level, UNDER - len(sure))]
