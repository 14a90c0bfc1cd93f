"""A table while people sit at it: one inbox, one order of things, durable before it is shown."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Final, Protocol, TypeAlias, TypeVar

from rightbower.players.views import View
from rightbower.rules.cards import Seat
from rightbower.rules.refusal import Refusal
from rightbower.store.claims import HandedOver, NotOwner, Ownership
from rightbower.store.contract import JournalError, StoredEntry
from rightbower.store.limits import Tries
from rightbower.store.streams import AsyncJournal
from rightbower.web.hall import archive as lists
from rightbower.web.hall.acts import move
from rightbower.web.hall.archive import ErasedPeople, after, read_table
from rightbower.web.hall.audience import Audience, seats_at_one_address, table_at
from rightbower.web.hall.autoplay import Autoplay, Here
from rightbower.web.hall.bots import Thinking
from rightbower.web.hall.connections import Connection
from rightbower.web.hall.entries import Beginning, BotStoodIn, HallEntry, SameAddress, decode
from rightbower.web.hall.play_by_play import PlayByPlay
from rightbower.web.hall.sealing import Seals
from rightbower.web.hall.table import HallTable, Pace, Speed, at_speed, finished, folded
from rightbower.web.hall.talk import Reports, TableTalk

_log = logging.getLogger(__name__)
R = TypeVar("R")
# What can speak against a letter; all else is a fault of ours.
SPEAKS_AGAINST: Final = (Refusal, JournalError, HandedOver)
Why: TypeAlias = Refusal | JournalError | HandedOver


class LobbyTold(Protocol):
    """Who watches which tables there are."""

    def changed(self) -> None:
        """Something at a table has changed that the lobby may show."""


class Services(Protocol):
    """What a table needs of its hall, and all that it knows of it."""

    async_journal: AsyncJournal
    ownership: Ownership
    pace: Pace
    clock: Callable[[], float]
    seals: Seals
    thinking: Thinking
    reports: Reports
    erased: ErasedPeople
    words: Tries
    seat_changes: Tries
    games: Tries
    games_of_place: Tries
    beginning: Callable[[HallTable, float], list[HallEntry]]
    tables: dict[str, Live]

    @property
    def lobby(self) -> LobbyTold:
        """Who is told that a table has changed."""

    def with_beginning(self, table: HallTable, entries: Sequence[HallEntry]) -> Sequence[HallEntry]:
        """A game that is to begin begins at once, where nobody's salt is waited for."""

    def stored(self, stream: str, after: int = 0) -> list[StoredEntry]:
        """The entries of a table."""

    async def reads(self, read: Callable[..., R], *args: Any) -> R:
        """Read from the journal, in a thread where that takes long."""

    def is_over(self, name: str, table: HallTable) -> None:
        """A game has ended."""

    async def open_again(self, old: HallTable) -> str:
        """Another game with the same people: the id of its table."""


class Letter:
    """What is said to a table: it is decided in its turn, and answered once that is durable."""

    __slots__ = ()

    def decide(self, live: Live) -> Sequence[HallEntry]:
        """What comes of it, by the table as it is now; raise what speaks against it."""
        raise NotImplementedError

    def done(self, live: Live) -> None:
        """It is durable, or nothing had to be written."""

    def refused(self, live: Live, why: Why) -> None:
        """Nothing of it counts, and why."""

    def failed(self, live: Live) -> None:
        """Nothing of it counts by a fault of ours, which is under way: it is for the log."""
        _log.exception("what was to be done at %s failed", live.name)


