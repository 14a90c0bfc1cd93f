"""Events, leagues and the club as contests: their commands and questions, where each is kept, and the office over a journal."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Final, Protocol

from msgspec import Struct

from rightbower.store.books import ClubBook, EventBook, LeagueBook
from rightbower.store.contract import StreamJournal
from rightbower.store.streams import Store
from rightbower.tournament.club import contest as club_contest
from rightbower.tournament.club import lists as club_lists
from rightbower.tournament.club.book import ClubCommand, OpenClub
from rightbower.tournament.club.club import ClubError
from rightbower.tournament.club.lists import ClubQuery
from rightbower.tournament.commands import Answer, Command, Opening, Query, Reply
from rightbower.tournament.contest import Contest, Entry, Undone
from rightbower.tournament.events import contest as event_contest
from rightbower.tournament.events.acts import EventCommand, EventQuery
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.lists import summary
from rightbower.tournament.events.plan import OpenEvent
from rightbower.tournament.events.remarks import remarks
from rightbower.tournament.league import contest as league_contest
from rightbower.tournament.league import questions as league_lists
from rightbower.tournament.league import remarks as league_remarks
from rightbower.tournament.league.acts import LeagueCommand, LeagueQuery
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.season import OpenLeague

# Every module that declares commands or questions; a new one is named here.
MODULES: Final = (
    "rightbower.tournament.events.contest",
    "rightbower.tournament.events.phone_results",
    "rightbower.tournament.events.board_results",
    "rightbower.tournament.events.board_report",
    "rightbower.tournament.events.lists",
    "rightbower.tournament.league.contest",
    "rightbower.tournament.league.questions",
    "rightbower.office.event_files",
    "rightbower.office.league_files",
    "rightbower.office.club_files",
)


class Stored(Struct, frozen=True):
    """A contest with its store in the journal, and its export."""

    contest: Contest
    store: Callable[[StreamJournal], Store[Any, Any]]
    from_json: Callable[[bytes, str], Any]


EVENT: Final = Contest("event", EventCommand, EventQuery, OpenEvent, EventError, summary, remarks)
LEAGUE: Final = Contest(
    "league",
    LeagueCommand,
    LeagueQuery,
    OpenLeague,
    LeagueError,
    league_lists.summary,
    lambda league, fact: () if isinstance(fact, Undone) else league_remarks.remarks(league, fact),
)
CLUB: Final = Contest("club", ClubCommand, ClubQuery, OpenClub, ClubError, club_lists.summary)
CONTESTS: Final = {
    "event": Stored(EVENT, EventBook, event_contest.from_json),
    "league": Stored(LEAGUE, LeagueBook, league_contest.from_json),
    "club": Stored(CLUB, ClubBook, club_contest.from_json),
}

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

    def __init__(self, journal: StreamJournal, stored: Stored) -> None:
        self.contest, self.stored = stored.contest, stored
        self.store = stored.store(journal)

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
        history = self.stored.from_json(data, id_)
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
        shown = commands[-1].after(after.state, at)
        return Reply(tuple(each.receipt for each in receipts), shown)

    def ask(self, id_: str, query: Query) -> Answer:
        """Answer a question."""
        return query.answer(self.store.history(id_), time.time())
