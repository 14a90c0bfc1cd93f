"""A table while people sit at it: one owner, one order of things, durable before it is shown."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from rightbower.cards import Seat
from rightbower.referee import Table as Referee
from rightbower.web import unasked, wire
from rightbower.web.commands import answer, move, next_deal, time_up
from rightbower.web.entries import StoodIn, TableEntry, encode
from rightbower.web.judged import judged
from rightbower.web.refusal import Refused
from rightbower.web.seen import chairs, for_player, seen_by_all, with_own
from rightbower.web.table import Table, fold
from rightbower.web.tale import told

if TYPE_CHECKING:
    from rightbower.web.hall import Hall

Send = Callable[[str], Awaitable[None]]


class Pace(Struct, frozen=True):
    """How long the server waits, in seconds, so that people can follow."""

    bot: float = 0.9
    trick: float = 1.6
    deal: float = 6.0
    grace: float = 45.0


class Browser:
    """One open connection to a table; what cannot be sent at once waits, the newest state only."""

    def __init__(self, who: str, name: str, send: Send) -> None:
        self.who = who
        self.name = name
        self._send = send
        self._waiting: list[str] = []
        self._sender: asyncio.Task[None] | None = None
        self.closed = False

    def post(self, text: str, state: bool = False) -> None:
        """Send without waiting; a state that has not gone out yet is replaced by the newer one."""
        if self.closed:
            return
        if state:
            self._waiting = [old for old in self._waiting if not old.startswith(STATE)]
        if len(self._waiting) > BACKLOG:
            self.closed = True
            return
        self._waiting.append(text)
        if self._sender is None:
            self._sender = asyncio.get_running_loop().create_task(self._drain())

    async def _drain(self) -> None:
        try:
            while self._waiting and not self.closed:
                await self._send(self._waiting.pop(0))
        except Exception:
            # The other end is gone; its reader notices and leaves the table.
            self.closed = True
        finally:
            self._sender = None


STATE = '{"type":"state"'
BACKLOG = 40


class Live:
    """The one owner of a table: takes requests in turn, writes them down, shows the result."""

    def __init__(self, hall: Hall, name: str, table: Table, tale: list[tuple[int, str]]) -> None:
        self.hall = hall
        self.name = name
        self.table = table
        self.tale = tale
        self.browsers: list[Browser] = []
        self._left_at: dict[Seat, float] = {}
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    async def request(self, browser: Browser, request: wire.Request) -> wire.Reply:
        """Take one request; the reply comes after what it did is durable."""
        assert not isinstance(request, wire.Hello)
        if isinstance(request, wire.Say):
            return self._say(browser, request)
        if isinstance(request, wire.Again):
            return await self._again(browser, request)
        async with self._lock:
            try:
                now = self.hall.clock()
                entries = answer(self.table, browser.who, browser.name, request, now)
                await self._commit(entries)
            except Refused as refusal:
                return wire.No(request.id, refusal.reason, refusal.clause)
            except ValueError as fault:
                return wire.No(request.id, str(fault))
        return wire.Done(request.id, self.table.version)

    async def join(self, browser: Browser, after: int | None) -> None:
        """A browser comes, or comes back with the last version it saw."""
        self.browsers.append(browser)
        seat = self.table.seat_of(browser.who)
        if seat is not None:
            self._left_at.pop(seat, None)
            await self._hand_back(seat)
        browser.post(self._for(self._public(after or 0), seat), state=True)
        self._show(self.table.version, but=browser)
        self.plan()

    def leave(self, browser: Browser) -> None:
        """A connection ended."""
        browser.closed = True
        if browser in self.browsers:
            self.browsers.remove(browser)
        seat = self.table.seat_of(browser.who)
        if seat is not None and seat in self.away():
            self._left_at[seat] = self.hall.clock()
            self._show(self.table.version)
            self.plan()

    def away(self) -> frozenset[Seat]:
        """The seats of people who have no connection now."""
        here = {browser.who for browser in self.browsers}
        return frozenset(
            seat
            for seat in Seat
            if (sitter := self.table.seats[seat]) is not None
            and not sitter.bot
            and sitter.who not in here
        )

    async def commit(self, entries: Sequence[TableEntry]) -> None:
        """Write entries of the hall's own down and show them."""
        async with self._lock:
            await self._commit(entries)

    async def _commit(self, entries: Sequence[TableEntry]) -> None:
        """Check, make durable, then show; nothing is shown that could be lost."""
        if not entries:
            return
        before, table = self.table, self.table
        lines: list[tuple[int, str]] = []
        for entry in entries:
            table = fold(table, entry)
            lines += [(table.version, line) for line in told(table, entry)]
        bodies = [encode(entry) for entry in entries]
        await self.hall.write(self.name, before.version, bodies)
        self.table = table
        self.tale += lines
        if table.over and not before.over:
            self.hall.remember(self.name, table)
        self._show(before.version)
        self.plan()

    def _show(self, since: int, but: Browser | None = None) -> None:
        public = self._public(since)
        seats = self.table.seats_of_people()
        by_seat: dict[Seat | None, str] = {}
        for browser in self.browsers:
            if browser is but:
                continue
            seat = seats.get(browser.who)
            if seat not in by_seat:
                by_seat[seat] = self._for(public, seat)
            browser.post(by_seat[seat], state=True)

    def _public(self, since: int) -> wire.State:
        first = len(self.tale)
        while first and self.tale[first - 1][0] > since:
            first -= 1
        return wire.State(
            version=self.table.version,
            you=None,
            chairs=chairs(self.table, self.away()),
            news=[line for _, line in self.tale[first:]],
            game=seen_by_all(self.table),
            followed=self.table.followed,
            referee=judged(self.table),
        )

    def _for(self, public: wire.State, seat: Seat | None) -> str:
        if seat is not None:
            own = None if public.game is None else with_own(public.game, self.table, seat)
            public = replace(public, you=seat.name, game=own)
        return wire.write_reply(public).decode()

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
        async with self._lock:
            if not self.table.followed:
                await self._commit([await self.hall.follow_up(self.table)])
        return wire.Done(request.id, self.table.version)

    async def _hand_back(self, seat: Seat) -> None:
        if self.table.stand_ins[seat]:
            async with self._lock:
                await self._commit([StoodIn(seat, "", self._now())])

    def _now(self) -> float:
        return max(self.hall.clock(), self.table.touched)

    # What the table does by itself: deal, let a bot act, stand in for the absent, ring the bell.

    def plan(self) -> None:
        """Set the next thing that happens without anybody asking."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        delay = self._next_delay()
        if delay is not None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(max(delay, 0.0), self._due)

    def _next_delay(self) -> float | None:
        table, pace = self.table, self.hall.pace
        game = table.game
        if game is None or table.over:
            return None
        delays = [] if game.ends_at is None or game.time_up else [game.ends_at - self.hall.clock()]
        deal = game.deal
        if table.referee is not None:
            delays += self._refereed_delays(table.referee)
        elif deal is None:
            delays.append(pace.deal if table.dealt else 0.0)
        elif deal.turn is not None and table.player_at(deal.turn):
            fresh_trick = bool(deal.tricks) and len(deal.tricks) > 1 and not deal.tricks[-1].plays
            delays.append(pace.trick if fresh_trick else pace.bot)
        elif deal.turn is not None:
            delays += self._patience(deal.turn)
        return min(delays, default=None)

    def _refereed_delays(self, referee: Referee) -> list[float]:
        """The same as at the table: people have time to look and to call."""
        due, pace = unasked.due(self.table, referee), self.hall.pace
        if due is None:
            return []
        people = [seat for seat in due.seats if not self.table.player_at(seat)]
        if due.what in ("deal", "result") or (due.what == "trick" and people):
            return [pace.deal * unasked.UNHURRIED]
        if not people:
            return [pace.trick if due.what == "trick" else pace.bot]
        return [wait for seat in people for wait in self._patience(seat)]

    def _patience(self, seat: Seat) -> list[float]:
        """How long to wait for a person: the turn clock, and the grace time of the absent."""
        waits = []
        if self.table.opened.turn_seconds is not None:
            waits.append(self.table.touched + self.table.opened.turn_seconds - self.hall.clock())
        if seat in self._left_at or seat in self.away():
            left = self._left_at.setdefault(seat, self.hall.clock())
            waits.append(left + self.hall.pace.grace - self.hall.clock())
        return waits

    def _due(self) -> None:
        self._timer = None
        if self._task is None or self._task.done():
            self._task = asyncio.ensure_future(self._act())

    async def _act(self) -> None:
        async with self._lock:
            entries: list[TableEntry] = time_up(self.table, self._now())
            if not entries:
                entries = await self._own_step()
            if entries:
                await self._commit(entries)
                return
        self.plan()

    async def _own_step(self) -> list[TableEntry]:
        game = self.table.game
        if game is None or self.table.over:
            return []
        if self.table.referee is not None:
            return await self._refereed_step(self.table.referee)
        if game.deal is None:
            return next_deal(self.table, self._now())
        seat = game.deal.turn
        assert seat is not None
        bot = self.table.player_at(seat)
        if bot:
            return await self._bot_acts(bot, seat)
        return self._stand_in((seat,))

    async def _refereed_step(self, referee: Referee) -> list[TableEntry]:
        due = unasked.due(self.table, referee)
        if due is None:
            return []
        if due.what == "deal":
            return next_deal(self.table, self._now())
        people = [seat for seat in due.seats if not self.table.player_at(seat)]
        if people and due.what != "trick":
            return self._stand_in(people)
        if due.line:
            return unasked.done(due.line, self._now())
        (seat,) = due.seats
        return await self._bot_acts(self.table.player_at(seat), seat)

    async def _bot_acts(self, bot: str, seat: Seat) -> list[TableEntry]:
        action = await self.hall.think(bot, for_player(self.table, seat))
        return move(self.table, seat, action, "", self._now(), by_bot=True)

    def _stand_in(self, people: Sequence[Seat]) -> list[TableEntry]:
        """A bot for the first of these who has been waited for long enough."""
        for seat in people:
            if any(wait <= 0 for wait in self._patience(seat)):
                return [StoodIn(seat, self.hall.stand_in, self._now())]
        return []

    def stop(self) -> None:
        """Stop planning; the table stays in the journal."""
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None:
            self._task.cancel()