class Errand(Letter):
    """Entries of the hall's own, for somebody who waits until they are durable."""

    __slots__ = ("_decide", "_waits")

    def __init__(
        self,
        decide: Callable[[HallTable, float], Sequence[HallEntry]],
        waits: asyncio.Future[None] | None = None,
    ) -> None:
        self._decide, self._waits = decide, waits

    def decide(self, live: Live) -> Sequence[HallEntry]:
        return self._decide(live.table, live.now())

    def done(self, live: Live) -> None:
        if self._waits is not None and not self._waits.done():
            self._waits.set_result(None)

    def refused(self, live: Live, why: Why) -> None:
        if self._waits is not None and not self._waits.done():
            self._waits.set_exception(why)

    def failed(self, live: Live) -> None:
        super().failed(live)
        if self._waits is not None and not self._waits.done():
            self._waits.set_exception(RuntimeError("a fault at a table, which the log tells"))


class Due(Letter):
    """The time has come for what nobody has to ask for."""

    __slots__ = ()

    def decide(self, live: Live) -> Sequence[HallEntry]:
        return live.own_step()

    def refused(self, live: Live, why: Why) -> None:
        live.stumbled()

    def failed(self, live: Live) -> None:
        _log.exception("what %s does by itself failed", live.name)
        live.stumbled()


class BotChose(Due):
    """What a bot chose beside the loop, if it could; where the table has gone on meanwhile it is dropped."""

    __slots__ = ("_entries", "_version")

    def __init__(self, version: int, entries: Sequence[HallEntry] | None) -> None:
        self._version, self._entries = version, entries

    def decide(self, live: Live) -> Sequence[HallEntry]:
        if live.table.version != self._version:
            return ()
        if self._entries is None:
            live.stumbled()
        return self._entries or ()


