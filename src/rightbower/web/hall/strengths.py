"""The bots one can play against: in words for people, how strong, and whether they take their time."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from rightbower.rules.message import word

USUAL: Final = "club"


class Strength(Struct, frozen=True):
    """A bot: what it is called here, what to expect of it, its rating, and whether it has to think.

    Bots stand still, so that their ladder means the same in every hall: docs/hall.md says how their
    ratings were measured. Those who think do so in processes of their own.
    """

    label: str
    says: str
    rating: float
    thinks: bool = False


STRENGTHS: Final[dict[str, Strength]] = {
    "beginner": Strength(
        word("Beginners"),
        word("Know the rules, call with three trumps, and play high to win."),
        1370,
    ),
    "club": Strength(
        word("Club players"),
        word("Play by the old sayings, and forget which cards are gone."),
        1500,
    ),
    "club-careful": Strength(
        word("Careful club players"), word("Call only with a strong hand."), 1450
    ),
    "club-bold": Strength(
        word("Bold club players"), word("Call often, and go alone sooner."), 1450
    ),
    "league": Strength(word("League players"), word("Sound bidding and sound play."), 1610),
    "league-table": Strength(
        word("League players by the table"),
        word("Bid by a worked-out table that is hard to beat, and play like the league."),
        1620,
    ),
    "expert-quick": Strength(
        word("Quick experts"),
        word("Try out some ways the hidden cards could lie before each choice."),
        1680,
        thinks=True,
    ),
    "expert": Strength(
        word("Experts"),
        word("Try out many more ways; each takes a moment to think."),
        1700,
        thinks=True,
    ),
    "expert-1": Strength(
        word("First experts"),
        word("Our first expert, kept as it was to measure the others by."),
        1700,
        thinks=True,
    ),
    "master": Strength(
        word("Masters"),
        word("The strongest we have: bid by the table, and think the longest."),
        1700,
        thinks=True,
    ),
}
