"""To ask something of a table and wait for the answer, as a page does."""

from __future__ import annotations

import asyncio

import msgspec

from rightbower.store.claims import HandedOver, NotOwner
from rightbower.web.hall import wire
from rightbower.web.hall.actor import Live, Why
from rightbower.web.hall.connections import Connection
from rightbower.web.hall.requests import Answer, Asked


class _Waiting(Asked):
    """A request whose sender hears, too, that there will be no answer here."""

    waits: asyncio.Future[Answer]

    def refused(self, live: Live, why: Why) -> None:
        super().refused(live, why)
        if isinstance(why, HandedOver | NotOwner) and not self.waits.done():
            self.waits.set_exception(HandedOver(getattr(why, "hall", "")))


async def asked(live: Live, connection: Connection, request: wire.TableRequest) -> Answer:
    """The answer of a table; one that goes on elsewhere gives none, and raises ``HandedOver``."""
    waits: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    letter = _Waiting(connection, request, waits.set_result)
    letter.waits = waits
    live.tell(letter)
    return await waits


def to_referee(id_: str, /, **what: str | int | bool | None) -> wire.Call:
    """A call as a browser sends it."""
    return msgspec.convert({"type": "call", "id": id_, "what": what}, wire.Call)


async def settled(live: Live) -> None:
    """Wait until nothing is being decided, written or read at a table."""
    while live.busy:
        await asyncio.sleep(0.001)
