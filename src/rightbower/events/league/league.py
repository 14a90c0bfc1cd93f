"""A league as one frozen value: its plan, teams, fixtures, protests, decisions and bracket."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from rightbower.book.league_settings import LeaguePlay
from rightbower.refusal import Refusal
from rightbower.tournament.plan import PlanByBook

Phase = Literal["season", "playoffs"]
Cause = Literal["late", "notice", "protest", "conduct", "dishonesty", "removal"]
Channel = Literal["online", "email"]
Resolution = Literal["sub", "new date", "forfeit"]
Scope = Literal["game", "fixture", "league"]
Penalty = Literal["suspension", "ejection", "expulsion"]


class LeagueError(Refusal):
    """Something the league does not allow now, in one sentence with its clause where there is one."""


class LeaguePlan(PlanByBook, frozen=True, omit_defaults=True):
    """What is settled when the league is opened, with the clause behind each setting.

    ``least`` and ``most`` are the points that signalling may cost. ``playoff_teams`` is how many
    go on to the playoffs, all of them where it is 0; ``guaranteed`` is how many games each team
    was promised. ``page`` and ``email`` are where questions go.
    """

    play: LeaguePlay
    clauses: dict[str, tuple[str, ...]]
    target: int | None
    most_in_a_deal: int
    capped: bool
    least: int
    most: int
    removal_review: bool
    playoff_teams: int = 0
    guaranteed: int = 0
    place: str = ""
    page: str = ""
    email: str = ""


class Member(Struct, frozen=True, omit_defaults=True):
    """A player of a team, on its roster or as a sub; ``signed`` is when the waiver was signed.

    ``witness`` is who took a signature after the waivers were due, ``added`` why the officer put
    a later name on the roster, ``refused`` that the player would not sign. ``since`` is when
    somebody who had refused signed after all, and was absent until then.
    """

    name: str
    kind: Literal["roster", "sub"] = "roster"
    named: str = ""
    signed: str = ""
    witness: str = ""
    email: str = ""
    added: str = ""
    refused: bool = False
    since: str = ""


class Team(Struct, frozen=True, omit_defaults=True):
    """A team of the league; ``out`` is what it was removed from, or left of its own will.

    ``left`` says what became of the results of a team that left: they stand, or are void.
    """

    number: int
    name: str
    members: tuple[Member, ...] = ()
    out: Literal["", "playoffs", "league"] = ""
    why: str = ""
    left: Literal["", "stand", "void"] = ""

    @property
    def gone(self) -> str:
        """How it went out, in words; nothing while it is in."""
        if not self.out:
            return ""
        return "left the league" if self.left else f"was removed from the {self.out}"

    def member(self, name: str) -> Member | None:
        """The player of this name, whatever the case of its letters."""
        wanted = name.casefold()
        return next((each for each in self.members if each.name.casefold() == wanted), None)


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
            raise LeagueError(f"team {team} does not play in fixture {self.number}")
        return self.teams.index(team)

    def other(self, team: int) -> int:
        """The opponents of a team."""
        return self.teams[1 - self.side_of(team)]

    def game(self, number: int) -> FixtureGame:
        """The game of a number."""
        if not 1 <= number <= len(self.games):
            raise LeagueError(f"fixture {self.number} has games 1 to {len(self.games)}")
        return self.games[number - 1]


class Protest(Struct, frozen=True, omit_defaults=True):
    """A protest against a team in one game; ``informal`` says why it is not heard.

    ``name`` and ``email`` are what the challenged player wrote down for the officer, and
    ``given`` when.
    """

    number: int
    fixture: int
    game: int
    by: int
    against: int
    kind: Literal["eligibility", "other"]
    when: str
    why: str
    player: str = ""
    name: str = ""
    email: str = ""
    given: str = ""
    informal: str = ""
    upheld: bool | None = None
    ruling: str = ""


class Sanction(Struct, frozen=True, omit_defaults=True):
    """What the officer did about a player's conduct, and ``when``.

    ``until`` is the last week of a suspension.
    """

    team: int
    player: str
    penalty: Penalty
    scope: Scope
    why: str
    fixture: int = 0
    game: int = 0
    until: int = 0
    clause: str = ""
    when: str = ""


Results = Literal["stand", "void"]
Unequal = Literal["as they are", "by share"]


class Announcement(Struct, frozen=True):
    """A rule the organiser changed or made clear, and the day the league was told."""

    version: int
    date: str
    text: str


class StepDecision(Struct, frozen=True, omit_defaults=True):
    """What the officer made of a step the league offers; ``about`` names the step."""

    team: int
    about: str
    removed: Literal["", "playoffs", "league"]
    why: str


class Placed(Struct, frozen=True, omit_defaults=True):
    """The officer's order of teams that nothing else parts.

    ``records`` are the figures of the group at that time; once they change the order lapses.
    """

    group: tuple[int, ...]
    order: tuple[int, ...]
    why: str
    records: tuple[tuple[int, ...], ...] = ()


class League(Struct, frozen=True):
    """One season; ``version`` counts the entries of its journal.

    ``byes`` are the teams without a fixture, by week. ``bracket`` holds the places of each round of
    the playoffs, best seed first; None is a bye. A ``practice`` league counts for nothing and may be
    ``thrown_away``; one that is ``archived`` is out of the list.
    """

    id: str
    name: str
    plan: LeaguePlan
    version: int = 1
    teams: tuple[Team, ...] = ()
    fixtures: tuple[Fixture, ...] = ()
    byes: tuple[tuple[int, ...], ...] = ()
    protests: tuple[Protest, ...] = ()
    sanctions: tuple[Sanction, ...] = ()
    announcements: tuple[Announcement, ...] = ()
    decisions: tuple[StepDecision, ...] = ()
    placed: tuple[Placed, ...] = ()
    bracket: tuple[tuple[int | None, ...], ...] = ()
    practice: bool = False
    archived: bool = False
    thrown_away: bool = False

    @property
    def phase(self) -> Phase:
        """The regular season, or the playoffs once their bracket is drawn."""
        return "playoffs" if self.bracket else "season"

    @property
    def season(self) -> Iterator[Fixture]:
        """The fixtures of the regular season that are or will be played."""
        return (each for each in self.fixtures if each.phase == "season" and not each.cancelled)

    @property
    def counting(self) -> Iterator[Fixture]:
        """The fixtures of the regular season that count in the table."""
        return (each for each in self.season if not each.void)

    @property
    def playoff_fixtures(self) -> tuple[Fixture, ...]:
        """The fixtures of the playoffs, without those of a bracket that was drawn again."""
        return tuple(
            each for each in self.fixtures if each.phase == "playoffs" and not each.cancelled
        )

    def team(self, number: int) -> Team:
        """The team of a number."""
        if not 1 <= number <= len(self.teams):
            raise LeagueError(f"there is no team {number}")
        return self.teams[number - 1]

    def fixture(self, number: int) -> Fixture:
        """The fixture of a number."""
        if not 1 <= number <= len(self.fixtures):
            raise LeagueError(f"there is no fixture {number}")
        return self.fixtures[number - 1]

    def side_of(self, fixture: Fixture, team: int) -> int:
        """0 for the team named first in a fixture, 1 for the other; any other team is refused."""
        if team not in fixture.teams:
            raise LeagueError(f"{self.team(team).name} does not play in fixture {fixture.number}")
        return fixture.side_of(team)

    def called(self, fixture: Fixture) -> str:
        """A fixture by its teams."""
        one, other = (self.team(number).name for number in fixture.teams)
        return f"{one} against {other}"
