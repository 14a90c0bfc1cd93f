"""A league as one frozen value: its plan, teams, fixtures, protests, decisions and bracket."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, ClassVar, Literal, Protocol

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.event_settings import LeaguePlay
from rightbower.rules.message import Joined, Message, Reference, Term, message
from rightbower.tournament.contest import Fact, History, PlanByBook
from rightbower.tournament.league.fixtures import Arrival, Cause, Fixture, FixtureGame, Phase
from rightbower.tournament.league.refusal import LeagueError

Scope = Literal["game", "fixture", "league"]
Penalty = Literal["suspension", "ejection", "expulsion"]


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
    deals: int | None = None


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
    def reference(self) -> Reference:
        """The team in a sentence."""
        return Reference("team", self.number, self.name)

    @property
    def gone(self) -> Message | None:
        """How it went out, in words; nothing while it is in."""
        if not self.out:
            return None
        if self.left:
            return message("left the league")
        return message("was removed from the {what}", what=Term(self.out))

    def member(self, name: str) -> Member | None:
        """The player of this name, whatever the case of its letters."""
        wanted = name.casefold()
        return next((each for each in self.members if each.name.casefold() == wanted), None)


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
    """A rule the organizer changed or made clear, and the day the league was told."""

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

    def came(self, fixture: Fixture, team: int, starts: str) -> tuple[Arrival, ...]:
        """Who came for a team on the night of a start; who came to its earlier fixture that day is there."""
        own = fixture.came(team, starts)
        here = {each.player.casefold() for each in own}
        before = (
            each
            for other in self.before_that_day(fixture, team, starts)
            for each in other.came(team, other.starts)
        )
        return (*own, *(each for each in before if each.player.casefold() not in here))

    def before_that_day(self, fixture: Fixture, team: int, starts: str) -> tuple[Fixture, ...]:
        """The fixtures that a team plays earlier on a day: one, where this is the second of two."""
        return tuple(
            other
            for other in self.fixtures
            if other.number != fixture.number
            and team in other.teams
            and not other.cancelled
            and other.starts[:10] == starts[:10]
            and other.starts < starts
        )

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
            raise LeagueError(message("there is no team {number}", number=number))
        return self.teams[number - 1]

    def named(self, number: int) -> Reference:
        """A team in a sentence."""
        return self.team(number).reference

    def all_of(self, numbers: Iterable[int]) -> Joined:
        """Several teams in a row."""
        return Joined(tuple(map(self.named, numbers)), ", ")

    def all_named(self, numbers: Iterable[int]) -> tuple[Reference, ...]:
        """Several teams in a sentence, with ``and`` between them."""
        return tuple(map(self.named, numbers))

    def fixture(self, number: int) -> Fixture:
        """The fixture of a number."""
        if not 1 <= number <= len(self.fixtures):
            raise LeagueError(message("there is no fixture {number}", number=number))
        return self.fixtures[number - 1]

    def with_team(self, number: int, **changes: Any) -> League:
        """The league with one team changed so."""
        teams = list(self.teams)
        teams[number - 1] = replace(teams[number - 1], **changes)
        return replace(self, teams=tuple(teams))

    def with_protest(self, number: int, **changes: Any) -> League:
        """The league with one protest changed so."""
        protests = list(self.protests)
        protests[number - 1] = replace(protests[number - 1], **changes)
        return replace(self, protests=tuple(protests))

    def with_fixture(self, number: int, change: Callable[[Fixture], Fixture]) -> League:
        """The league with one fixture changed so."""
        fixtures = list(self.fixtures)
        fixtures[number - 1] = change(fixtures[number - 1])
        return replace(self, fixtures=tuple(fixtures))

    def with_games(
        self, fixture: int, games: Collection[int], change: Callable[[FixtureGame], FixtureGame]
    ) -> League:
        """The league with some games of a fixture changed so."""

        def all_of_them(each: Fixture) -> Fixture:
            changed = tuple(change(game) if game.number in games else game for game in each.games)
            return replace(each, games=changed)

        return self.with_fixture(fixture, all_of_them)

    def forfeited(
        self, fixture: int, games: Collection[int], teams: tuple[int, ...], cause: Cause, why: str
    ) -> League:
        """The league with some games lost by these teams."""
        return self.with_games(
            fixture, games, lambda each: replace(each, lost=teams, cause=cause, why=why)
        )

    def cancelled(self, numbers: Collection[int], reason: str) -> League:
        """The league without these fixtures being played."""
        fixtures = tuple(
            replace(each, cancelled=reason) if each.number in numbers else each
            for each in self.fixtures
        )
        return replace(self, fixtures=fixtures)

    def without_team(
        self, team: int, reason: str, cancel: Collection[int], lose: Collection[int]
    ) -> League:
        """The calendar without a team: fixtures not played, and others begun whose games are lost."""
        league = self.cancelled(cancel, reason)
        for number in lose:
            open_ = [each.number for each in league.fixture(number).games if each.open]
            league = league.forfeited(number, open_, (team,), "removal", reason)
        return league

    def side_of(self, fixture: Fixture, team: int) -> int:
        """0 for the team named first in a fixture, 1 for the other; any other team is refused."""
        if team not in fixture.teams:
            raise LeagueError(
                message(
                    "{team} does not play in fixture {fixture}",
                    team=self.named(team),
                    fixture=fixture.number,
                )
            )
        return fixture.side_of(team)

    def match(self, fixture: Fixture) -> Message:
        """A fixture by its teams, in a sentence."""
        one, other = map(self.named, fixture.teams)
        return message("{one} against {other}", one=one, other=other)

    def called(self, fixture: Fixture) -> str:
        """A fixture by its teams."""
        one, other = (self.team(number).name for number in fixture.teams)
        return f"{one} against {other}"


class NamesTeams(Protocol):
    """What knows teams by name: a league, or what is remembered of one."""

    def named(self, number: int) -> Reference:
        """A team in a sentence."""

    def all_of(self, numbers: Iterable[int]) -> Joined:
        """Several teams in a row."""


class TeamNames(dict[int, str]):
    """The names of teams by number; one that is not known stays a number."""

    @classmethod
    def of(cls, league: League) -> TeamNames:
        """The names of a league's teams."""
        return cls({team.number: team.name for team in league.teams})

    def named(self, number: int) -> Reference:
        """A team in a sentence."""
        return Reference("team", number, self.get(number, ""))

    def all_of(self, numbers: Iterable[int]) -> Joined:
        """Several teams in a row."""
        return Joined(tuple(map(self.named, numbers)), ", ")


