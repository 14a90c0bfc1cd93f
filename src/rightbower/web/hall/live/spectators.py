"""What those without a chair see: at some tables the game as it was a while ago."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from weakref import WeakMethod

from rightbower.store.contract import StoredEntry
from rightbower.web.hall.archive.reading import after
from rightbower.web.hall.table.entries import decode
from rightbower.web.hall.table.table import HallTable


class Gallery:
    """The table as onlookers see it, behind by what the table was opened with."""

    __slots__ = ("_changed", "_coming", "_timer", "delay", "table")

    def __init__(self, table: HallTable, changed: WeakMethod[Callable[[], None]]) -> None:
        self.table = table
        self.delay = table.opened.manners.watched_after
        self._coming: deque[tuple[float, HallTable]] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._changed = changed

    def add(self, table: HallTable) -> None:
        """The table has changed; here that is seen later."""
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


def as_it_was(table: HallTable, stored: Sequence[StoredEntry], until: float) -> HallTable:
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
