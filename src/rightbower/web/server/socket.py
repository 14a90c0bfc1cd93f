"""A server's sockets and its end."""

from __future__ import annotations

import asyncio
import logging
import socket
from typing import Any, Final

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from rightbower.store.limits import Rate, Tries
from rightbower.web.server.http import LOG, Visitors

MOST_FRAMES: Final = 64
PINGS: Final = Rate(20, 1)
MOST_UNREAD: Final = 1024 * 1024


class BoundedSocket(WebSocketsSansIOProtocol):
    """One socket whose pings, pieces and unread answers are bounded."""

    def __init__(self, *args: Any, visitors: Visitors, **options: Any) -> None:
        super().__init__(*args, **options)
        self.visitors = visitors
        self.logger = self.conn.logger = LOG
        self._pings = Tries(PINGS)

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

    def handle_cont(self, event: Frame) -> None:
        """A piece of a message; browsers send a message in one."""
        if len(self.frames) >= MOST_FRAMES:
            self.transport.abort()
            return
        super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a few pings; who sends many, or reads no answers, is let go."""
        if not self._pings.take("") or self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.transport.abort()
            return
        super().handle_ping()


_log = logging.getLogger(__name__)
LONGEST: Final = 20.0


class OrderlyServer(uvicorn.Server):
    """While the application takes its leave (``app.state.leave``) it is still reached."""

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
