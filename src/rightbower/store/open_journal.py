"""What an open journal offers beside the contract, whichever engine keeps it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from rightbower.store.claims import Claims, StandbySeen
from rightbower.store.contract import Projection, StreamJournal
from rightbower.store.limits import Limits


class OpenJournal(StreamJournal, Protocol):
    """A journal that somebody has opened and will close."""

    def submit(
        self,
        stream: str,
        expected: int,
        bodies: Sequence[bytes],
        projections: Sequence[Projection] = (),
    ) -> Future[int]:
        """Add entries after number ``expected``; the future is done once they are durable."""

    def projections(self) -> Iterator[Projection]:
        """Everything that is listed, with its labels."""

    def close(self) -> None:
        """Write what is waiting and let go."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...

    @property
    def claims(self) -> Claims:
        """What this hall owns of it."""

    @property
    def limits(self) -> Limits:
        """How often something may be done in all halls on it together."""

    def standbys(self) -> list[StandbySeen]:
        """Which machines keep a copy of it as it is written."""

    @property
    def name(self) -> str:
        """What people call it: its file, or its address without the password."""

    @property
    def folder(self) -> Path | None:
        """The folder of its file, where it has one."""

    @property
    def entries(self) -> int:
        """How many entries there are; some engines only reckon."""

    @property
    def commits(self) -> int:
        """How many commits there were."""

    @property
    def failures(self) -> int:
        """How many commits failed."""

    @property
    def failing(self) -> bool:
        """Whether the last commit failed."""
