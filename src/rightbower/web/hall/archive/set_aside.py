"""Tables whose streams cannot be read: set aside with the reason, while everything else goes on."""

from __future__ import annotations

import logging
from collections.abc import Callable

from rightbower.store.contract import JournalError, Projection, StreamJournal
from rightbower.web.hall.archive import lists

_log = logging.getLogger(__name__)


def listed(fault: JournalError | None) -> None:
    """Where a list could not be written it is written at the next occasion."""
    if fault is not None:
        _log.warning("a list of the hall could not be written: %s", fault)


class AsideTables:
    """The tables of a hall that are set aside, and why."""

    def __init__(self, journal: StreamJournal, clock: Callable[[], float]) -> None:
        self._journal, self._clock = journal, clock
        # Those found since the start; the list in the journal may be a moment behind.
        self._found: dict[str, Projection] = {}

    def put(self, stream: str, fault: Exception) -> None:
        """Set a stream aside."""
        if stream in self._found:
            return
        damaged = isinstance(fault, JournalError)
        why = "its entries are damaged" if damaged else (str(fault) or type(fault).__name__)
        noted = Projection(lists.ASIDE, stream, self._clock(), body=why.encode())
        self._found[stream] = noted
        self._journal.post("", 0, [], listed, [noted])

    def take_out(self, stream: str, known: bool) -> None:
        """A stream can be read again; where the journal lists it, it does so no longer."""
        self._found.pop(stream, None)
        if known:
            self._journal.post("", 0, [], listed, [Projection(lists.ASIDE, stream)])

    def why(self, table_id: str) -> str:
        """Why a table is not found although its stream is there; nothing where it is not."""
        stream = lists.PREFIX + table_id
        found = self._found.get(stream) or self._journal.projection(lists.ASIDE, stream)
        return "" if found is None else found.body.decode()

    def tables(self) -> list[lists.SetAside]:
        """All of them, those found a moment ago among them."""
        known = {each.stream: each for each in lists.set_aside(self._journal)}
        now = {name: lists.SetAside(name, p.body.decode()) for name, p in self._found.items()}
        return list((known | now).values())
