"""All that the hall knows of a person, to be taken along; nobody else's key is in it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct

from rightbower.rules.cards import Seat
from rightbower.study.glicko2 import Rating
from rightbower.web.common.identity import Person
from rightbower.web.hall.archive.lists import PastGame
from rightbower.web.hall.table.results import DealFacts
from rightbower.web.profile.ratings import LADDERS, Ladder, RatingCourse, Statistics, statistics

FORM: Final = "rightbower profile 1"


class ExportedGame(Struct, frozen=True):
    """A finished game as one who played it takes it along."""

    table: str
    ended: str
    book: str
    seat: Seat
    names: tuple[str, ...]
    bots: tuple[str, ...]
    score: tuple[int, int]
    winner: str
    reason: str
    deals: tuple[DealFacts, ...]


class ProfileExport(Struct, frozen=True):
    """A person's name, games, statistics and ratings."""

    form: str
    name: str
    statistics: Statistics
    ratings: dict[Ladder, Rating]
    games: list[ExportedGame]


def exported(person: Person, games: Sequence[PastGame], course: RatingCourse) -> ProfileExport:
    """What a person takes along."""
    ratings = {
        ladder: played[-1].rating for ladder in LADDERS if (played := course.of(ladder, person.who))
    }
    found = statistics(person.who, games)
    own = [_game(person.who, game) for game in games]
    return ProfileExport(FORM, person.name, found, ratings, own)


def _game(who: str, game: PastGame) -> ExportedGame:
    return ExportedGame(
        game.table,
        datetime.fromtimestamp(game.at, UTC).isoformat(timespec="seconds"),
        game.book,
        Seat(game.people.index(who)),
        game.names,
        game.bots,
        game.score,
        game.winner,
        game.reason,
        game.deals,
    )
