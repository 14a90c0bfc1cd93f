"""A crowd of browsers without a browser: they come back as the page does, and count what happens."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from raw_line import RawLine
from rightbower.web.common.identity import COOKIE, Keys, Person
from web.joined import joined

# As connection.js has them, in seconds.
FIRST_WAIT, LONGEST_WAIT, SILENCE, OPENING, HOPS = 0.3, 8.0, 6.0, 8.0, 3


def wait_before(tries: int) -> float:
    """How long a page waits before it tries again."""
    return min(LONGEST_WAIT, FIRST_WAIT * float(2**tries)) * random.uniform(0.7, 1.3)


class CountedLine(RawLine):
    """A line that counts the answers that are no line, by their status."""

    def __init__(
        self,
        request: str,
        opened: Callable[[], None],
        heard: Callable[[bytes], None],
        others: Counter[int],
    ) -> None:
        super().__init__(request, opened, heard)
        self.others = others

    def turned_away(self, head: bytes) -> None:
        """Count it."""
        self.others[int(head.split(b" ", 2)[1])] += 1
        super().turned_away(head)


class Guest:
    """One seat of a table: keeps its line, and sends again what has no answer."""

    def __init__(self, crowd: Crowd, table: str, seat: str) -> None:
        self.crowd, self.table, self.seat = crowd, table, seat
        self.state: dict[str, Any] = {}
        self.moved = self.asked_for = ""
        self.asked: dict[str, Any] | None = None
        # How often in a row no hall answered, and how often one sent it on.
        self.tries = self.hops = 0
        self.drops = 0
        # When the newest line showed the table first, and how often it was tried until then.
        self.back, self.needed = 0.0, 0
        # When the last line that showed it was lost.
        self.left = 0.0
        self._shown = False
        self.line: CountedLine | None = None

    async def stay(self) -> None:
        """Come, and come back whenever the line is lost."""
        while not self.crowd.over:
            with contextlib.suppress(OSError, TimeoutError):
                await self._visit()
            self.line, self.drops = None, self.drops + 1
            self.left = time.monotonic() if self._shown else self.left
            await asyncio.sleep(self._hop() if self.moved else self._wait())

    def _wait(self) -> float:
        """As a page does where no hall answers."""
        self.tries += 1
        return wait_before(self.tries - 1)

    def _hop(self) -> float:
        """As a page does where a hall sends it on."""
        before, self.hops, self.tries = self.hops, self.hops + 1, 0
        at_once = self.moved != self.asked_for and before % (HOPS + 1) < HOPS
        return 0.0 if at_once else wait_before(before // (HOPS + 1))

    async def _visit(self) -> None:
        hint = f"&hall={self.moved}" if self.moved else ""
        self.asked_for, self.moved = self.moved, ""
        self._shown = False
        cookie = self.crowd.keys.cookie(Person(f"{self.table}-{self.seat}", self.seat))
        request = (
            f"/t/{self.table}/live?protocol=2{hint} HTTP/1.1\r\nHost: localhost:{self.crowd.port}"
        )
        request += f"\r\nCookie: {COOKIE}={cookie}"
        line = self.line = CountedLine(request, self._opened, self._hear, self.crowd.turned_away)
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(OPENING):
            await loop.create_connection(lambda: line, "127.0.0.1", self.crowd.port)
        try:
            while not line.done.done() and (left := self._patience(line)) > 0:
                await asyncio.wait([line.done], timeout=left)
        finally:
            line.transport.abort()

    def _patience(self, line: CountedLine) -> float:
        """How long the line may still be silent, in seconds."""
        return line.last + (SILENCE if line.open else OPENING) - time.monotonic()

    def _opened(self) -> None:
        self._send({"type": "hello", "after": self.state.get("version")})
        if self.asked is not None:
            self._send(self.asked)

    def _send(self, message: dict[str, Any]) -> None:
        if self.line is not None and self.line.open:
            self.line.send(msgspec.json.encode(message))

    def _hear(self, text: bytes) -> None:
        heard = joined(msgspec.json.decode(text))
        if heard["type"] == "moved":
            self.moved = heard.get("hall", "")
        elif heard["type"] == "beat":
            return
        elif heard["type"] == "state":
            if not self._shown:
                self._shown, self.back = True, time.monotonic()
                self.needed = self.tries + self.hops
            self.tries = self.hops = 0
            self.state = heard
            for id_ in heard.get("done", ()):
                self._answered(id_)
        elif heard["type"] == "done":
            self._answered(heard["id"])
        elif heard["type"] == "no":
            self.crowd.refused.append(f"{self.table} {self.seat}: {heard['reason']}")
            self.asked = None
        elif heard["type"] == "bye":
            self.crowd.refused.append(f"{self.table} {self.seat}: {heard['reason']}")

    def _answered(self, id_: str) -> None:
        if self.asked is not None and self.asked["id"] == id_:
            self.asked = None
            self.crowd.acknowledged.setdefault(self.table, []).append(id_)
            self.crowd.last_move[self.table] = time.monotonic()
            if self.back > self.crowd.since or not self.crowd.new_lines_only:
                self.crowd.next_move.setdefault(self.table, time.monotonic())

    def act(self) -> None:
        """Do something legal where it is one's turn and nothing is under way."""
        game = self.state.get("game") or {}
        mine = game.get("turn") == self.seat and game.get("legal")
        if self.asked is None and mine:
            self.crowd.moves += 1
            id_ = f"{self.table}-{self.crowd.moves}"
            action = self.crowd.chance.choice(game["legal"])
            self.asked = {"type": "move", "id": id_, "action": action, "meant": True}
            self._send(self.asked)


