"""The little that a phone is sent or shown of an event, without the standings."""

from __future__ import annotations

from msgspec import Struct, json

from rightbower.tournament.events.event import Event, EventTable
from rightbower.tournament.events.seating import planned_rounds
from rightbower.web.notes import Notes
from rightbower.web.snapshots.event_view import (
    RoundClockView,
    Stage,
    bell_words,
    reminder_words,
    round_clock,
    stage_of,
    state_of,
)


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
    tables = event.rounds[-1].tables if event.rounds else ()
    clock = event.clock
    words = "off" if clock.round != len(event.rounds) else "runs" if clock.running else "stands"
    short = PhoneSnapshot(
        event.version + notes.version,
        stage_of(event),
        len(event.rounds),
        "".join(
            _letter(table, (len(event.rounds), table.number) in notes.online) for table in tables
        ),
        words if clock.rang_at is None else "rang",
        notes.said,
    )
    return json.encode(short).decode()


def _letter(table: EventTable, online: bool) -> str:
    state = state_of(table)
    return "P" if online and state == "playing" else state[0]


class PhoneView(Struct, frozen=True):
    """The little that a player's own page shows of the whole."""

    stage: Stage
    round: int
    clock: RoundClockView | None
    bell: str
    reminder: str
    rounds: int | None


def phone_view(event: Event, now: float) -> PhoneView:
    """Where the day stands, without standings."""
    return PhoneView(
        stage_of(event),
        len(event.rounds),
        round_clock(event, now),
        bell_words(event),
        reminder_words(event),
        planned_rounds(event),
    )
