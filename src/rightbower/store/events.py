"""Events in the journal: opened, added to with the expected version, folded, listed, exported."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

from msgspec import Struct, json

from rightbower.rules.message import written
from rightbower.store.contract import StreamJournal
from rightbower.store.streams import Store, StreamType
from rightbower.tournament.events.entrants import Award, EventError, Place
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.facts import FORM, Entry, EventOpened, Fact, decode, encode
from rightbower.tournament.events.fold import EventHistory, extend, fold
from rightbower.tournament.events.history import history_lines
from rightbower.tournament.events.places import table
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
    entries: tuple[Entry, ...]


class _Kept(Struct, frozen=True):
    """What of an export makes the event again."""

    event: Event
    entries: tuple[Entry, ...]


def data_folder(given: Path | str | None = None) -> Path:
    """The folder that keeps everything: the one given, $RIGHTBOWER_DATA or ./rightbower-data."""
    return Path(given or os.environ.get("RIGHTBOWER_DATA") or DATA)


EVENTS: Final[StreamType[EventHistory, Entry]] = StreamType(
    PREFIX,
    "an event",
    EventError,
    fold,
    extend,
    encode,
    decode,
    lambda history: history.event,
    FORM,
    lambda history: history.event.thrown_away,
)


class EventBook(Store[EventHistory, Entry]):
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
            event, event.places, event.awards, (), written(history_lines(history)), history.entries
        )
    now = table(event)
    given = award(event, now.places)
    kept = tuple(each.kept for each in now.places)
    story = written(history_lines(history))
    return EventExport(event, kept, given, written(now.steps), story, history.entries)


def as_json(history: EventHistory) -> bytes:
    """The whole event as JSON; the same entries always give the same bytes."""
    return json.encode(whole(history))


def from_json(data: bytes, id_: str = "") -> EventHistory:
    """The event that an export holds, under another id where one is given."""
    return EVENTS.imported(data, _Kept, id_)
