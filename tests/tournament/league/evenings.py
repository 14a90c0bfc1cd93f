"""A league set up in words: teams, nights, arrivals and results by name."""

from collections.abc import Sequence
from typing import Any

from rightbower.tournament.contest import Entry, Fact
from rightbower.tournament.league import forfeits, night, roster
from rightbower.tournament.league.fixtures import Fixture, FixtureGame
from rightbower.tournament.league.league import League, LeagueHistory, Team
from rightbower.tournament.league.outcome import score
from rightbower.tournament.league.playoffs import draw
from rightbower.tournament.league.points import enter
from rightbower.tournament.league.season import enter_team, open_league, schedule
from rightbower.tournament.league.table import standings

FIRST = "2027-01-12T19:00"
FOUR = ("Aces", "Kings", "Queens", "Jacks")
DEAL_POINTS = "10-7 10-8 10-9"


class Season:
    """A league under way; every fact goes through the fold as it would from the journal.

    Each team has three players on its roster, all signed: Aces 1, Aces 2 and Aces 3.
    """

    def __init__(self, *teams: str, signed: bool = True, **options: Any) -> None:
        weeks = options.pop("weeks", None)
        self.now = 0.0
        opened = open_league("tuesdays", "Tuesday league", **options)
        self.history: LeagueHistory = LeagueHistory.of([Entry(0.0, "Gamer", opened)])
        for name in teams or FOUR:
            self.do(enter_team(self.league, name))
        self.do(schedule(self.league, FIRST, weeks))
        for team in self.league.teams:
            names = [f"{team.name} {number}" for number in (1, 2, 3)]
            self.do(roster.name_players(self.league, team.number, names, FIRST))
            for name in names if signed else ():
                self.do(roster.sign(self.league, team.number, name, FIRST))

    @property
    def league(self) -> League:
        """The league as it stands."""
        return self.history.league

    def do(self, fact: Fact) -> League:
        """Write a fact down."""
        self.now += 1.0
        self.history = self.history.extend(Entry(self.now, "Gamer", fact))
        return self.league

    def team(self, name: str) -> Team:
        """A team by its name."""
        return next(each for each in self.league.teams if each.name == name)

    def number(self, name: str) -> int:
        """A team's number."""
        return self.team(name).number

    def of(self, name: str, week: int | None = None) -> Fixture:
        """The fixture of a team in a week, or its first that is not over."""
        own = self.number(name)
        fixtures = [each for each in self.league.fixtures if own in each.teams]
        if week is not None:
            return next(each for each in fixtures if each.week == week)
        return next(each for each in fixtures if not all(game.stands for game in each.games))

    def between(self, one: str, other: str) -> Fixture:
        """The fixture of two teams."""
        both = {self.number(one), self.number(other)}
        return next(each for each in self.league.fixtures if set(each.teams) == both)

    def at(self, fixture: Fixture, time: str) -> str:
        """A time of day on a fixture's night."""
        return f"{fixture.starts[:10]}T{time}"

    def here(self, fixture: Fixture, players: Sequence[str], time: str = "19:00") -> None:
        """Players come, each for the team of the first word of the name."""
        for player in players:
            own = self.number(player.rpartition(" ")[0])
            when = self.at(fixture, time)
            self.do(night.arrive(self.league, fixture.number, own, [player], when))

    def two(self, name: str) -> tuple[str, str]:
        """The first two players of a team."""
        return f"{name} 1", f"{name} 2"

    def both_here(self, fixture: Fixture, time: str = "19:00") -> None:
        """Two players of both teams come."""
        for number in fixture.teams:
            self.here(fixture, self.two(self.league.team(number).name), time)

    def call(self, fixture: Fixture, time: str) -> tuple[int, ...]:
        """Write down what lateness costs at a time; the games that are lost now."""
        for lost in forfeits.due(self.league, fixture.number, self.at(fixture, time)):
            self.do(lost)
        return self.lost(fixture)

    def lost(self, fixture: Fixture) -> tuple[int, ...]:
        """The forfeited games of a fixture."""
        return tuple(each.number for each in self.league.fixture(fixture.number).games if each.lost)

    def game(self, fixture: Fixture, number: int) -> FixtureGame:
        """A game as it stands now."""
        return self.league.fixture(fixture.number).game(number)

    def score(self, fixture: Fixture, number: int) -> tuple[int, int] | None:
        """The points of a game as the table counts them."""
        return score(fixture, self.game(fixture, number), self.league.plan)

    def begin(self, fixture: Fixture, game: int = 1, time: str = "19:05") -> None:
        """A game begins with the first two players of both teams."""
        one, other = (self.two(self.league.team(each).name) for each in fixture.teams)
        when = self.at(fixture, time)
        self.do(night.begin(self.league, fixture.number, game, (one, other), when))

    def play(self, fixture: Fixture, points: str = DEAL_POINTS, first: str = "") -> None:
        """The games of a fixture; points of the team named, or of that named first, come first."""
        if not fixture.arrivals:
            self.both_here(fixture)
        turned = bool(first) and fixture.teams[0] != self.number(first)
        for game, text in enumerate(points.split(), 1):
            self.begin(fixture, game)
            one, other = (int(each) for each in text.split("-"))
            made = (other, one) if turned else (one, other)
            self.do(enter(self.league, fixture.number, game, made))

    def miss(self, name: str, week: int) -> None:
        """A team does not come at all; the others do."""
        fixture = self.of(name, week)
        (others,) = (each for each in fixture.teams if each != self.number(name))
        self.here(fixture, self.two(self.league.team(others).name))
        self.call(fixture, "19:30")

    def rest(self) -> None:
        """All fixtures of the season that are open, won by the team of the lower number."""
        for fixture in self.league.season:
            if not fixture.begun:
                self.play(fixture, first=self.league.team(min(fixture.teams)).name)

    def playoffs(self, starts: str = "2027-03-02T19:00") -> tuple[Fixture, ...]:
        """The next round of the playoffs, drawn."""
        before = len(self.league.fixtures)
        self.do(draw(self.league, starts))
        return self.league.fixtures[before:]

    def places(self) -> list[tuple[int | None, str]]:
        """The table by rank and name."""
        return [(each.rank, each.name) for each in standings(self.league)]
