"""All contests with their commands and questions, and the office over a journal."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import Any, Final, Protocol

from rightbower.store.books import Books
from rightbower.store.contract import StreamJournal
from rightbower.store.streams import Store
from rightbower.tournament.club.contest import CLUB
from rightbower.tournament.commands import Answer, Command, Opening, Query, Reply
from rightbower.tournament.contest import Contest, Entry
from rightbower.tournament.events.contest import EVENT
from rightbower.tournament.league.contest import LEAGUE

# Every module that declares commands or questions; a new one is named here.
MODULES: Final = (
    "rightbower.tournament.events.phone_results",
    "rightbower.tournament.events.board_results",
    "rightbower.tournament.events.board_report",
    "rightbower.office.event_files",
    "rightbower.office.league_files",
    "rightbower.office.club_files",
)


CONTESTS: Final[dict[str, Contest[Any]]] = {each.noun: each for each in (EVENT, LEAGUE, CLUB)}

for _module in MODULES:
    import_module(_module)


class Office(Protocol):
    """All events, or all leagues, of a data folder: of the journal itself, or through a hall."""

    def summaries(self) -> list[Any]:
        """A line for each there is."""

    def open(self, opening: Opening, by: str) -> Any:
        """Begin a new one, and its line in the list."""

    def import_(self, data: bytes, id_: str) -> Any:
        """Import a whole one from its export."""

    def do(self, id_: str, commands: Sequence[Command], by: str) -> Reply:
        """Write the facts of commands, all or none."""

    def ask(self, id_: str, query: Query) -> Answer:
        """Answer a question."""


class JournalOffice:
    """The office over an open journal."""

    def __init__(self, journal: StreamJournal, contest: Contest[Any]) -> None:
        self.contest, self.books = contest, Books(partial(Store, journal))
        self.store = self.books[contest.prefix]

    def summaries(self) -> list[Any]:
        """A line for each there is."""
        found = [self.store.history(id_) for id_ in self.store.ids()]
        staying = [each for each in found if not self.store.type.gone(each)]
        return [self.contest.summary(each.state) for each in staying]

    def open(self, opening: Opening, by: str) -> Any:
        """Begin a new one; its id must be free."""
        fact = opening.opened(self.store.ids())
        entry = Entry(time.time(), by or fact.plan.officer, fact)
        return self._summary(self.store.begin(fact.id, [entry]))

    def import_(self, data: bytes, id_: str) -> Any:
        """Import a whole one; its id must be free."""
        history = self.contest.from_json(data, id_)
        return self._summary(self.store.begin(history.state.id, history.entries))

    def _summary(self, history: Any) -> Any:
        return self.contest.summary(history.state)

    def do(self, id_: str, commands: Sequence[Command], by: str) -> Reply:
        """Decide upon the newest state and write everything down, or nothing."""
        at = time.time()
        history = self.store.history(id_)
        after, entries, receipts = self.contest.decided(history, commands, by, at)
        if entries:
            version = len(history.entries)
            self.store.add_all(id_, entries, version)
        if any(each.forgets for each in commands):
            self.books.forget()
        shown = commands[-1].after(after.state, at)
        return Reply(tuple(each.receipt for each in receipts), shown)

    def ask(self, id_: str, query: Query) -> Answer:
        """Answer a question."""
        return query.answer(self.store.history(id_), time.time())
