"""Events and leagues while the hall is open: decided at once, shown only when they are durable."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from rightbower.store.journal import Journal
from rightbower.store.streams import E, H, Kind, Shelf

Write = Callable[[str, int, Sequence[bytes]], Awaitable[None]]


class Kept(Shelf[H, E]):
    """All streams of one kind; ``write`` makes entries durable together with everybody else's.

    A change is decided upon the newest state, also one still on its way to the disk; whoever reads
    is given the durable one.
    """

    def __init__(self, journal: Journal, kind: Kind[H, E], write: Write) -> None:
        super().__init__(journal, kind)
        self._write = write
        self._ahead: dict[str, H] = {}

    def find(self, id_: str) -> H | None:
        """What is durable of a stream; nobody else writes, so the journal is asked once."""
        known = self._known.get(id_)
        return super().find(id_) if known is None else known

    async def open(self, id_: str, entry: E) -> H:
        """Begin a stream; the journal refuses an id that is taken."""
        history = self.kind.fold([entry])
        await self._write(self.kind.prefix + id_, 0, [self.kind.encode(entry)])
        self._known[id_] = history
        return history

    async def add(self, id_: str, decide: Callable[[H], Sequence[E]]) -> H:
        """Decide upon entries by the newest state, make them durable, and return what they lead to."""
        durable = self.history(id_)
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
            self._known.pop(id_, None)
            raise
        if self.kind.version(self._known[id_]) < self.kind.version(after):
            self._known[id_] = after
        if self._ahead.get(id_) is after:
            del self._ahead[id_]
        return after
