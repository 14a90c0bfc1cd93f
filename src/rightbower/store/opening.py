"""Where a journal is kept, what it is once opened, and how it is copied to another."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Final, Protocol, Self

from rightbower.store.backup import Copied
from rightbower.store.claims import Claims, StandbySeen
from rightbower.store.contract import JournalError, Projection, StoredEntry, StreamJournal
from rightbower.store.limits import Limits

DATA: Final = "rightbower-data"
JOURNAL: Final = "rightbower.journal"
# So many streams, entries of one, or places in lists are sent before the answers are waited for.
AT_ONCE: Final = 500


def data_folder(given: Path | str | None = None) -> Path:
    """The folder that keeps everything: the one given, $RIGHTBOWER_DATA or ./rightbower-data."""
    return Path(given or os.environ.get("RIGHTBOWER_DATA") or DATA)


def copy_journal(source: OpenJournal, target: OpenJournal) -> Copied:
    """Copy all streams and lists; a copy that was begun is gone on with, another is refused."""
    names = source.streams()
    if strangers := set(target.streams()) - set(names):
        raise JournalError(f"{target.name} is another journal: it has {min(strangers)}")
    entries = 0
    for first in range(0, len(names), AT_ONCE):
        entries += _copy_streams(source, target, names[first : first + AT_ONCE])
    listed = source.projections()
    while some := list(islice(listed, AT_ONCE)):
        target.append("", 0, [], some)
    return Copied(len(names), entries)


def _copy_streams(source: OpenJournal, target: OpenJournal, names: Sequence[str]) -> int:
    """Copy some streams and compare each, as it is read again, with what was sent."""
    waiting: list[Future[int]] = []
    sent = {name: source.read(name) for name in names}
    for name, entries in sent.items():
        head = _agrees(target, name, entries)
        for first in range(head, len(entries), AT_ONCE):
            bodies = [entry.body for entry in entries[first : first + AT_ONCE]]
            waiting.append(target.submit(name, first, bodies))
    for each in waiting:
        each.result()
    for name, entries in sent.items():
        if target.read(name) != entries:
            raise JournalError(f"{name} is not in {target.name} as it was sent; copy it again")
    return sum(map(len, sent.values()))


def _agrees(target: OpenJournal, name: str, entries: Sequence[StoredEntry]) -> int:
    """How many entries of a stream are there already; they have to be the same."""
    there = target.read(name)
    if there != entries[: len(there)]:
        raise JournalError(f"{target.name} is another journal: its {name} is not the same")
    return len(there)


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
