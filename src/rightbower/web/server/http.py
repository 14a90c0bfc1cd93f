"""Requests as they come in: how large, how many and how slow they may be."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any, Final, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from rightbower.web.common.guard import GONE
from rightbower.web.server.visitors import LOG, Visitors

LONGEST_URL: Final = 4096
LARGEST_HEAD: Final = 24 * 1024
LARGEST_HEADER: Final = 12 * 1024
MOST_HEADERS: Final = 80
MOST_PIPELINED: Final = 8
SECONDS_FOR_HEAD: Final = 10.0
SECONDS_FOR_BODY: Final = 40.0
SECONDS_TO_READ: Final = 30.0


class Unwanted(Exception):
    """A request that is not read to its end."""


class BoundedHttp(HttpToolsProtocol):
    """One connection whose requests are bounded in size, number and time."""

    def __init__(self, *args: Any, visitors: Visitors, **options: Any) -> None:
        super().__init__(*args, **options)
        self.visitors, self._own_log = visitors, self.logger
        self.logger = LOG
        self._refusal = HTTPStatus.BAD_REQUEST
        self._in_head, self._head, self._count = False, 0, 0
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Somebody connects; they have a moment to say what they want."""
        super().connection_made(transport)
        address = self.client[0] if self.client else "?"
        if self.visitors.came(self, address, transport.abort):
            self._within(SECONDS_FOR_HEAD)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone, and so is all that was kept for them."""
        self._in_time()
        self.visitors.left(self)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """From here on it is a socket."""
        self.visitors.left(self)
        super().handle_websocket_upgrade()

    def data_received(self, data: bytes) -> None:
        """More of a request; one whose head goes on for too long is refused before it is whole."""
        if self.transport.is_closing():
            return
        self._head += len(data) if self._in_head else 0
        if self._head > LARGEST_HEAD:
            self._refusal = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
            self.send_400_response("")
            return
        super().data_received(data)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._in_head, self._head, self._count = True, 0, 0
        self.visitors.waits(self)
        self._within(SECONDS_FOR_HEAD)

    def on_url(self, url: bytes) -> None:
        """A piece of the address asked for."""
        super().on_url(url)
        if len(self.url) > LONGEST_URL:
            self._refuse(HTTPStatus.REQUEST_URI_TOO_LONG)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header; few and small ones are enough for every browser."""
        self._count += len(name) + len(value)
        if (
            len(value) > LARGEST_HEADER
            or self._count > LARGEST_HEAD
            or len(self.headers) >= MOST_HEADERS
        ):
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is whole; a few requests may wait for the one before them."""
        self._in_head = False
        if len(self.pipeline) >= MOST_PIPELINED:
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS)
        cast("dict[str, Any]", self.scope)[GONE] = self.transport.is_closing
        super().on_headers_complete()
        if self.cycle is not None:
            # From here on what fails is a fault of ours.
            self.cycle.logger = self._own_log
        self._within(SECONDS_FOR_BODY)

    def on_message_complete(self) -> None:
        """The request is whole."""
        self._in_time()
        self.visitors.is_served(self)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """The answer is written; it has to be read within reason."""
        super().on_response_complete()
        if not self.transport.is_closing():
            self.visitors.waits(self)
        self._within(SECONDS_TO_READ)

    def timeout_keep_alive_handler(self) -> None:
        """Nobody asks any more; what is still to be read of the last answer goes out first."""
        if not self.transport.get_write_buffer_size():
            super().timeout_keep_alive_handler()

    def send_400_response(self, msg: str) -> None:
        """Say in one sentence why the request is not taken."""
        self._in_time()
        words = msg if self._refusal is HTTPStatus.BAD_REQUEST else f"{self._refusal.phrase}."
        head = f"HTTP/1.1 {self._refusal} {self._refusal.phrase}\r\ncontent-type: text/plain\r\n"
        end = f"content-length: {len(words)}\r\nconnection: close\r\n\r\n{words}"
        if not self.transport.is_closing():
            self.transport.write(f"{head}{end}".encode("ascii", "replace"))
            self.transport.close()

    def _refuse(self, status: HTTPStatus) -> None:
        self._refusal = status
        raise Unwanted

    def _within(self, seconds: float) -> None:
        self._in_time()
        self._deadline = self.loop.call_later(seconds, self.transport.abort)

    def _in_time(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
