"""The little that a phone is sent or shown of an event, without the standings."""

from __future__ import annotations

from msgspec import Struct, json

from rightbower.tournament.events.event import Event
from rightbower.tournament.events.round_clock import (
    ClockView,
    bell_words,
    clock_view,
    reminder_words,
)
from rightbower.tournament.events.seating import planned_rounds
from rightbower.tournament.events.table_view import TableView, tables_now
from rightbower.web.notes import Notes
from rightbower.web.snapshots.event_view import Stage, stage_of


class PhoneSnapshot(Struct, frozen=True):
    """What a phone needs to know when to look again; ``states`` has a letter for each table."""

    version: int
    stage: Stage
    round: int
    states: str
    clock: str
    said: int = 0


def phone_snapshot(event: Event, notes: Notes) -> str:
    """The few words that a phone is sent instead of the whole."""
    clock = event.clock
    words = "off" if clock.round != len(event.rounds) else "runs" if clock.running else "stands"
    short = PhoneSnapshot(
        event.version + notes.version,
        stage_of(event),
        len(event.rounds),
        "".join(_letter(table, notes) for table in tables_now(event)),
        words if clock.rang_at is None else "rang",
        notes.said,
    )
    return json.encode(short).decode()


def _letter(table: TableView, notes: Notes) -> str:
    online = (table.round, table.number) in notes.online
    return "P" if online and table.state == "playing" else table.state[0]


class PhoneView(Struct, frozen=True):
    """The little that a player's own page shows of the whole."""

    stage: Stage
    round: int
    clock: ClockView | None
    bell: str
    reminder: str
    rounds: int | None


def phone_view(event: Event, now: float) -> PhoneView:
    """Where the day stands, without standings."""
    return PhoneView(
        stage_of(event),
        len(event.rounds),
        clock_view(event, now),
        bell_words(event),
        reminder_words(event),
        planned_rounds(event),
    )
