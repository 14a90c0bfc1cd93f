"""The events, leagues or club of a journal, written to fact by fact."""

from __future__ import annotations

from functools import partial
from typing import Any

from rightbower.store.books import Books
from rightbower.store.contract import StreamJournal
from rightbower.store.streams import Store
from rightbower.tournament.contest import Entry, Fact


class Book(Store[Any, Any]):
    """All of one kind, with facts that no command decided upon."""

    def open(self, fact: Any, at: float, by: str) -> Any:
        """Begin a new one; its id must be free."""
        return self.begin(fact.id, [Entry(at, by, fact)]).state

    def state(self, id_: str) -> Any:
        """One as it stands."""
        return self.history(id_).state

    def add(self, id_: str, fact: Fact, at: float, by: str, expected: int | None = None) -> Any:
        """Write one more fact down and return what it leads to."""
        return self.add_all(id_, [Entry(at, by, fact)], expected).state


def books(journal: StreamJournal) -> Books[Book]:
    """All of a journal."""
    return Books(partial(Book, journal))


def event_book(journal: StreamJournal) -> Book:
    """The events of a journal."""
    return books(journal).events


def league_book(journal: StreamJournal) -> Book:
    """The leagues of a journal."""
    return books(journal).leagues


def club_book(journal: StreamJournal) -> Book:
    """The club of a journal."""
    return books(journal).clubs
