"""Protests: lodged in time, evidence, the ruling, and later games moved."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec.structs import replace

from rightbower.rules.message import Message, Reference, Term, as_written, because, message
from rightbower.tournament.commands import Now, field
from rightbower.tournament.contest import Fact
from rightbower.tournament.dates import when_text
from rightbower.tournament.league.acts import (
    FixtureNo,
    GameNo,
    LeagueCommand,
    ProtestNo,
    Starts,
    TeamField,
    When,
    Why,
    local_time,
    team_number,
)
from rightbower.tournament.league.fixtures import Fixture, FixtureGame, numbered
from rightbower.tournament.league.league import (
    League,
    LeagueHistory,
    NamesTeams,
    OfFixture,
    Protest,
)
from rightbower.tournament.league.refusal import LeagueError, require_text
from rightbower.tournament.league.season import clash, moment, to_be_played

Kind = Literal["eligibility", "other"]


_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


class Protested(Fact, frozen=True, tag="protested"):
    """A protest was lodged."""

    protest: Protest

    def apply(self, state: League, at: float) -> League:
        return replace(state, protests=(*state.protests, self.protest))

    def says(self, state: NamesTeams) -> Message:
        made = self.protest
        said = message(
            "protest {number} by {team}, {where}",
            number=made.number,
            team=state.named(made.by),
            where=message(
                "{fixture}, game {game}",
                fixture=Reference("fixture", made.fixture),
                game=made.game,
            ),
        )
        if made.player:
            said = message("{said} about {player}", said=said, player=made.player)
        said = because(said, made.why)
        if not made.informal:
            return said
        return message("{said}; not heard: {why}", said=said, why=made.informal)


def protest(
    league: League,
    number: int,
    game: int,
    by: int,
    kind: Kind,
    when: str,
    why: str,
    player: str = "",
) -> Protested:
    """A protest is written down; one that cannot be heard says so, and the game stands."""
    fixture = to_be_played(league, number)
    against = fixture.teams[1 - league.side_of(fixture, by)]
    moment(when)
    require_text(why, message("a protest needs a reason"))
    if kind == "eligibility" and not player.strip():
        raise LeagueError(message("name the player who is challenged"))
    if league.team(by).member(player) and not league.team(against).member(player):
        raise LeagueError(
            message(
                "{player} is a player of {team}, who protest", player=player, team=league.named(by)
            )
        )
    informal = _too_late(league, fixture.game(game), when) or _not_now(league, fixture, kind)
    own = len(league.protests) + 1
    return Protested(
        Protest(
            own, number, game, by, against, kind, when, why, player, informal=str(informal or "")
        )
    )


class LodgeProtest(LeagueCommand, frozen=True, tag="protest"):
    """File a protest."""

    fixture: FixtureNo
    game: GameNo
    team: TeamField
    kind: Annotated[Literal["eligibility", "other"], field("Kind")]
    why: Why
    player: Annotated[str, field("Player", "Who is challenged.")] = ""
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        by, when = (
            team_number(state, self.team),
            local_time(self.when, now, state.fixture(self.fixture)),
        )
        at = (self.fixture, self.game, by)
        yield protest(state, *at, self.kind, when, self.why, self.player)


class EvidenceGiven(Fact, frozen=True, tag="evidence-given"):
    """The challenged player wrote down a name and an email address."""

    protest: int
    name: str
    email: str
    when: str

    def apply(self, state: League, at: float) -> League:
        return state.with_protest(self.protest, name=self.name, email=self.email, given=self.when)

    def says(self, state: NamesTeams) -> Message:
        return message(
            "protest {protest}: {name}, {email}",
            protest=self.protest,
            name=self.name,
            email=self.email,
        )


def give_evidence(league: League, number: int, name: str, email: str, when: str) -> EvidenceGiven:
    """The challenged player hands the officer a written name and email before the start."""
    there = _lodged(league, number)
    clause = league.plan.clause("league.protest_evidence")
    if there.informal:
        raise LeagueError(there.informal)
    require_text(name, message("write the challenged player's name", clause))
    if not _EMAIL.fullmatch(email.strip()):
        raise LeagueError(
            message(
                "{text} is not an email address, such as ann@club.org; both a name and an email address are needed",
                clause,
                text=repr(email.strip()[:60]),
            )
        )
    game = league.fixture(there.fixture).game(there.game)
    if late := _too_late(league, game, when):
        raise LeagueError(late)
    return EvidenceGiven(number, name, email, when)


def official(league: League, there: Protest) -> Message | None:
    """Why a protest is not official; nothing where it is."""
    if there.informal:
        return as_written(there.informal)
    plan = league.plan
    game = league.fixture(there.fixture).game(there.game)
    if _had_begun(league, game, there.when):
        return _not_before(league)
    if there.player and plan.play.protest_evidence == "name and email":
        clause = plan.clause("league.protest_evidence")
        if not there.email:
            return message(
                "the challenged player has not handed in a written name and email", clause
            )
        if there.given and _had_begun(league, game, there.given):
            return message("the written name and email came after the start", clause)
    return None


class GiveEvidence(LeagueCommand, frozen=True, tag="evidence"):
    """Record the challenged player's written name and email."""

    protest: ProtestNo
    name: Annotated[str, field("Name")]
    email: Annotated[str, field("Email")]
    when: When = ""

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        when = local_time(self.when, now)
        yield give_evidence(state, self.protest, self.name, self.email, when)


