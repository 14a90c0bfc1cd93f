"""What players report to the host of the hall, and whom the host has taken the chat from."""

from __future__ import annotations

import asyncio
from typing import Final

from msgspec import Struct, json

from rightbower.store.contract import Conflict
from rightbower.store.live import AsyncJournal
from rightbower.web.common.background import read_apart

STREAM: Final = "reports"
TRIES: Final = 3


class Reported(Struct, frozen=True, tag="reported"):
    """Somebody reported a line of a table's chat; ``before`` are the lines before it."""

    table: str
    by: str
    by_name: str
    about: str
    about_name: str
    text: str
    before: tuple[tuple[str, str, str], ...]
    at: float


class ReportClosed(Struct, frozen=True, tag="closed"):
    """The host has dealt with a report."""

    number: int
    at: float


class ChatTaken(Struct, frozen=True, tag="chat taken"):
    """The host took the chat from somebody, or gave it back."""

    who: str
    at: float
    back: bool = False


ReportEntry = Reported | ReportClosed | ChatTaken


class Reports:
    """The reports of a hall, in a stream of their own."""

    def __init__(self, async_journal: AsyncJournal) -> None:
        self._async_journal = async_journal
        self._lock = asyncio.Lock()
        self.silenced: frozenset[str] = frozenset()
        self.read_on()

    def read_on(self) -> None:
        """Know what other halls have written since."""
        self._remember(*(entry for _, entry in self._entries()))

    def _entries(self) -> list[tuple[int, ReportEntry]]:
        stored = self._async_journal.journal.read(STREAM)
        return [(each.version, json.decode(each.body, type=ReportEntry)) for each in stored]

    def _remember(self, *entries: ReportEntry) -> None:
        silenced = self.silenced
        for entry in entries:
            if isinstance(entry, ChatTaken):
                who = {entry.who}
                silenced = silenced - who if entry.back else silenced | who
        self.silenced = silenced

    def open(self) -> list[tuple[int, Reported]]:
        """The open reports, the newest first, each with its number."""
        entries = self._entries()
        closed = {entry.number for _, entry in entries if isinstance(entry, ReportClosed)}
        found = [(number, each) for number, each in entries if isinstance(each, Reported)]
        return [(number, each) for number, each in reversed(found) if number not in closed]

    def find(self, number: int) -> Reported | None:
        """The open report of a number."""
        return dict(self.open()).get(number)

    async def add(self, entry: ReportEntry) -> None:
        """Write one down; where another hall wrote at the same moment, after that."""
        journal = self._async_journal.journal
        async with self._lock:
            for left in reversed(range(TRIES)):
                try:
                    head = await read_apart(journal, journal.head, STREAM)
                    await self._async_journal.write(STREAM, head, [json.encode(entry)])
                    break
                except Conflict:
                    await read_apart(journal, journal.read, STREAM)
                    if not left:
                        raise
        self._remember(entry)
