"""A word on every quiet line, so that a browser knows a dead one: silence means that nobody is there."""

from __future__ import annotations

import asyncio

from rightbower.web.common.line_words import BEAT_EVERY
from rightbower.web.hall.hall import Hall


async def heartbeat(hall: Hall) -> None:
    """Until it is cancelled; asked twice as often, no line is quiet for longer than it may be."""
    while True:
        await asyncio.sleep(BEAT_EVERY / 2)
        for live in tuple(hall.tables.values()):
            for connection in tuple(live.connections):
                connection.beat()
