"""Decisions: forfeits, points for signalling, sanctions, protests, and the steps a league offers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from rightbower.rules.message import message
from rightbower.tournament.commands import Now, field
from rightbower.tournament.league import conduct as offences
from rightbower.tournament.league import conduct as protests
from rightbower.tournament.league import conduct as sanctions
from rightbower.tournament.league import forfeits
from rightbower.tournament.league.acts import (
    FixtureNo,
    GameNo,
    LeagueCommand,
    Player,
    ProtestNo,
    Starts,
    Team,
    When,
    Why,
    local_time,
    team,
)
from rightbower.tournament.league.facts import Fact
from rightbower.tournament.league.fold import LeagueHistory
from rightbower.tournament.league.league import League
from rightbower.tournament.league.refusal import LeagueError


class Forfeit(LeagueCommand, frozen=True, tag="forfeit"):
    """Have a team lose games for conduct or dishonesty."""

    asks_first: ClassVar[bool] = True
    fixture: FixtureNo
    team: Team
    cause: Annotated[Literal["conduct", "dishonesty"], field("Cause")]
    games: Annotated[tuple[int, ...], field("Games", "Their numbers.", place=True)] = ()
    why: Annotated[str, field("Reason", option=True)] = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        if not self.games:
            raise LeagueError(message("choose the games that are lost"))
        own = team(state, self.team)
        yield forfeits.forfeit(state, self.fixture, self.games, own, self.cause, self.why)


class Deduct(LeagueCommand, frozen=True, tag="deduct"):
    """Take points for signalling from a game in progress."""

    fixture: FixtureNo
    game: GameNo
    team: Team
    taken: Annotated[int, field("Points taken", limits={"ge": 0, "le": 99})]
    score: Annotated[int, field("What the team has now", limits={"ge": 0, "le": 99})]
    why: Why
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        when = local_time(self.when, now, state.fixture(self.fixture))
        own, taken = team(state, self.team), (self.taken, self.score)
        yield sanctions.deduct(state, self.fixture, self.game, own, *taken, self.why, when)


class SanctionPlayer(LeagueCommand, frozen=True, tag="sanction"):
    """Suspend, eject or expel a player."""

    team: Team
    player: Player
    penalty: Annotated[Literal["suspension", "ejection", "expulsion"], field("Penalty")]
    scope: Annotated[Literal["game", "fixture", "league"], field("From what")]
    why: Why
    fixture: Annotated[int, field("Fixture", limits={"ge": 0, "le": 9999})] = 0
    game: Annotated[int, field("Game", limits={"ge": 0, "le": 99})] = 0
    until: Annotated[int, field("Until", "The last week of a suspension.")] = 0
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield sanctions.sanction(
            state,
            team(state, self.team),
            self.player,
            self.penalty,
            self.scope,
            self.why,
            fixture=self.fixture,
            game=self.game,
            until=self.until,
            when=local_time(self.when, now),
        )


class ExpelTeam(LeagueCommand, frozen=True, tag="expel"):
    """Expel a team for dishonesty."""

    asks_first: ClassVar[bool] = True
    team: Team
    why: Why

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield sanctions.expel_team(state, team(state, self.team), self.why)


class LeaveLeague(LeagueCommand, frozen=True, tag="leave"):
    """Record that a team drops out; its results stand or are void."""

    asks_first: ClassVar[bool] = True
    team: Team
    results: Annotated[Literal["stand", "void"], field("Its results")]
    why: Why

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield offences.leave(state, team(state, self.team), self.results, self.why)


class LodgeProtest(LeagueCommand, frozen=True, tag="protest"):
    """File a protest."""

    fixture: FixtureNo
    game: GameNo
    team: Team
    kind: Annotated[Literal["eligibility", "other"], field("Kind")]
    why: Why
    player: Annotated[str, field("Player", "Who is challenged.")] = ""
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        by, when = team(state, self.team), local_time(self.when, now, state.fixture(self.fixture))
        at = (self.fixture, self.game, by)
        yield protests.protest(state, *at, self.kind, when, self.why, self.player)


class GiveEvidence(LeagueCommand, frozen=True, tag="evidence"):
    """Record the challenged player's written name and email."""

    protest: ProtestNo
    name: Annotated[str, field("Name")]
    email: Annotated[str, field("Email")]
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        when = local_time(self.when, now)
        yield protests.give_evidence(state, self.protest, self.name, self.email, when)


class RuleOnProtest(LeagueCommand, frozen=True, tag="rule"):
    """Rule on a protest."""

    protest: ProtestNo
    ruling: Annotated[Literal["upheld", "rejected"], field("Ruling")]
    why: Why

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield protests.rule(state, self.protest, self.ruling == "upheld", self.why)


class MoveGames(LeagueCommand, frozen=True, tag="move-games"):
    """Move the later games after a protest is upheld."""

    protest: ProtestNo
    starts: Starts
    why: Why

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield protests.move_later_games(state, self.protest, self.starts, self.why)


class Decide(LeagueCommand, frozen=True, tag="decide"):
    """Decide on a step that is offered, such as a removal."""

    team: Team
    about: Annotated[str, field("About", "Such as offence-2.")]
    what: Annotated[Literal["remove", "keep"], field("What")]
    why: Why

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        own, about = team(state, self.team), self.about.replace("-", " ")
        yield offences.decide(state, own, about, self.what == "remove", self.why)

    def asks(self, state: League) -> bool:
        """A removal is the end of a team."""
        return self.what == "remove"
