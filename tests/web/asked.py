"""To ask something of a table and wait for the answer, as a page does."""

from __future__ import annotations

import asyncio

import msgspec

from rightbower.web.hall import wire
from rightbower.web.hall.actor import Live
from rightbower.web.hall.connections import Connection
from rightbower.web.hall.requests import Answer, Asked


async def asked(live: Live, connection: Connection, request: wire.TableRequest) -> Answer:
    """The answer of a table; at one that goes on elsewhere there is none, and nobody waits for it."""
    waits: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    live.tell(Asked(connection, request, waits.set_result))
    return await waits


def to_referee(id_: str, /, **what: str | int | bool | None) -> wire.Call:
    """A call as a browser sends it."""
    return msgspec.convert({"type": "call", "id": id_, "what": what}, wire.Call)


async def settled(live: Live) -> None:
    """Wait until nothing is being decided, written or read at a table."""
    while live.busy:
        await asyncio.sleep(0.001)
