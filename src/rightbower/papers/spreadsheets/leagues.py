"""A league as tables for a spreadsheet: the places, the fixtures and the rosters."""

from __future__ import annotations

from rightbower.papers.spreadsheets.cells import Cell, Page
from rightbower.tournament.league.fixtures import Fixture
from rightbower.tournament.league.league import League
from rightbower.tournament.league.lists import moved_games_text
from rightbower.tournament.league.outcome import games_won, score
from rightbower.tournament.league.table import standings

PLACES = (
    "Place",
    "Team",
    "Nights",
    "Won",
    "Lost",
    "For",
    "Against",
    "Forfeited",
    "Offences",
    "Why",
)
# Headed so that the list can be taken in again.
ROSTERS = ("Team", "Player", "Sub", "Signed", "Witness", "Email")


def league_pages(league: League) -> tuple[Page, ...]:
    """The tables of a league, the places first."""
    return (_places(league), _fixtures(league), _rosters(league))


def _places(league: League) -> Page:
    rows = tuple(
        (
            "" if each.rank is None else f"{each.rank}{'=' if each.open else ''}",
            each.name,
            each.fixtures,
            each.won,
            each.lost,
            each.points,
            each.against,
            each.forfeited,
            each.offences,
            str(each.why),
        )
        for each in standings(league)
    )
    return Page("Table", PLACES, rows)


def _fixtures(league: League) -> Page:
    games = [f"Game {number}" for number in range(1, league.plan.play.games + 1)]
    heads = ("Number", "Week", "Phase", "Starts", "First", "Second", "Won", *games, "Note")
    return Page("Fixtures", heads, tuple(_fixture(league, each) for each in league.fixtures))


def _fixture(league: League, fixture: Fixture) -> tuple[Cell, ...]:
    one, other = (league.team(number).name for number in fixture.teams)
    scores = [score(fixture, game, league.plan) for game in fixture.games]
    shown = [f"{each[0]}–{each[1]}" if each else "" for each in scores]
    won = "–".join(map(str, games_won(fixture))) if any(scores) else ""
    starts = fixture.starts.replace("T", " ")
    cells = (fixture.number, fixture.week, fixture.phase, starts, one, other, won)
    return (
        *cells,
        *shown,
        fixture.cancelled or fixture.void or "; ".join(map(str, moved_games_text(fixture))),
    )


def _rosters(league: League) -> Page:
    rows = tuple(
        (
            team.name,
            member.name,
            "yes" if member.kind == "sub" else "",
            member.signed,
            member.witness,
            member.email,
        )
        for team in league.teams
        for member in team.members
    )
    return Page("Rosters", ROSTERS, rows)
