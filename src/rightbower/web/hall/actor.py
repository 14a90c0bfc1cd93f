"""A table while people sit at it: one owner, one order of things, durable before it is shown."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rightbower.rules.cards import Seat
from rightbower.store.claims import HandedOver
from rightbower.store.contract import JournalError
from rightbower.web.hall import archive as lists
from rightbower.web.hall import wire as protocol
from rightbower.web.hall.archive import after, read_table
from rightbower.web.hall.audience import Audience, seats_at_one_address
from rightbower.web.hall.autoplay import Autoplay
from rightbower.web.hall.connections import Connection
from rightbower.web.hall.entries import BotStoodIn, HallEntry, SameAddress, decode
from rightbower.web.hall.play_by_play import PlayByPlay
from rightbower.web.hall.requests import answered
from rightbower.web.hall.table import SEATS, HallTable, Pace, Speed, at_speed, finished, folded
from rightbower.web.hall.talk import TableTalk

if TYPE_CHECKING:
    from rightbower.web.hall.hall import Hall


class Turn:
    """To have a table to oneself: ``async with live.turn()``."""

    __slots__ = ("_live",)

    def __init__(self, live: Live) -> None:
        self._live = live

    async def __aenter__(self) -> None:
        await self._live._take_turn()

    async def __aexit__(self, *_: object) -> None:
        self._live._lock.release()


class Live:
    """The one owner of a table: takes requests in turn, writes them down, shows the result."""

    __slots__ = (
        "__weakref__",
        "_goes_on_at",
        "_lock",
        "_under_way",
        "_waiting",
        "audience",
        "autoplay",
        "connections",
        "hall",
        "lines",
        "name",
        "quiet_since",
        "speed",
        "table",
        "talk",
        "unsaved",
    )

    def __init__(self, hall: Hall, name: str, table: HallTable, lines: PlayByPlay) -> None:
        self.hall = hall
        self.name = name
        self.table = table
        self.lines = lines
        self.speed: Speed = "normal"
        self.quiet_since = hall.clock()
        self._lock = asyncio.Lock()
        # Whether entries are on their way to the disk, also where nobody waits for them any longer.
        self._under_way = False
        self._waiting: list[asyncio.Future[JournalError | None]] = []
        # Whether the journal refused the last entries: then the stream is read before anything else.
        self.unsaved = False
        # Where the table goes on, once this hall has let go of it.
        self._goes_on_at: str | None = None
        # They know the table without holding it: one that sleeps is gone at once, and not only when
        # the collector looks for rings, which it seldom does in a hall.
        self.audience = Audience(self)
        self.connections = self.audience.connections
        self.autoplay = Autoplay(self)
        self.talk = TableTalk(self)

    @property
    def id(self) -> str:
        """The table's part of its address."""
        return self.name.removeprefix(lists.PREFIX)

    @property
    def pace(self) -> Pace:
        """How fast this table goes on by itself: at a table of one as that person likes it."""
        alone = self.table.people == 1 and not self.table.opened.event
        return at_speed(self.hall.pace, self.speed) if alone else self.hall.pace

    def quiet(self, now: float, seconds: float) -> bool:
        """Whether nobody has looked at the table for this long, and nothing is being written."""
        busy = self.connections or self._lock.locked() or self._under_way
        return not busy and now - self.quiet_since >= seconds

    async def request(
        self, connection: Connection, request: protocol.Request
    ) -> protocol.Done | protocol.No | protocol.Advised:
        """Take one request; the reply comes after what it did is durable."""
        return await answered(self, connection, request)

    async def join(self, connection: Connection, after: int | None) -> None:
        """A connection comes, or comes back with the last version it saw."""
        self._check_owned()
        self.audience.came(connection)
        connection.given_up = lambda: self.leave(connection)
        seat = self.table.seat_of(connection.who)
        if seat is not None:
            self.hall.lobby.changed()
            self.autoplay.came(seat)
            # Where it cannot be written now, the first move hands the seat back.
            with contextlib.suppress(JournalError):
                await self._hand_back(seat)
        if connection.closed:
            return
        self.audience.show_one(connection, after or 0)
        self.talk.catch_up(connection)
        self.audience.show(self.table.version, but=connection)
        self.autoplay.plan()
        await self.notice()

    async def notice(self) -> None:
        """Tell everybody where two of those who sit here come from one and the same address."""
        seats = seats_at_one_address(
            self.table, {each.who: each.place for each in self.connections}
        )
        if seats and seats != self.table.same_address and not self.table.over:
            with contextlib.suppress(JournalError):
                await self.commit([SameAddress(seats, self.now())])

    def leave(self, connection: Connection) -> None:
        """A connection ended, or was given up."""
        connection.has_left()
        if connection not in self.connections:
            return
        self.audience.went(connection)
        if self._goes_on_at is not None:
            return
        self.quiet_since = self.hall.clock()
        seat = self.table.seat_of(connection.who)
        if seat is not None and self.is_away(seat):
            self.hall.lobby.changed()
            self.autoplay.went(seat)
            self.audience.show(self.table.version)
            self.autoplay.plan()

    def is_away(self, seat: Seat) -> bool:
        """Whether a person's seat has no connection now."""
        sitter = self.table.seats[seat]
        if sitter is None or sitter.bot:
            return False
        return sitter.who not in self.audience.present

    def away(self) -> frozenset[Seat]:
        """The seats of people who have no connection now."""
        return frozenset([seat for seat in SEATS if self.is_away(seat)])

    def now(self) -> float:
        """The time; it never runs backward at a table."""
        return max(self.hall.clock(), self.table.touched)

    async def commit(self, entries: Sequence[HallEntry]) -> None:
        """Write entries of the hall's own down and show them."""
        async with self.turn():
            await self.write(entries)

    def turn(self) -> Turn:
        """Hold the table's lock, with its state as the journal has it."""
        return Turn(self)

    async def _take_turn(self) -> None:
        await self._lock.acquire()
        try:
            if self._under_way:
                await self._landing()
            self._check_owned()
            if self.unsaved:
                await self._read_on()
        except BaseException:
            self._lock.release()
            raise

    def _check_owned(self) -> None:
        """Raise ``HandedOver`` where the table goes on elsewhere."""
        if self._goes_on_at is not None:
            raise HandedOver(self._goes_on_at)

    async def hand_over(self, hall: str = "") -> None:
        """Release the table once nothing is being written, and send those at it to the next hall."""
        try:
            async with self.turn():
                self.stop(hall)
        except JournalError:  # it cannot be read now, and will be where it goes on
            self.stop(hall)
        except HandedOver:
            return
        await self.hall.ownership.release(self.name)
        self.send_away()

    def stop(self, hall: str = "") -> None:
        """Do nothing more at the table: what has no answer yet is sent again where it goes on."""
        self._goes_on_at = hall
        self.autoplay.stop()
        self.hall.tables.pop(self.name, None)

    def send_away(self) -> None:
        """Tell everybody where the table goes on, and close their lines."""
        for connection in tuple(self.connections):
            connection.send_away(self._goes_on_at or "")

    async def _read_on(self) -> None:
        """After a refusal: what the journal has, which is what counts."""
        since, table = self.table.version, self.table
        for stored in await self.hall.reads(self.hall.stored, self.name, since):
            table, entry = after(table, decode(stored.body))
            self.lines.add(table, entry)
        self.table, self.unsaved = table, False
        if table.version > since:
            self.audience.show(since)

    async def read_anew(self) -> None:
        """Read the whole stream once more: a name in it is shown otherwise."""
        async with self.turn():
            stored = await self.hall.reads(self.hall.stored, self.name)
            self.table, self.lines = read_table(stored)
            self.audience.show(0)

    async def write(self, entries: Sequence[HallEntry]) -> None:
        """Check, make durable, then show; nothing is shown that could be lost. Have the turn."""
        if not entries:
            return
        self._post(entries)
        fault = await self._landing()
        if fault is not None:
            raise fault

    def _landing(self) -> asyncio.Future[JournalError | None]:
        """The outcome of the entries being written; it does not depend on who waits for it."""
        self._waiting.append(asyncio.get_running_loop().create_future())
        return self._waiting[-1]

    def _post(self, entries: Sequence[HallEntry]) -> None:
        before, lines = self.table, PlayByPlay()
        entries = self.hall.with_beginning(before, entries)
        table = lines.follow(before, entries)
        if table.over and table.finished is None:
            facts = finished(table)
            more = [facts, *self.hall.seals.unsealed(self.name, facts.at)]
            entries, table = [*entries, *more], folded(table, more)

        def landed(fault: JournalError | None) -> None:
            self._under_way = False
            waiting, self._waiting = self._waiting, []
            try:
                self._written(before, table, lines) if fault is None else self._refused()
                if changed and fault is None:
                    self.hall.lobby.changed()
            finally:
                for each in waiting:
                    if not each.done():
                        each.set_result(fault)

        over = before.finished is not None
        bodies = self.hall.seals.bodies(self.name, entries, over)
        changed = lists.changes(self.name, before, table)
        self._under_way = True
        self.hall.async_journal.post(self.name, before.version, bodies, landed, changed)

    def _written(self, before: HallTable, table: HallTable, lines: PlayByPlay) -> None:
        """Entries are durable: the table is what they lead to, and is shown."""
        self.table = table
        self.lines.extend(lines)
        self.audience.changed(before)
        self.talk.go_on()
        self.autoplay.plan()
        if table.over and not before.over:
            self.hall.is_over(self.name, table)

    def _refused(self) -> None:
        """Entries were refused: the stream is read before anything else is decided."""
        self.unsaved = True
        self.set_cannot_save(self.hall.async_journal.failing)
        self.autoplay.plan()

    def set_cannot_save(self, waits: bool) -> None:
        """Tell those at the table that nothing can be written, or that it can again."""
        if waits is not self.audience.cannot_save:
            self.audience.cannot_save = waits
            self.audience.show(self.table.version)

    async def _hand_back(self, seat: Seat) -> None:
        if self.table.stand_ins[seat]:
            async with self.turn():
                if self.table.stand_ins[seat]:
                    await self.write([BotStoodIn(seat, "", self.now())])
