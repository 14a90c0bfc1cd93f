"""A hall that closes in order: its tables are handed over a few at a time, and no move is refused."""

from __future__ import annotations

import asyncio
from typing import Final

from rightbower.web.hall.live.hall import Hall

# So many at once: whoever takes them up reads each from the journal.
TOGETHER: Final = 20
# What was said last has to be on its way before the lines are closed.
LAST_WORDS: Final = 0.05


async def leave(hall: Hall) -> None:
    """Take nobody in any more, and let go of every table once nothing is under way at it."""
    hall.ownership.leaving = True
    waiting = list(hall.tables.values())
    for first in range(0, len(waiting), TOGETHER):
        to = hall.ownership.another()
        await asyncio.gather(*(live.hand_over(to) for live in waiting[first : first + TOGETHER]))
    # Events and leagues, whose people find their new hall by the next thing they do.
    await hall.ownership.let_go(*hall.ownership.resources)
    await asyncio.sleep(LAST_WORDS)
