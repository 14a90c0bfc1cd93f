"""A server's sockets and its end."""

from __future__ import annotations

import asyncio
import logging
import socket
from http import HTTPStatus
from typing import Any, Final, cast

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from rightbower.store.limits import Rate, Tries
from rightbower.web.common.guard import FLOODED
from rightbower.web.server.http import LOG, Visitors

MOST_FRAMES: Final = 64
PINGS: Final = Rate(20, 1)
# What comes on a socket, of whatever kind; a table asks those who say a tenth of it to slow down.
FRAMES: Final = Rate(200, 20)
# So many bytes are parsed before it is asked again whether that was too much; most messages are less.
PIECE: Final = 512
MOST_UNREAD: Final = 1024 * 1024


class BoundedSocket(WebSocketsSansIOProtocol):
    """One socket whose messages, pings, pieces and unread answers are bounded."""

    def __init__(self, *args: Any, visitors: Visitors, **options: Any) -> None:
        super().__init__(*args, **options)
        self.visitors = visitors
        self.logger = self.conn.logger = LOG
        self._pings, self._frames = Tries(PINGS), Tries(FRAMES)
        self._flooded = False

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

    def data_received(self, data: bytes) -> None:
        """Some bytes; of a flood only the first few messages are ever looked at."""
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
            cast("dict[str, Any]", self.scope)[FLOODED] = lambda: self._flooded

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
        loop = asyncio.get_running_loop()
        if type(loop).__module__ != "uvloop":
            return
        for opened in [each for server in self.servers for each in server.sockets]:
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
