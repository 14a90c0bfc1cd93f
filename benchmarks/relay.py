"""A bare relay beside the hall: the same sockets and journal, and nothing of the game.

What it needs of CPU is the floor under a hall: each move is written down durably and a text as long as a
state goes to all four. Its sockets are uvicorn's own, by ASGI, so that it stays what it is while the
hall's change. ``python benchmarks/hall.py --relay`` runs the load on both, one after the other.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from msgspec import Struct

from rightbower.store.journal import Journal
from rightbower.store.streams import AsyncJournal
from rightbower.web.app import COLLECT, HAND_OVER

LETTERS = "NESW"
# As long as a state of a table in play, and as the sealed entry of a move.
TEXT, ENTRY = 1500, 110
FILLER = "x" * (TEXT - 120)


class Move(Struct):
    """What a browser says; the first word has no number."""

    id: str = ""


class Table(Struct):
    """Who is there, and how many moves there were."""

    stream: str
    lines: list[Any]
    version: int = 0


class Relay:
    """An application by ASGI: one table for each address."""

    def __init__(self, journal: Journal) -> None:
        self._journal = AsyncJournal(journal)
        self._tables: dict[str, Table] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            return
        table = self._tables.setdefault(scope["path"], Table(scope["path"], []))
        table.lines.append(send)
        await receive()
        await send({"type": "websocket.accept"})
        decode = msgspec.json.Decoder(Move).decode
        while (message := await receive())["type"] == "websocket.receive":
            move = decode(message["text"])
            if not move.id:
                await send(self._text(table))
                continue
            await self._journal.write(table.stream, table.version, [b"x" * ENTRY])
            table.version += 1
            for line in table.lines:
                await line(self._text(table))

    def _text(self, table: Table) -> dict[str, str]:
        """A state of the same form: whose turn it is goes round."""
        turn = LETTERS[table.version % 4]
        head = f'{{"type":"state","version":{table.version},"filler":"{FILLER}"'
        state = f'{head},"trick":{{"turn":"{turn}"}},"own":{{"legal":["AS"]}}}}'
        return {"type": "websocket.send", "text": state}


def main() -> None:
    """Serve on a port until stopped: data folder, port."""
    import gc

    sys.setswitchinterval(HAND_OVER)
    gc.set_threshold(*COLLECT)
    with Journal(Path(sys.argv[1]) / "relay.journal") as journal:
        options = partial(uvicorn.Config, log_config=None, access_log=False, ws="websockets-sansio")
        config = options(
            Relay(journal), port=int(sys.argv[2]), ws_per_message_deflate=False, lifespan="off"
        )
        uvicorn.Server(config).run()


if __name__ == "__main__":
    main()
