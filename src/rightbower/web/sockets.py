"""The live connection of one browser to one table."""

from __future__ import annotations

import asyncio
import contextlib

from starlette.websockets import WebSocket, WebSocketDisconnect

from rightbower.web import wire
from rightbower.web.guard import Bucket, Places, foreign
from rightbower.web.hall import Hall
from rightbower.web.identity import Keys, newcomer
from rightbower.web.live import Browser, Live

PER_SECOND, AT_ONCE = 10, 30
HELLO_WITHIN = 10.0


async def table_socket(socket: WebSocket) -> None:
    """Serve one browser until it goes."""
    hall: Hall = socket.app.state.hall
    keys: Keys = socket.app.state.keys
    places: Places = socket.app.state.places
    live = hall.find(socket.path_params["table"])
    place = socket.client.host if socket.client is not None else "?"
    if foreign(socket.headers) or live is None or not places.enter(place):
        await socket.close(1008)
        return
    try:
        await socket.accept()
        person = keys.person(socket) or newcomer()
        browser = Browser(person.who, person.name, socket.send_text)
        await _serve(socket, live, browser)
    finally:
        places.leave(place)


async def _serve(socket: WebSocket, live: Live, browser: Browser) -> None:
    try:
        async with asyncio.timeout(HELLO_WITHIN):
            first = wire.read_request(await _receive(socket))
        if not isinstance(first, wire.Hello):
            raise wire.BadRequest("say hello first")
        await live.join(browser, first.after)
        bucket = Bucket(PER_SECOND, AT_ONCE)
        while not browser.closed:
            request = wire.read_request(await _receive(socket))
            if not bucket.take():
                raise wire.BadRequest("too many messages; slow down and come back")
            if isinstance(request, wire.Hello):
                raise wire.BadRequest("hello is said once")
            reply = await live.request(browser, request)
            browser.post(wire.write_reply(reply).decode())
    except (WebSocketDisconnect, TimeoutError):
        pass
    except wire.BadRequest as fault:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.send_text(wire.write_reply(wire.Bye(str(fault)[:300])).decode())
    finally:
        live.leave(browser)
        with contextlib.suppress(RuntimeError):
            await socket.close(1000)


async def _receive(socket: WebSocket) -> str | bytes:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text: str | bytes = message.get("text") or message.get("bytes") or ""
    return text
