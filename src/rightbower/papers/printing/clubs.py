"""The papers of a club: the table of a season with its reasons and statistics."""

from __future__ import annotations

from typing import Final

from rightbower.papers.printing import lists
from rightbower.papers.printing.papers import Heading, Paper, PlaceLine, StandingsPaper
from rightbower.rules.refusal import counted
from rightbower.tournament.club.lists import leads
from rightbower.tournament.club.night import ClubHistory
from rightbower.tournament.club.season import (
    SeasonPlace,
    counting,
    season_nights,
    season_table,
    statistics,
    waiting,
)
from rightbower.tournament.events.cash import money

FIGURES: Final = ("Total", "Nights", "Firsts", "Won", "Lost", "Prizes")


def season_paper(history: ClubHistory, season_id: str, paper: Paper = "A4") -> bytes:
    """The table of a season as a PDF file."""
    season = history.club.season(season_id)
    places = season_table(history, season)
    nights = counted(len(season_nights(history, season)), "night")
    counts = f"{nights}: {counting(season.plan)}"
    heading = Heading(season.name, (history.club.name, counts))
    records = [f"{each.title}: {each.figure}, {each.names}" for each in statistics(places) if each.who]  # fmt: skip
    notes = (*filter(None, [leads(season, places)]), *map(str, waiting(history, season)), *records)
    data = StandingsPaper(tuple(_line(each) for each in places), FIGURES, "Name", notes)
    return lists.standings(heading, data, paper)


def _line(place: SeasonPlace) -> PlaceLine:
    tally = place.tally
    figures = (place.total, tally.attended, tally.firsts, tally.won, tally.lost)
    rank = f"{place.rank}{'=' if place.shared else ''}"
    shown = (*map(str, figures), money(tally.prize))
    return PlaceLine(rank, place.name, shown, str(place.reason))
