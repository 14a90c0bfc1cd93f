"""A browser's line at its cheapest: the few bytes of the protocol that are needed, written by hand."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Final, cast

TEXT: Final = 0x81
CLOSE: Final = 0x88
PING: Final = 0x89
PONG: Final = 0x8A


class RawLine(asyncio.Protocol):
    """One line; ``done`` comes when it is lost, whoever ends it."""

    def __init__(
        self, request: str, opened: Callable[[], None], heard: Callable[[bytes], None]
    ) -> None:
        self.request, self.opened, self.heard = request, opened, heard
        self.open = False
        self.last = time.monotonic()
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.left = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(
            f"GET {self.request}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.done.done():
            self.done.set_result(None)

    def data_received(self, data: bytes) -> None:
        data, self.last = self.left + data, time.monotonic()
        if not self.open:
            head, end, after = data.partition(b"\r\n\r\n")
            if not end:
                self.left = data
                return
            if b" 101 " not in head[:20]:
                self.turned_away(head)
                return
            self.open, data = True, after
            self.opened()
        at = 0
        while (frame := framed(data, at)) is not None:
            kind, (begin, at) = data[at], frame
            if kind == TEXT:
                self.heard(data[begin:at])
            elif kind == PING:
                self.send(data[begin:at], PONG)
            elif kind == CLOSE:
                self.transport.close()
        self.left = data[at:]

    def turned_away(self, _: bytes) -> None:
        """What to do where the answer is another; its head says why."""
        self.transport.close()

    def send(self, text: bytes, kind: int = TEXT) -> None:
        """One frame, masked with zeros."""
        size = len(text)
        head = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2)
        self.transport.write(bytes([kind]) + head + bytes(4) + text)


def framed(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the text of the frame at this place begins and ends, if it is all there."""
    if len(data) < at + 2:
        return None
    length, begin = data[at + 1], at + 2
    if length == 126:
        length, begin = int.from_bytes(data[at + 2 : at + 4].ljust(2, b"\xff")), at + 4
    return (begin, begin + length) if len(data) >= begin + length else None
