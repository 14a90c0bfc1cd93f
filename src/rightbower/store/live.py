"""Streams while the hall is open: decided at once, shown only when they are durable."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Generic

from msgspec import Struct

from rightbower.store.async_journal import AsyncJournal, settle
from rightbower.store.contract import JournalError
from rightbower.store.streams import E, H, Store, StreamType


class _Ahead(Struct, Generic[H]):
    """The newest state of a stream, its last entries still on their way to the disk."""

    history: H


class LiveStore(Store[H, E]):
    """All streams of one type in an open hall.

    A change is decided upon the newest state, also one still on its way to the disk; whoever reads
    is given the durable one. Where an entry is refused, all that was decided upon it falls with it,
    and the stream is read again.
    """

    def __init__(self, async_journal: AsyncJournal, type_: StreamType[H, E]) -> None:
        super().__init__(async_journal.journal, type_)
        self._async_journal = async_journal
        self._ahead: dict[str, _Ahead[H]] = {}

    def find(self, id_: str) -> H | None:
        """What is durable of a stream; where nobody else writes it the journal is asked once."""
        known = self._known.get(id_)
        if known is not None and self._async_journal.ownership.owns(self.type.prefix + id_):
            return known
        return super().find(id_)

    def read_on(self, id_: str) -> None:
        """Read what others have written of a stream."""
        super().find(id_)

    def known(self, id_: str) -> H | None:
        """What was read of a stream last."""
        return self._known.get(id_)

    def newest(self, id_: str) -> H:
        """The newest state of a stream, also one still on its way to the disk."""
        ahead = self._ahead.get(id_)
        return self.history(id_) if ahead is None else ahead.history

    async def open(self, id_: str, entry: E) -> H:
        """Begin a stream; the journal refuses an id that is taken."""
        history = self.type.fold([entry])
        await self._post(id_, _Ahead(history), history, 0, [entry])
        return history

    async def add(self, id_: str, decide: Callable[[H], Sequence[E]]) -> H:
        """Decide upon entries by the newest state, make them durable, and return what they lead to."""
        durable = self.history(id_)
        ahead = self._ahead.get(id_) or _Ahead(durable)
        before = after = ahead.history
        entries = decide(before)
        for entry in entries:
            after = self.type.extend(after, entry)
        ahead.history = after
        self._ahead[id_] = ahead
        await self._post(id_, ahead, after, self.type.version(before), entries)
        return after

    async def _post(
        self, id_: str, ahead: _Ahead[H], after: H, expected: int, entries: Sequence[E]
    ) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def landed(fault: JournalError | None) -> None:
            self._took(id_, ahead, after) if fault is None else self._fell(id_, ahead)
            settle(done, fault)

        bodies = [self.type.encode(entry) for entry in entries]
        self._async_journal.post(self.type.prefix + id_, expected, bodies, landed)
        await done

    def _took(self, id_: str, ahead: _Ahead[H], after: H) -> None:
        """Entries are durable: whoever reads sees them."""
        self._keep_newest(id_, after)
        if self._ahead.get(id_) is ahead and ahead.history is after:
            del self._ahead[id_]

    def _fell(self, id_: str, ahead: _Ahead[H]) -> None:
        """Entries were refused: what was decided upon them is forgotten, and the stream read again."""
        if self._ahead.get(id_) is ahead:
            del self._ahead[id_]
        self._known.pop(id_, None)