class Crowd:
    """Four guests at each of many tables; every now and then whoever is on turn acts."""

    def __init__(self, port: int, keys: Keys, tables: list[str], every: float = 1.0) -> None:
        self.port, self.keys, self.tables, self.every = port, keys, tables, every
        self.guests = {table: [Guest(self, table, seat) for seat in "NESW"] for table in tables}
        self.over = False
        self.moves = 0
        self.chance = random.Random(1)
        self.refused: list[str] = []
        self.turned_away: Counter[int] = Counter()
        self.acknowledged: dict[str, list[str]] = {}
        self.last_move: dict[str, float] = {}
        # From a moment on: the first move at each table that was sent or answered on a newer line.
        self.since, self.new_lines_only = 0.0, True
        self.next_move: dict[str, float] = {}

    @property
    def everybody(self) -> list[Guest]:
        return [guest for table in self.guests.values() for guest in table]

    async def __aenter__(self) -> Crowd:
        self._tasks = [asyncio.ensure_future(guest.stay()) for guest in self.everybody]
        self._tasks += [asyncio.ensure_future(self._play(table)) for table in self.tables]
        await self.until(lambda: all(guest.back for guest in self.everybody), "all are seated")
        return self

    async def __aexit__(self, *_: object) -> None:
        self.over = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def from_now_on(self, also_old_lines: bool = False) -> float:
        """Look for the next moves from this moment on, of those who have come back since or of all."""
        self.since, self.next_move = time.monotonic(), {}
        self.new_lines_only = not also_old_lines
        return self.since

    async def _play(self, table: str) -> None:
        await asyncio.sleep(self.chance.uniform(0, self.every))
        while True:
            for guest in self.guests[table]:
                guest.act()
            await asyncio.sleep(self.every)

    async def until(self, is_so: Any, what: str, seconds: float = 90.0) -> float:
        """Wait for something; how long it took."""
        began = time.monotonic()
        while not is_so():
            if time.monotonic() - began > seconds:
                raise AssertionError(f"it never came to this: {what}")
            await asyncio.sleep(0.02)
        return time.monotonic() - began

    async def all_move(self, what: str) -> float:
        """Until a move was taken at every table from now on; how long the last one took."""
        now = time.monotonic()
        return await self.until(
            lambda: all(self.last_move.get(table, 0.0) > now for table in self.tables), what
        )
