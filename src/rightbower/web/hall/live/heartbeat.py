"""A word on every quiet line, so that a browser knows a dead one: silence means that nobody is there."""

from __future__ import annotations

import asyncio
from typing import Final

from rightbower.web.common.line_messages import BEAT_EVERY
from rightbower.web.hall.live.hall import Hall
from rightbower.web.hall.wire.connections import ASKED

# All lines are asked in so many parts, so that nobody waits for thousands of words; a little is left
# over for what each part takes.
PARTS: Final = 30
PAUSE: Final = 0.9 * BEAT_EVERY / (ASKED + 1) / PARTS


async def heartbeat(hall: Hall) -> None:
    """Until it is cancelled; asked more often, no line is quiet for longer than it may be."""
    while True:
        tables = tuple(hall.tables.values())
        for part in range(PARTS):
            await asyncio.sleep(PAUSE)
            for live in tables[part::PARTS]:
                for connection in tuple(live.connections):
                    connection.beat()
