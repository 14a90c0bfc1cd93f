"""Events, leagues and clubs as tables for a spreadsheet."""

from __future__ import annotations

from rightbower.papers.spreadsheets.cells import Cell, Page
from rightbower.tournament.club.club import NightSeason
from rightbower.tournament.club.night import ClubHistory
from rightbower.tournament.club.people import people
from rightbower.tournament.club.season import season_nights, season_table
from rightbower.tournament.events.columns import figure_heads, figures, rank_text, reason
from rightbower.tournament.events.entrants import Entrant, Player
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.places import Ranked
from rightbower.tournament.events.places import standings as event_standings
from rightbower.tournament.events.scorecards import master_card
from rightbower.tournament.league.fixtures import Fixture
from rightbower.tournament.league.league import League
from rightbower.tournament.league.lists import moved_games_text
from rightbower.tournament.league.outcome import games_won, score
from rightbower.tournament.league.table import standings as league_standings

GAMES = ("Round", "Table", "First", "Second", "First's points", "Second's points", "Result")
# Headed so that the list can be taken in again.
ENTRANTS = (
    "Name",
    "Partner",
    "Zone",
    "Born",
    "Partner born",
    "Member",
    "Partner member",
    "Floater",
    "Number",
    "State",
)


def event_pages(event: Event) -> tuple[Page, ...]:
    """The tables of an event, the places first."""
    return (_places_page(event), _games(event), _entrants(event))


def _places_page(event: Event) -> Page:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (_rank(each), each.name, *figures(event, each), str(reason(each)))
        for each in event_standings(event)
    )
    return Page("Standings", ("Place", "Name", *figure_heads(event), "Why"), rows)


def _rank(place: Ranked) -> Cell:
    """The rank as a number; a shared one has its mark and is a text."""
    return rank_text(place) if place.shared or place.rank is None else place.rank


def _games(event: Event) -> Page:
    rows = []
    for row in master_card(event):
        one, other = row.points or ("", "")
        rows.append((row.round, row.table, row.first, row.second, one, other, str(row.says)))
    return Page("Games", GAMES, tuple(rows))


def _entrants(event: Event) -> Page:
    """Who enters now: single players who were given a partner are in their pair."""
    now = (each for each in event.entrants if each.state != "paired")
    return Page("Entrants", ENTRANTS, tuple(_entrant(each) for each in now))


def _entrant(entrant: Entrant) -> tuple[Cell, ...]:
    first, second = (*entrant.players, Player(""))[:2]
    return (
        first.name,
        second.name,
        entrant.zone,
        first.born,
        second.born,
        _yes(first.member),
        _yes(second.member),
        _yes(entrant.floater or None),
        entrant.number,
        entrant.state,
    )


def _yes(value: bool | None) -> str:
    return {True: "yes", False: "no", None: ""}[value]


LEAGUE_PLACES = (
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
    return (_table_page(league), _fixtures(league), _rosters(league))


def _table_page(league: League) -> Page:
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
        for each in league_standings(league)
    )
    return Page("Table", LEAGUE_PLACES, rows)


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


SEASON_PLACES = ("Place", "Name", "Total", "For coming", "Nights", "Firsts", "Won", "Drawn", "Lost",
          "Points made", "Prizes in cents", "Why")  # fmt: skip
# Headed so that the list can be imported again.
PEOPLE = ("Name", "Nights", "League nights", "Firsts", "Best place", "Winnings in cents", "Last", "Also written")  # fmt: skip


def season_page(history: ClubHistory, season: NightSeason) -> Page:
    """The table of a season, a column for each night."""
    nights = season_nights(history, season)
    rows = []
    for each in season_table(history, season):
        tally = each.tally
        made = {night.event: night.points for night in tally.nights}
        figures = (tally.attended, tally.firsts, tally.won, tally.drawn, tally.lost, tally.points)
        cells = (
            each.rank,
            each.name,
            each.total,
            each.attendance,
            *figures,
            tally.prize,
            str(each.why),
        )
        rows.append((*cells, *(made.get(night.id, "") for night in nights)))
    heads = (*SEASON_PLACES, *(f"{night.name} ({night.date})" for night in nights))
    return Page("Season", heads, tuple(rows))


def people_page(history: ClubHistory) -> Page:
    """Everybody in the book."""
    rows = tuple(
        (each.name, each.nights, each.league_nights, each.firsts, each.best or "", each.prize,
         each.last, ", ".join(each.spellings))
        for each in people(history)
    )  # fmt: skip
    return Page("People", PEOPLE, rows)
