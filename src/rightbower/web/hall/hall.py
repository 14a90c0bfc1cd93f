"""The hall: all live tables over one journal, and how they leave it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from rightbower.rules import shuffles
from rightbower.rules.cards import Seat
from rightbower.store.claims import HandedOver, Ownership
from rightbower.store.contract import JournalError, Projection, StoredEntry, StreamJournal
from rightbower.store.limits import Rate, Tries
from rightbower.store.streams import AsyncJournal
from rightbower.web.common.background import read_apart
from rightbower.web.hall import archive as lists
from rightbower.web.hall.actor import Live
from rightbower.web.hall.archive import ErasedPeople, read_table
from rightbower.web.hall.bots import Thinking
from rightbower.web.hall.connections import Outbox
from rightbower.web.hall.dealing import first_dealer
from rightbower.web.hall.entries import (
    Beginning,
    CalledOff,
    HallEntry,
    Manners,
    Mode,
    Sat,
    TableOpened,
)
from rightbower.web.hall.lobby import Lobby
from rightbower.web.hall.play_by_play import PlayByPlay
from rightbower.web.hall.sealing import (
    UNREADABLE,
    AsideTables,
    Seals,
    Slept,
    listed,
    sleeping,
    with_facts,
)
from rightbower.web.hall.seats import begin
from rightbower.web.hall.table import HallTable, Pace, book_of, fold, folded
from rightbower.web.hall.talk import Reports

# So many at once: whoever takes them up reads each from the journal.
TOGETHER: Final = 20
# The next ones wait until these are taken up, so many seconds at the most, and so many in all.
TAKEN_UP: Final = 1.0
AT_LEISURE: Final = 10.0
LOOK_AGAIN: Final = 0.02
# What was said last has to be on its way before the lines are closed.
LAST_WORDS: Final = 0.05
FORGOTTEN_AT_ONCE = 20
# When so many more tables are awake, those that nobody looks at sleep after moments, not minutes:
# memory that many tables had at one time is hardly given back.
CROWD = 500
MOMENTS = 5.0


async def leave(hall: Hall) -> None:
    """Take nobody in any more, and let go of every table once nothing is under way at it."""
    await _look_around(hall)
    hall.ownership.leaving = True
    waiting = list(hall.tables.values())
    leisure = asyncio.get_running_loop().time() + AT_LEISURE
    for first in range(0, len(waiting), TOGETHER):
        group = waiting[first : first + TOGETHER]
        wanted = [live.name for live in group if live.connections]
        await _look_around(hall)
        to = hall.ownership.other_hall()
        await asyncio.gather(*(live.hand_over(to) for live in group))
        if to:
            await _taken_up(hall, wanted, leisure)
    # Events and leagues, whose people find their new hall by the next thing they do.
    await hall.ownership.release(*hall.ownership.resources)
    await asyncio.sleep(LAST_WORDS)


async def _look_around(hall: Hall) -> None:
    with contextlib.suppress(JournalError):  # those that were seen last are the best guess
        await hall.reads(hall.ownership.find_other_halls)


async def _taken_up(hall: Hall, tables: Sequence[str], leisure: float) -> None:
    """Wait until other halls have these tables: those who come next find somebody who has time for them."""
    now = asyncio.get_running_loop().time()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout_at(min(now + TAKEN_UP, leisure)):
            for table in tables:
                while not await hall.reads(hall.ownership.owned_elsewhere, table):
                    await asyncio.sleep(LOOK_AGAIN)


class Sweeper:
    """Looks through the tables of a hall now and then; the journal keeps those that leave memory."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._room = CROWD
        self._planned: asyncio.TimerHandle | None = None
        self._tidying: asyncio.Future[None] | None = None

    def stop(self) -> None:
        """Do not look again."""
        if self._planned is not None:
            self._planned.cancel()

    def one_more(self) -> None:
        """A table is awake: look soon, or at once where there are very many."""
        self._soon()
        if len(self._hall.tables) > self._room:
            self._let_sleep(MOMENTS)

    def _soon(self) -> None:
        if self._planned is None:
            loop = asyncio.get_running_loop()
            self._planned = loop.call_later(self._hall.pace.linger / 2, self.sweep)

    def sweep(self) -> None:
        """Let tables that nobody has looked at for a while sleep."""
        self._planned = None
        self._let_sleep(self._hall.pace.linger)
        if self._hall.tables:
            self._soon()

    def _let_sleep(self, seconds: float) -> None:
        """Drop tables nobody has looked at for this long from memory; those of an event stay for minutes."""
        now, linger = self._hall.clock(), self._hall.pace.linger
        quiet = [
            each
            for each in self._hall.tables.values()
            if each.quiet(now, linger if each.table.opened.event else seconds)
        ]
        for live in quiet:
            live.stop()
        self._room = len(self._hall.tables) + CROWD
        self._tidying = asyncio.ensure_future(self._tidy([live.name for live in quiet]))

    async def _tidy(self, asleep: Sequence[str]) -> None:
        await self._hall.ownership.release(*asleep)
        await self.end_abandoned()

    async def end_abandoned(self) -> None:
        """End the games that nobody came back to for days, so that they leave everybody's lists."""
        hall = self._hall
        since = hall.clock() - lists.FORGET_AFTER
        old = await hall.reads(lists.forgotten, hall.journal, since, FORGOTTEN_AT_ONCE)
        for table in old:
            with contextlib.suppress(HandedOver):
                live = await hall.come(table)
                if live is not None and not live.connections and not live.table.opened.event:
                    await live.commit([CalledOff("abandoned", "", live.now())])


