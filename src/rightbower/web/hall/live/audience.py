"""Those who look at a table: who is there now, and what each of them is shown."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING

from rightbower.cards import Seat
from rightbower.web.hall.live.spectators import Gallery, as_it_was
from rightbower.web.hall.table.table import HallTable
from rightbower.web.hall.views.snapshots import for_seat, public

if TYPE_CHECKING:
    from rightbower.web.hall.live.live_table import Live
    from rightbower.web.hall.wire.connections import Connection


class Audience:
    """The connections of a table; ``told_to_wait`` says that nothing can be written just now."""

    __slots__ = ("__weakref__", "_gallery", "_live", "connections", "present", "told_to_wait")

    def __init__(self, live: Live) -> None:
        self._live: Live = weakref.proxy(live)
        self.connections: list[Connection] = []
        self.present: frozenset[str] = frozenset()
        self.told_to_wait = False
        self._gallery: Gallery | None = None
        if delay := live.table.opened.manners.watched_after:
            hall, table = live.hall, live.table
            was = as_it_was(table, hall.stored(live.name), hall.clock() - delay)
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
        self.told_to_wait = False
        self.show(before.version)
        if self._gallery is not None:
            self._gallery.add(self._live.table)

    def show(self, since: int, but: Connection | None = None) -> None:
        """Show the table to everybody, with the news since a version."""
        if not self.connections:
            return
        table = self._live.table
        state = public(table, self._live.lines, self._live.away(), since)
        seats = table.seats_of_people()
        by_seat: dict[Seat | None, str] = {}
        for connection in tuple(self.connections):
            seat = seats.get(connection.who)
            if connection is but or (seat is None and self._gallery is not None):
                continue
            if connection.behind:
                self.show_one(connection, connection.seen)
                continue
            if seat not in by_seat:
                by_seat[seat] = for_seat(state, table, seat, self.told_to_wait)
            connection.show(by_seat[seat], table.version)

    def show_one(self, connection: Connection, since: int) -> None:
        """The table for one who came, or who is behind, with the news since a version of theirs."""
        table = self._live.table
        seat = table.seat_of(connection.who)
        if seat is None and self._gallery is not None:
            table = self._gallery.table
        state = public(table, self._live.lines, self._live.away(), since)
        connection.seen = since
        connection.show(for_seat(state, table, seat, self.told_to_wait), table.version)

    def _show_gallery(self) -> None:
        """Those without a chair see what happened a while ago."""
        for connection in tuple(self.connections):
            if self._live.table.seat_of(connection.who) is None:
                self.show_one(connection, connection.seen)
