"""Events in the journal: opened, added to with the expected version, folded, listed, exported."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from msgspec import Struct, json

from rightbower.events.entrants import EventError
from rightbower.events.event import Award, Event, Place
from rightbower.events.facts import Entry, Fact, Opened, decode, encode
from rightbower.events.fold import History, extend, fold
from rightbower.events.log import Line, story
from rightbower.events.prizes import award
from rightbower.events.standings import table
from rightbower.events.ties import Step
from rightbower.journal import Journal

DATA: Final = "rightbower-data"
JOURNAL: Final = "rightbower.journal"
PREFIX: Final = "event/"


class Whole(Struct, frozen=True):
    """Everything about an event in one value, as it is exported."""

    event: Event
    standings: tuple[Place, ...]
    awards: tuple[Award, ...]
    open: tuple[Step, ...]
    story: tuple[Line, ...]


def data_folder(given: Path | str | None = None) -> Path:
    """The folder that keeps everything: the one given, $RIGHTBOWER_DATA or ./rightbower-data."""
    return Path(given or os.environ.get("RIGHTBOWER_DATA") or DATA)


def open_journal(folder: Path | str | None = None) -> Journal:
    """The journal of a data folder, which is made where it is missing."""
    home = data_folder(folder)
    home.mkdir(parents=True, exist_ok=True)
    return Journal(home / JOURNAL)


class EventBook:
    """The events of a journal, each folded once and then kept up with."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self._known: dict[str, History] = {}

    def ids(self) -> list[str]:
        """The events there are."""
        return [stream.removeprefix(PREFIX) for stream in self.journal.streams(PREFIX)]

    def open(self, fact: Opened, at: float, by: str) -> Event:
        """Begin a new event; its id must be free."""
        if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", fact.id):
            raise EventError(f"{fact.id!r} is no id; use small letters, digits and hyphens")
        if fact.id in self.ids():
            raise EventError(f"there is an event {fact.id} already")
        entry = Entry(at, by, fact)
        self.journal.append(PREFIX + fact.id, 0, [encode(entry)])
        self._known[fact.id] = fold([entry])
        return self._known[fact.id].event

    def history(self, id_: str) -> History:
        """An event with all its entries."""
        stream = PREFIX + id_
        known = self._known.get(id_)
        have = known.event.version if known is not None else 0
        new = [decode(entry.body) for entry in self.journal.read(stream, have)]
        if known is None:
            if not new:
                raise EventError(f"there is no event {id_!r}")
            known = fold(new)
        else:
            for entry in new:
                known = extend(known, entry)
        self._known[id_] = known
        return known

    def event(self, id_: str) -> Event:
        """An event as it stands."""
        return self.history(id_).event

    def add(self, id_: str, fact: Fact, at: float, by: str, expected: int | None = None) -> Event:
        """Write one more fact down and return the event it leads to.

        ``expected`` is the version that the fact was decided upon; the journal refuses it when
        somebody else has written in between.
        """
        before = self.history(id_)
        entry = Entry(at, by, fact)
        version = before.event.version if expected is None else expected
        after = extend(before, entry)
        self.journal.append(PREFIX + id_, version, [encode(entry)])
        self._known[id_] = after
        return after.event


def whole(history: History) -> Whole:
    """The event with its standings, prizes, open steps and story."""
    event = history.event
    if event.finished:
        return Whole(event, event.places, event.awards, (), story(history))
    now = table(event)
    return Whole(event, now.places, award(event, now.places), now.steps, story(history))


def as_json(history: History) -> bytes:
    """The whole event as JSON; the same entries always give the same bytes."""
    return json.encode(whole(history))
