"""Those who watch an event or the lobby: they are sent what is new.

Each watcher is sent the newest state as soon as it can take it; states in between are passed over,
so that a slow phone never holds up the hall. Phones are sent a few words, made once for all of them
and without waiting for the whole that walls are sent.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from msgspec import Struct
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from rightbower.web.common.guard import Places, Visit, device_of, foreign, place_of
from rightbower.web.common.line_messages import BEAT, BEAT_EVERY

Send = Callable[[str], Awaitable[None]]
Made = Callable[[], Awaitable[str]]
QUIET = 0.2
FRESH = 0.5
MOST_SAID = 30


class _Watched(Struct):
    """What is sent of one stream, whole or short: the newest text, and whether one is being made."""

    make: Made
    told: asyncio.Condition
    making: asyncio.Lock
    watchers: int = 0
    number: int = 0
    state: str = ""
    pending: asyncio.TimerHandle | None = None
    last: float = 0.0
    made: float = float("-inf")

    async def make_again(self, older_than: float) -> None:
        """The state as it is at this moment, its clock above all; once for all who ask."""
        async with self.making:
            if self.made <= older_than:
                now = asyncio.get_running_loop().time()
                self.state, self.made = await self.make(), now


class Watchers:
    """All who watch, by stream."""

    def __init__(self, quiet: float = QUIET) -> None:
        self.quiet = quiet
        self._watched: dict[tuple[str, bool], _Watched] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def streams(self) -> list[str]:
        """What is watched."""
        return list(dict.fromkeys(stream for stream, _ in self._watched))

    async def beat(self) -> None:
        """Wake all watchers every few seconds; where nothing is new they are sent a heartbeat."""
        while True:
            await asyncio.sleep(BEAT_EVERY)
            for watched in tuple(self._watched.values()):
                async with watched.told:
                    watched.told.notify_all()

    def changed(self, stream: str) -> None:
        """Something new is durable; notify the watchers, a few times a second at most."""
        loop = asyncio.get_running_loop()
        for short in (True, False):
            watched = self._watched.get((stream, short))
            if watched is not None and watched.pending is None:
                wait = max(0.0, watched.last + self.quiet - loop.time())
                watched.pending = loop.call_later(wait, self._start, watched)

    def _start(self, watched: _Watched) -> None:
        task = asyncio.get_running_loop().create_task(self._tell(watched))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell(self, watched: _Watched) -> None:
        watched.pending = None
        watched.last = asyncio.get_running_loop().time()
        await watched.make_again(watched.last)
        watched.number += 1
        async with watched.told:
            watched.told.notify_all()

    async def serve(self, stream: str, make: Made, send: Send, short: bool = False) -> None:
        """Send the state now and whenever it has changed, until the line drops.

        ``short`` says that ``make`` makes the few words for phones, which are told apart.
        """
        key = stream, short
        watched = self._watched.get(key)
        if watched is None:
            watched = self._watched[key] = _Watched(make, asyncio.Condition(), asyncio.Lock())
        watched.watchers += 1
        try:
            now = asyncio.get_running_loop().time()
            await watched.make_again(now if short else now - FRESH)
            seen = watched.number
            await send(watched.state)
            while True:
                async with watched.told:
                    if watched.number == seen:
                        await watched.told.wait()
                if watched.number == seen:
                    await send(BEAT)
                    continue
                seen = watched.number
                await send(watched.state)
        finally:
            watched.watchers -= 1
            if not watched.watchers and self._watched.get(key) is watched:
                del self._watched[key]


async def welcome(
    socket: WebSocket,
    watchers: Watchers,
    stream: str,
    make: Made,
    known: bool = False,
    short: bool = False,
) -> None:
    """Send a stream's state to a browser for which there is a place, until it goes or is sent away.

    ``known`` says that it belongs here, ``short`` that it is sent a few words instead of the whole.
    """
    places: Places = socket.app.state.places
    stop = asyncio.get_running_loop().create_future()
    visit = Visit(place_of(socket), device_of(socket), known, stop.cancel)
    if foreign(socket) or not places.enter(visit):
        await socket.close(1008)
        return
    try:
        await socket.accept()
        await _watch(socket, watchers.serve(stream, make, socket.send_text, short), stop)
        if socket.client_state is not WebSocketState.DISCONNECTED:
            with contextlib.suppress(RuntimeError, OSError, WebSocketDisconnect):
                await socket.close(1013)
    finally:
        places.leave(visit)


async def _watch(
    socket: WebSocket, serving: Coroutine[Any, Any, None], stop: asyncio.Future[None]
) -> None:
    """Send until the browser goes or is sent away; what it says is passed over."""
    tasks = {asyncio.create_task(serving), asyncio.create_task(_passed_over(socket))}
    try:
        await asyncio.wait({*tasks, stop}, return_when="FIRST_COMPLETED")
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
