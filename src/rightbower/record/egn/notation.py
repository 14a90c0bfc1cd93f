"""Cards as the notation writes them, and why a file in it is refused."""

from __future__ import annotations

from typing import Final

from rightbower.rules.cards import PACK, Card, Suit, left_bower, right_bower
from rightbower.rules.refusal import Refusal

UNKNOWN: Final = "Xx"
_RANKS: Final = {"N": "9"}


class EgnError(Refusal):
    """A file that is not in the notation or cannot be replayed, and where it fails."""


def write_card(card: Card) -> str:
    """The card as the notation has it: rank, then suit in lower case."""
    return card.rank.letter + card.suit.letter.lower()


def read_cards(text: str, trump: Suit | None) -> frozenset[Card]:
    """The cards that a text may stand for: one, or several where part of it is unknown."""
    if text == "B":
        raise EgnError("B is the joker, and no book here has one")
    if text in ("R", "L"):
        if trump is None:
            raise EgnError(f"{text} is a bower, and no trump is made")
        return frozenset((right_bower(trump) if text == "R" else left_bower(trump),))
    rank, suit = _RANKS.get(text[0], text[0]), text[1].upper()
    if rank in "78":
        raise EgnError(f"{text} is not one of the 24 cards")
    if suit in "TNG":
        raise EgnError(f"{text} gives its suit by its part in the deal, which is not read here")
    return frozenset(
        card for card in PACK if rank in ("X", card.rank.letter) and suit in ("X", card.suit.letter)
    )


def read_card(text: str, trump: Suit | None) -> Card:
    """The one card that a text stands for."""
    found = read_cards(text, trump)
    if len(found) != 1:
        raise EgnError(f"{text} is an unknown card, and without it the deal cannot be replayed")
    return next(iter(found))
