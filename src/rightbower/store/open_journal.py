"""What an open journal offers beside the contract, whichever engine keeps it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from rightbower.store.claims import Claims, StandbySeen
from rightbower.store.contract import JournalError, Projection, StreamJournal
from rightbower.store.limits import Limits


class OpenJournal(StreamJournal, Protocol):
    """A journal that somebody has opened and will close.

    ``name`` is what people call it, its file or its address without the password; ``folder`` that of
    its file, where it has one; ``commits`` counts those that worked and ``failures`` the others.
    """

    name: str
    folder: Path | None
    claims: Claims
    limits: Limits
    commits: int
    failures: int

    @property
    @abstractmethod
    def failing(self) -> bool:
        """Whether the last commit failed."""

    @property
    @abstractmethod
    def entries(self) -> int:
        """How many entries there are; some engines only reckon."""

    @abstractmethod
    def projections(self) -> Iterator[Projection]:
        """Everything that is listed, with its labels."""

    @abstractmethod
    def standbys(self) -> list[StandbySeen]:
        """Which machines keep a copy of it as it is written."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the journal, once what is waiting is durable."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def submit(
        self,
        stream: str,
        expected: int,
        bodies: Sequence[bytes],
        projections: Sequence[Projection] = (),
    ) -> Future[int]:
        """Add entries after number ``expected``; the future is done once they are durable."""
        done: Future[int] = Future()

        def tell(fault: JournalError | None) -> None:
            if fault is None:
                done.set_result(expected + len(bodies))
            else:
                done.set_exception(fault)

        self.post(stream, expected, bodies, tell, projections)
        return done

    def append(
        self,
        stream: str,
        expected: int,
        bodies: Sequence[bytes],
        projections: Sequence[Projection] = (),
    ) -> int:
        """Add entries and wait until they are durable; return the stream's new head."""
        return self.submit(stream, expected, bodies, projections).result()
