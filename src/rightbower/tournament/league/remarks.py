"""What the officer of a league should know: open decisions, and remarks on a new entry."""

from __future__ import annotations

from rightbower.tournament.league.conduct import waiting
from rightbower.tournament.league.outcome import goes_on, over, unconfirmed
from rightbower.tournament.league.playoffs import drawn_otherwise
from rightbower.tournament.league.season import names_of
from rightbower.tournament.league.state.facts import Began, Fact, PlayoffsRedrawn
from rightbower.tournament.league.state.fold import apply
from rightbower.tournament.league.state.league import League
from rightbower.tournament.league.table import played_range, tied_teams, unequal_text


def remarks(league: League, fact: Fact) -> tuple[str, ...]:
    """Remarks on a fact about to be added to the league."""
    if isinstance(fact, PlayoffsRedrawn):
        return _played_for_nothing(league)
    if isinstance(fact, Began):
        return _before_its_turn(league, fact)
    after = apply(league, fact)
    said = []
    if (now := drawn_otherwise(after)) and now != drawn_otherwise(league):
        said.append(now)
    if _finished(after) and played_range(after) != played_range(league):
        said.append(unequal_text(after))
    return tuple(filter(None, said))


def _before_its_turn(league: League, fact: Began) -> tuple[str, ...]:
    """The earlier games that a game begins before; the forfeit clock costs them in their order."""
    earlier = [each for each in league.fixture(fact.fixture).games if each.number < fact.game]
    left = [str(each.number) for each in earlier if not each.began and not each.lost]
    if not left:
        return ()
    games = f"Games {' and '.join(left)} have" if len(left) > 1 else f"Game {left[0]} has"
    plan = league.plan
    clauses = f"{plan.clause('league.games')}, {plan.clause('league.forfeit_minutes')}"
    return (f"{games} not been played yet, and games are numbered in their order ({clauses}).",)


def _finished(league: League) -> bool:
    """Whether the season is played out, so that unequal games stay unequal."""
    return bool(league.byes) and all(over(each, league.plan) for each in league.season)


def _played_for_nothing(league: League) -> tuple[str, ...]:
    """The playoff games that a new draw leaves without effect."""
    begun = [each for each in league.playoff_fixtures if each.begun]
    return tuple(f"{league.called(each)} was played and no longer counts." for each in begun)


def to_decide(league: League) -> list[str]:
    """A sentence for each thing that only the officer can decide now, beside the steps of offences."""
    final = league.plan.clause("rulings.final")
    lines = [f"To rule on: protest {each.number} ({final})" for each in waiting(league)]
    lines += [
        f"To decide: the points of fixture {fixture}, game {game} ({dispute})"
        for fixture, game in unconfirmed(league)
        if (dispute := league.fixture(fixture).game(game).dispute)
    ]
    lines += [
        f"To decide: who goes on, {league.called(each)} ({final})"
        for each in league.playoff_fixtures
        if over(each, league.plan) and not goes_on(league, each)
    ]
    return lines + _ties(league)


def _ties(league: League) -> list[str]:
    """Teams to be put in order once the season is over, before the playoffs are drawn."""
    finished = league.fixtures and all(over(each, league.plan) for each in league.season)
    if not finished or league.bracket or league.plan.play.playoffs == "none":
        return []
    clause = league.plan.clause("rulings.final")
    return [
        f"To decide: the order of {names_of(league, group)} ({clause})"
        for group in tied_teams(league)
    ]
