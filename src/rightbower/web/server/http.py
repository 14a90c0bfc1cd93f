"""A server's requests, and who visits."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final, cast

from msgspec import Struct
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from rightbower.store.limits import Rate, Tries
from rightbower.web.common.guard import GONE

# What the journal, the log, worker processes, files and the doors themselves need beside the connections.
RESERVED = 96
MOST_WANTED = 65_536
# A hall's wifi is one address: 250 phones knock at the same moment.
MOST_WAITING = 400
MOST_CONNECTED = 1_500
# However many visitors do something wrong, the log has a line a second.
_lines = Tries(Rate(20, 1))


def descriptors() -> int:
    """How many files and connections this process may hold, after asking for as many as it gets."""
    try:
        import resource
    except ImportError:
        return MOST_WANTED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_WANTED if hard == resource.RLIM_INFINITY else min(hard, MOST_WANTED)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_WANTED if soft == resource.RLIM_INFINITY else min(soft, MOST_WANTED)


class Room(Struct, frozen=True):
    """How many connections there may be: in all, from one address, and with a request half sent."""

    total: int
    per_address: int
    waiting_per_address: int

    @classmethod
    def of(cls, descriptors: int) -> Room:
        """What a number of descriptors leaves room for; one address never has all of it."""
        total = max(16, descriptors - RESERVED)
        return cls(total, min(MOST_CONNECTED, total * 3 // 4), min(MOST_WAITING, total // 3))


class Visitors:
    """All connections by address, oldest first; those whose request is not whole are the first to go."""

    def __init__(self, room: Room, passes_on: Callable[[str], bool] = lambda _: False) -> None:
        self.room = room
        # An address that passes others on, a proxy, has all the room: the pages know who is behind it.
        self._passes_on = passes_on
        self._drop: dict[object, Callable[[], None]] = {}
        self._address: dict[object, str] = {}
        self._all: dict[str, dict[object, None]] = {}
        self._waiting: dict[str, dict[object, None]] = {}

    def __len__(self) -> int:
        return len(self._address)

    def came(self, visitor: object, address: str, drop: Callable[[], None]) -> bool:
        """Somebody connects; whether there is room, for which others may have had to go."""
        if self._is_full(address) and not self._make_room(address):
            return False
        if len(self) >= self.room.total and not self._make_room(self._busiest()):
            return False
        self._address[visitor], self._drop[visitor] = address, drop
        self._all.setdefault(address, {})[visitor] = None
        self.waits(visitor)
        return True

    def waits(self, visitor: object) -> None:
        """Its next request is not whole yet; of too many from one address the oldest goes."""
        address = self._address.get(visitor)
        if address is None:
            return
        waiting = self._waiting.setdefault(address, {})
        waiting.pop(visitor, None)
        waiting[visitor] = None
        if len(waiting) > self.room.waiting_per_address and not self._passes_on(address):
            self._send_away(next(iter(waiting)))

    def is_served(self, visitor: object) -> None:
        """Its request is whole, or it is a socket: it is not sent away for others."""
        address = self._address.get(visitor, "")
        waiting = self._waiting.get(address, {})
        waiting.pop(visitor, None)
        if not waiting:
            self._waiting.pop(address, None)

    def left(self, visitor: object) -> None:
        """Its connection is gone."""
        self.is_served(visitor)
        address = self._address.pop(visitor, None)
        self._drop.pop(visitor, None)
        if address is not None:
            del self._all[address][visitor]
            if not self._all[address]:
                del self._all[address]

    def _is_full(self, address: str) -> bool:
        here = len(self._all.get(address, {}))
        return here >= self.room.per_address and not self._passes_on(address)

    def _make_room(self, address: str) -> bool:
        oldest = next(iter(self._waiting.get(address, {})), None)
        if oldest is None:
            return False
        self._send_away(oldest)
        return True

    def _send_away(self, visitor: object) -> None:
        drop = self._drop[visitor]
        self.left(visitor)
        drop()

    def _busiest(self) -> str:
        return max(self._waiting, key=lambda each: len(self._waiting[each]), default="")


def _few_plain_lines(record: logging.LogRecord) -> bool:
    record.exc_info = None
    return _lines.take("")


LOG: Final = logging.getLogger("rightbower.visitors")
LOG.setLevel(logging.WARNING)
LOG.addFilter(_few_plain_lines)


LONGEST_URL: Final = 4096
LARGEST_HEAD: Final = 24 * 1024
LARGEST_HEADER: Final = 12 * 1024
MOST_HEADERS: Final = 80
# Browsers and proxies wait for an answer before they ask again; who does not asks for much with one knock.
MOST_PIPELINED: Final = 2
# A body of two megabytes comes in as many as the network needs; each costs the same, however small, so after the
# first few there is one for so many bytes.
MOST_CHUNKS: Final = 5_000
CRUMBS: Final = 64
A_CHUNK: Final = 128
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
        self._in_head, self._head, self._count, self._chunks, self._taken = False, 0, 0, 0, 0
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
        self._in_head, self._head, self._count, self._chunks, self._taken = True, 0, 0, 0, 0
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

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """Begin to answer; who hung up is answered nothing, and that is no fault of anybody's."""
        send = cycle.send

        async def heard(message: Any) -> None:
            if cycle.flow.write_paused and not cycle.disconnected:
                await cycle.flow.drain()
            cycle.disconnected |= self.transport.is_closing()
            await send(message)

        async def answered(scope: Any, receive: Any, _: Any) -> None:
            try:
                await app(scope, receive, heard)
            except asyncio.CancelledError:
                # The hall is closing, and has waited long enough.
                cycle.disconnected = True
                self.transport.close()
            finally:
                cycle.disconnected |= self.transport.is_closing()
                # Nothing is left that refers to itself: what was sent is let go of at once.
                del cycle.send

        cast("Any", cycle).send = heard
        super()._start_asgi_task(cycle, answered)

    def on_body(self, body: bytes) -> None:
        """A piece of the body; of pieces that say nothing there are only so many."""
        self._chunks += 1
        self._taken += len(body)
        if self._chunks > min(MOST_CHUNKS, CRUMBS + self._taken // A_CHUNK):
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        super().on_body(body)

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
