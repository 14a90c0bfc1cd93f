"""What waits for the officer's word: protests, points that are disputed, ties in the way of a draw."""

from __future__ import annotations

from rightbower.events.league.outcome import goes_on, over, unconfirmed
from rightbower.events.league.protests import waiting
from rightbower.events.league.season import names_of
from rightbower.events.league.state.league import League
from rightbower.events.league.table import tied_teams


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
