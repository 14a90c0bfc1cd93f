"""A table while people sit at it: one owner, one order of things, durable before it is shown."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rightbower.cards import Seat
from rightbower.web.common.refusal import Refused
from rightbower.web.hall import protocol as wire
from rightbower.web.hall.autoplay import Routine
from rightbower.web.hall.commands import answer
from rightbower.web.hall.connections import Browser
from rightbower.web.hall.entries import HallEntry, StoodIn, encode
from rightbower.web.hall.messages import to_reader
from rightbower.web.hall.play_by_play import told
from rightbower.web.hall.snapshots import for_seat, public
from rightbower.web.hall.table import SEATS, Table, fold

if TYPE_CHECKING:
    from rightbower.web.hall.hall import Hall


class Live:
    """The one owner of a table: takes requests in turn, writes them down, shows the result."""

    def __init__(
        self, hall: Hall, name: str, table: Table, tale: list[tuple[int, wire.News]]
    ) -> None:
        self.hall = hall
        self.name = name
        self.table = table
        self.tale = tale
        self.browsers: list[Browser] = []
        self._present: frozenset[str] = frozenset()
        self.lock = asyncio.Lock()
        self.routine = Routine(self)

    async def request(self, browser: Browser, request: wire.Request) -> wire.Reply:
        """Take one request; the reply comes after what it did is durable."""
        assert not isinstance(request, wire.Hello)
        if isinstance(request, wire.Say):
            return self._say(browser, request)
        if isinstance(request, wire.Again):
            return await self._again(browser, request)
        async with self.lock:
            try:
                now = self.hall.clock()
                await self.write(answer(self.table, browser.who, browser.name, request, now))
            except Refused as refusal:
                reason = to_reader(self.table, self.table.seat_of(browser.who), refusal.reason)
                return wire.No(request.id, reason, refusal.clause, refusal.ask)
            except ValueError as fault:
                return wire.No(request.id, str(fault))
        return wire.Done(request.id, self.table.version)

    async def join(self, browser: Browser, after: int | None) -> None:
        """A browser comes, or comes back with the last version it saw."""
        self.browsers.append(browser)
        self._present |= {browser.who}
        seat = self.table.seat_of(browser.who)
        if seat is not None:
            self.routine.came(seat)
            await self._hand_back(seat)
        self._show_one(browser, after or 0)
        self._show(self.table.version, but=browser)
        self.routine.plan()

    def leave(self, browser: Browser) -> None:
        """A connection ended."""
        browser.closed = True
        if browser in self.browsers:
            self.browsers.remove(browser)
            self._present = frozenset(each.who for each in self.browsers)
        seat = self.table.seat_of(browser.who)
        if seat is not None and self.is_away(seat):
            self.routine.went(seat)
            self._show(self.table.version)
            self.routine.plan()

    def is_away(self, seat: Seat) -> bool:
        """Whether a person's seat has no connection now."""
        sitter = self.table.seats[seat]
        if sitter is None or sitter.bot:
            return False
        return sitter.who not in self._present

    def away(self) -> frozenset[Seat]:
        """The seats of people who have no connection now."""
        return frozenset([seat for seat in SEATS if self.is_away(seat)])

    def now(self) -> float:
        """The time; it never runs backward at a table."""
        return max(self.hall.clock(), self.table.touched)

    async def commit(self, entries: Sequence[HallEntry]) -> None:
        """Write entries of the hall's own down and show them."""
        async with self.lock:
            await self.write(entries)

    async def write(self, entries: Sequence[HallEntry]) -> None:
        """Check, make durable, then show; nothing is shown that could be lost. Hold the lock."""
        if not entries:
            return
        before, table = self.table, self.table
        lines: list[tuple[int, wire.News]] = []
        for entry in entries:
            table = fold(table, entry)
            lines += [(table.version, line) for line in told(table, entry)]
        bodies = [encode(entry) for entry in entries]
        await self.hall.landings.write(self.name, before.version, bodies)
        self.table = table
        self.tale += lines
        if table.over and not before.over:
            self.hall.remember(self.name, table)
            for tell in self.hall.finished:
                tell(self.name, table)
        self._show(before.version)
        self.routine.plan()

    def _show(self, since: int, but: Browser | None = None) -> None:
        state = public(self.table, self.tale, self.away(), since)
        seats = self.table.seats_of_people()
        by_seat: dict[Seat | None, str] = {}
        for browser in self.browsers:
            if browser is but:
                continue
            if browser.behind:
                self._show_one(browser, browser.seen)
                continue
            seat = seats.get(browser.who)
            if seat not in by_seat:
                by_seat[seat] = for_seat(state, self.table, seat)
            browser.show(by_seat[seat], self.table.version)

    def _show_one(self, browser: Browser, since: int) -> None:
        """The table for one who came, or who is behind, with the news since a version of theirs."""
        state = public(self.table, self.tale, self.away(), since)
        seat = self.table.seat_of(browser.who)
        browser.seen = since
        browser.show(for_seat(state, self.table, seat), self.table.version)

    def _say(self, browser: Browser, request: wire.Say) -> wire.Reply:
        seat = self.table.seat_of(browser.who)
        if seat is None:
            return wire.No(request.id, "only those who sit at the table speak")
        deal = self.table.game.deal if self.table.game is not None else None
        if deal is not None and seat not in deal.active:
            clause = self.table.book.clause("laws.partner_sits_out")
            return wire.No(
                request.id, "your partner plays alone: no word until the hand ends", clause
            )
        text = wire.write_reply(wire.Said(seat.name, request.phrase)).decode()
        for other in self.browsers:
            other.post(text)
        return wire.Done(request.id, self.table.version)

    async def _again(self, browser: Browser, request: wire.Again) -> wire.Reply:
        if self.table.seat_of(browser.who) is None or not self.table.over:
            return wire.No(request.id, "a new game begins when this one is over")
        async with self.lock:
            if not self.table.followed:
                await self.write([await self.hall.follow_up(self.table)])
        return wire.Done(request.id, self.table.version)

    async def _hand_back(self, seat: Seat) -> None:
        if self.table.stand_ins[seat]:
            async with self.lock:
                await self.write([StoodIn(seat, "", self.now())])
