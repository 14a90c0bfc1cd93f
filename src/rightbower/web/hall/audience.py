"""Those who look at a table: who is there now, what each is shown, and when, and who shares an address."""

from __future__ import annotations

import asyncio
import weakref
from collections import deque
from collections.abc import Callable, Mapping, Sequence

from rightbower.rules.cards import Seat
from rightbower.store.contract import StoredEntry
from rightbower.web.common.address import LOOPBACK
from rightbower.web.hall.archive import after
from rightbower.web.hall.connections import Connection
from rightbower.web.hall.entries import Manners, decode
from rightbower.web.hall.play_by_play import PlayByPlay
from rightbower.web.hall.table import SEATS, HallTable, Sitter
from rightbower.web.hall.views import Face
from rightbower.web.hall.wire import State


class Audience:
    """The connections of a table; ``cannot_save`` says that nothing can be written just now."""

    __slots__ = (
        "__weakref__",
        "_faces",
        "_gallery",
        "_seats",
        "_seats_of",
        "_there",
        "_there_of",
        "cannot_save",
        "connections",
        "present",
    )

    def __init__(self, manners: Manners, was: HallTable | None = None) -> None:
        self.connections: list[Connection] = []
        self.present: frozenset[str] = frozenset()
        self.cannot_save = False
        self._faces: dict[str, Face] = {}
        # Who sits where and who of them has gone, as long as those who sit and who are there are the same.
        self._seats: dict[str, Seat] = {}
        self._seats_of: tuple[Sitter | None, ...] = ()
        self._there: tuple[frozenset[Seat], bool] = (frozenset(), False)
        self._there_of: tuple[object, ...] = ()
        self._gallery: Gallery | None = None
        if was is not None:
            self._gallery = Gallery(was, manners.watched_after, weakref.WeakMethod(self._show_late))

    def came(self, connection: Connection) -> None:
        """One more is there."""
        self.connections.append(connection)
        self.present |= {connection.who}

    def went(self, connection: Connection) -> None:
        """One is there no longer."""
        self.connections.remove(connection)
        self.present = frozenset(each.who for each in self.connections)

    def who_is_there(self, table: HallTable) -> tuple[frozenset[Seat], bool]:
        """The seats of people who have no connection now, and whether one who sits here is there."""
        known = (table.seats, self.present)
        if known != self._there_of:
            people = [
                (seat, sitter.who in self.present)
                for seat, sitter in zip(SEATS, table.seats, strict=True)
                if sitter is not None and not sitter.bot
            ]
            away = frozenset(seat for seat, here in people if not here)
            self._there, self._there_of = (away, len(away) < len(people)), known
        return self._there

    def changed(self, table: HallTable, lines: PlayByPlay, since: int) -> None:
        """The table is another than before: it is shown, to those without a chair perhaps later."""
        self.cannot_save = False
        self.show(table, lines, since)
        if self._gallery is not None:
            self._gallery.add(table, lines)

    def show(
        self, table: HallTable, lines: PlayByPlay, since: int, but: Connection | None = None
    ) -> None:
        """Show the table to everybody, with the news since a version."""
        if not self.connections:
            return
        away, seats = self.who_is_there(table)[0], self._seats_at(table)
        looked: dict[str, Face] = {}
        onlookers: dict[str, State] = {}
        behind = []
        for connection in self.connections:
            seat = seats.get(connection.who)
            if connection is but or (seat is None and self._gallery is not None):
                continue
            if connection.unsent is not None:
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
            self.show_one(connection, connection.seen, table, lines)

    def _seats_at(self, table: HallTable) -> dict[str, Seat]:
        """Where everybody sits."""
        if table.seats != self._seats_of:
            self._seats, self._seats_of = table.seats_of_people(), table.seats
        return self._seats

    def _face(self, language: str) -> Face:
        """The table to those who read a language."""
        if language not in self._faces:
            self._faces[language] = Face(language)
        return self._faces[language]

    def show_one(
        self, connection: Connection, since: int, table: HallTable, lines: PlayByPlay
    ) -> None:
        """The table for one who came, or who is behind, with the news since a version of theirs."""
        seat = table.seat_of(connection.who)
        if seat is None and self._gallery is not None:
            self._show_as_it_was(connection, since, lines)
            return
        face = self._face(connection.language)
        face.look(table, lines, self.who_is_there(table)[0], since)
        connection.seen = since
        connection.show(face.to(seat, self.cannot_save))

    def _show_as_it_was(self, connection: Connection, since: int, lines: PlayByPlay) -> None:
        """One without a chair sees the table as it was a while ago."""
        assert self._gallery is not None
        face, was = Face(connection.language), self._gallery.table
        face.look(was, lines, self.who_is_there(was)[0], since)
        connection.seen = since
        connection.show(face.to(None, self.cannot_save))

    def _show_late(self, now: HallTable, lines: PlayByPlay) -> None:
        """Those without a chair see what happened a while ago."""
        for connection in tuple(self.connections):
            if now.seat_of(connection.who) is None:
                self._show_as_it_was(connection, connection.seen, lines)

    def stop(self) -> None:
        """Show nothing more late."""
        if self._gallery is not None:
            self._gallery.stop()


class Gallery:
    """The table as onlookers see it, behind by what the table was opened with."""

    __slots__ = ("_changed", "_coming", "_newest", "_timer", "delay", "table")

    def __init__(
        self,
        table: HallTable,
        delay: float,
        changed: weakref.WeakMethod[Callable[[HallTable, PlayByPlay], None]],
    ) -> None:
        self.table = table
        self.delay = delay
        self._coming: deque[tuple[float, HallTable]] = deque()
        self._newest: tuple[HallTable, PlayByPlay] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._changed = changed

    def add(self, table: HallTable, lines: PlayByPlay) -> None:
        """The table has changed; show that after the delay."""
        self._coming.append((asyncio.get_running_loop().time() + self.delay, table))
        self._newest = table, lines
        self._plan()

    def stop(self) -> None:
        """Show nothing more."""
        if self._timer is not None:
            self._timer.cancel()

    def _plan(self) -> None:
        if self._timer is None and self._coming:
            self._timer = asyncio.get_running_loop().call_at(self._coming[0][0], self._show)

    def _show(self) -> None:
        self._timer = None
        now = asyncio.get_running_loop().time()
        while self._coming and self._coming[0][0] <= now:
            self.table = self._coming.popleft()[1]
        if (tell := self._changed()) is not None and self._newest is not None:
            tell(*self._newest)
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