class ProtestRuled(Fact, frozen=True, tag="protest-ruled"):
    """The officer upheld or rejected a protest; upheld, the game may be forfeited."""

    protest: int
    upheld: bool
    why: str
    forfeit: bool = False

    def apply(self, state: League, at: float) -> League:
        there = state.protests[self.protest - 1]
        league = state.with_protest(self.protest, upheld=self.upheld, ruling=self.why)
        if not self.forfeit:
            return league
        return league.forfeited(there.fixture, (there.game,), (there.against,), "protest", self.why)

    def says(self, state: NamesTeams) -> Message:
        said = (
            message("protest {protest} upheld", protest=self.protest)
            if self.upheld
            else message("protest {protest} rejected", protest=self.protest)
        )
        return because(said, self.why)


def rule(league: League, number: int, upheld: bool, why: str) -> ProtestRuled:
    """The officer's ruling, which is final; upheld, it forfeits the game in question."""
    there = _lodged(league, number)
    plan = league.plan
    if reason := official(league, there):
        raise LeagueError(reason)
    if there.upheld is not None:
        raise LeagueError(
            message(
                "the {officer} has ruled, and it is final",
                plan.clause("rulings.final"),
                officer=Term(plan.officer),
            )
        )
    require_text(why, message("a ruling needs a reason"))
    fixture = league.fixture(there.fixture)
    lost = bool(fixture.game(there.game).lost)
    forfeit = upheld and plan.play.upheld == "game forfeited"
    already = "; the game is forfeited already" if forfeit and lost else ""
    says = f"{why}{already} ({plan.clause('league.upheld')})"
    return ProtestRuled(number, upheld, says, forfeit and not lost and not fixture.cancelled)


class RuleOnProtest(LeagueCommand, frozen=True, tag="rule"):
    """Rule on a protest."""

    protest: ProtestNo
    ruling: Annotated[Literal["upheld", "rejected"], field("Ruling")]
    why: Why

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield rule(state, self.protest, self.ruling == "upheld", self.why)


class GamesMoved(OfFixture, frozen=True, tag="games-moved"):
    """Games of a fixture that are still to be played were moved to another day."""

    games: tuple[int, ...]
    starts: str
    why: str

    def apply(self, state: League, at: float) -> League:
        return state.with_games(
            self.fixture,
            self.games,
            lambda each: replace(each, moved=self.starts, moves=each.moves + 1),
        )

    def says(self, state: NamesTeams) -> Message:
        said = message(
            "{fixture}, {games} moved to {when}",
            fixture=self.where,
            games=numbered(self.games),
            when=when_text(self.starts),
        )
        return because(said, self.why)


def move_later_games(league: League, number: int, starts: str, why: str) -> GamesMoved:
    """After an upheld protest the games that follow it may be moved to another day."""
    there = _lodged(league, number)
    plan = league.plan
    clause = plan.clause("league.later_games")
    if there.upheld is not True:
        raise LeagueError(message("only an upheld protest lets later games be moved", clause))
    if plan.play.later_games == "stand":
        raise LeagueError(message("the later games are not moved", clause))
    fixture = league.fixture(there.fixture)
    later = tuple(
        game.number
        for game in fixture.games
        if game.number > there.game and not game.began and not game.lost
    )
    if not later:
        raise LeagueError(message("no later game is left to move"))
    require_text(why, message("a new date needs a reason"))
    if moment(starts) < moment(fixture.starts):
        raise LeagueError(
            message(
                "later games are moved to a later time than {when}",
                clause,
                when=when_text(fixture.starts),
            )
        )
    if reason := clash(league, fixture, starts):
        raise LeagueError(reason)
    return GamesMoved(fixture.number, later, moment(starts).isoformat("T", "minutes"), why)


class MoveGames(LeagueCommand, frozen=True, tag="move-games"):
    """Move the later games after a protest is upheld."""

    protest: ProtestNo
    starts: Starts
    why: Why

    def decide(self, state: League, now: Now[LeagueHistory]) -> Iterator[Fact]:
        yield move_later_games(state, self.protest, self.starts, self.why)


def waiting(league: League) -> tuple[Protest, ...]:
    """Official protests without a ruling."""
    return tuple(
        each for each in league.protests if each.upheld is None and not official(league, each)
    )


def _too_late(league: League, game: FixtureGame, when: str) -> Message | None:
    entered = league.plan.play.protest_before == "the result" and game.points is not None
    closed = bool(game.lost) or entered or _had_begun(league, game, when)
    return _not_before(league) if closed else None


def _had_begun(league: League, game: FixtureGame, when: str) -> bool:
    """Whether a game was being played by then, where that is too late for a protest."""
    to_start = league.plan.play.protest_before == "the start"
    return to_start and bool(game.began) and moment(when) >= moment(game.began)


def _not_before(league: League) -> Message:
    plan = league.plan
    return message(
        "a protest has to come before {before}; the game stands",
        plan.clause("league.protest_before"),
        plan.clause("league.protest_before", 1),
        before=Term(plan.play.protest_before),
    )


def _not_now(league: League, fixture: Fixture, kind: Kind) -> Message | None:
    name = "eligibility_protests" if kind == "eligibility" else "other_protests"
    setting = getattr(league.plan.play, name)
    if setting == "always" or (setting == "playoffs" and fixture.phase == "playoffs"):
        return None
    clause = league.plan.clause(f"league.{name}")
    if kind == "eligibility":
        return (
            message("a protest about who may play is heard in the playoffs only", clause)
            if setting == "playoffs"
            else message("a protest about who may play is heard never", clause)
        )
    return (
        message("such a protest is heard in the playoffs only", clause)
        if setting == "playoffs"
        else message("such a protest is heard never", clause)
    )


def _lodged(league: League, number: int) -> Protest:
    if not 1 <= number <= len(league.protests):
        raise LeagueError(message("there is no protest {number}", number=number))
    return league.protests[number - 1]
