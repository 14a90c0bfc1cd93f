"""What is on its way into a journal, and which streams take nothing until they are read again."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from msgspec import Struct

from rightbower.store.contract import Conflict, JournalError, Projection, Tell

_log = logging.getLogger(__name__)


class Append(Struct):
    """Entries to be added after number ``expected``, and the callback for what became of them."""

    stream: str
    expected: int
    bodies: Sequence[bytes]
    tell: Tell
    projections: Sequence[Projection]
    after_refusals: int
    # The claim under which they are written; nothing where there is none.
    resource: str = ""
    fence: int = 0

    def report(self, outcome: JournalError | None) -> None:
        """Call back with the outcome; a fault of the callback is not the journal's."""
        try:
            self.tell(outcome)
        except Exception:
            _log.exception("somebody who was told what became of their entries failed")


class Refusals:
    """How often each stream has refused an append, and how often it had when it was last read."""

    def __init__(self) -> None:
        self._refused: dict[str, int] = {}
        self._read: dict[str, int] = {}

    def of(self, stream: str) -> int:
        """How often a stream has refused by now."""
        return self._refused.get(stream, 0)

    def known(self, stream: str) -> int:
        """How often it had when it was last read: upon that an append is decided."""
        return self._read.get(stream, 0)

    def read(self, stream: str, refusals: int) -> None:
        """A stream was read after it had refused so often."""
        if refusals:
            self._read[stream] = refusals

    def objection(self, each: Append, head: int) -> Conflict | None:
        """Why an append is not taken where the stream ends at ``head``."""
        if not each.bodies:
            return None
        if each.after_refusals < self.of(each.stream):
            return Conflict(f"{each.stream} has refused an entry; read it again first")
        if each.expected != head:
            return Conflict(f"{each.stream} has {head} entries by now, not {each.expected}")
        return None

    def refuse(self, each: Append) -> None:
        """From here on the stream takes only what is decided after it was read again."""
        if each.bodies and each.after_refusals == self.of(each.stream):
            self._refused[each.stream] = each.after_refusals + 1
