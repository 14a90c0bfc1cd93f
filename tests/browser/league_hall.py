"""A hall in a thread of this process, so that a test can hold its clock."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import uvicorn

from rightbower.events.league.state.fold import LeagueHistory
from rightbower.events.league.state.league import League
from rightbower.web.app import make_app
from rightbower.web.common.identity import Keys
from rightbower.web.state.desk import Desk
from web.serving import free_port, opened


class ClockedHall:
    """A running hall whose desk's clock stands where it was put."""

    def __init__(self, data: Path) -> None:
        data.mkdir(exist_ok=True)
        self.port, self.keys = free_port(), Keys.of(data)
        self.app = make_app(data)
        settings = uvicorn.Config(
            self.app, port=self.port, log_level="error", ws="websockets-sansio"
        )
        self.server = uvicorn.Server(settings)
        self.thread = threading.Thread(target=self.server.run, daemon=True)

    def __enter__(self) -> ClockedHall:
        opened(self.server, self.thread)
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join(20)

    @property
    def desk(self) -> Desk:
        desk: Desk = self.app.state.desk
        return desk

    def at(self, local: str) -> None:
        """Put the clock to a local time."""
        seconds = datetime.fromisoformat(local).astimezone().timestamp()
        self.desk.clock = lambda: seconds

    def history(self, id_: str) -> LeagueHistory:
        """A league with all its entries."""
        return self.desk.league_history(id_)

    def league(self, id_: str) -> League:
        """A league as it stands."""
        return self.history(id_).league


@contextlib.contextmanager
def clocked(data: Path) -> Iterator[ClockedHall]:
    """A hall that is closed at the end."""
    with ClockedHall(data) as hall:
        yield hall
