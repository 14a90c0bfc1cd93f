"""Two teams on a night: the fixture, its games, who came, and what was said beforehand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.message import Joined, Message, message
from rightbower.tournament.league.refusal import LeagueError

Phase = Literal["season", "playoffs"]


Cause = Literal["late", "notice", "protest", "conduct", "dishonesty", "removal"]


Channel = Literal["online", "email"]


Resolution = Literal["sub", "new date", "forfeit"]


class Arrival(Struct, frozen=True):
    """A player came, for a team, at a time of day."""

    team: int
    player: str
    when: str


class Deduction(Struct, frozen=True):
    """Points the officer took from a team in a game in progress; ``score`` is what it had then."""

    team: int
    points: int
    score: int
    why: str
    when: str

    @property
    def left(self) -> int:
        """The team's points after it: never below nothing."""
        return max(0, self.score - self.points)


class FixtureGame(Struct, frozen=True, omit_defaults=True):
    """One game of a fixture. ``lost`` are the teams that forfeited it, and ``cause`` why.

    ``side`` entered the points, or the desk where it is None; ``moved`` is a new day for it, and
    ``moves`` how often it was given one. ``named`` are the line-ups that captains named before it
    began, and ``dispute`` what a team says is wrong with the points.
    """

    number: int
    began: str = ""
    lineups: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    points: tuple[int, int] | None = None
    side: int | None = None
    confirmed: bool = False
    lost: tuple[int, ...] = ()
    cause: Cause | None = None
    deductions: tuple[Deduction, ...] = ()
    moved: str = ""
    moves: int = 0
    why: str = ""
    named: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    dispute: str = ""

    def played_after_all(self, teams: tuple[int, ...]) -> FixtureGame:
        """The game without the loss of these teams; open again where nobody else lost it."""
        lost = tuple(each for each in self.lost if each not in teams)
        return replace(self, lost=lost) if lost else replace(self, lost=(), cause=None, why="")

    @property
    def stands(self) -> bool:
        """Whether it is over: forfeited, from the desk, or confirmed by the opponents."""
        return bool(self.lost) or (
            self.points is not None and (self.confirmed or self.side is None)
        )

    @property
    def open(self) -> bool:
        """Whether it has no result yet, entered or forfeited."""
        return self.points is None and not self.lost

    @property
    def playing(self) -> bool:
        """Whether it is in progress."""
        return bool(self.began) and self.open


class Notice(Struct, frozen=True, omit_defaults=True):
    """A team said beforehand that it expects to forfeit, and what the officer made of it."""

    team: int
    when: str
    channel: Channel
    why: str = ""
    resolution: Resolution | None = None
    answer: str = ""


class Fixture(Struct, frozen=True, omit_defaults=True):
    """Two teams on a night; ``starts`` is a local time such as 2027-01-12T19:00.

    ``moves`` counts new dates, ``cancelled`` says why it is not played, and ``through`` is the
    team that the officer sent on where the games of a playoff left it open. ``void`` says why it
    counts for nobody although it was played. ``excused`` are teams whose lateness costs nothing.
    """

    number: int
    week: int
    phase: Phase
    teams: tuple[int, int]
    starts: str
    games: tuple[FixtureGame, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    notices: tuple[Notice, ...] = ()
    moves: int = 0
    cancelled: str = ""
    through: int = 0
    why: str = ""
    void: str = ""
    excused: tuple[int, ...] = ()

    def on_a_new_date(self, starts: str) -> Fixture:
        """A new date begins a new night: who came to the old one is not there yet."""
        return replace(self, starts=starts, moves=self.moves + 1, arrivals=())

    @property
    def begun(self) -> bool:
        """Whether any game was started or forfeited."""
        return any(game.began or game.lost for game in self.games)

    @property
    def nights(self) -> tuple[str, ...]:
        """When it is played: at its own time, and at those to which games were moved."""
        return tuple(sorted({self.starts, *(game.moved for game in self.games if game.moved)}))

    @property
    def next_start(self) -> str:
        """When the next game is due that is still to be played; its own time where none is."""
        left = [game.number for game in self.games if not game.began and not game.lost]
        return self.starts_of(left[0]) if left else self.starts

    def starts_of(self, game: int) -> str:
        """When a game is due: at the time it was moved to, or with the fixture."""
        return self.game(game).moved or self.starts

    def games_at(self, starts: str) -> tuple[FixtureGame, ...]:
        """The games that are due at a time."""
        return tuple(each for each in self.games if self.starts_of(each.number) == starts)

    def night_of(self, when: str) -> str:
        """The day of the night that a time belongs to: the latest that has come by then."""
        days = [each[:10] for each in self.nights]
        return max((day for day in days if day <= when[:10]), default=days[0])

    def came(self, team: int, starts: str) -> tuple[Arrival, ...]:
        """Who came for a team on the night of a start."""
        return tuple(
            each
            for each in self.arrivals
            if each.team == team and self.night_of(each.when) == starts[:10]
        )

    def side_of(self, team: int) -> int:
        """0 for the team named first, 1 for the other."""
        if team not in self.teams:
            raise LeagueError(
                message(
                    "team {team} does not play in fixture {number}", team=team, number=self.number
                )
            )
        return self.teams.index(team)

    def other(self, team: int) -> int:
        """The opponents of a team."""
        return self.teams[1 - self.side_of(team)]

    def game(self, number: int) -> FixtureGame:
        """The game of a number."""
        if not 1 <= number <= len(self.games):
            raise LeagueError(
                message(
                    "fixture {number} has games 1 to {count}",
                    number=self.number,
                    count=len(self.games),
                )
            )
        return self.games[number - 1]


def numbered(numbers: Sequence[int]) -> Message:
    """Games by their numbers.

    >>> str(numbered([2, 3]))
    'games 2, 3'
    """
    shown = Joined(tuple(numbers), ", ")
    if len(numbers) == 1:
        return message("game {numbers}", numbers=shown)
    return message("games {numbers}", numbers=shown)
