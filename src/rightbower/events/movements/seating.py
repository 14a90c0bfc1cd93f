"""What a movement gives back: the tables of the next round and who sits out."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from rightbower.events.state.event import Event, EventTable
from rightbower.events.state.facts import Formed
from rightbower.events.state.participants import clashes

TRIES = 200  # draws made for the sake of those to be kept apart


class Seating(Struct, frozen=True):
    """The next round; ``move`` says in words what moved."""

    tables: tuple[EventTable, ...]
    byes: tuple[int, ...]
    move: str
    formed: tuple[Formed, ...] = ()
    chart: tuple[int, ...] = ()


def best_of(event: Event, draw: Callable[[int], Seating]) -> Seating:
    """The first of many draws that keeps apart those it should, or the one that does it best."""
    best = draw(0)
    fewest = _faults(event, best)
    for attempt in range(1, TRIES):
        if not fewest:
            break
        other = draw(attempt)
        if (faults := _faults(event, other)) < fewest:
            best, fewest = other, faults
    return best


def _faults(event: Event, seating: Seating) -> int:
    return len(clashes(event, seating.tables, seating.formed))
