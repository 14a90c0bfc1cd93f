"""Sanctions against players, and points taken for signalling."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec.structs import replace

from rightbower.rules.message import Message, Term, because, message
from rightbower.tournament.commands import Now, field
from rightbower.tournament.contest import Fact
from rightbower.tournament.league.acts import (
    FixtureNo,
    GameNo,
    LeagueCommand,
    Player,
    TeamField,
    When,
    Why,
    local_time,
    team_number,
)
from rightbower.tournament.league.fixtures import Deduction, FixtureGame
from rightbower.tournament.league.league import (
    League,
    LeagueHistory,
    NamesTeams,
    OfGame,
    Penalty,
    Sanction,
    Scope,
)
from rightbower.tournament.league.refusal import LeagueError, require_text
from rightbower.tournament.league.season import moment


class Sanctioned(Fact, frozen=True, tag="sanctioned"):
    """A player was suspended, ejected or expelled."""

    sanction: Sanction

    def apply(self, state: League, at: float) -> League:
        return replace(state, sanctions=(*state.sanctions, self.sanction))

    def says(self, state: NamesTeams) -> Message:
        said = message(
            "{player}: {penalty} ({scope})",
            player=self.sanction.player,
            penalty=Term(self.sanction.penalty),
            scope=Term(self.sanction.scope),
        )
        return because(said, self.sanction.why)


def sanction(
    league: League,
    team: int,
    player: str,
    penalty: Penalty,
    scope: Scope,
    why: str,
    *,
    fixture: int = 0,
    game: int = 0,
    until: int = 0,
    when: str = "",
) -> Sanctioned:
    """A player is suspended or ejected for conduct, or expelled for dishonesty."""
    plan = league.plan
    member = league.team(team).member(player)
    if member is None:
        raise LeagueError(
            message("{player} is not on the list of {team}", player=player, team=league.named(team))
        )
    require_text(why, message("a sanction needs a reason"))
    path = "league.dishonesty" if penalty == "expulsion" else "league.sanctions"
    clause = plan.clause(path)
    if getattr(plan.play, path.partition(".")[2]) == "none":
        raise LeagueError(message("the rules have no such sanction", clause))
    if penalty == "expulsion" and scope != "league":
        raise LeagueError(message("a player is expelled only from the league", clause))
    found = Sanction(team, member.name, penalty, scope, why, fixture, game, until, clause, when)
    _check_scope(league, found)
    if when:
        moment(when)
    return Sanctioned(found)


def _check_scope(league: League, found: Sanction) -> None:
    """Refuse a sanction that does not say from what, or until when, a player is out."""
    if found.scope != "league":
        if not found.fixture:
            raise LeagueError(
                message("say from which fixture {player} is out", player=found.player)
            )
        if found.scope == "game" and not found.game:
            raise LeagueError(
                message(
                    "say from which game of fixture {fixture} {player} is out",
                    fixture=found.fixture,
                    player=found.player,
                )
            )
        fixture = league.fixture(found.fixture)
        league.side_of(fixture, found.team)
        if found.scope == "game":
            fixture.game(found.game)
    if found.until < 0:
        raise LeagueError(message("a suspension lasts until a week of the season"))
    if found.until and (found.penalty != "suspension" or found.scope != "league"):
        raise LeagueError(message("only a suspension from the league lasts until a week"))


class SanctionPlayer(LeagueCommand, frozen=True, tag="sanction"):
    """Suspend, eject or expel a player."""

    team: TeamField
    player: Player
    penalty: Annotated[Literal["suspension", "ejection", "expulsion"], field("Penalty")]
    scope: Annotated[Literal["game", "fixture", "league"], field("From what")]
    why: Why
    fixture: Annotated[int, field("Fixture", limits={"ge": 0, "le": 9999})] = 0
    game: Annotated[int, field("Game", limits={"ge": 0, "le": 99})] = 0
    until: Annotated[int, field("Until", "The last week of a suspension.")] = 0
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield sanction(
            state,
            team_number(state, self.team),
            self.player,
            self.penalty,
            self.scope,
            self.why,
            fixture=self.fixture,
            game=self.game,
            until=self.until,
            when=local_time(self.when, now),
        )


class Deducted(OfGame, frozen=True, tag="deducted"):
    """The officer took points from a team in a game in progress."""

    deduction: Deduction

    def change(self, game: FixtureGame) -> FixtureGame:
        return replace(game, deductions=(*game.deductions, self.deduction))

    def says(self, state: NamesTeams) -> Message:
        taken = self.deduction
        said = message(
            "{points} {points|point|points} taken from {team}, {score} to {left}",
            points=taken.points,
            team=state.named(taken.team),
            score=taken.score,
            left=taken.left,
        )
        return because(self.there(said), taken.why)


def deduct(
    league: League, number: int, game: int, team: int, points: int, score: int, why: str, when: str
) -> Deducted:
    """Signalling costs points in the game in progress; ``score`` is what the team has now."""
    plan = league.plan
    clause = plan.clause("conduct.signalling")
    there = league.fixture(number).game(game)
    league.side_of(league.fixture(number), team)
    if there.points is not None or there.lost:
        raise LeagueError(message("a finished game stands", plan.clause("conduct.least")))
    if not there.playing:
        raise LeagueError(
            message("game {game} of fixture {number} is not in progress", game=game, number=number)
        )
    if not plan.least <= points <= plan.most or plan.most == 0:
        raise LeagueError(
            message(
                "signalling costs {least} to {most} points",
                clause,
                least=plan.least,
                most=plan.most,
            )
        )
    if score < 0 or (plan.target is not None and score >= plan.target):
        raise LeagueError(message("say what the team has in the game in progress"))
    require_text(why, message("the {officer} gives a reason", clause, officer=Term(plan.officer)))
    moment(when)
    return Deducted(number, game, Deduction(team, points, score, why, when))


class Deduct(LeagueCommand, frozen=True, tag="deduct"):
    """Take points for signalling from a game in progress."""

    fixture: FixtureNo
    game: GameNo
    team: TeamField
    taken: Annotated[int, field("Points taken", limits={"ge": 0, "le": 99})]
    score: Annotated[int, field("What the team has now", limits={"ge": 0, "le": 99})]
    why: Why
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        when = local_time(self.when, now, state.fixture(self.fixture))
        own, taken = team_number(state, self.team), (self.taken, self.score)
        yield deduct(state, self.fixture, self.game, own, *taken, self.why, when)
