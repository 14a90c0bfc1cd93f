"""What every journal promises, whichever engine keeps it.

A stream is a named list (``table/7``, ``event/spring-social``); its entries are numbered from 1 and
never change. Writers say which number they expect to follow, so two of them cannot both add the
next one. After a refusal the stream takes nothing until it has been read again: what was decided
upon a refused entry must never stand upon somebody else's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct


class JournalError(OSError):
    """The journal cannot be opened, read or written, and what to do about it; no fault of a caller's."""


class Unreachable(JournalError):
    """The engine does not answer just now; what it keeps is as it was."""


class InUse(JournalError):
    """Another program has it open."""


class Newer(JournalError):
    """A newer Rightbower has written it."""


class NotNow(JournalError):
    """The machine cannot read it now; that says nothing about what is in it."""


class Conflict(JournalError):
    """Somebody else has added to the stream since it was read."""


class Unreadable(JournalError):
    """A stream that cannot be read, and why; the rest of the journal can."""


class StoredEntry(Struct, frozen=True, gc=False):
    """One entry of a stream."""

    stream: str
    version: int
    body: bytes


class Projection(Struct, frozen=True, gc=False):
    """What is kept at hand of a stream so that it is found without being read.

    It stands in a ``list`` under the stream's name, is found by its ``labels``, newest ``at`` first,
    and is written together with the entries that change it; without a body it is taken off the list.
    """

    list: str
    stream: str
    at: float = 0.0
    labels: tuple[str, ...] = ()
    body: bytes = b""


# Called once with None when the entries are durable, or with the reason why not; it has to be quick.
Tell = Callable[[JournalError | None], None]


class StreamJournal(Protocol):
    """An open journal of any engine; ``trouble`` says why nothing can be written, where that is known."""

    trouble: str = ""

    @property
    def remote(self) -> bool:
        """Whether reading asks an engine over a connection, which an event loop should not wait for."""

    def post(
        self,
        stream: str,
        expected: int,
        bodies: Sequence[bytes],
        tell: Tell,
        projections: Sequence[Projection] = (),
    ) -> None:
        """Add entries after number ``expected``; ``tell`` may be called from another thread."""

    def append(
        self,
        stream: str,
        expected: int,
        bodies: Sequence[bytes],
        projections: Sequence[Projection] = (),
    ) -> int:
        """Add entries and wait until they are durable; the stream's new head."""

    def read(self, stream: str, after: int = 0) -> list[StoredEntry]:
        """The entries of a stream with numbers above ``after``."""

    def head(self, stream: str) -> int:
        """The number of the stream's last entry, 0 when it has none."""

    def streams(self, prefix: str = "") -> list[str]:
        """The streams whose names begin so, in order."""

    def listed(self, list_: str, label: str = "", most: int = 1000) -> list[Projection]:
        """What stands in a list, or is found there by a label; the newest first, without labels."""

    def projection(self, list_: str, stream: str) -> Projection | None:
        """What a list has of one stream."""
