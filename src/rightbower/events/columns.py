"""The standings as a table: the same columns on the screen, on paper and in a spreadsheet."""

from __future__ import annotations

from rightbower.events.event import Event, Place

FIGURES = ("Won", "Drawn", "Lost", "Byes", "For", "Against")


def figure_heads(event: Event) -> tuple[str, ...]:
    """The headings of the numbers, what the book counts first."""
    return ("Points", *FIGURES) if event.plan.standings.ranking == "event points" else FIGURES


def figures(event: Event, place: Place) -> tuple[int, ...]:
    """A place's numbers under those headings."""
    counted = (place.event_points,) if event.plan.standings.ranking == "event points" else ()
    return (
        *counted,
        place.won,
        place.drawn,
        place.lost,
        place.byes,
        place.points,
        place.against,
    )


def rank_said(place: Place) -> str:
    """The rank with its mark where it is shared; nothing for whoever is not ranked."""
    return "" if place.rank is None else f"{place.rank}{'=' if place.shared else ''}"


def reason(place: Place) -> str:
    """Why a place is what it is, without the rank itself."""
    why = place.why.partition(": ")[2] if place.rank is not None else place.why
    return f"{why}; {place.note}" if place.note else why
