"""The points of a night: from phones and from the sheet, confirmed, disputed, put right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar

from msgspec.structs import replace

from rightbower.rules.message import Message, Term, as_written, because, message
from rightbower.tournament.commands import Now, field
from rightbower.tournament.contest import Fact
from rightbower.tournament.league import night
from rightbower.tournament.league.acts import (
    FixtureNo,
    GameNo,
    LeagueCommand,
    LineUp,
    OfTeam,
    Points,
    TeamField,
    When,
    Why,
    local_time,
    score,
    side,
    team_number,
)
from rightbower.tournament.league.fixtures import FixtureGame
from rightbower.tournament.league.league import League, LeagueHistory, NamesTeams, OfGame
from rightbower.tournament.league.night import OnTime, Others, came_on_time, open_game
from rightbower.tournament.league.outcome import objection
from rightbower.tournament.league.playoffs import drawn_again, refuse_changed_winner
from rightbower.tournament.league.refusal import LeagueError, require_text
from rightbower.tournament.league.roster import barred
from rightbower.tournament.league.season import to_be_played


class FixtureResultEntered(OfGame, frozen=True, tag="result-entered"):
    """The points of a game were entered, by a side or at the desk."""

    points: tuple[int, int]
    side: int | None = None

    def change(self, game: FixtureGame) -> FixtureGame:
        return replace(game, points=self.points, side=self.side)

    def says(self, state: NamesTeams) -> Message:
        return self.there(as_written(_points(self.points)))


def _points(points: tuple[int, int]) -> str:
    return f"{points[0]}–{points[1]}"


def enter(
    league: League, number: int, game: int, points: tuple[int, int], side: int | None = None
) -> FixtureResultEntered:
    """The points of a game, from one of its teams or at the desk."""
    there = open_game(league, number, game)
    if there.points is not None:
        raise LeagueError(
            message(
                "game {game} of fixture {number} has a result; correct it with a reason",
                game=game,
                number=number,
            )
        )
    if there.lost:
        raise LeagueError(
            message("game {game} of fixture {number} is forfeited", game=game, number=number)
        )
    if not there.began:
        raise LeagueError(
            message("game {game} of fixture {number} has not begun", game=game, number=number)
        )
    if reason := objection(points, league.plan) or _ejected(league, number, game):
        raise LeagueError(reason)
    return FixtureResultEntered(number, game, points, side)


def _ejected(league: League, number: int, game: int) -> Message | None:
    """Who of the line-ups may not finish a game; nothing where all may."""
    fixture = league.fixture(number)
    for team, names in zip(fixture.teams, fixture.game(game).lineups, strict=True):
        for name in names:
            if sanction := barred(league, fixture, game, team, name):
                return message(
                    "{name} may not play, by {penalty}: let somebody else play on, or the team"
                    " forfeits the game",
                    sanction.clause,
                    name=name,
                    penalty=Term(sanction.penalty),
                )
    return None


Scores = Annotated[tuple[str, ...], field("Points", "GAME=POINTS of one team.")]


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
        yield enter(state, self.fixture, self.game, (self.one, self.other), own)


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
                    yield from came_on_time(
                        now.history.league.fixture(self.fixture), starts, lineups, now
                    )
                when = starts if self.on_time else local_time(self.when, now, fixture)
                yield night.begin(now.history.league, self.fixture, game, lineups, when)
            yield enter(now.history.league, self.fixture, game, (one, other))

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


class FixtureResultConfirmed(OfGame, frozen=True, tag="result-confirmed"):
    """The other side, or the officer, stands by the points."""

    def change(self, game: FixtureGame) -> FixtureGame:
        return replace(game, confirmed=True, dispute="")

    def says(self, state: NamesTeams) -> Message:
        return self.there(message("confirmed"))


def confirm(
    league: League, number: int, game: int, side: int | None = None
) -> FixtureResultConfirmed:
    """The team that did not enter the points stands by them; the officer may do so too."""
    there = open_game(league, number, game)
    if there.points is None:
        raise LeagueError(
            message(
                "game {game} of fixture {number} has no result to confirm", game=game, number=number
            )
        )
    if there.stands:
        raise LeagueError(
            message(
                "game {game} of fixture {number} is confirmed already", game=game, number=number
            )
        )
    if side is not None and side == there.side:
        raise LeagueError(message("the team that entered the points does not confirm them"))
    return FixtureResultConfirmed(number, game)


class ConfirmPoints(LeagueCommand, frozen=True, tag="confirm"):
    """Confirm the points of a game."""

    fixture: FixtureNo
    game: GameNo
    team: OfTeam = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        own = side(state, self.fixture, self.team)
        yield confirm(state, self.fixture, self.game, own)


class FixtureResultTakenBack(OfGame, frozen=True, tag="result-taken-back"):
    """The team that entered points took them back before the other stood by them."""

    def change(self, game: FixtureGame) -> FixtureGame:
        return replace(game, points=None, side=None, dispute="")

    def says(self, state: NamesTeams) -> Message:
        return self.there(message("points taken back by the team that entered them"))


def take_back(league: League, number: int, game: int, team: int) -> FixtureResultTakenBack:
    """The team that entered points takes them back before the other stands by them."""
    there = _waiting(league, number, game)
    if there.side != league.side_of(league.fixture(number), team):
        raise LeagueError(
            message("the points are the other team's; say that they are wrong instead")
        )
    return FixtureResultTakenBack(number, game)


class TakeBackPoints(LeagueCommand, frozen=True, tag="take-back"):
    """Take a team's points back before the other team confirms them."""

    fixture: FixtureNo
    game: GameNo
    team: TeamField

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield take_back(state, self.fixture, self.game, team_number(state, self.team))