_log = logging.getLogger(__name__)
R = TypeVar("R")
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
PLAIN = Manners()
# What one may say; chairs, bots, salts, questions and hints at one table from one address.
WORDS, SEAT_CHANGES = Rate(6, 1 / 4), Rate(60, 1 / 2)
# How often somebody may ask for another game, and all from one address.
GAMES, GAMES_OF_PLACE = Rate(20, 1 / 60), Rate(400, 1 / 5)
# Marks a journal all of whose tables are in the lists, in their newest form.
ALL_LISTED = Projection("hall", "all listed", body=b"2")


class Hall:
    """Opens, finds and follows tables; the journal is the truth."""

    def __init__(
        self,
        journal: StreamJournal,
        pace: Pace | None = None,
        clock: Callable[[], float] = time.time,
        secret: str = "",
        ownership: Ownership | None = None,
    ) -> None:
        self.journal = journal
        self.ownership = ownership or Ownership()
        self.ownership.lost.append(self._lost)
        self.async_journal = AsyncJournal(journal, self.ownership)
        self.async_journal.writable_again = self._writable_again
        self.pace = pace or Pace()
        self.clock = clock
        self.outbox = Outbox()
        self.thinking = Thinking()
        self.lobby = Lobby(self)
        self.reports = Reports(self.async_journal)
        # How much one person may say, at whatever table.
        self.words = Tries(WORDS)
        self.seat_changes = Tries(SEAT_CHANGES)
        self.games, self.games_of_place = Tries(GAMES), Tries(GAMES_OF_PLACE)
        self.seals = Seals(secret)
        self.erased = ErasedPeople(journal)
        # How a game begins once its shuffle is salted; an event's tables have their own way.
        self.beginning: Callable[[HallTable, float], list[HallEntry]] = begins
        self.tables: dict[str, Live] = {}
        self._coming: dict[str, asyncio.Future[Live | None]] = {}
        self.finished: list[Callable[[str, HallTable], None]] = []
        self.sweeper = Sweeper(self)
        self.aside = AsideTables(journal, clock)
        self._in_trouble = False

    def look_after_journal(self) -> None:
        """Tell the tables when the journal was taken from its place, and when it is back."""
        if bool(self.journal.trouble) is not self._in_trouble:
            self._in_trouble = not self._in_trouble
            for live in self.tables.values():
                live.set_cannot_save(self.async_journal.failing)

    def _writable_again(self) -> None:
        for live in self.tables.values():
            live.set_cannot_save(False)

    def wake(self) -> None:
        """After a start: tables are read on demand; only those of an older journal are listed, once."""
        marked = self.journal.projection(ALL_LISTED.list, ALL_LISTED.stream)
        if marked is not None and marked.body == ALL_LISTED.body:
            return
        try:
            for stream in lists.unlisted(self.journal, self.journal.streams(lists.PREFIX)):
                self._list(stream)
            # It is written after all others, so when it is durable they are.
            self.journal.append("", 0, [], [ALL_LISTED])
        except JournalError:
            _log.exception("the tables of an older journal could not be listed")

    def _list(self, stream: str) -> None:
        """Give a table of an older journal its place in the lists, and a finished game its facts."""
        try:
            table, _ = read_table(self.stored(stream))
            after, facts = with_facts(table)
            projected = lists.projection(stream, after)
        except UNREADABLE as fault:
            self.aside.put(stream, fault)
            return
        self.journal.post(stream, table.version, facts, listed, [projected])

    async def come(self, table_id: str) -> Live | None:
        """The table of this id, to act at it; raise ``HandedOver`` where another hall has it.

        Four people come back to it at once: it is taken and read once for all of them.
        """
        stream = lists.PREFIX + table_id
        if stream in self.tables:
            return self.find(table_id)
        if stream not in self._coming:
            self._coming[stream] = asyncio.ensure_future(self._come(table_id, stream))
            self._coming[stream].add_done_callback(lambda _: self._coming.pop(stream))
        # Whoever stops waiting does not stop the others.
        return await asyncio.shield(self._coming[stream])

    async def _come(self, table_id: str, stream: str) -> Live | None:
        self.ownership.refuse_if_leaving()
        if await self.reads(self.journal.head, stream) > 0:
            await self.ownership.acquire(stream)
        live = await self.look(table_id)
        if live is None:
            # Another hall may be able to read it: one that has the secret.
            await self.ownership.release(stream)
        return live

    async def look(self, table_id: str) -> Live | None:
        """The same as ``find``; the loop goes on while an engine elsewhere is asked."""
        stream = lists.PREFIX + table_id
        if stream in self.tables:
            return self.find(table_id)
        # What was read before it was ours may lack what its last owner wrote.
        ours = self.ownership.owns(stream)
        found = await self.reads(self._sleeping, stream)
        if stream in self.tables:  # somebody has woken it meanwhile
            return self.find(table_id)
        return self._woken(stream, found, ours and self.ownership.owns(stream))

    async def reads(self, read: Callable[..., R], *args: Any) -> R:
        """Read from the journal, in a thread where that takes long."""
        return await read_apart(self.journal, read, *args)

    def find(self, table_id: str) -> Live | None:
        """The table of this id, woken from the journal when it sleeps; None for one set aside.

        Where this hall does not own it, it can be looked at and nothing can be done at it.
        """
        stream = lists.PREFIX + table_id
        live = self.tables.get(stream)
        if live is not None and not live.connections:
            live.quiet_since = self.clock()
        return live or self._woken(stream, self._sleeping(stream), self.ownership.owns(stream))

    def _sleeping(self, stream: str) -> Slept:
        return sleeping(self.journal, self.stored, stream)

    def _woken(self, stream: str, found: Slept, ours: bool) -> Live | None:
        if found is None or isinstance(found, Exception):
            if found is not None:
                _log.warning("%s cannot be read and is set aside: %s", stream, found)
                self.aside.put(stream, found)
            return None
        live = Live(self, stream, found.table, found.lines)
        if not ours:
            live.stop()
            return live
        if found.facts:
            changed = lists.changes(stream, found.before, found.table)
            self.journal.append(stream, found.before.version, found.facts, changed)
        self.aside.take_out(stream, found.aside)
        return self._awake(live)

    def _lost(self, resource: str) -> None:
        """Another hall has a table of ours: those at it are sent there."""
        live = self.tables.get(resource)
        if live is not None:
            live.stop()
            live.send_away()

    def _awake(self, live: Live) -> Live:
        self.tables[live.name] = live
        self.thinking.expect(each.bot for each in live.table.seats if each is not None)
        with contextlib.suppress(RuntimeError):
            # Without a loop, as in a script, nothing happens by itself.
            live.plan()
            self.sweeper.one_more()
        return live

    async def open(
        self,
        book: str,
        by: str,
        mode: Mode = "strict",
        target: int | None = None,
        overlay: dict[str, Any] | None = None,
        turn_seconds: int | None = None,
        listed: bool = True,
        event: str = "",
        friendly: bool = True,
        then: Sequence[HallEntry] = (),
        same: str = "",
        seed: str = "",
        manners: Manners = PLAIN,
        name: str = "",
    ) -> Live:
        """Open a table, with further first entries such as who sits where.

        ``same`` names deals that others play too, from their ``seed``; a ``name`` is taken once.
        """
        opened = TableOpened(
            book,
            mode,
            seed or shuffles.new_seed(),
            by,
            self.clock(),
            target,
            overlay or {},
            turn_seconds,
            listed,
            event,
            friendly=friendly,
            same=same,
            manners=manners,
        )
        version = shuffles.SAME if same else shuffles.NEWEST
        opened = replace(opened, edition=book_of(opened).edition, shuffle=version)
        return await self._open(name, opened, then)

    async def _open(self, name: str, opened: TableOpened, then: Sequence[HallEntry]) -> Live:
        """Write a table's first entries down, under its name or one of chance."""
        stream = lists.PREFIX + (name or "".join(secrets.choice(ALPHABET) for _ in range(10)))
        await self.ownership.acquire(stream)
        entries = (opened, *self.with_beginning(fold(None, opened), then))
        lines = PlayByPlay()
        table = lines.follow(None, entries)
        bodies = self.seals.bodies(stream, entries, over=False)
        await self.async_journal.write(stream, 0, bodies, lists.changes(stream, None, table))
        return self._awake(Live(self, stream, table, lines))

    async def open_again(self, old: HallTable) -> str:
        """Another game with the same people, by the same rules: the id of its table."""
        now, opened = self.clock(), old.opened
        sitters = [
            Sat(seat, sitter.who, sitter.name, now, sitter.bot)
            for seat in Seat
            if (sitter := old.seats[seat]) is not None
        ]
        live = await self.open(
            opened.book,
            opened.by,
            opened.mode,
            opened.target,
            opened.overlay,
            opened.turn_seconds,
            opened.listed,
            friendly=opened.friendly,
            then=sitters,
            manners=replace(opened.manners, bots_after=None),
        )
        if None not in live.table.seats:
            await live.commit(begin(live.table, first_dealer(live.table), now))
        return live.id

    def with_beginning(self, table: HallTable, entries: Sequence[HallEntry]) -> Sequence[HallEntry]:
        """Where this hall waits for nobody's salt, a game that is to begin begins at once."""
        if self.pace.salts or not entries or not isinstance(entries[-1], Beginning):
            return entries
        return [*entries, *self.beginning(folded(table, entries), entries[-1].at)]

    def stored(self, stream: str, after: int = 0) -> list[StoredEntry]:
        """The entries of a table, as they were before they were sealed, without erased names."""
        return self.erased.entries(self.seals.opened(stream, self.journal.read(stream, after)))

    def is_over(self, name: str, table: HallTable) -> None:
        """A game has ended: notify all who follow the tables."""
        for tell in self.finished:
            tell(name, table)

    def close(self) -> None:
        """Stop every table's plans."""
        self.sweeper.stop()
        for live in self.tables.values():
            live.rest()


def begins(table: HallTable, now: float) -> list[HallEntry]:
    """The game begins with the dealer that the book's ceremony finds."""
    return begin(table, first_dealer(table), now)
