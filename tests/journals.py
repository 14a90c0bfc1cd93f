"""Journals of each engine, for tests that hold them to the same contract."""

from __future__ import annotations

from msgspec import Struct

from rightbower.office.journals import open_at
from rightbower.store.open_journal import OpenJournal

ENGINES = ("sqlite", "postgresql")


class Opened(Struct, frozen=True):
    """The same journal, opened each time it is called."""

    place: str

    def __call__(self) -> OpenJournal:
        return open_at(self.place)
