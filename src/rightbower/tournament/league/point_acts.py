"""The games of a night: line-ups, points from phones and from the sheet, and points put right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar

from rightbower.rules.message import message
from rightbower.tournament.commands import Now, field
from rightbower.tournament.league import night
from rightbower.tournament.league.acts import (
    FixtureNo,
    GameNo,
    LeagueCommand,
    LineUp,
    Names,
    OfTeam,
    Player,
    Points,
    Team,
    When,
    Why,
    local_time,
    score,
    side,
    team,
)
from rightbower.tournament.league.facts import Fact
from rightbower.tournament.league.fixtures import Fixture
from rightbower.tournament.league.fold import LeagueHistory
from rightbower.tournament.league.league import League
from rightbower.tournament.league.night_acts import Others
from rightbower.tournament.league.playoffs import drawn_again
from rightbower.tournament.league.refusal import LeagueError

OnTime = Annotated[bool, field("On time", "Count players who were not checked in as on time.")]
Scores = Annotated[tuple[str, ...], field("Points", "GAME=POINTS of one team.")]


class BeginGame(LeagueCommand, frozen=True, tag="begin"):
    """Begin a game."""

    fixture: FixtureNo
    game: GameNo
    first: LineUp = ()
    second: LineUp = ()
    first_other: Others = ()
    second_other: Others = ()
    on_time: OnTime = False
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        fixture = state.fixture(self.fixture)
        lineups = (self.first + self.first_other, self.second + self.second_other)
        if self.on_time:
            yield from _on_time(fixture, fixture.starts_of(self.game), lineups, now)
        when = local_time(self.when, now, fixture)
        yield night.begin(now.history.league, self.fixture, self.game, lineups, when)


def _on_time(
    fixture: Fixture, starts: str, lineups: tuple[Names, Names], now: Now[LeagueHistory]
) -> Iterator[Fact]:
    """Whoever plays and is not down as here came at the start."""
    for own, names in zip(fixture.teams, lineups, strict=True):
        here = {each.player.casefold() for each in fixture.came(own, starts)}
        new = [name for name in names if name.casefold() not in here]
        if new:
            yield night.arrive(now.history.league, fixture.number, own, new, starts)


class EnterSheet(LeagueCommand, frozen=True, tag="sheet"):
    """Enter the points of a night's sheet; a game that has not begun begins with the line-ups.

    From paper, the next day too, with ``on_time``: no times are asked for.
    """

    fixture: FixtureNo
    first: LineUp = ()
    second: LineUp = ()
    first_other: Others = ()
    second_other: Others = ()
    one: Annotated[Scores, field("Points of the first", "GAME=POINTS.", each=("one",))] = ()
    other: Annotated[Scores, field("Points of the second", "GAME=POINTS.", each=("other",))] = ()
    on_time: OnTime = False
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        points = self._points(state)
        if not points:
            raise LeagueError(message("write the points of a game first"))
        lineups = (self.first + self.first_other, self.second + self.second_other)
        for game, (one, other) in points.items():
            fixture = state.fixture(self.fixture)
            there, starts = fixture.game(game), fixture.starts_of(game)
            if not there.began and not there.lost:
                if self.on_time:
                    yield from _on_time(
                        now.history.league.fixture(self.fixture), starts, lineups, now
                    )
                when = starts if self.on_time else local_time(self.when, now, fixture)
                yield night.begin(now.history.league, self.fixture, game, lineups, when)
            yield night.enter(now.history.league, self.fixture, game, (one, other))

    def _points(self, state: League) -> dict[int, tuple[int, int]]:
        names = [state.team(each).name for each in state.fixture(self.fixture).teams]
        one, other = dict(_numbered(self.one, names[0])), dict(_numbered(self.other, names[1]))
        for game in sorted(one.keys() ^ other.keys()):
            lacking = names[1] if game in one else names[0]
            raise LeagueError(
                message(
                    "write the points of both teams: game {game} lacks those of {lacking}",
                    game=game,
                    lacking=lacking,
                )
            )
        return {game: (one[game], other[game]) for game in sorted(one)}


def _numbered(words: Sequence[str], name: str) -> Iterator[tuple[int, int]]:
    """Games and points from words such as 1=10."""
    for word in words:
        game, _, points = word.partition("=")
        if not (game and points):
            raise LeagueError(
                message(
                    "{text} for {name} lacks the points; write GAME=POINTS, such as 1=10",
                    text=repr(word[:20]),
                    name=name,
                )
                if game and "=" in word
                else message(
                    "{text} for {name} lacks the game; write GAME=POINTS, such as 1=10",
                    text=repr(word[:20]),
                    name=name,
                )
            )
        if not game.isdecimal() or len(game) > 2:
            raise LeagueError(message("{text} is not the number of a game", text=repr(game[:20])))
        if not points.isdecimal() or len(points) > 2:
            raise LeagueError(message("{text} is not a number of points", text=repr(points[:20])))
        yield int(game), int(points)


class EnterPoints(LeagueCommand, frozen=True, tag="result"):
    """Enter the points of a game, the team named first in the fixture first."""

    fixture: FixtureNo
    game: GameNo
    one: Points
    other: Points
    team: OfTeam = ""

    @classmethod
    def lines(cls, words: Sequence[str]) -> list[list[str]]:
        """The points are written ``10-7``."""
        return [score(words, 2)]

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        own = side(state, self.fixture, self.team)
        yield night.enter(state, self.fixture, self.game, (self.one, self.other), own)


class ConfirmPoints(LeagueCommand, frozen=True, tag="confirm"):
    """Confirm the points of a game."""

    fixture: FixtureNo
    game: GameNo
    team: OfTeam = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        own = side(state, self.fixture, self.team)
        yield night.confirm(state, self.fixture, self.game, own)


class CorrectPoints(LeagueCommand, frozen=True, tag="correct"):
    """Correct the points of a game."""

    asks_first: ClassVar[bool] = True
    fixture: FixtureNo
    game: GameNo
    one: Points
    other: Points
    why: Why

    @classmethod
    def lines(cls, words: Sequence[str]) -> list[list[str]]:
        """The points are written ``10-7``."""
        return [score(words, 2)]

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield night.correct(state, self.fixture, self.game, (self.one, self.other), self.why)
        if again := drawn_again(now.history.league):
            yield again


class StandIn(LeagueCommand, frozen=True, tag="stand-in"):
    """Bring in another player during a game."""

    fixture: FixtureNo
    game: GameNo
    team: Team
    out: Annotated[str, field("Who stops")]
    player: Player
    why: Why

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        own = team(state, self.team)
        yield night.stand_in(state, self.fixture, self.game, own, self.out, self.player, self.why)
