"""A hall in a thread of this process, so that a test can reach what stands behind its pages."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import TypeVar

import uvicorn

from rightbower.web.app import make_app
from rightbower.web.common.identity import Keys
from rightbower.web.common.proxies import Front
from rightbower.web.hall.table import Pace
from rightbower.web.server.socket import OrderlyServer
from rightbower.web.state.desk import Desk
from web.serving import free_port, opened

Served = TypeVar("Served", bound="ServedHall")


class ServedHall:
    """A running hall over a data folder, closed at the end of ``with``."""

    def __init__(self, data: Path, pace: Pace | None = None, base: str = "") -> None:
        data.mkdir(exist_ok=True)
        self.data, self.port, self.keys = data, free_port(), Keys.of(data)
        self.app = make_app(data, pace, front=Front.of(base=base))
        config = uvicorn.Config(self.app, port=self.port, log_level="error", ws="websockets-sansio")
        self.server = OrderlyServer(config)
        self.loop: asyncio.AbstractEventLoop | None = None
        self.thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)

    async def _serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        await self.server.serve()

    def __enter__(self: Served) -> Served:
        opened(self.server, self.thread)
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join(20)

    @property
    def desk(self) -> Desk:
        """What the director's pages write to."""
        desk: Desk = self.app.state.desk
        return desk

    def open_too(self, host: str) -> None:
        """Let visitors in by one more address."""
        assert self.loop is not None
        asyncio.run_coroutine_threadsafe(self.server.listen_too(host), self.loop).result(20)
