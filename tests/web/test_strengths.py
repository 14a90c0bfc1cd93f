"""The bots' ratings: each is what the games told in the guide come to."""

from __future__ import annotations

import re
from math import log10
from pathlib import Path
from typing import NamedTuple

import pytest

from rightbower.players import PLAYERS
from rightbower.web.hall.bots import STRENGTHS, USUAL

DOCS = Path(__file__).parents[2] / "docs"
HALL = (DOCS / "hall.md").read_text("utf-8")
ROW = re.compile(r"\| ([a-z0-9-]+) \| ([a-z0-9-]+) \| (\d+) of (\d+) \| ([a-z0-9-]+) (\d+) \|")
BY_POINTS = re.compile(r"^(.*?) are put at (\d+) by their points a deal", re.MULTILINE)
STEP = 10  # ratings are told to the nearest ten


class Measured(NamedTuple):
    """A row of the guide's table: a pair, whom it met, games won, and who was placed by that."""

    pair: str
    against: str
    won: int
    games: int
    placed: str
    rating: int

    @property
    def worth(self) -> float:
        """The rating that so many games won come to, from the other's."""
        lead = 400 * log10(self.won / (self.games - self.won))
        if self.placed == self.pair:
            return STRENGTHS[self.against].rating + lead
        return STRENGTHS[self.pair].rating - lead


def measured() -> list[Measured]:
    found = ROW.findall(HALL)
    return [Measured(a, b, int(won), int(of), who, int(is_)) for a, b, won, of, who, is_ in found]


def by_points() -> dict[str, int]:
    """Those who are too slow for so many games, by name."""
    (found,) = BY_POINTS.findall(HALL)
    names, rating = found
    return dict.fromkeys(re.findall(r"`([a-z0-9-]+)`", names), int(rating))


def test_the_guide_gives_every_bot_the_rating_it_has() -> None:
    told = {USUAL: 1500, **{row.placed: row.rating for row in measured()}, **by_points()}
    assert told == {name: each.rating for name, each in STRENGTHS.items()}


def test_every_bot_but_the_random_one_can_be_chosen_in_the_hall() -> None:
    assert STRENGTHS.keys() == PLAYERS.keys() - {"random"}


@pytest.mark.parametrize("row", measured(), ids=lambda row: row.placed)
def test_a_rating_is_what_the_games_come_to(row: Measured) -> None:
    assert row.rating == STEP * round(row.worth / STEP)


def test_every_bot_that_can_be_chosen_is_told_to_players() -> None:
    guide = (DOCS / "player.md").read_text("utf-8")
    (told,) = (line for line in guide.splitlines() if line.startswith("| `--players"))
    names = set(re.findall(r"([a-z0-9-]+)`", told))
    assert names == PLAYERS.keys() - {"random"}
