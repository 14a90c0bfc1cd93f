"""What every page of the desk needs: the event asked for, who directs it, and refusals in words."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from rightbower.events.state.event import Event
from rightbower.events.state.fold import EventHistory
from rightbower.store.events import PREFIX
from rightbower.store.live import LiveStore
from rightbower.web.common.beside import beside
from rightbower.web.common.guard import Places, Visit, device_of, foreign, place_of
from rightbower.web.state.accounts import signed_in
from rightbower.web.state.desk import Desk
from rightbower.web.state.pins import directs
from rightbower.web.state.snapshot import as_text, is_many

Text = Callable[[], str]
Made = Callable[[], Awaitable[str]]
MOST_SAID = 30


def desk_of(connection: HTTPConnection) -> Desk:
    """The desk this came to."""
    desk: Desk = connection.app.state.desk
    return desk


def history_of(request: Request) -> EventHistory:
    """The event of the address, or a plain 404."""
    found = desk_of(request).events.find(request.path_params["event"])
    if found is None:
        raise HTTPException(404, "There is no such event here.")
    if found.event.thrown_away:
        raise HTTPException(404, "This practice event was thrown away.")
    return found


def event_of(request: Request) -> Event:
    """The event of the address as it stands."""
    return history_of(request).event


def stream_of(event: Event) -> str:
    """The stream of an event, by which its notes, watchers and PIN are known."""
    return PREFIX + event.id


def may_direct(connection: HTTPConnection, stream: str) -> bool:
    """Whether this browser may direct the event or league of a stream."""
    notes = desk_of(connection).notes(stream)
    if directs(connection, stream, notes.pin):
        return True
    who = signed_in(connection) if notes.directors else None
    return who is not None and who.id in notes.directors


class AskPin(Exception):
    """The page is the director's; the PIN is asked for first."""

    def __init__(self, base: str) -> None:
        super().__init__(base)
        self.base = base


async def ask_pin(request: Request, fault: Exception) -> Response:
    """Lead to the PIN and from there back to the page asked for."""
    assert isinstance(fault, AskPin)
    back = request.url.path if request.method == "GET" else f"{fault.base}/desk"
    return RedirectResponse(f"{fault.base}/pin?back={back}", 303)


def directed_event(request: Request) -> Event:
    """The event of the address for its director; others are asked for the PIN."""
    event = event_of(request)
    if not may_direct(request, stream_of(event)):
        raise AskPin(f"/events/{event.id}")
    return event


async def watch(
    socket: WebSocket,
    desk: Desk,
    stream: str,
    state: Made,
    instead: Made | Text | None = None,
    stop: asyncio.Future[None] | None = None,
) -> None:
    """Send a stream's state until the browser goes; what it says itself is passed over.

    ``instead`` makes a shorter text for those who do not need the whole, ``stop`` ends it.
    """

    async def shorter(_: str) -> None:
        assert instead is not None
        text = instead()
        await socket.send_text(text if isinstance(text, str) else await text)

    send = socket.send_text if instead is None else shorter
    tasks = {
        asyncio.create_task(desk.watchers.serve(stream, state, send, socket.send_text)),
        asyncio.create_task(_passed_over(socket)),
    }
    try:
        await asyncio.wait({*tasks, *([stop] if stop else [])}, return_when="FIRST_COMPLETED")
    finally:
        for task in tasks:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks, return_exceptions=True)


async def _passed_over(socket: WebSocket) -> None:
    """Read what a browser says until it goes; one that only watches has little to say."""
    for _ in range(MOST_SAID):
        if (await socket.receive())["type"] == "websocket.disconnect":
            return


async def sent(
    socket: WebSocket,
    store: LiveStore[Any, Any],
    id_: str,
    state: Made,
    short: Text,
    other: Made | None,
) -> None:
    """Send what a stream comes to, now and whenever it changes; ``short`` to those who ask for it."""
    places: Places = socket.app.state.places
    stop = asyncio.get_running_loop().create_future()
    stream, device = store.type.prefix + id_, device_of(socket)
    known = device in desk_of(socket).notes(stream).phones or may_direct(socket, stream)
    visit = Visit(place_of(socket), device, known, stop.cancel)
    if foreign(socket.headers) or store.find(id_) is None or not places.enter(visit):
        await socket.close(1008)
        return
    try:
        await socket.accept()
        instead = short if "short" in socket.query_params else other
        await watch(socket, desk_of(socket), stream, state, instead, stop)
        if socket.client_state is not WebSocketState.DISCONNECTED:
            with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect):
                await socket.close(1013)
    finally:
        places.leave(visit)


async def live(socket: WebSocket) -> None:
    """Send an event's public state, now and whenever it changes."""
    desk, id_ = desk_of(socket), str(socket.path_params["event"])

    def now() -> str:
        return as_text(desk.seen(id_))

    async def state() -> str:
        return await beside(now) if is_many(desk.event(id_)) else now()

    def short() -> str:
        return desk.short(id_)

    await sent(socket, desk.events, id_, state, short, None)
