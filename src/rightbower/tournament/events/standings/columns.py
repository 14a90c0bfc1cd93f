"""The standings as a table: the same columns on the screen, on paper and in a spreadsheet."""

from __future__ import annotations

from typing import Protocol

from rightbower.rules.refusal import counted
from rightbower.tournament.events.state.entrants import Place
from rightbower.tournament.events.state.event import Event

FIGURES = ("Won", "Drawn", "Lost", "Byes", "For", "Against")


def figure_heads(event: Event) -> tuple[str, ...]:
    """The headings of the numbers, what the book counts first."""
    return ("Points", *FIGURES) if event.plan.standings.ranking == "event points" else FIGURES


def figures(event: Event, place: Place) -> tuple[int, ...]:
    """A place's numbers under those headings."""
    first = (place.event_points,) if event.plan.standings.ranking == "event points" else ()
    return (*first, place.won, place.drawn, place.lost, place.byes, place.points, place.against)


class Tallied(Protocol):
    """What somebody's games come to, in the standings or as they are shown."""

    @property
    def won(self) -> int: ...
    @property
    def drawn(self) -> int: ...
    @property
    def lost(self) -> int: ...
    @property
    def points(self) -> int: ...
    @property
    def event_points(self) -> int: ...


def tally_text(place: Tallied, ranking: str) -> str:
    """What somebody has, the number first that the places go by.

    >>> tally_text(Place(1, 1, "Ann", "", won=3, lost=1, points=33, event_points=6), "event points")
    '6 points: 3 won, 1 lost, 33 made'
    """
    games = f"{place.won} won{f', {place.drawn} drawn' if place.drawn else ''}, {place.lost} lost"
    if ranking == "event points":
        return f"{counted(place.event_points, 'point')}: {games}, {place.points} made"
    return f"{games}, {counted(place.points, 'point')} made"


def rank_text(place: Place) -> str:
    """The rank with its mark where it is shared; nothing for whoever is not ranked."""
    return "" if place.rank is None else f"{place.rank}{'=' if place.shared else ''}"


def reason(place: Place) -> str:
    """Why a place is what it is, without the rank itself."""
    why = place.why.partition(": ")[2] if place.rank is not None else place.why
    return f"{why}; {place.note}" if place.note else why
