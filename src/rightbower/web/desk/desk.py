"""The desk of the hall: all events and leagues, their notes, watchers and bells."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence

from rightbower import eventbook, leaguebook
from rightbower.events import facts, fold, timing
from rightbower.events.clock import bell_at
from rightbower.events.entrants import EventError
from rightbower.events.event import Event
from rightbower.events.fold import History
from rightbower.events.league import facts as league_facts
from rightbower.events.league import fold as league_fold
from rightbower.events.league.league import LeagueError
from rightbower.journal import Journal
from rightbower.web.desk import notes as noted
from rightbower.web.desk.kept import Kept, Kind, Write
from rightbower.web.desk.pins import Guesses
from rightbower.web.desk.watching import Watchers

Decide = Callable[[Event], facts.Fact]

EVENTS: Kind[History, facts.Entry] = Kind(
    eventbook.PREFIX,
    fold.fold,
    fold.extend,
    facts.encode,
    facts.decode,
    lambda history: history.event.version,
)
LEAGUES: Kind[league_fold.History, league_facts.Entry] = Kind(
    leaguebook.PREFIX,
    league_fold.fold,
    league_fold.extend,
    league_facts.encode,
    league_facts.decode,
    lambda history: history.league.version,
)
NOTES: Kind[noted.Notes, noted.Note] = Kind(
    noted.PREFIX,
    noted.fold,
    noted.extend,
    noted.encode,
    noted.decode,
    lambda found: found.version,
)


class Desk:
    """Everything the desk's pages read and write."""

    def __init__(
        self, journal: Journal, write: Write, clock: Callable[[], float] = time.time
    ) -> None:
        self.clock = clock
        self.events = Kept(journal, EVENTS, write)
        self.leagues = Kept(journal, LEAGUES, write)
        self._notes = Kept(journal, NOTES, write)
        self.watchers = Watchers()
        self.guesses = Guesses()
        self._bells: dict[str, asyncio.TimerHandle] = {}
        self._ringing: set[asyncio.Task[None]] = set()

    def wake(self) -> None:
        """After a start: every clock that was running runs on."""
        for id_ in self.events.ids():
            with contextlib.suppress(ValueError):
                self._plan_bell(id_, self.event(id_))

    def close(self) -> None:
        """Stop the bells."""
        for handle in self._bells.values():
            handle.cancel()

    def history(self, id_: str) -> History:
        """An event with all its entries."""
        found = self.events.find(id_)
        if found is None:
            raise EventError(f"There is no event {id_!r}.")
        return found

    def event(self, id_: str) -> Event:
        """An event as it stands."""
        return self.history(id_).event

    async def open(self, fact: facts.Opened, by: str) -> Event:
        """Begin an event."""
        if fact.id in self.events.ids():
            raise EventError(f"there is an event {fact.id} already")
        history = await self.events.open(fact.id, facts.Entry(self.clock(), by, fact))
        return history.event

    async def write(
        self, id_: str, by: str, *decide: Decide, expected: int | None = None
    ) -> tuple[Event, tuple[facts.Fact, ...]]:
        """Write facts down together, each decided upon the event that the one before leads to.

        ``expected`` is the version that a person looked at; when somebody else has written since,
        nothing is written and the person is told.
        """
        written: list[facts.Fact] = []

        def entries(history: History) -> Sequence[facts.Entry]:
            if expected is not None and history.event.version != expected:
                raise EventError("Somebody else changed this event meanwhile; look again, please.")
            made = []
            for each in decide:
                fact = each(history.event)
                made.append(facts.Entry(self.clock(), by, fact))
                history = fold.extend(history, made[-1])
                written.append(fact)
            return made

        self.history(id_)
        history = await self.events.add(id_, entries)
        self._plan_bell(id_, history.event)
        self.watchers.changed(eventbook.PREFIX + id_)
        return history.event, tuple(written)

    def league_history(self, id_: str) -> league_fold.History:
        """A league with all its entries."""
        found = self.leagues.find(id_)
        if found is None:
            raise LeagueError(f"There is no league {id_!r}.")
        return found

    async def write_league(
        self,
        id_: str,
        by: str,
        *decide: Callable[[league_fold.History], league_facts.Fact],
        expected: int | None = None,
    ) -> tuple[league_fold.History, tuple[league_facts.Fact, ...]]:
        """Write facts of a league down together, as ``write`` does for an event."""
        written: list[league_facts.Fact] = []

        def entries(history: league_fold.History) -> Sequence[league_facts.Entry]:
            if expected is not None and history.league.version != expected:
                raise LeagueError(
                    "Somebody else changed this league meanwhile; look again, please."
                )
            made = []
            for each in decide:
                fact = each(history)
                made.append(league_facts.Entry(self.clock(), by, fact))
                history = league_fold.extend(history, made[-1])
                written.append(fact)
            return made

        self.league_history(id_)
        history = await self.leagues.add(id_, entries)
        self.watchers.changed(leaguebook.PREFIX + id_)
        return history, tuple(written)

    def notes(self, stream: str) -> noted.Notes:
        """What the desk keeps beside ``event/ID`` or ``league/ID``."""
        return self._notes.find(stream) or noted.Notes()

    async def note(
        self, stream: str, decide: Callable[[noted.Notes], noted.NoteFact]
    ) -> noted.Notes:
        """Keep one more thing beside an event."""
        if self._notes.find(stream) is None:
            first = noted.Note(self.clock(), decide(noted.Notes()))
            found = await self._notes.open(stream, first)
        else:
            found = await self._notes.add(
                stream, lambda held: [noted.Note(self.clock(), decide(held))]
            )
        self.watchers.changed(stream)
        return found

    def _plan_bell(self, id_: str, event: Event) -> None:
        handle = self._bells.pop(id_, None)
        if handle is not None:
            handle.cancel()
        due = bell_at(event.clock)
        if due is None or event.finished:
            return
        loop = asyncio.get_running_loop()
        self._bells[id_] = loop.call_later(max(0.0, due - self.clock()), self._ring, id_)

    def _ring(self, id_: str) -> None:
        task = asyncio.get_running_loop().create_task(self._rung(id_))
        self._ringing.add(task)
        task.add_done_callback(self._ringing.discard)

    async def _rung(self, id_: str) -> None:
        with contextlib.suppress(EventError):
            event = self.event(id_)
            if timing.bell_is_due(event, self.clock()):
                await self.write(id_, "the clock", lambda now: timing.ring_bell(now, self.clock()))
            else:
                self._plan_bell(id_, event)
