"""Events and leagues while the hall is open: decided at once, shown only when they are durable."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from rightbower.journal import Journal

H = TypeVar("H")
E = TypeVar("E")
Write = Callable[[str, int, Sequence[bytes]], Awaitable[None]]


class Kind(Struct, Generic[H, E], frozen=True):
    """How the entries of one kind of stream are read, written and folded."""

    prefix: str
    fold: Callable[[list[E]], H]
    extend: Callable[[H, E], H]
    encode: Callable[[E], bytes]
    decode: Callable[[bytes], E]
    version: Callable[[H], int]


class Kept(Generic[H, E]):
    """All streams of one kind; ``write`` makes entries durable together with everybody else's.

    A change is decided upon the newest state, also one still on its way to the disk; whoever reads
    is given the durable one.
    """

    def __init__(self, journal: Journal, kind: Kind[H, E], write: Write) -> None:
        self.journal = journal
        self.kind = kind
        self.now: Callable[[], float] = time.time
        self._write = write
        self._durable: dict[str, H] = {}
        self._ahead: dict[str, H] = {}

    def ids(self) -> list[str]:
        """The ids there are."""
        prefix = self.kind.prefix
        return [stream.removeprefix(prefix) for stream in self.journal.streams(prefix)]

    def find(self, id_: str) -> H | None:
        """The durable history of an id, or None."""
        if id_ not in self._durable:
            entries = [
                self.kind.decode(entry.body) for entry in self.journal.read(self.kind.prefix + id_)
            ]
            if not entries:
                return None
            self._durable[id_] = self.kind.fold(entries)
        return self._durable[id_]

    async def open(self, id_: str, entry: E) -> H:
        """Begin a stream; the journal refuses an id that is taken."""
        history = self.kind.fold([entry])
        await self._write(self.kind.prefix + id_, 0, [self.kind.encode(entry)])
        self._durable[id_] = history
        return history

    async def add(self, id_: str, decide: Callable[[H], Sequence[E]]) -> H:
        """Decide upon entries by the newest state, make them durable, and return what they lead to."""
        durable = self.find(id_)
        if durable is None:
            raise KeyError(id_)
        before = self._ahead.get(id_, durable)
        entries = decide(before)
        after = before
        for entry in entries:
            after = self.kind.extend(after, entry)
        self._ahead[id_] = after
        version = self.kind.version(before)
        bodies = [self.kind.encode(entry) for entry in entries]
        try:
            await self._write(self.kind.prefix + id_, version, bodies)
        except BaseException:
            # What was decided upon it falls with it: the journal refuses it too.
            self._ahead.pop(id_, None)
            self._durable.pop(id_, None)
            raise
        if self.kind.version(self._durable[id_]) < self.kind.version(after):
            self._durable[id_] = after
        if self._ahead.get(id_) is after:
            del self._ahead[id_]
        return after
