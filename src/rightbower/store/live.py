"""Streams that a hall keeps in memory."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from typing import Generic

from msgspec import Struct

from rightbower.store.claims import NotOwner, Ownership
from rightbower.store.contract import Conflict, JournalError, Projection, StreamJournal, Tell
from rightbower.store.streams import E, H, Store, StreamType

_log = logging.getLogger(__name__)
# A journal that cannot be written is tried again so often, in seconds, with an entry of no meaning.
TRY_AGAIN = 2.0
TRIAL = Projection("hall", "trial", body=b"1")


class AsyncJournal:
    """Posts entries to a journal and reports in the loop what became of them, in their order.

    A callback is called even if nobody waits any longer: what is durable always counts.
    """

    def __init__(self, journal: StreamJournal, ownership: Ownership | None = None) -> None:
        self.journal = journal
        self.ownership = ownership or Ownership()
        self._landed: deque[tuple[str, Tell, JournalError | None]] = deque()
        self._trying = False
        self.writable_again: Callable[[], None] = lambda: None

    @property
    def failing(self) -> bool:
        """Whether the journal cannot be written now; it is tried until it can."""
        return self._trying or bool(self.journal.trouble)

    def post(
        self,
        stream: str,
        expected: int,
        bodies: Sequence[bytes],
        tell: Tell,
        projections: Sequence[Projection] = (),
    ) -> None:
        """Add entries after number ``expected``; ``tell`` is called in the loop."""
        loop = asyncio.get_running_loop()

        def landed(fault: JournalError | None) -> None:
            self._landed.append((stream, tell, fault))
            if len(self._landed) == 1:
                loop.call_soon_threadsafe(self._settle)

        self.journal.post(stream, expected, bodies, landed, projections)

    async def write(
        self,
        stream: str,
        expected: int,
        bodies: Sequence[bytes],
        projections: Sequence[Projection] = (),
    ) -> None:
        """Add entries and wait until they are durable."""
        durable: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.post(stream, expected, bodies, lambda fault: settle(durable, fault), projections)
        await durable

    def _settle(self) -> None:
        # One is taken off only after it is dealt with, so that a landing in between is either
        # seen by this loop or wakes a new one.
        while self._landed:
            stream, tell, fault = self._landed[0]
            self._try_again(fault)
            try:
                if isinstance(fault, NotOwner):
                    self.ownership.mark_lost(stream)
                tell(fault)
            except Exception:
                _log.exception("what landed could not be taken up")
            self._landed.popleft()

    def _try_again(self, fault: JournalError | None) -> None:
        """After a failure go on trying; what is written shows that it is over."""
        if fault is None and self._trying:
            self._trying = False
            _log.warning("the journal can be written again")
            self.writable_again()
        if fault is None or isinstance(fault, Conflict) or self._trying:
            return
        self._trying = True
        _log.error("the journal cannot be written: %s", fault)
        asyncio.get_running_loop().call_later(TRY_AGAIN, self._try)

    def _try(self) -> None:
        def tried(_: JournalError | None) -> None:
            if self._trying:
                asyncio.get_running_loop().call_later(TRY_AGAIN, self._try)

        if self._trying:
            self.post("", 0, [], tried, [TRIAL])


def settle(waiting: asyncio.Future[None], fault: JournalError | None) -> None:
    """Let whoever still waits go on."""
    if not waiting.done():
        waiting.set_result(None) if fault is None else waiting.set_exception(fault)


def _unknown() -> None:
    """Nobody has worked it out."""


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

    async def add(
        self, id_: str, decide: Callable[[H], Sequence[E]], known: Callable[[], H | None] = _unknown
    ) -> H:
        """Decide upon entries by the newest state, make them durable, and return what they lead to.

        ``known`` is asked once they are decided: what they lead to, where that was worked out already.
        """
        durable = self.history(id_)
        ahead = self._ahead.get(id_) or _Ahead(durable)
        before = after = ahead.history
        entries = decide(before)
        if (worked_out := known()) is not None:
            after = worked_out
        else:
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
