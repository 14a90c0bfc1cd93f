"""What captains do from the table: name their line-up, take points back, dispute them."""

from __future__ import annotations

from collections.abc import Iterator

from rightbower.tournament.commands import Now
from rightbower.tournament.league import captains
from rightbower.tournament.league.acts import (
    FixtureNo,
    GameNo,
    LeagueCommand,
    LineUp,
    Team,
    When,
    Why,
    local_time,
    team,
)
from rightbower.tournament.league.facts import Fact
from rightbower.tournament.league.fold import LeagueHistory
from rightbower.tournament.league.league import League


class NameLineUp(LeagueCommand, frozen=True, tag="line-up"):
    """Say who plays a game for a team; it begins once both line-ups are in."""

    fixture: FixtureNo
    game: GameNo
    team: Team
    names: LineUp = ()
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        own, when = team(state, self.team), local_time(self.when, now, state.fixture(self.fixture))
        yield from captains.name_line_up(state, self.fixture, self.game, own, self.names, when)


class TakeBackPoints(LeagueCommand, frozen=True, tag="take-back"):
    """Take a team's points back before the other team confirms them."""

    fixture: FixtureNo
    game: GameNo
    team: Team

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield captains.take_back(state, self.fixture, self.game, team(state, self.team))


class DisputePoints(LeagueCommand, frozen=True, tag="dispute"):
    """Say that the points the other team entered are wrong."""

    fixture: FixtureNo
    game: GameNo
    team: Team
    why: Why

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        own = team(state, self.team)
        yield captains.dispute(state, self.fixture, self.game, own, self.why)
