"""Seats changed by hand: two entrants take each other's places in the round under way."""

from __future__ import annotations

from rightbower.events.state.entrants import EventError
from rightbower.events.state.event import Event, EventTable
from rightbower.events.state.people_facts import SeatsSwapped


def swap_seats(event: Event, first: int, second: int, why: str) -> SeatsSwapped:
    """Two entrants change places before their tables have a result; either may be sitting out."""
    if event.finished:
        raise EventError("the results are final")
    if not event.rounds:
        raise EventError("no round is seated yet")
    if first == second:
        raise EventError("name the two who change places")
    if not why.strip():
        raise EventError("say why they change places")
    tables = [_place(event, number) for number in (first, second)]
    if tables == [None, None]:
        raise EventError(f"{event.name_of(first, second)} both sit out")
    for table in filter(None, tables):
        if table.result is not None or table.void:
            raise EventError(f"table {table.number} has its result; seats there stay as they are")
    return SeatsSwapped(event.round.number, first, second, why)


def _place(event: Event, number: int) -> EventTable | None:
    """The table at which an entrant sits; None for one who sits out."""
    for table in event.round.tables:
        if number in table.entrants:
            return table
    if number in event.round.byes:
        return None
    raise EventError(f"{event.name_of(number)} has no place in round {event.round.number}")
