"""A hall that closes in order: its tables are handed over a few at a time, and no move is refused."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Final

from rightbower.store.contract import JournalError
from rightbower.web.hall.live.hall import Hall

# So many at once: whoever takes them up reads each from the journal.
TOGETHER: Final = 20
# The next ones wait until these are taken up, so many seconds at the most, and so many in all.
TAKEN_UP: Final = 1.0
AT_LEISURE: Final = 10.0
LOOK_AGAIN: Final = 0.02
# What was said last has to be on its way before the lines are closed.
LAST_WORDS: Final = 0.05


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
