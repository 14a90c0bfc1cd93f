"""An event as tables for a spreadsheet: the places, the games and the list of names."""

from __future__ import annotations

from rightbower.papers.spreadsheets.cells import Cell, Page
from rightbower.tournament.events.columns import figure_heads, figures, rank_text, reason
from rightbower.tournament.events.entrants import Entrant, Player
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.places import Ranked, standings
from rightbower.tournament.events.scorecards import master_card

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
    return (_places(event), _games(event), _entrants(event))


def _places(event: Event) -> Page:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (_rank(each), each.name, *figures(event, each), str(reason(each)))
        for each in standings(event)
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
