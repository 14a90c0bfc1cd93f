"""A club as tables for a spreadsheet: the places of a season, its nights, and the people."""

from __future__ import annotations

from rightbower.papers.spreadsheets.cells import Page
from rightbower.tournament.club.club import NightSeason
from rightbower.tournament.club.night import ClubHistory
from rightbower.tournament.club.people import people
from rightbower.tournament.club.season import season_nights, season_table

PLACES = ("Place", "Name", "Total", "For coming", "Nights", "Firsts", "Won", "Drawn", "Lost",
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
    heads = (*PLACES, *(f"{night.name} ({night.date})" for night in nights))
    return Page("Season", heads, tuple(rows))


def people_page(history: ClubHistory) -> Page:
    """Everybody in the book."""
    rows = tuple(
        (each.name, each.nights, each.league_nights, each.firsts, each.best or "", each.prize,
         each.last, ", ".join(each.spellings))
        for each in people(history)
    )  # fmt: skip
    return Page("People", PEOPLE, rows)
