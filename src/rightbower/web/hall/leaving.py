"""How tables leave a hall: they sleep, end when abandoned, and are handed over when it closes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rightbower.store.claims import HandedOver
from rightbower.store.contract import JournalError
from rightbower.web.hall import archive as lists
from rightbower.web.hall.entries import CalledOff

if TYPE_CHECKING:
    from rightbower.web.hall.hall import Hall

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
