"""The journal for an event loop: what was committed together is reported together."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence

from rightbower.store.claims import NotOwner
from rightbower.store.contract import Conflict, JournalError, Projection, StreamJournal, Tell
from rightbower.store.ownership import Ownership

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
        return self._trying

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
