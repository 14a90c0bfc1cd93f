"""The desk of the hall: all events and leagues, their notes, watchers and bells."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterable, Sequence

from rightbower.events import facts, timing
from rightbower.events.clock import bell_at
from rightbower.events.commands.play import RingBell
from rightbower.events.entrants import EventError
from rightbower.events.event import Event
from rightbower.events.fold import History
from rightbower.events.league import facts as league_facts
from rightbower.events.league import fold as league_fold
from rightbower.events.league.league import LeagueError
from rightbower.office.contests import EVENT
from rightbower.store import events as eventbook
from rightbower.store import leagues as leaguebook
from rightbower.store.contract import Conflict
from rightbower.store.landing import Landings
from rightbower.store.live import LiveStore
from rightbower.store.streams import StreamType
from rightbower.tournament.commands import Command, Opening, Receipt, Reply
from rightbower.web.common.guard import Bucket
from rightbower.web.desk import notes as noted
from rightbower.web.desk.pins import Guesses
from rightbower.web.desk.snapshot import Snapshot, at_time, snapshot
from rightbower.web.desk.tries import Tries
from rightbower.web.desk.watching import Watchers

# A second and at once, from one address; a hall behind one router is one address.
WRONG_CODES = (1.0, 60.0)
NAMES_GIVEN = (0.5, 60.0)
LOOKS = (4.0, 20.0)
LeagueDeed = Callable[[Callable[[], league_fold.History]], Iterable[league_facts.Fact]]

NOTES: StreamType[noted.Notes, noted.Note] = StreamType(
    noted.PREFIX,
    "a desk",
    ValueError,
    noted.fold,
    noted.extend,
    noted.encode,
    noted.decode,
    lambda found: found,
)


class Desk:
    """Everything the desk's pages read and write."""

    def __init__(self, landings: Landings, clock: Callable[[], float] = time.time) -> None:
        self.clock = clock
        self.events = LiveStore(landings, eventbook.EVENTS)
        self.leagues = LiveStore(landings, leaguebook.LEAGUES)
        self._notes = LiveStore(landings, NOTES)
        self.watchers = Watchers()
        self.guesses = Guesses()
        self.codes = Tries(*WRONG_CODES)
        self.joins = Tries(*NAMES_GIVEN)
        self.shown: dict[str, tuple[int, str]] = {}
        self._seen: dict[str, Snapshot] = {}
        self._looks: dict[str, Bucket] = {}
        self.changed: list[Callable[[Event], None]] = []
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
        return self.events.history(id_)

    def event(self, id_: str) -> Event:
        """An event as it stands."""
        return self.history(id_).event

    def seen(self, id_: str) -> Snapshot:
        """An event as everybody may see it now; worked out once for each change."""
        event, notes = self.event(id_), self.notes(eventbook.PREFIX + id_)
        held = self._seen.get(id_)
        if held is None or held.version != event.version + notes.version:
            held = self._seen[id_] = snapshot(event, notes, self.clock())
        return at_time(held, event, self.clock())

    def seen_of_late(self, id_: str) -> Snapshot:
        """The same for a crowd of pages: while much is going on it may be a moment old."""
        held = self._seen.get(id_)
        bucket = self._looks.setdefault(id_, Bucket(*LOOKS))
        if held is None or bucket.take():
            return self.seen(id_)
        return at_time(held, self.event(id_), self.clock())

    async def open(self, opening: Opening, by: str = "") -> Event:
        """Begin an event."""
        fact = opening.opened(self.events.ids())
        self.events.refuse_id(fact.id)
        entry = facts.Entry(self.clock(), by or fact.plan.officer, fact)
        return (await self.events.open(fact.id, entry)).event

    async def do(self, id_: str, *commands: Command, by: str = "", seen: str = "") -> Reply:
        """Write down what commands come to, all or none, decided upon the newest state.

        ``seen`` is what a person looked at; when that has changed since, nothing is written and
        the person is told.
        """
        at, written = self.clock(), list[Receipt]()

        def entries(history: History) -> Sequence[facts.Entry]:
            _, made, receipts = EVENT.decided(history, commands, by, at, seen)
            written.extend(receipts)
            return made

        self.history(id_)
        history = await self.events.add(id_, entries)
        self._plan_bell(id_, history.event)
        self.watchers.changed(eventbook.PREFIX + id_)
        for tell in self.changed:
            tell(history.event)
        return Reply(tuple(written), commands[-1].after(history.event, at))

    def league_history(self, id_: str) -> league_fold.History:
        """A league with all its entries."""
        return self.leagues.history(id_)

    async def open_league(self, fact: league_facts.Opened, by: str) -> league_fold.History:
        """Begin a league."""
        self.leagues.refuse_id(fact.id)
        return await self.leagues.open(fact.id, league_facts.Entry(self.clock(), by, fact))

    async def write_league(
        self,
        id_: str,
        by: str,
        *decide: Callable[[league_fold.History], league_facts.Fact],
        expected: int | None = None,
    ) -> tuple[league_fold.History, tuple[league_facts.Fact, ...]]:
        """Write facts of a league down together, as ``write`` does for an event."""
        return await self.do_in_league(
            id_, by, lambda now: (each(now()) for each in decide), expected=expected
        )

    async def do_in_league(
        self, id_: str, by: str, deed: LeagueDeed, expected: int | None = None
    ) -> tuple[league_fold.History, tuple[league_facts.Fact, ...]]:
        """Write down all facts that a deed comes to; it asks before each how the league stands."""
        written: list[league_facts.Fact] = []

        def entries(history: league_fold.History) -> Sequence[league_facts.Entry]:
            if expected is not None and history.league.version != expected:
                raise LeagueError(
                    "Somebody else changed this league meanwhile; look again, please."
                )
            stands = [history]
            for fact in deed(lambda: stands[-1]):
                entry = league_facts.Entry(self.clock(), by, fact)
                stands.append(league_fold.extend(stands[-1], entry))
                written.append(fact)
            if not written:
                raise LeagueError("Nothing is due.")
            return stands[-1].entries[len(history.entries) :]

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
            with contextlib.suppress(Conflict):
                found = await self._notes.open(stream, first)
                self.watchers.changed(stream)
                return found
        # Also where somebody else began the notes in the same moment.
        found = await self._notes.add(stream, lambda held: [noted.Note(self.clock(), decide(held))])
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
                await self.do(id_, RingBell(), by="the clock")
            else:
                self._plan_bell(id_, event)
