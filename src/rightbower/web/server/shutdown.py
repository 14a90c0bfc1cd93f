"""The end of a server that was asked to stop: what people do is finished before any line is closed."""

from __future__ import annotations

import asyncio
import logging
import socket
from typing import Any, Final

import uvicorn

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
