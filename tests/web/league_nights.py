"""A league whose first night is played straight in its entries."""

from __future__ import annotations

from msgspec.structs import replace

from rightbower.tournament.contest import Entry
from rightbower.tournament.league.fixtures import Fixture
from rightbower.tournament.league.league import League, LeagueHistory
from rightbower.tournament.league.season import enter_team, open_league
from tournament.league.evenings import FIRST

DAY = FIRST[:10]


def put(league: League, fixture: Fixture) -> League:
    """The league with a fixture as it is given."""
    return replace(
        league,
        fixtures=tuple(fixture if f.number == fixture.number else f for f in league.fixtures),
    )


def with_game(fixture: Fixture, number_: int, **changed: object) -> Fixture:
    games = tuple(
        replace(each, **changed) if each.number == number_ else each for each in fixture.games
    )
    return replace(fixture, games=games)


def opened(*teams: str) -> League:
    history = LeagueHistory.of([Entry(0.0, "Gamer", open_league("tuesdays", "Tuesday league"))])
    for each in teams:
        history = history.extend(Entry(1.0, "Gamer", enter_team(history.league, each)))
    return history.league
