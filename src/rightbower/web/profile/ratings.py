"""Ratings by Glicko-2 from the hall's finished games: among people, and against bots apart.

They are a fold over the list of finished games in the order of their ends; nothing is kept beside
it, so that working them out again from the journal gives the same numbers.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Sequence
from math import hypot
from threading import Lock
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.cards import Seat
from rightbower.store.contract import StreamJournal
from rightbower.study.glicko2 import RatedResult, Rating, rated
from rightbower.web.hall.archive import lists
from rightbower.web.hall.archive.lists import PastGame
from rightbower.web.hall.table.strengths import STRENGTHS, USUAL
from rightbower.web.hall.table.table import HallTable

Ladder = Literal["people", "bots"]
LADDERS: Final[tuple[Ladder, ...]] = ("people", "bots")
A_WEEK: Final = 7 * 24 * 3600.0
# A rating is shown as sure once its deviation is at most so large.
SURE: Final = 110.0
STEADY: Final = 30.0


class RatedGame(Struct, frozen=True):
    """A rating after a game, in a person's course."""

    table: str
    at: float
    rating: Rating


def ladder_of(game: PastGame) -> Ladder | None:
    """Where a game is rated; not where somebody was helped or it was called off without a winner."""
    if game.helped or game.reason in ("abandoned", "agreed"):
        return None
    return "bots" if any(game.bots) else "people"


class RatingCourse:
    """Everybody's ratings on both ladders, game by game."""

    def __init__(self) -> None:
        self._games: dict[tuple[Ladder, str], list[RatedGame]] = {}

    def of(self, ladder: Ladder, who: str) -> Sequence[RatedGame]:
        """A person's ratings after each game, the first first."""
        return self._games.get((ladder, who), ())

    def add(self, game: PastGame) -> None:
        """Rate everybody who played a game, and as lost those who left it."""
        ladder = ladder_of(game)
        found: list[tuple[Ladder, str, RatedGame]] = []
        if ladder is not None:
            people = [seat for seat in Seat if not game.bots[seat]]
            found = [self._rated(ladder, game, seat, _score(game, seat)) for seat in people]
        if not game.helped:
            for seat, who in game.left:
                begun = as_begun(game, seat, who)
                found.append(self._rated("bots" if any(begun.bots) else "people", begun, seat, 0.0))
        for on, who, new in found:
            self._games.setdefault((on, who), []).append(new)

    def _rated(
        self, ladder: Ladder, game: PastGame, seat: Seat, score: float
    ) -> tuple[Ladder, str, RatedGame]:
        """One player's rating after a game, by everybody's ratings before it."""
        before = [self._rating(ladder, game, each) for each in Seat]
        periods = 1 + self._idle(ladder, game, seat) / A_WEEK
        new = rated(before[seat], [RatedResult(_other(seat, before), score)], periods)
        return ladder, game.people[seat], RatedGame(game.table, game.at, new)

    def _rating(self, ladder: Ladder, game: PastGame, seat: Seat) -> Rating:
        if bot := game.bots[seat]:
            return Rating(STRENGTHS.get(bot, STRENGTHS[USUAL]).rating, STEADY)
        course = self.of(ladder, game.people[seat])
        return course[-1].rating if course else Rating()

    def _idle(self, ladder: Ladder, game: PastGame, seat: Seat) -> float:
        course = self.of(ladder, game.people[seat])
        return max(0.0, game.at - course[-1].at) if course else 0.0


def as_begun(game: PastGame, seat: Seat, who: str) -> PastGame:
    """A game with those who left it in their chairs, this one among them."""
    people, bots = list(game.people), list(game.bots)
    for at, each in (*game.left, (seat, who)):
        people[at], bots[at] = each, ""
    return replace(game, people=tuple(people), bots=tuple(bots))


def _other(seat: Seat, before: Sequence[Rating]) -> Rating:
    """Whom a player is rated against: as far away as the other pair is from one's own."""
    own, partner = before[seat], before[seat.partner]
    left, right = before[seat.left], before[seat.right]
    apart = (left.rating + right.rating - own.rating - partner.rating) / 2
    unsure = hypot(left.deviation, right.deviation, partner.deviation) / 2
    return Rating(own.rating + apart, unsure)


def _score(game: PastGame, seat: Seat) -> float:
    return 0.5 if not game.winner else float(game.winner == seat.side.name)


class Ratings:
    """The hall's ratings: worked out once when somebody asks, then kept up with."""

    def __init__(self, journal: StreamJournal) -> None:
        self._journal = journal
        self._course: RatingCourse | None = None
        self._last = (0.0, "")
        self._new: list[PastGame] = []
        # They are worked out beside the loop, for several who ask at once.
        self._turn = Lock()

    def finished(self, name: str, table: HallTable) -> None:
        """One more game has ended."""
        if self._course is not None and table.finished is not None:
            id_ = name.removeprefix(lists.PREFIX)
            insort(self._new, lists.past_game(id_, table, table.finished), key=_order)

    def forget(self) -> None:
        """Work everything out anew when somebody asks again."""
        self._course = None

    def course(self) -> RatingCourse:
        """The ratings by now."""
        with self._turn:
            return self._worked_out()

    def _worked_out(self) -> RatingCourse:
        new, self._new = self._new, []
        # One that is listed already, ended before another that was told first, or ended at another
        # hall: all once more.
        told = max([self._last, *map(_order, new)])
        newest = lists.newest_game(self._journal)
        beside = newest is not None and newest.at > told[0]
        course = self._course
        if course is None or beside or (new and _order(new[0]) <= self._last):
            course, new = RatingCourse(), lists.all_past_games(self._journal)
        for game in new:
            course.add(game)
            self._last = _order(game)
        self._course = course
        return course


def _order(game: PastGame) -> tuple[float, str]:
    return game.at, game.table
