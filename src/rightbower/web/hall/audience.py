"""Those who look at a table: who is there now, what each is shown, and when, and who shares an address."""

from __future__ import annotations

import asyncio
import weakref
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from rightbower.rules.cards import Seat
from rightbower.store.contract import StoredEntry
from rightbower.web.common.address import LOOPBACK
from rightbower.web.hall.archive import after
from rightbower.web.hall.entries import decode
from rightbower.web.hall.table import HallTable
from rightbower.web.hall.views import Face
from rightbower.web.hall.wire import State

if TYPE_CHECKING:
    from rightbower.web.hall.actor import Live
    from rightbower.web.hall.connections import Connection


class Audience:
    """The connections of a table; ``cannot_save`` says that nothing can be written just now."""

    __slots__ = (
        "__weakref__",
        "_faces",
        "_gallery",
        "_live",
        "cannot_save",
        "connections",
        "present",
    )

    def __init__(self, live: Live) -> None:
        self._live: Live = weakref.proxy(live)
        self.connections: list[Connection] = []
        self.present: frozenset[str] = frozenset()
        self.cannot_save = False
        self._faces: dict[str, Face] = {}
        self._gallery: Gallery | None = None
        if delay := live.table.opened.manners.watched_after:
            hall, table = live.hall, live.table
            was = table_at(table, hall.stored(live.name), hall.clock() - delay)
            self._gallery = Gallery(was, weakref.WeakMethod(self._show_gallery))

    def came(self, connection: Connection) -> None:
        """One more is there."""
        self.connections.append(connection)
        self.present |= {connection.who}

    def went(self, connection: Connection) -> None:
        """One is there no longer."""
        self.connections.remove(connection)
        self.present = frozenset(each.who for each in self.connections)

    @property
    def people_here(self) -> bool:
        """Whether one of those who sit here is there now."""
        return any(
            sitter is not None and not sitter.bot and sitter.who in self.present
            for sitter in self._live.table.seats
        )

    def changed(self, before: HallTable) -> None:
        """The table is another than before: it is shown, to those without a chair perhaps later."""
        self.cannot_save = False
        self.show(before.version)
        if self._gallery is not None:
            self._gallery.add(self._live.table)

    def show(self, since: int, but: Connection | None = None) -> None:
        """Show the table to everybody, with the news since a version."""
        if not self.connections:
            return
        table, lines, away = self._live.table, self._live.lines, self._live.away()
        seats = table.seats_of_people()
        looked: dict[str, Face] = {}
        onlookers: dict[str, State] = {}
        behind = []
        for connection in tuple(self.connections):
            seat = seats.get(connection.who)
            if connection is but or (seat is None and self._gallery is not None):
                continue
            if connection.behind:
                behind.append(connection)
                continue
            language = connection.language
            if (face := looked.get(language)) is None:
                face = looked[language] = self._face(language)
                face.look(table, lines, away, since)
            if seat is not None:
                connection.show(face.to(seat, self.cannot_save))
                continue
            if language not in onlookers:
                onlookers[language] = face.to(None, self.cannot_save)
            connection.show(onlookers[language])
        for connection in behind:
            self.show_one(connection, connection.seen)

    def _face(self, language: str) -> Face:
        """The table to those who read a language."""
        if language not in self._faces:
            self._faces[language] = Face(language)
        return self._faces[language]

    def show_one(self, connection: Connection, since: int) -> None:
        """The table for one who came, or who is behind, with the news since a version of theirs."""
        table, language = self._live.table, connection.language
        seat = table.seat_of(connection.who)
        if seat is None and self._gallery is not None:
            table, face = self._gallery.table, Face(language)
        else:
            face = self._face(language)
        face.look(table, self._live.lines, self._live.away(), since)
        connection.seen = since
        connection.show(face.to(seat, self.cannot_save))

    def _show_gallery(self) -> None:
        """Those without a chair see what happened a while ago."""
        for connection in tuple(self.connections):
            if self._live.table.seat_of(connection.who) is None:
                self.show_one(connection, connection.seen)


class Gallery:
    """The table as onlookers see it, behind by what the table was opened with."""

    __slots__ = ("_changed", "_coming", "_timer", "delay", "table")

    def __init__(self, table: HallTable, changed: weakref.WeakMethod[Callable[[], None]]) -> None:
        self.table = table
        self.delay = table.opened.manners.watched_after
        self._coming: deque[tuple[float, HallTable]] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._changed = changed

    def add(self, table: HallTable) -> None:
        """The table has changed; show that after the delay."""
        self._coming.append((asyncio.get_running_loop().time() + self.delay, table))
        self._plan()

    def _plan(self) -> None:
        if self._timer is None and self._coming:
            self._timer = asyncio.get_running_loop().call_at(self._coming[0][0], self._show)

    def _show(self) -> None:
        self._timer = None
        now = asyncio.get_running_loop().time()
        while self._coming and self._coming[0][0] <= now:
            self.table = self._coming.popleft()[1]
        if (tell := self._changed()) is not None:
            tell()
            self._plan()


def table_at(table: HallTable, stored: Sequence[StoredEntry], until: float) -> HallTable:
    """A table as it was at a time, by its entries; at least it was opened."""
    if table.over or table.touched <= until:
        return table
    was: HallTable | None = None
    for each in stored:
        entry = decode(each.body)
        if was is not None and entry.at > until:
            break
        was, _ = after(was, entry)
    return table if was is None else was


def seats_at_one_address(table: HallTable, places: Mapping[str, str]) -> tuple[Seat, ...]:
    """Two seats whose people come from one address; nothing where more do, or not all are here.

    An address that three or four share is a house or a hall's wifi and says nothing, and so does
    the machine itself.
    """
    people = {
        seat: each.who
        for seat, each in zip(Seat, table.seats, strict=True)
        if each is not None and not each.bot
    }
    if any(who not in places for who in people.values()):
        return ()
    seats: dict[str, list[Seat]] = {}
    for seat, who in people.items():
        if places[who] and places[who] not in LOOPBACK:
            seats.setdefault(places[who], []).append(seat)
    return next((tuple(each) for each in seats.values() if len(each) == 2), ())
