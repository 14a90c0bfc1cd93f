"""What everybody is shown of events: worked out once for each change, whoever asks first."""

from __future__ import annotations

import threading
from collections.abc import Callable

from rightbower.store.limits import Rate, Tries
from rightbower.tournament.events.contest import EVENT
from rightbower.tournament.events.event import Event
from rightbower.web.common.background import beside
from rightbower.web.notes import Notes
from rightbower.web.snapshots.days import Days
from rightbower.web.snapshots.event_view import Snapshot, at_time, is_many, snapshot
from rightbower.web.snapshots.phone_snapshot import phone_snapshot

LOOKS = Rate(20, 4)


# The version, the page of all who read a language, the names to choose from, and everybody's day.
Made = tuple[int, str, str, Days]


class EventViews:
    """The snapshots, short words and public pages of the newest state of each event."""

    def __init__(
        self,
        event: Callable[[str], Event],
        notes: Callable[[str], Notes],
        clock: Callable[[], float],
    ) -> None:
        self._event, self._notes, self._clock = event, notes, clock
        # By event and language.
        self.shown: dict[tuple[str, str], Made] = {}
        self._seen: dict[str, Snapshot] = {}
        self._seen_of: dict[str, Event] = {}
        self._making: dict[str, threading.Lock] = {}
        self._short: dict[str, tuple[Event, Notes, str]] = {}
        self._looks = Tries(LOOKS)

    def forget(self) -> None:
        """Work everything out again, since somebody is shown otherwise from now on."""
        self._seen.clear()
        self._seen_of.clear()
        self._short.clear()
        self.shown.clear()

    def seen(self, id_: str) -> Snapshot:
        """An event as everybody may see it now; worked out once for each change."""
        # Pages and walls ask from several threads: one works it out, the others wait for it.
        with self.making(id_):
            event, notes = self._event(id_), self._notes(EVENT.prefix + id_)
            held = self._seen.get(id_)
            if held is None or held.version != event.version + notes.version:
                held = self._seen[id_] = snapshot(event, notes, self._clock())
                self._seen_of[id_] = event
        return at_time(held, event, self._clock())

    def seen_of(self, id_: str) -> Event:
        """The event as the latest snapshot shows it."""
        return self._seen_of.get(id_) or self._event(id_)

    def notes_of(self, id_: str) -> Notes:
        """What the desk keeps beside an event."""
        return self._notes(EVENT.prefix + id_)

    def making(self, id_: str) -> threading.Lock:
        """Held while something is made of an event for everybody."""
        return self._making.setdefault(id_, threading.Lock())

    async def recent_snapshot(self, id_: str) -> Snapshot:
        """The same for a crowd of pages: while much is going on it may be a moment old."""
        event, held = self._event(id_), self._seen.get(id_)
        version = event.version + self._notes(EVENT.prefix + id_).version
        if held is not None and (held.version == version or not self._looks.take(id_)):
            return at_time(held, event, self._clock())
        return await beside(self.seen, id_) if is_many(event) else self.seen(id_)

    def short(self, id_: str) -> str:
        """The few words that each phone is sent; made once for each change."""
        event, notes = self._event(id_), self._notes(EVENT.prefix + id_)
        held = self._short.get(id_)
        if held is None or held[0] is not event or held[1] is not notes:
            held = self._short[id_] = (event, notes, phone_snapshot(event, notes))
        return held[2]
