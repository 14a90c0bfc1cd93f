"""The live connection of one browser to one table, and the beat that tells it the line is alive."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

from starlette.types import Receive, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from rightbower.rules.message import word
from rightbower.rules.refusal import sentence
from rightbower.store.claims import HandedOver
from rightbower.store.contract import JournalError
from rightbower.store.limits import Rate, Tries
from rightbower.web.common.guard import LATER, LINE, Places, Visit, foreign, place_of
from rightbower.web.common.identity import Keys, newcomer
from rightbower.web.common.language import language_of
from rightbower.web.common.line_messages import BEAT_EVERY, GOES_ON, moved_text
from rightbower.web.hall import wire as protocol
from rightbower.web.hall.actor import Live
from rightbower.web.hall.card_text import reader
from rightbower.web.hall.connections import ASKED, Connection, Sending
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.requests import Asked
from rightbower.web.hall.same_deals import may_look

RELOAD: Final = word("This page is from before an update. Load it again.")
MESSAGES = Rate(30, 10)
HELLO_WITHIN = 10.0
ENDED, REFUSED = 1000, 1008
# What a server says when there is nobody left to send to.
LOST = (RuntimeError, OSError)
# All lines are asked in so many parts, so that nobody waits for thousands of words; a little is left
# over for what each part takes.
PARTS: Final = 30
PAUSE: Final = 0.9 * BEAT_EVERY / (ASKED + 1) / PARTS


async def table_socket(socket: WebSocket) -> None:
    """Serve one connection until it goes."""
    hall: Hall = socket.app.state.hall
    keys: Keys = socket.app.state.keys
    places: Places = socket.app.state.places
    try:
        at_home = not foreign(socket)
        live = await hall.come(socket.path_params["table"]) if at_home else None
    except HandedOver as gone:
        asked = socket.query_params.get("hall", "")
        await _send_away(socket, hall.ownership.redirect(gone.hall, asked))
        return
    except JournalError:
        await _refuse(socket, LATER)
        return
    known = keys.person(socket)
    person = known or newcomer()
    line = TextSocket(*socket.scope[LINE])
    connection = Connection(
        person.who, person.name, line.send, hall.outbox, place_of(socket), language_of(socket)
    )
    seated = live is not None and live.table.seat_of(person.who) is not None
    device = "" if known is None else known.who
    visit = Visit(place_of(socket), device, seated, connection.give_up)
    if live is None or not await _may_look(hall, live, person.who) or not places.enter(visit):
        await _refuse(socket, REFUSED)
        return
    try:
        await socket.accept()
        if socket.query_params.get("protocol") != str(protocol.PROTOCOL):
            await _reload(line, language_of(socket))
            return
        await _serve(line, live, connection)
    except WebSocketDisconnect:
        pass
    finally:
        places.leave(visit)


async def _reload(line: TextSocket, language: str) -> None:
    """A page from before an update cannot read what is sent: its reader loads it anew."""
    reason = reader(language).translate(RELOAD)
    with contextlib.suppress(*LOST):
        await line.send(protocol.write_reply(protocol.Bye(reason, reload=True)).decode())
        await line.close(ENDED)


async def _may_look(hall: Hall, live: Live, who: str) -> bool:
    """Whether somebody may see this table: of deals that others play too not before having played them."""
    if not live.table.opened.same:
        return True
    return await hall.reads(may_look, live.table, hall.journal, who, hall.clock())


async def _refuse(socket: WebSocket, code: int) -> None:
    with contextlib.suppress(WebSocketDisconnect, *LOST):
        await socket.close(code)


async def _send_away(socket: WebSocket, hall: str) -> None:
    """Tell somebody who came where the table is; they open their line again there."""
    with contextlib.suppress(WebSocketDisconnect, *LOST):
        await socket.accept()
        await socket.send_text(moved_text(hall))
        await socket.close(GOES_ON)


class TextSocket:
    """The texts that come and go on one connection."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send

    def send(self, text: str) -> Sending:
        """Send a text."""
        return self._send({"type": "websocket.send", "text": text})  # type: ignore[return-value]

    async def receive(self) -> str | bytes:
        """The next text; raise ``ConnectionClosed`` when there will be none."""
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise ConnectionClosed
        text: str | bytes = message.get("text") or message.get("bytes") or ""
        return text

    async def close(self, code: int) -> None:
        """End it, if it has not ended by itself."""
        await self._send({"type": "websocket.close", "code": code})


class ConnectionClosed(Exception):
    """The other end has closed the line."""


async def _serve(line: TextSocket, live: Live, connection: Connection) -> None:
    _end_with(connection)
    try:
        async with asyncio.timeout(HELLO_WITHIN):
            first = protocol.read_request(await line.receive())
        if not isinstance(first, protocol.Hello):
            raise protocol.BadRequest("say hello first")
        live.join(connection, first.after)
        _end_with(connection)
        messages = Tries(MESSAGES)
        while not connection.closed:
            request = protocol.read_request(await line.receive())
            if not messages.take(""):
                raise protocol.BadRequest("too many messages; slow down and come back")
            if isinstance(request, protocol.Hello):
                raise protocol.BadRequest("hello is said once")
            live.tell(Asked(connection, request))
    except (ConnectionClosed, TimeoutError):
        pass
    except HandedOver as gone:
        connection.moved = True
        with contextlib.suppress(*LOST):
            await line.send(moved_text(gone.hall))
    except asyncio.CancelledError:
        if not connection.closed:
            raise
    except protocol.BadRequest as fault:
        with contextlib.suppress(*LOST):
            await line.send(protocol.write_reply(protocol.Bye(sentence(str(fault)[:300]))).decode())
    finally:
        live.leave(connection)
        with contextlib.suppress(*LOST):
            await line.close(GOES_ON if connection.moved else ENDED)


def _end_with(connection: Connection) -> None:
    """When the connection is given up, stop waiting for what it sends."""
    serving, leave = asyncio.current_task(), connection.given_up

    def given_up() -> None:
        leave()
        if serving is not None and serving is not asyncio.current_task():
            serving.cancel()

    connection.given_up = given_up


async def heartbeat(hall: Hall) -> None:
    """Until it is cancelled; asked more often, no line is quiet for longer than it may be."""
    while True:
        tables = tuple(hall.tables.values())
        for part in range(PARTS):
            await asyncio.sleep(PAUSE)
            hall.look_after_journal()
            for live in tables[part::PARTS]:
                for connection in tuple(live.connections):
                    connection.beat()
