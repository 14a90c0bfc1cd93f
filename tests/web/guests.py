"""Somebody who connects to the server without a network, and the pages that answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from rightbower.web.server.http import (
    BoundedHttp,
    Room,
    Visitors,
)
from rightbower.web.server.socket import BoundedSocket
from web.clockwork import idle

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
UPGRADE = (
    b"GET /live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
)


class Line(asyncio.Transport):
    """A connection that keeps what is written to it; ``unread`` is what the other end leaves there."""

    def __init__(self, address: str = "192.0.2.7") -> None:
        super().__init__({"peername": (address, 4000), "sockname": ("192.0.2.1", 80)})
        self.sent, self.ended, self.unread = b"", "", 0
        self.protocol: asyncio.BaseProtocol | None = None

    def write(self, data: Any) -> None:
        if self.ended:
            raise RuntimeError("unable to perform operation on a closed line, as uvloop says")
        self.sent += bytes(data)

    def close(self) -> None:
        self.ended = self.ended or "closed"

    def abort(self) -> None:
        self.ended = "aborted"

    def is_closing(self) -> bool:
        return bool(self.ended)

    def get_write_buffer_size(self) -> int:
        return self.unread

    def pause_reading(self) -> None:
        """Nothing is read by itself."""

    def resume_reading(self) -> None:
        """Nothing is read by itself."""

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol


class Noted(Visitors):
    """Visitors of which it is noted what they are told."""

    def __init__(self, room: Room | None = None) -> None:
        super().__init__(room or Room(10, 10, 10))
        self.told: list[str] = []

    def came(self, visitor: object, address: str, drop: Callable[[], None]) -> bool:
        self.told.append(f"{_kind(visitor)} came from {address}")
        return super().came(visitor, address, drop)

    def waits(self, visitor: object) -> None:
        self.told.append(f"{_kind(visitor)} waits")
        super().waits(visitor)

    def is_served(self, visitor: object) -> None:
        self.told.append(f"{_kind(visitor)} is served")
        super().is_served(visitor)

    def left(self, visitor: object) -> None:
        self.told.append(f"{_kind(visitor)} left")
        super().left(visitor)


def _kind(visitor: object) -> str:
    return "socket" if isinstance(visitor, BoundedSocket) else "request"


class Pages:
    """An application that notes what it is asked and answers once it may."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, bytes]] = []
        self.scopes: list[Any] = []
        self.heard: list[Any] = []
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.fails = False
        self.silent = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.scopes.append(scope)
        if scope["type"] == "websocket":
            await self._talk(receive, send)
            return
        body = b""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message["body"]
            if not message.get("more_body"):
                break
        self.asked.append((scope["path"], body))
        await self.may_answer.wait()
        if self.fails:
            raise RuntimeError("a fault of ours")
        if self.silent:
            return
        headers = [(b"content-length", b"2")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"ok"})

    async def _talk(self, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] != "websocket.disconnect":
            self.heard.append(message.get("text"))
        self.heard.append("gone")


class Guest:
    """Somebody who connects."""

    def __init__(self, pages: Pages | None = None, at: Visitors | None = None, **line: Any) -> None:
        self.pages, self.line = pages or Pages(), Line(**line)
        self.at = Noted() if at is None else at
        sockets: Any = partial(BoundedSocket, visitors=self.at)
        options: Any = {"ws": sockets, "lifespan": "off", "log_config": None, "access_log": False}
        self.config = uvicorn.Config(self.pages, ws_ping_interval=None, **options)
        self.config.load()
        self.http = BoundedHttp(self.config, ServerState(), {}, visitors=self.at)
        self.http.connection_made(self.line)

    @property
    def told(self) -> list[str]:
        """What the visitors were told."""
        assert isinstance(self.at, Noted)
        return self.at.told

    async def says(self, *pieces: bytes) -> None:
        """Send something, and let it be dealt with."""
        for piece in pieces:
            self.http.data_received(piece)
        await idle()

    async def upgraded(self) -> BoundedSocket:
        """Ask for a socket; what talks from then on."""
        await self.says(UPGRADE)
        found = self.line.protocol
        assert isinstance(found, BoundedSocket), self.line.sent
        assert b" 101 " in self.line.sent
        self.line.sent = b""
        return found


def refusal(status: int, phrase: str, words: str) -> bytes:
    """What somebody is told whose request is not taken."""
    return (
        f"HTTP/1.1 {status} {phrase}\r\ncontent-type: text/plain\r\n"
        f"content-length: {len(words)}\r\nconnection: close\r\n\r\n{words}"
    ).encode()


TOO_LARGE = refusal(431, "Request Header Fields Too Large", "Request Header Fields Too Large.")
