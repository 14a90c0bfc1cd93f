"""Events in the journal: opened, added to with the expected version, folded, listed, exported."""

from __future__ import annotations

import os
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, json

from rightbower.rules.message import written
from rightbower.store.contract import StreamJournal
from rightbower.store.streams import Store, StreamType
from rightbower.tournament.contest import Entry, Fact, encode
from rightbower.tournament.events.contest import FORM, EventEntry, decode
from rightbower.tournament.events.entrants import Award, EventError, Place
from rightbower.tournament.events.event import Event, EventHistory
from rightbower.tournament.events.places import table
from rightbower.tournament.events.plan import EventOpened
from rightbower.tournament.events.prizes import award

DATA: Final = "rightbower-data"
JOURNAL: Final = "rightbower.journal"
PREFIX: Final = "event/"


class EventExport(Struct, frozen=True):
    """Everything about an event in one value, as it is exported; sentences are texts."""

    event: Event
    standings: tuple[Place, ...]
    awards: tuple[Award, ...]
    open: Any
    story: Any
    entries: tuple[EventEntry, ...]


class _Kept(Struct, frozen=True):
    """What of an export makes the event again."""

    event: Event
    entries: tuple[EventEntry, ...]


def data_folder(given: Path | str | None = None) -> Path:
    """The folder that keeps everything: the one given, $RIGHTBOWER_DATA or ./rightbower-data."""
    return Path(given or os.environ.get("RIGHTBOWER_DATA") or DATA)


EVENTS: Final[StreamType[EventHistory, Entry[Any]]] = StreamType(
    PREFIX,
    "an event",
    EventError,
    EventHistory.of,
    EventHistory.extend,
    encode,
    decode,
    attrgetter("state"),
    FORM,
    attrgetter("state.thrown_away"),
)


class EventBook(Store[EventHistory, Entry[Any]]):
    """The events of a journal."""

    def __init__(self, journal: StreamJournal) -> None:
        super().__init__(journal, EVENTS)

    def open(self, fact: EventOpened, at: float, by: str) -> Event:
        """Begin a new event; its id must be free."""
        return self.begin(fact.id, [Entry(at, by, fact)]).event

    def event(self, id_: str) -> Event:
        """An event as it stands."""
        return self.history(id_).event

    def add(self, id_: str, fact: Fact, at: float, by: str, expected: int | None = None) -> Event:
        """Write one more fact down and return the event it leads to."""
        return self.add_all(id_, [Entry(at, by, fact)], expected).event


def whole(history: EventHistory) -> EventExport:
    """The event with its standings, prizes, open steps and story."""
    event = history.event
    if event.finished:
        return EventExport(
            event, event.places, event.awards, (), written(history.lines()), history.entries
        )
    now = table(event)
    given = award(event, now.places)
    kept = tuple(each.kept for each in now.places)
    story = written(history.lines())
    return EventExport(event, kept, given, written(now.steps), story, history.entries)


def as_json(history: EventHistory) -> bytes:
    """The whole event as JSON; the same entries always give the same bytes."""
    return json.encode(whole(history))


def from_json(data: bytes, id_: str = "") -> EventHistory:
    """The event that an export holds, under another id where one is given."""
    return EVENTS.imported(data, _Kept, id_)
