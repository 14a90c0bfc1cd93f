"""The live connection of one browser to one table."""

from __future__ import annotations

import asyncio
import contextlib

from starlette.types import Receive, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from rightbower.web.common.guard import LINE, Bucket, Places, foreign
from rightbower.web.common.identity import Keys, newcomer
from rightbower.web.hall import protocol as wire
from rightbower.web.hall.connections import Browser, Sending
from rightbower.web.hall.hall import Hall
from rightbower.web.hall.live import Live

PER_SECOND, AT_ONCE = 10, 30
HELLO_WITHIN = 10.0
# What a server says when there is nobody left to send to.
LOST = (RuntimeError, OSError)


async def table_socket(socket: WebSocket) -> None:
    """Serve one browser until it goes."""
    hall: Hall = socket.app.state.hall
    keys: Keys = socket.app.state.keys
    places: Places = socket.app.state.places
    live = hall.find(socket.path_params["table"])
    place = socket.client.host if socket.client is not None else "?"
    if foreign(socket.headers) or live is None or not places.enter(place):
        with contextlib.suppress(WebSocketDisconnect):
            await socket.close(1008)
        return
    try:
        await socket.accept()
        person = keys.person(socket) or newcomer()
        line = Line(*socket.scope[LINE])
        await _serve(line, live, Browser(person.who, person.name, line.send, hall.outbox))
    except WebSocketDisconnect:
        pass
    finally:
        places.leave(place)


class Line:
    """The texts that come and go on one connection."""

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send

    def send(self, text: str) -> Sending:
        """Send a text."""
        return self._send({"type": "websocket.send", "text": text})  # type: ignore[return-value]

    async def receive(self) -> str | bytes:
        """The next text; raise ``Gone`` when there will be none."""
        message = await self._receive()
        if message["type"] == "websocket.disconnect":
            raise Gone
        text: str | bytes = message.get("text") or message.get("bytes") or ""
        return text

    async def close(self) -> None:
        """End it, if it has not ended by itself."""
        await self._send({"type": "websocket.close", "code": 1000})


class Gone(Exception):
    """The other end has closed the line."""


async def _serve(line: Line, live: Live, browser: Browser) -> None:
    try:
        async with asyncio.timeout(HELLO_WITHIN):
            first = wire.read_request(await line.receive())
        if not isinstance(first, wire.Hello):
            raise wire.BadRequest("say hello first")
        await live.join(browser, first.after)
        bucket = Bucket(PER_SECOND, AT_ONCE)
        while not browser.closed:
            request = wire.read_request(await line.receive())
            if not bucket.take():
                raise wire.BadRequest("too many messages; slow down and come back")
            if isinstance(request, wire.Hello):
                raise wire.BadRequest("hello is said once")
            reply = await live.request(browser, request)
            browser.answer(reply)
    except (Gone, TimeoutError):
        pass
    except wire.BadRequest as fault:
        with contextlib.suppress(*LOST):
            await line.send(wire.write_reply(wire.Bye(str(fault)[:300])).decode())
    finally:
        live.leave(browser)
        with contextlib.suppress(*LOST):
            await line.close()