class FixtureResultDisputed(OfGame, frozen=True, tag="result-disputed"):
    """The other team says that the points are wrong."""

    why: str

    def change(self, game: FixtureGame) -> FixtureGame:
        return replace(game, dispute=self.why)

    def says(self, state: NamesTeams) -> Message:
        return because(self.there(message("points disputed")), self.why)


def dispute(league: League, number: int, game: int, team: int, why: str) -> FixtureResultDisputed:
    """The team that did not enter the points says that they are wrong; the officer decides."""
    there = _waiting(league, number, game)
    if there.side == league.side_of(league.fixture(number), team):
        raise LeagueError(message("your team entered these points; take them back instead"))
    require_text(why, message("say what is wrong"))
    return FixtureResultDisputed(number, game, why)


def _waiting(league: League, number: int, game: int) -> FixtureGame:
    """A game whose points one team has entered and the other has not confirmed."""
    there = to_be_played(league, number).game(game)
    if there.points is None:
        raise LeagueError(
            message("game {game} of fixture {number} has no points yet", game=game, number=number)
        )
    if there.stands:
        raise LeagueError(
            message(
                "game {game} of fixture {number} is confirmed already", game=game, number=number
            )
        )
    return there


class DisputePoints(LeagueCommand, frozen=True, tag="dispute"):
    """Say that the points the other team entered are wrong."""

    fixture: FixtureNo
    game: GameNo
    team: TeamField
    why: Why

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        own = team_number(state, self.team)
        yield dispute(state, self.fixture, self.game, own, self.why)


class FixtureResultCorrected(OfGame, frozen=True, tag="result-corrected"):
    """The points of a game were put right."""

    points: tuple[int, int]
    why: str

    def change(self, game: FixtureGame) -> FixtureGame:
        return replace(
            game,
            points=self.points,
            side=None,
            confirmed=True,
            lost=(),
            cause=None,
            why=self.why,
            dispute="",
        )

    def says(self, state: NamesTeams) -> Message:
        said = message("corrected to {points}", points=_points(self.points))
        return because(self.there(said), self.why)


def correct(
    league: League, number: int, game: int, points: tuple[int, int], why: str
) -> FixtureResultCorrected:
    """Points put right at any time, with the reason; playoffs already drawn on keep their winner."""
    there = open_game(league, number, game)
    require_text(why, message("a correction needs a reason"))
    if there.points is None or there.cause == "protest":
        raise LeagueError(
            message(
                "game {game} of fixture {number} has no result to correct", game=game, number=number
            )
        )
    if reason := objection(points, league.plan):
        raise LeagueError(reason)
    corrected = FixtureResultCorrected(number, game, points, why)
    refuse_changed_winner(league, number, corrected)
    return corrected


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
        yield correct(state, self.fixture, self.game, (self.one, self.other), self.why)
        if again := drawn_again(now.history.league):
            yield again
