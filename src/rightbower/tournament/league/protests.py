"""Protests: lodged before the start, made official in writing, ruled on once by the officer."""

from __future__ import annotations

import re
from typing import Literal

from rightbower.tournament.dates import when_text
from rightbower.tournament.league.season import clash, moment, to_be_played
from rightbower.tournament.league.state.facts import (
    EvidenceGiven,
    GamesMoved,
    Protested,
    ProtestRuled,
)
from rightbower.tournament.league.state.fixtures import Fixture, FixtureGame
from rightbower.tournament.league.state.league import League, Protest
from rightbower.tournament.league.state.refusal import LeagueError, require_text

Kind = Literal["eligibility", "other"]


_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")


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
    require_text(why, "a protest needs a reason")
    if kind == "eligibility" and not player.strip():
        raise LeagueError("name the player who is challenged")
    if league.team(by).member(player) and not league.team(against).member(player):
        raise LeagueError(f"{player} is a player of {league.team(by).name}, who protest")
    informal = _too_late(league, fixture.game(game), when) or _not_now(league, fixture, kind)
    own = len(league.protests) + 1
    return Protested(
        Protest(own, number, game, by, against, kind, when, why, player, informal=informal)
    )


def give_evidence(league: League, number: int, name: str, email: str, when: str) -> EvidenceGiven:
    """The challenged player hands the officer a written name and email before the start."""
    there = _lodged(league, number)
    clause = league.plan.clause("league.protest_evidence")
    if there.informal:
        raise LeagueError(there.informal)
    require_text(name, f"write the challenged player's name ({clause})")
    if not _EMAIL.fullmatch(email.strip()):
        raise LeagueError(
            f"{email.strip()[:60]!r} is not an email address, such as ann@club.org; both a name"
            f" and an email address are needed ({clause})"
        )
    game = league.fixture(there.fixture).game(there.game)
    if late := _too_late(league, game, when):
        raise LeagueError(late)
    return EvidenceGiven(number, name, email, when)


def official(league: League, there: Protest) -> str:
    """Why a protest is not official; nothing where it is."""
    if there.informal:
        return there.informal
    plan = league.plan
    game = league.fixture(there.fixture).game(there.game)
    if _had_begun(league, game, there.when):
        return _not_before(league)
    if there.player and plan.play.protest_evidence == "name and email":
        clause = plan.clause("league.protest_evidence")
        if not there.email:
            return f"the challenged player has not handed in a written name and email ({clause})"
        if there.given and _had_begun(league, game, there.given):
            return f"the written name and email came after the start ({clause})"
    return ""


def rule(league: League, number: int, upheld: bool, why: str) -> ProtestRuled:
    """The officer's ruling, which is final; upheld, it forfeits the game in question."""
    there = _lodged(league, number)
    plan = league.plan
    if reason := official(league, there):
        raise LeagueError(reason)
    if there.upheld is not None:
        raise LeagueError(
            f"the {plan.officer} has ruled, and it is final ({plan.clause('rulings.final')})"
        )
    require_text(why, "a ruling needs a reason")
    fixture = league.fixture(there.fixture)
    lost = bool(fixture.game(there.game).lost)
    forfeit = upheld and plan.play.upheld == "game forfeited"
    already = "; the game is forfeited already" if forfeit and lost else ""
    says = f"{why}{already} ({plan.clause('league.upheld')})"
    return ProtestRuled(number, upheld, says, forfeit and not lost and not fixture.cancelled)


def move_later_games(league: League, number: int, starts: str, why: str) -> GamesMoved:
    """After an upheld protest the games that follow it may be moved to another day."""
    there = _lodged(league, number)
    plan = league.plan
    clause = plan.clause("league.later_games")
    if there.upheld is not True:
        raise LeagueError(f"only an upheld protest lets later games be moved ({clause})")
    if plan.play.later_games == "stand":
        raise LeagueError(f"the later games are not moved ({clause})")
    fixture = league.fixture(there.fixture)
    later = tuple(
        game.number
        for game in fixture.games
        if game.number > there.game and not game.began and not game.lost
    )
    if not later:
        raise LeagueError("no later game is left to move")
    require_text(why, "a new date needs a reason")
    if moment(starts) < moment(fixture.starts):
        raise LeagueError(
            f"later games are moved to a later time than {when_text(fixture.starts)} ({clause})"
        )
    if reason := clash(league, fixture, starts):
        raise LeagueError(reason)
    return GamesMoved(fixture.number, later, moment(starts).isoformat("T", "minutes"), why)


def waiting(league: League) -> tuple[Protest, ...]:
    """Official protests without a ruling."""
    return tuple(
        each for each in league.protests if each.upheld is None and not official(league, each)
    )


def _too_late(league: League, game: FixtureGame, when: str) -> str:
    entered = league.plan.play.protest_before == "the result" and game.points is not None
    closed = bool(game.lost) or entered or _had_begun(league, game, when)
    return _not_before(league) if closed else ""


def _had_begun(league: League, game: FixtureGame, when: str) -> bool:
    """Whether a game was being played by then, where that is too late for a protest."""
    to_start = league.plan.play.protest_before == "the start"
    return to_start and bool(game.began) and moment(when) >= moment(game.began)


def _not_before(league: League) -> str:
    plan = league.plan
    clauses = f"{plan.clause('league.protest_before')}, {plan.clause('league.protest_before', 1)}"
    return f"a protest has to come before {plan.play.protest_before}; the game stands ({clauses})"


def _not_now(league: League, fixture: Fixture, kind: Kind) -> str:
    name = "eligibility_protests" if kind == "eligibility" else "other_protests"
    setting = getattr(league.plan.play, name)
    if setting == "always" or (setting == "playoffs" and fixture.phase == "playoffs"):
        return ""
    what = "a protest about who may play" if kind == "eligibility" else "such a protest"
    when = "in the playoffs only" if setting == "playoffs" else "never"
    return f"{what} is heard {when} ({league.plan.clause(f'league.{name}')})"


def _lodged(league: League, number: int) -> Protest:
    if not 1 <= number <= len(league.protests):
        raise LeagueError(f"there is no protest {number}")
    return league.protests[number - 1]
