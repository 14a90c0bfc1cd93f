"""The deck a book plays with: its ranks, and whether there is a joker."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, get_args, get_type_hints

from msgspec import Struct

from rightbower.rules.cards import EVERY_CARD, Card, Rank
from rightbower.rules.message import Message, word


class Pack(Struct, frozen=True):
    """Which cards are in the pack."""

    ranks: Literal["nine to ace", "eight to ace", "seven to ace"] = "nine to ace"

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in the order of their indexes, those of the common game first."""
        return DECKS[self]

    @property
    def told(self) -> Message:
        """The cards as people say them."""
        return Message(_TOLD[self.ranks], (("cards", len(self.cards)),))


_LOWEST: Final = {
    "nine to ace": Rank.NINE,
    "eight to ace": Rank.EIGHT,
    "seven to ace": Rank.SEVEN,
}
_TOLD: Final = {
    "nine to ace": word("the {cards} cards from nine to ace"),
    "eight to ace": word("the {cards} cards from eight to ace"),
    "seven to ace": word("the {cards} cards from seven to ace"),
}
# The cards of every deck, for whoever asks often.
DECKS: Final[Mapping[Pack, tuple[Card, ...]]] = {
    Pack(ranks): tuple(
        each for each in EVERY_CARD if not each.joker and each.rank >= _LOWEST[ranks]
    )
    for ranks in get_args(get_type_hints(Pack)["ranks"])
}
