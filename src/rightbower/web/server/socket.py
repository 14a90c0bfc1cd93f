"""A server's sockets and its end."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final, cast

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import OPEN

from rightbower.store.limits import Rate, Tries
from rightbower.web.common.guard import FLOODED, SOCKET
from rightbower.web.server.http import LOG, Visitors

MOST_FRAMES: Final = 64
PINGS: Final = Rate(20, 1)
# What comes on a socket, of whatever kind; a table asks those who say a tenth of it to slow down.
FRAMES: Final = Rate(200, 20)
# So many bytes are parsed before it is asked again whether that was too much; most messages are less.
PIECE: Final = 512
MOST_UNREAD: Final = 1024 * 1024
# The beat of a table comes to each of its lines some hundred times a minute. One that has said nothing for so
# many beats is asked whether it is there, and let go when it has not answered as many later: 20 s and 20 s.
BEATS: Final = 33
# A whole text in one frame, whose length is in one byte, in two or in eight.
TEXT, IN_TWO, IN_EIGHT, SHORT, LONG = 0x81, 126, 127, 126, 1 << 16


class BoundedSocket(WebSocketsSansIOProtocol):
    """One socket whose messages, pings, pieces and unread answers are bounded."""

    def __init__(self, *args: Any, visitors: Visitors, **options: Any) -> None:
        super().__init__(*args, **options)
        self.visitors = visitors
        self.logger = self.conn.logger = LOG
        self._pings, self._frames = Tries(PINGS), Tries(FRAMES)
        self._flooded = False
        # Who listens without a queue between, and what they are told.
        self._heard: Callable[[bytes], None] | None = None
        self._go_on: Callable[[], None] = _nothing
        self._gone: Callable[[], None] = _nothing
        self._spoke, self._silent = False, 0

    def listen(
        self, heard: Callable[[bytes], None], go_on: Callable[[], None], gone: Callable[[], None]
    ) -> None:
        """From now on each text is told at once, as it came, and the beat takes care whether somebody is there.

        After ``write_text`` said no, ``go_on`` tells when more is taken; ``gone`` that nobody is there any more.
        """
        self._heard, self._go_on, self._gone = heard, go_on, gone
        self.stop_keepalive()
        while not self.queue.empty():
            message: Any = self.queue.get_nowait()
            if message["type"] == "websocket.disconnect":
                gone()
            else:
                heard(message.get("bytes") or message.get("text", "").encode())
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def write_text(self, text: bytes) -> bool:
        """Send a text; whether the other end takes more now."""
        if self.conn.state is OPEN and not self.transport.is_closing():
            self.transport.write(text_frame(text))
        return self.writable.is_set()

    def beat(self) -> None:
        """One that has been silent for long is asked whether it is there, and let go where it is not."""
        if self._spoke:
            self._spoke, self._silent = False, 0
            return
        self._silent += 1
        if self._silent == BEATS and self.conn.state is OPEN:
            self.conn.send_ping(b"")
            self.transport.write(b"".join(self.conn.data_to_send()))
        elif self._silent > 2 * BEATS:
            self.transport.abort()

    async def close(self, code: int) -> None:
        """End it in order; one that takes nothing is cut off."""
        if self.writable.is_set():
            await self.send({"type": "websocket.close", "code": code})
        else:
            self.transport.abort()

    def resume_writing(self) -> None:
        """The other end reads on."""
        super().resume_writing()
        self._go_on()

    def send_receive_event_to_app(self) -> None:
        """A text is whole."""
        if self._heard is None:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            self._heard(bytes(data))

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A socket is a visitor like any other."""
        super().connection_made(transport)
        address = self.client[0] if self.client else "?"
        if self.visitors.came(self, address, self.transport.abort):
            self.visitors.is_served(self)
        else:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self.visitors.left(self)
        super().connection_lost(exc)
        self._gone()
        self._heard, self._go_on, self._gone = None, _nothing, _nothing

    def data_received(self, data: bytes) -> None:
        """Some bytes; of a flood only the first few messages are ever looked at."""
        self._spoke = True
        for first in range(0, len(data), PIECE):
            if self.transport.is_closing():
                return
            try:
                super().data_received(data[first : first + PIECE])
            except Exception:
                # Raised into the loop it would be a whole traceback each time.
                self.logger.exception("What came on a live connection could not be read.")
                self._cut_off()
            if self.conn.handshake_exc is not None and not self.transport.is_closing():
                # Nobody else would ever answer, or end it.
                self.transport.write(b"".join(self.conn.data_to_send()))
                self.transport.close()

    def handle_parser_exception(self) -> None:
        """What is no message ends the line; before anybody was let in there is nobody to say why to."""
        if self.conn.close_sent is None:
            self._cut_off()
        else:
            super().handle_parser_exception()

    def handle_connect(self, event: Request) -> None:
        """Somebody asks for a socket; those who let them in learn whether it was cut off for a flood."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            scope = cast("dict[str, Any]", self.scope)
            scope[FLOODED], scope[SOCKET] = lambda: self._flooded, self

    def handle_text(self, event: Frame) -> None:
        """A text, or its beginning."""
        if self._has_room():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Bytes, which nobody has to send."""
        if self._has_room():
            super().handle_bytes(event)

    def handle_pong(self, event: Frame) -> None:
        """An answer to a ping."""
        if self._has_room():
            super().handle_pong(event)

    def _has_room(self) -> bool:
        """Whether one more frame is within reason; who floods is cut off."""
        if self._flooded or not self._frames.take(""):
            self._cut_off()
        return not self._flooded

    def _cut_off(self) -> None:
        """End a socket that was flooded, in whatever way; whoever let it in counts that."""
        self._flooded = True
        self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """A piece of a message; browsers send a message in one."""
        if not self._has_room():
            return
        if len(self.frames) >= MOST_FRAMES:
            self._cut_off()
            return
        super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a few pings; who sends many, or reads no answers, is let go."""
        if not self._has_room():
            return
        if not self._pings.take(""):
            self._cut_off()
            return
        if self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.transport.abort()
            return
        super().handle_ping()

    def shutdown(self) -> None:
        """The server closes."""
        super().shutdown()
        self._gone()

    def handle_close(self, event: Frame) -> None:
        """The other end says goodbye."""
        super().handle_close(event)
        self._gone()


def text_frame(text: bytes) -> bytes:
    """A text as it goes over the line."""
    size = len(text)
    if size < SHORT:
        return bytes((TEXT, size)) + text
    if size < LONG:
        return bytes((TEXT, IN_TWO, size >> 8, size & 255)) + text
    return bytes((TEXT, IN_EIGHT)) + size.to_bytes(8) + text


def _nothing() -> None:
    """There is nobody to tell."""


_log = logging.getLogger(__name__)
LONGEST: Final = 20.0
# So many who knock are let in together in a pass of the loop. By itself uvloop takes one: where a pass makes
# pages, somebody who knocks often would keep all others waiting before the door.
LET_IN: Final = 32


class OrderlyServer(uvicorn.Server):
    """Many come in at once; while the application takes its leave (``app.state.leave``) it is still reached."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the door as wide as it goes."""
        await super().startup(sockets)
        await self._widen([each for server in self.servers for each in server.sockets])

    async def listen_too(self, host: str) -> None:
        """Let visitors in by one more address of this machine, at the same port."""
        loop = asyncio.get_running_loop()
        more = await loop.create_server(
            self._visitor, host=host, port=self.config.port, backlog=self.config.backlog
        )
        self.servers.append(more)
        await self._widen(list(more.sockets))

    async def _widen(self, doors: list[socket.socket]) -> None:
        loop = asyncio.get_running_loop()
        if type(loop).__module__ != "uvloop":
            return
        for opened in doors:
            for _ in range(LET_IN - 1):
                more = await loop.create_server(
                    self._visitor, sock=opened.dup(), backlog=self.config.backlog
                )
                self.servers.append(more)

    def _visitor(self) -> asyncio.Protocol:
        made: Any = self.config.http_protocol_class
        protocol: asyncio.Protocol = made(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return protocol

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let the application take its leave, then close."""
        app: Any = self.config.app
        try:
            async with asyncio.timeout(LONGEST):
                await app.state.leave()
        except TimeoutError:
            _log.warning("not everything could be handed over within %.0f s", LONGEST)
        except Exception:
            _log.exception("the hall did not close in order")
        await super().shutdown(sockets)