class LeagueHistory(History[League], frozen=True):
    """All entries of a league and its state after them."""

    word: ClassVar[str] = "a league"

    @property
    def league(self) -> League:
        """The league as it is now."""
        return self.state

    def teller(self) -> Callable[[Fact], Message]:
        """What tells its facts with the teams' names of that time."""
        names = TeamNames()

        def said(fact: Fact) -> Message:
            if isinstance(team := getattr(fact, "team", None), Team):
                names[team.number] = team.name
            return fact.says(names)

        return said


class OfFixture(Fact, frozen=True):
    """Something that happened to a fixture."""

    fixture: int

    def apply(self, state: League, at: float) -> League:
        return state.with_fixture(self.fixture, self.change)

    def change(self, fixture: Fixture) -> Fixture:
        """The fixture after it."""
        raise NotImplementedError

    @property
    def where(self) -> Reference:
        """The fixture by its number; a face says who plays in it."""
        return Reference("fixture", self.fixture)

    def there(self, said: Message) -> Message:
        """What happened to the fixture, in a sentence."""
        return message("{where}: {said}", where=self.where, said=said)


class OfGame(Fact, frozen=True):
    """Something that happened in a game of a fixture."""

    fixture: int
    game: int

    def apply(self, state: League, at: float) -> League:
        return state.with_games(self.fixture, (self.game,), self.change)

    def change(self, game: FixtureGame) -> FixtureGame:
        """The game after it."""
        raise NotImplementedError

    @property
    def where(self) -> Message:
        """The game by its numbers."""
        return message(
            "{fixture}, game {game}", fixture=Reference("fixture", self.fixture), game=self.game
        )

    def there(self, said: Message) -> Message:
        """What happened in the game, in a sentence."""
        return message("{where}: {said}", where=self.where, said=said)
