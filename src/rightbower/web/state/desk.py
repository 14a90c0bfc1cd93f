"""The desk of the hall: all events and leagues, their notes, watchers and bells."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from msgspec import Struct

from rightbower.office.workers import Busy
from rightbower.rules.refusal import Refusal
from rightbower.store.books import Books
from rightbower.store.claims import HandedOver, NotOwner
from rightbower.store.contract import Conflict, JournalError
from rightbower.store.limits import Limit, Limits, OwnLimits, Rate
from rightbower.store.streams import AsyncJournal, LiveStore
from rightbower.tournament.club.night import ClubHistory
from rightbower.tournament.commands import Command, CommandsDone, FactMade, Opening
from rightbower.tournament.contest import Contest, Entry, StreamType
from rightbower.tournament.events.clock import Clock, bell_at, not_yet
from rightbower.tournament.events.contest import EVENT
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event, EventHistory
from rightbower.tournament.events.round_clock import RingBell, bell_is_due
from rightbower.tournament.league.league import LeagueHistory
from rightbower.web import notes as note_facts
from rightbower.web import notes as noted
from rightbower.web.common.allowance import Allowance
from rightbower.web.common.background import beside, one_by_one, read_apart
from rightbower.web.common.watching import Watchers
from rightbower.web.snapshots.event_views import EventViews
from rightbower.web.state.pins import Guesses

Game = tuple[str, int, int]
MANY_DEVICES = 4
MOST_REMEMBERED = 5_000


class ResultSenders:
    """From where results were entered, and how many devices come from an address."""

    def __init__(self) -> None:
        self._entered: dict[Game, tuple[str, str]] = {}
        # What each side of a game has said of its score, and from where.
        self._said: dict[tuple[Game, int], tuple[str, str]] = {}
        self._devices: dict[str, set[str]] = {}

    def entered(self, game: Game, side: int, place: str, device: str) -> None:
        """A result was entered by one side."""
        self.disputed(game, side, place, device)
        self.note_device(place, device)
        self._entered.pop(game, None)
        self._entered[game] = (place, device)
        if len(self._entered) > MOST_REMEMBERED:
            del self._entered[next(iter(self._entered))]

    def disputed(self, game: Game, side: int, place: str, device: str) -> None:
        """One side says that another score is right, or that this one is not."""
        self._said.pop((game, side), None)
        self._said[game, side] = (place, device)
        if len(self._said) > MOST_REMEMBERED:
            del self._said[next(iter(self._said))]

    def is_from(self, game: Game, side: int, place: str, device: str) -> bool:
        """Whether what a side has said came from this address, or with this device."""
        where, with_ = self._said.get((game, side), ("", ""))
        return place == where or (device == with_ and bool(device))

    def same_sender(self, game: Game, place: str, device: str) -> bool:
        """Whether the one who confirms comes from where the result was entered."""
        self.note_device(place, device)
        where, with_ = self._entered.get(game, ("", ""))
        return device == with_ or (place == where and not self.is_shared(place))

    def note_device(self, place: str, device: str) -> None:
        """A device comes from an address."""
        known = self._devices.setdefault(place, set())
        if len(known) <= MANY_DEVICES:
            known.add(device)
        if len(self._devices) > MOST_REMEMBERED:
            del self._devices[next(iter(self._devices))]

    def is_shared(self, place: str) -> bool:
        """Whether so many devices come from an address that it says nothing about who they are."""
        return len(self._devices.get(place, ())) > MANY_DEVICES


# After so many seconds the bell is rung again where it could not be written down.
RETRY = 2.0


class Bells:
    """A bell for each event whose clock runs; ``ring`` writes it down."""

    def __init__(
        self,
        event: Callable[[str], Event],
        clock: Callable[[], float],
        ring: Callable[[str], Awaitable[object]],
    ) -> None:
        self._event, self._clock, self._write = event, clock, ring
        self._planned: dict[str, tuple[Clock, asyncio.TimerHandle]] = {}
        self._ringing: set[asyncio.Task[None]] = set()

    def close(self) -> None:
        """Stop them all."""
        for _, handle in self._planned.values():
            handle.cancel()

    def plan(self, event: Event) -> None:
        """Ring when the time of the round is up, or not at all."""
        clock, now = event.clock, self._clock()
        wrong = not_yet(clock.since, now)
        before, handle = self._planned.pop(event.id, (None, None))
        if handle is not None and wrong and before == clock and not event.finished:
            self._planned[event.id] = clock, handle
            return
        if handle is not None:
            handle.cancel()
        due = bell_at(clock)
        if due is not None and clock.since is not None and not event.finished:
            # Where the machine's clock was wrong at the start, all of the time runs from now.
            since = now if not wrong else clock.since
            self._in(max(0.0, due - since), event)

    def _in(self, seconds: float, event: Event) -> None:
        loop = asyncio.get_running_loop()
        self._planned[event.id] = event.clock, loop.call_later(seconds, self._ring, event.id)

    def _ring(self, id_: str) -> None:
        task = asyncio.get_running_loop().create_task(self._rung(id_))
        self._ringing.add(task)
        task.add_done_callback(self._ringing.discard)

    async def _rung(self, id_: str) -> None:
        with contextlib.suppress(EventError):
            event = self._event(id_)
            before, _ = self._planned.pop(id_, (None, None))
            wrong = not_yet(event.clock.since, self._clock()) and before == event.clock
            if not bell_is_due(event, self._clock()) and not wrong:
                self.plan(event)
                return
            try:
                await self._write(id_)
            except (JournalError, HandedOver):  # its owner rings it, as long as it lives
                self._in(RETRY, event)


R = TypeVar("R")
# A note, or what decides upon the newest notes what it is.
ToNote = note_facts.NoteFact | Callable[[noted.Notes], note_facts.NoteFact]
# At once and a second, for a device, an address and those without a cookie.
WRONG_CODES = Rate(10, 0.1), Rate(2_000, 20), Rate(60, 1)
NAMES_GIVEN = Rate(4, 1 / 60), Rate(300, 1 / 2), Rate(20, 1 / 10)
KEYS_CHANGED = Rate(10, 1 / 60), Rate(100, 1 / 10), Rate(10, 1 / 60)
# How often it is noted that somebody came in with the right PIN, for a desk and an address.
NOTED_AS_LET_IN = Rate(60, 1 / 60)
MADE = Rate(6, 1 / 600), Rate(24, 1 / 120), Rate(3, 1 / 600)
# On the machine of the hall itself, where nobody comes through a proxy, a director sits at it.
MADE_AT_HOME = Rate(20, 1 / 120), Rate(60, 1 / 30), Rate(40, 1 / 30)
TRIES = 3
# Commands so long in letters are worked out beside the loop, one pile after the other, and longer ones
# not at all: two thousand names are some hundred thousand.
A_PILE, MOST_AT_ONCE = 4_000, 400_000

NOTES: StreamType[noted.Notes, noted.Note] = StreamType(
    noted.PREFIX,
    "a desk",
    Refusal,
    noted.fold,
    noted.extend,
    noted.encode,
    noted.decode,
    lambda found: found,
)


def _length(commands: Sequence[Command]) -> int:
    """How much is asked for: commands that have nothing to say have a hundred letters or so."""
    return len(repr(commands))


class Desk:
    """Everything the desk's pages read and write."""

    def __init__(
        self,
        async_journal: AsyncJournal,
        clock: Callable[[], float] = time.time,
        limits: Limits | None = None,
    ) -> None:
        self.clock = clock
        limits = limits or OwnLimits()
        self.ownership = async_journal.ownership
        self.books = Books(partial(LiveStore, async_journal))
        self.events: LiveStore[EventHistory, Entry[Any]] = self.books.events
        self.leagues: LiveStore[LeagueHistory, Entry[Any]] = self.books.leagues
        self.clubs: LiveStore[ClubHistory, Entry[Any]] = self.books.clubs
        self._notes = LiveStore(async_journal, NOTES)
        self.watchers = Watchers()
        self.guesses = Guesses(limits)
        self.codes = Allowance(limits, "wrong codes", *WRONG_CODES)
        self.joins = Allowance(limits, "names given", *NAMES_GIVEN)
        self.keys_changed = Allowance(limits, "PINs and tokens", *KEYS_CHANGED)
        self._limits = limits
        self.made = Allowance(limits, "events made", *MADE)
        self.made_at_home = Allowance(limits, "events made at home", *MADE_AT_HOME)
        self.senders = ResultSenders()
        self.views = EventViews(self.event, self.notes, lambda: self.clock())
        self.changed: list[Callable[[Event], None]] = []
        self.bells = Bells(self.event, lambda: self.clock(), self._ring)

    def wake(self) -> None:
        """After a start: every clock that was running runs on."""
        for id_ in self.events.ids():
            with contextlib.suppress(ValueError, JournalError):
                self.bells.plan(self.event(id_))

    def close(self) -> None:
        """Stop the bells."""
        self.bells.close()

    async def _ring(self, id_: str) -> CommandsDone:
        return await self.do(id_, RingBell(), by="the clock")

    async def own(self, stream: str) -> None:
        """Be the one hall that writes ``event/ID`` or ``league/ID`` and what is kept beside it.

        Raise ``HandedOver`` where another hall does.
        """
        if self.ownership.owns(stream):
            return
        await self.ownership.acquire(stream, stream, noted.PREFIX + stream)
        await self.reads(self.read_on, stream)
        self.heard(stream)

    @property
    def remote(self) -> bool:
        """Whether an engine has to be asked for what is read."""
        return self._notes.journal.remote

    async def reads(self, read: Callable[..., R], *args: Any) -> R:
        """What is read of the journal, beside the loop where that takes long."""
        return await read_apart(self._notes.journal, read, *args)

    def read_on(self, stream: str) -> None:
        """Read what other halls have written of an event or league and beside it."""
        for store in self.books.values():
            if stream.startswith(store.type.prefix):
                store.read_on(stream.removeprefix(store.type.prefix))
        self._notes.read_on(stream)

    def heard(self, stream: str) -> None:
        """Something new was written, by this hall or another: who watches or plays goes by it."""
        self.watchers.changed(stream)
        if not stream.startswith(EVENT.prefix):
            return
        found = self.events.known(stream.removeprefix(EVENT.prefix))
        if found is not None:
            self._follow(found.state)

    def _follow(self, event: Event) -> None:
        """An event has changed: its bell, and whoever follows it, go by what it is now."""
        self.bells.plan(event)
        for tell in self.changed:
            tell(event)

    def history(self, id_: str) -> EventHistory:
        """An event with all its entries."""
        return self.events.history(id_)

    def event(self, id_: str) -> Event:
        """An event as it stands."""
        return self.history(id_).state

    def league_history(self, id_: str) -> LeagueHistory:
        """A league with all its entries."""
        return self.leagues.history(id_)

    async def open(self, contest: Contest[Any], opening: Opening, by: str = "") -> Any:
        """Begin an event or a league, and what it is now."""
        store = self.books[contest.prefix]
        fact = opening.opened(await self.reads(store.ids))
        return await self.import_(contest, fact.id, [Entry(self.clock(), by or fact.plan.officer, fact)])  # fmt: skip

    async def import_(self, contest: Contest[Any], id_: str, entries: Sequence[Any]) -> Any:
        """Begin one with its first entries, or with all of them; its id must be free."""
        store = self.books[contest.prefix]
        await self.reads(store.refuse_id, id_)
        await self.own(contest.prefix + id_)
        first, *rest = entries
        history = await store.open(id_, first)
        if rest:
            history = await store.add(id_, lambda _: rest)
        return history.state

    async def do(
        self,
        id_: str,
        *commands: Command,
        by: str = "",
        seen: str = "",
        contest: Contest[Any] = EVENT,
    ) -> CommandsDone:
        """Write down what commands come to, all or none, decided upon the newest state.

        ``seen`` is what a person looked at; when that has changed since, nothing is written and
        the person is told. What was decided upon a state that did not become durable is decided
        again.
        """
        at, store = self.clock(), self.books[contest.prefix]
        store.history(id_)
        if _length(commands) > MOST_AT_ONCE:
            raise Refusal("that is too much at once: send it in several parts")
        for left in reversed(range(TRIES)):
            await self.own(contest.prefix + id_)
            try:
                history, receipts = await self._written(contest, id_, commands, by, at, seen)
                break
            except Conflict:
                if not left:
                    raise
        state = history.state
        if contest is EVENT:
            self._follow(state)
        if any(each.forgets for each in commands):
            self._forget_names()
        self.watchers.changed(contest.prefix + id_)
        return CommandsDone(tuple(receipts), commands[-1].after(state, at))

    def _forget_names(self) -> None:
        """Read everything again, since somebody is shown otherwise from now on."""
        self.books.forget()
        self._notes.forget()
        self.views.forget()

    async def _written(
        self,
        contest: Contest[Any],
        id_: str,
        commands: Sequence[Command],
        by: str,
        at: float,
        seen: str,
    ) -> tuple[Any, list[FactMade]]:
        receipts: list[FactMade] = []
        store = self.books[contest.prefix]
        apart = one_by_one if _length(commands) > A_PILE else beside
        slow = apart is one_by_one or any(command.slow for command in commands)
        for left in reversed(range(TRIES)):
            looked, found = store.newest(id_), None
            if slow:
                found = await apart(contest.decided, looked, commands, by, at, seen)
            # What was decided beside the loop holds as long as nothing else has happened.
            if found is None or store.newest(id_) is looked:
                break
            if not left and apart is one_by_one:
                raise Busy("Others change this at the same time. Try again in a moment.")
        after: list[Any] = []

        def entries(history: Any) -> Sequence[Any]:
            known = found if history is looked else None
            come_to, made, told = known or contest.decided(history, commands, by, at, seen)
            if not made:
                raise contest.error("Nothing is due.")
            receipts[:], after[:] = told, [come_to]
            return made

        return await store.add(id_, entries, lambda: after[0]), receipts

    def notes(self, stream: str) -> noted.Notes:
        """What the desk keeps beside ``event/ID`` or ``league/ID``."""
        return self._notes.find(stream) or noted.Notes()

    def all_notes(self, stream: str) -> list[noted.Note]:
        """Every note beside an event, from the first to the last."""
        stored = self._notes.journal.read(noted.PREFIX + stream)
        return [noted.decode(each.body) for each in stored]

    async def note_each(self, stream: str, facts: Sequence[note_facts.NoteFact], by: str) -> None:
        """Keep several things beside an event."""
        for fact in facts:
            await self.note(stream, fact, by)

    async def note_let_in(self, stream: str, place: str, by: str) -> None:
        """Keep that somebody came in with the right PIN, of those who come again and again not each time."""
        limit = Limit(f"let in to {stream}: address {place}", NOTED_AS_LET_IN)
        if await asyncio.wrap_future(self._limits.take(limit)):
            await self.note(stream, note_facts.LetIn(place), by)

    async def note(self, stream: str, fact: ToNote, by: str = "") -> noted.Notes:
        """Keep one more thing beside an event; ``by`` is who does it, where they are known by name."""
        await self.own(stream)
        for last in (False, False, True):
            try:
                found = await self._noted(stream, fact, by)
                break
            except Conflict as fault:
                # Others began the notes in the same moment: it is decided anew upon theirs.
                if last or isinstance(fault, NotOwner):
                    raise
        self.watchers.changed(stream)
        return found

    async def _noted(self, stream: str, fact: ToNote, by: str) -> noted.Notes:
        def note(held: noted.Notes) -> noted.Note:
            return noted.Note(self.clock(), fact if isinstance(fact, Struct) else fact(held), by)

        if await self.reads(self._notes.find, stream) is None:
            return await self._notes.open(stream, note(noted.Notes()))
        return await self._notes.add(stream, lambda held: [note(held)])