class Live:
    """The one owner of a table: takes what is said to it in turn, writes it down, shows the result.

    Nothing waits here: what needs time is begun, and comes back as a letter.
    """

    __slots__ = (
        "__weakref__",
        "_beside",
        "_due",
        "_failed",
        "_goes_on_at",
        "_inbox",
        "_landing",
        "_planned_by",
        "_reading",
        "_resting",
        "_running",
        "_thought_at",
        "_timer",
        "_writing",
        "audience",
        "autoplay",
        "connections",
        "lines",
        "name",
        "quiet_since",
        "rematch",
        "services",
        "speed",
        "table",
        "talk",
        "unsaved",
    )

    def __init__(self, services: Services, name: str, table: HallTable, lines: PlayByPlay) -> None:
        self.services = services
        self.name = name
        self.table = table
        self.lines = lines
        self.speed: Speed = "normal"
        self.quiet_since = services.clock()
        # Whether the journal refused the last entries: then the stream is read before anything else.
        self.unsaved = False
        # Who waits for another game, while its table is opened.
        self.rematch: list[Letter] = []
        delay = table.opened.manners.watched_after
        was = table_at(table, services.stored(name), services.clock() - delay) if delay else None
        self.audience = Audience(table.opened.manners, was)
        self.connections = self.audience.connections
        self.autoplay = Autoplay(services)
        self.talk = TableTalk()
        self._inbox: deque[Letter] = deque()
        # That of which entries are on their way to the disk; one at a time.
        self._writing: Letter | None = None
        self._reading = self._running = self._resting = False
        self._landing: asyncio.Future[None] | None = None
        # Where the table goes on, once this hall lets go of it.
        self._goes_on_at: str | None = None
        self._beside: set[asyncio.Future[Any]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._planned_by: tuple[object, ...] = ()
        self._thought_at = 0
        self._failed = False

    @property
    def id(self) -> str:
        """The table's part of its address."""
        return self.name.removeprefix(lists.PREFIX)

    @property
    def pace(self) -> Pace:
        """How fast this table goes on by itself: at a table of one as that person likes it."""
        alone = self.table.people == 1 and not self.table.opened.event
        return at_speed(self.services.pace, self.speed) if alone else self.services.pace

    @property
    def busy(self) -> bool:
        """Whether something is being decided, written or read."""
        return bool(self._inbox) or self._writing is not None or self._reading

    def quiet(self, now: float, seconds: float) -> bool:
        """Whether nobody has looked at the table for this long, and nothing is being written."""
        return not (self.connections or self.busy) and now - self.quiet_since >= seconds

    def now(self) -> float:
        """The time; it never runs backward at a table."""
        return max(self.services.clock(), self.table.touched)

    def tell(self, letter: Letter) -> None:
        """The only way in: letters are taken in the order they come, one append at a time."""
        self._inbox.append(letter)
        if self._writing is None and not (self._running or self._reading):
            self._run()

    def _run(self) -> None:
        """Take what lies in the inbox, until something has to be written."""
        self._running = True
        try:
            while self._inbox and self._writing is None and not self._reading:
                if self._goes_on_at is not None:
                    self._drop(HandedOver(self._goes_on_at))
                elif self.unsaved:
                    self._read_again()
                else:
                    self._take(self._inbox.popleft())
        finally:
            self._running = False

    def _take(self, letter: Letter) -> None:
        try:
            entries = letter.decide(self)
            if entries:
                self._write(entries, letter)
            else:
                letter.done(self)
        except SPEAKS_AGAINST as why:
            letter.refused(self, why)
        except Exception:
            letter.failed(self)
        self.plan()

    def _drop(self, why: Why) -> None:
        """What waits is not decided upon here."""
        waiting, self._inbox = self._inbox, deque()
        for letter in waiting:
            letter.refused(self, why)
        self.plan()

    def _write(self, entries: Sequence[HallEntry], letter: Letter) -> None:
        """Make entries durable; they are shown, and the letter is answered, once they are."""
        before, lines, services = self.table, PlayByPlay(), self.services
        if isinstance(entries[-1], Beginning):
            entries = services.with_beginning(before, entries)
        table = lines.follow(before, entries)
        if table.over and table.finished is None:
            facts = finished(table)
            more = [facts, *services.seals.unsealed(self.name, facts.at)]
            entries, table = [*entries, *more], folded(table, more)
        bodies = services.seals.bodies(self.name, entries, before.finished is not None)
        changed = lists.changes(self.name, before, table)

        def landed(fault: JournalError | None) -> None:
            self._writing = None
            try:
                if fault is not None:
                    self._refused(letter, fault)
                    return
                try:
                    self._written(before, table, lines)
                finally:
                    letter.done(self)
                if changed:
                    services.lobby.changed()
            finally:
                if self._landing is not None and not self._landing.done():
                    self._landing.set_result(None)
                self._run()

        services.async_journal.post(self.name, before.version, bodies, landed, changed)
        self._writing = letter

    def _written(self, before: HallTable, table: HallTable, lines: PlayByPlay) -> None:
        """Entries are durable: the table is what they lead to, and is shown."""
        self.table, self._failed = table, False
        self.lines.extend(lines)
        self.audience.changed(table, self.lines, before.version)
        if self.talk.waits:
            self.talk.go_on(table, self.connections, self.services.erased)
        self.plan()
        if table.over and not before.over:
            self.services.is_over(self.name, table)

    def _refused(self, letter: Letter, fault: JournalError) -> None:
        """Entries were refused: the stream is read before anything else is decided."""
        self.unsaved = self._failed = True
        if self._goes_on_at is None and not isinstance(fault, NotOwner):
            self.set_cannot_save(self.services.async_journal.failing)
            self._read_again()
        letter.refused(self, fault)
        self.plan()

    def _read_again(self) -> None:
        """Ask what the journal has, which is what counts; the inbox rests until that is there."""
        since = self.table.version
        reads = self.services.reads(self.services.stored, self.name, since)
        self._reading = True
        self.beside(self._reread(reads, self._more))

    async def _reread(
        self, reads: Awaitable[list[StoredEntry]], take_up: Callable[[list[StoredEntry]], None]
    ) -> None:
        fault: JournalError | None = None
        try:
            stored = await reads
            if self._goes_on_at is None:
                take_up(stored)
        except JournalError as why:
            fault = why
        except Exception:
            _log.exception("%s could not be read again", self.name)
            fault = JournalError("a table cannot be read")
        finally:
            self._reading = False
        if fault is not None:
            self._drop(fault)
        self.plan()
        self._run()

    def _more(self, stored: list[StoredEntry]) -> None:
        """What the stream has beyond what is known here."""
        since, table, lines = self.table.version, self.table, PlayByPlay()
        for each in stored:
            table, entry = after(table, decode(each.body))
            lines.add(table, entry)
        self.table, self.unsaved = table, False
        self.lines.extend(lines)
        if table.version > since:
            self.show(since)

    async def read_anew(self) -> None:
        """Read the whole stream once more: a name in it is shown otherwise."""
        taken: list[bool] = []
        while not taken:
            await self.decided(lambda _table, _now: ())
            stored = await self.services.reads(self.services.stored, self.name)

            def take_up(now: HallTable, _: float) -> Sequence[HallEntry]:
                if now.version == len(stored):  # noqa: B023  # it is called before the next round
                    self.table, self.lines = read_table(stored)  # noqa: B023
                    self.show(0)
                    taken.append(True)
                return ()

            await self.decided(take_up)

    async def commit(self, entries: Sequence[HallEntry]) -> None:
        """Write entries of the hall's own down and show them."""
        await self.decided(lambda _table, _now: entries)

    async def decided(self, decide: Callable[[HallTable, float], Sequence[HallEntry]]) -> None:
        """Decide upon entries by the table as it is in their turn; return once they are durable."""
        waits: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.tell(Errand(decide, waits))
        await waits

    def beside(self, work: Coroutine[Any, Any, None]) -> None:
        """Begin what takes time; it comes back by itself."""
        task = asyncio.ensure_future(work)
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    # Who is there

    def join(self, connection: Connection, after: int | None) -> None:
        """A connection comes, or comes back with the last version it saw; it never waits."""
        self._check_owned()
        self.audience.came(connection)
        connection.given_up = lambda: self.leave(connection)
        seat = self.table.seat_of(connection.who)
        if seat is not None:
            self.services.lobby.changed()
            self.autoplay.came(seat)
            if self.table.stand_ins[seat]:
                # Where it cannot be written now, the first move hands the seat back.
                self.tell(Errand(lambda table, now: _handed_back(table, seat, now)))
        self.audience.show_one(connection, after or 0, self.table, self.lines)
        self.talk.catch_up(self.table, connection, self.services.erased)
        self.show(self.table.version, but=connection)
        self.plan()
        self.notice()

    def leave(self, connection: Connection) -> None:
        """A connection ended, or was given up."""
        connection.has_left()
        if connection not in self.connections:
            return
        self.audience.went(connection)
        if self._goes_on_at is not None:
            return
        self.quiet_since = self.services.clock()
        seat = self.table.seat_of(connection.who)
        if seat is not None and self.is_away(seat):
            self.services.lobby.changed()
            self.autoplay.went(seat, self.quiet_since)
            self.show(self.table.version)
            self.plan()

    @property
    def people_here(self) -> bool:
        """Whether one of those who sit here is there now."""
        return self.audience.who_is_there(self.table)[1]

    def is_away(self, seat: Seat) -> bool:
        """Whether a person's seat has no connection now."""
        return seat in self.away()

    def away(self) -> frozenset[Seat]:
        """The seats of people who have no connection now."""
        return self.audience.who_is_there(self.table)[0]

    def notice(self) -> None:
        """Tell everybody where two of those who sit here come from one and the same address."""
        if self._at_one_address(self.table, 0.0):
            self.tell(Errand(self._at_one_address))

    def _at_one_address(self, table: HallTable, now: float) -> list[HallEntry]:
        seats = seats_at_one_address(table, {each.who: each.place for each in self.connections})
        if not seats or seats == table.same_address or table.over:
            return []
        return [SameAddress(seats, now)]

    def show(self, since: int, but: Connection | None = None) -> None:
        """Show the table to everybody, with the news since a version."""
        self.audience.show(self.table, self.lines, since, but)

    def set_cannot_save(self, waits: bool) -> None:
        """Tell those at the table that nothing can be written, or that it can again."""
        if waits is not self.audience.cannot_save:
            self.audience.cannot_save = waits
            self.show(self.table.version)

    # What happens by itself

    def plan(self) -> None:
        """Set the next thing that happens without anybody asking, where that is another than before."""
        if self._resting or self._writing is not None or self._reading:
            return
        table = self.table
        if self._thought_at == table.version:
            return
        here = self._here()
        by = (table.version, here, self.unsaved or self._failed)
        if by == self._planned_by and self._timer is not None:
            return
        self._planned_by = by
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        delay = self.autoplay.delay(table, here, self.services.clock())
        if delay is not None:
            again = self.services.pace.retry if by[-1] else 0.0
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(delay, again), self._is_due)

    def _here(self) -> Here:
        away, people = self.audience.who_is_there(self.table)
        return Here(away, people, self.pace)

    def _is_due(self) -> None:
        self._timer = None
        self._failed = False
        self.tell(Due())

    def own_step(self) -> Sequence[HallEntry]:
        """What the table does by itself now; a bot that has to think is asked, and answers later."""
        found = self.autoplay.step(self.table, self._here(), self.now())
        if isinstance(found, list):
            return found
        self._thought_at = self.table.version
        opened = self.table.opened
        # The tables of an event are opened by the desk for different people.
        whose = self.name if opened.event else opened.by
        self.beside(self._think(self.table, found.bot, found.seen, whose))
        return ()

    async def _think(self, table: HallTable, bot: str, seen: View, whose: str) -> None:
        entries: list[HallEntry] | None = None
        try:
            action = await self.services.thinking.act(bot, seen, whose)
            now = max(self.services.clock(), table.touched)
            entries = move(table, action, "", now, by_bot=True)
        except Exception:
            _log.exception("what %s does by itself failed", self.name)
        if self._thought_at == table.version:
            self._thought_at = 0
        self.tell(BotChose(table.version, entries))

    def stumbled(self) -> None:
        """What the table does by itself failed: it is tried again in a while."""
        self._failed = True

    # How it ends here

    def _check_owned(self) -> None:
        """Raise ``HandedOver`` where the table goes on elsewhere."""
        if self._goes_on_at is not None:
            raise HandedOver(self._goes_on_at)

    async def hand_over(self, hall: str = "") -> None:
        """Release the table once nothing is being written, and send those at it to the next hall."""
        if self._goes_on_at is not None:
            return
        self._halt(hall)
        if self._writing is not None:
            self._landing = asyncio.get_running_loop().create_future()
            await self._landing
        self.stop(hall)
        await self.services.ownership.release(self.name)
        self.send_away()

    def stop(self, hall: str = "") -> None:
        """Do nothing more at the table: what has no answer yet is sent again where it goes on."""
        self._halt(hall)
        self.services.tables.pop(self.name, None)
        if self._writing is None:
            self._drop(HandedOver(hall))

    def _halt(self, hall: str) -> None:
        """Decide upon nothing new."""
        self._goes_on_at = hall
        self.rest()
        self.audience.stop()
        for task in tuple(self._beside):
            task.cancel()

    def rest(self) -> None:
        """Do nothing by itself any more."""
        self._resting = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def send_away(self) -> None:
        """Tell everybody where the table goes on, and close their lines."""
        for connection in tuple(self.connections):
            connection.send_away(self._goes_on_at or "")


def _handed_back(table: HallTable, seat: Seat, now: float) -> list[HallEntry]:
    """Somebody is back: the seat is theirs again, where a bot has it still."""
    return [BotStoodIn(seat, "", now)] if table.stand_ins[seat] else []
