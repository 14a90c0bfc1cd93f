"""The books of a journal: its events, its leagues, and the club with their nights beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from rightbower.store.contract import StreamJournal
from rightbower.store.streams import AsyncJournal, LiveStore, Store
from rightbower.tournament.club.book import PersonErased
from rightbower.tournament.club.club import Club, ClubPlan
from rightbower.tournament.club.contest import CLUBS
from rightbower.tournament.club.night import (
    ClubHistory,
    Evening,
    LeagueRoster,
    evening,
    league_roster,
)
from rightbower.tournament.contest import Entry, Fact
from rightbower.tournament.events.contest import EVENTS
from rightbower.tournament.events.event import Event, EventHistory
from rightbower.tournament.events.plan import EventOpened
from rightbower.tournament.league.contest import LEAGUES
from rightbower.tournament.league.league import League, LeagueHistory
from rightbower.tournament.league.season import LeagueOpened

S = TypeVar("S", Event, League)
R = TypeVar("R")


class EventBook(Store[EventHistory, Entry[Any]]):
    """The events of a journal."""

    def __init__(self, journal: StreamJournal) -> None:
        super().__init__(journal, EVENTS)

    def open(self, fact: EventOpened, at: float, by: str) -> Event:
        """Begin a new event; its id must be free."""
        return self.begin(fact.id, [Entry(at, by, fact)]).event

    def event(self, id_: str) -> Event:
        """An event as it stands."""
        return self.history(id_).event

    def add(self, id_: str, fact: Fact, at: float, by: str, expected: int | None = None) -> Event:
        """Write one more fact down and return the event it leads to."""
        return self.add_all(id_, [Entry(at, by, fact)], expected).event


class LeagueBook(Store[LeagueHistory, Entry[Any]]):
    """The leagues of a journal."""

    def __init__(self, journal: StreamJournal) -> None:
        super().__init__(journal, LEAGUES)

    def open(self, fact: LeagueOpened, at: float, by: str) -> League:
        """Begin a new league; its id must be free."""
        return self.begin(fact.id, [Entry(at, by, fact)]).league

    def league(self, id_: str) -> League:
        """A league as it stands."""
        return self.history(id_).league

    def add(self, id_: str, fact: Fact, at: float, by: str, expected: int | None = None) -> League:
        """Write one more fact down and return the league it leads to."""
        return self.add_all(id_, [Entry(at, by, fact)], expected).league


# The book of a hall that has none yet.
BLANK: Final = ClubHistory((), Club("club", "", ClubPlan()))


class HallNights:
    """What the club looks at: every event as a night, every league as a roster, each made once."""

    def __init__(
        self, events: Store[EventHistory, Any], leagues: Store[LeagueHistory, Any]
    ) -> None:
        self.events, self.leagues = events, leagues
        self._nights: dict[str, tuple[Event, Evening]] = {}
        self._rosters: dict[str, tuple[League, LeagueRoster]] = {}

    def beside(self, history: ClubHistory) -> ClubHistory:
        """A club's history with the nights as they are now."""
        _keep_up(self._nights, [each.event for each in self.events.readable()], evening)
        _keep_up(self._rosters, [each.league for each in self.leagues.readable()], league_roster)
        # In one piece each: pages of large events are made in threads of their own.
        nights = tuple(night for _, night in [*self._nights.values()])
        rosters = tuple(roster for _, roster in [*self._rosters.values()])
        return replace(history, evenings=nights, rosters=rosters)

    def forget(self) -> None:
        """Read everything again: a name is shown otherwise from now on."""
        self.events.forget()
        self.leagues.forget()
        self._nights.clear()
        self._rosters.clear()


def _keep_up(made: dict[str, tuple[S, R]], states: Iterable[S], make: Callable[[S], R]) -> None:
    """Make anew what is shown of each state that has changed; practice is left out."""
    for state in states:
        held = made.get(state.id)
        if not state.practice and (held is None or held[0] is not state):
            made[state.id] = state, make(state)


def erases(entries: Sequence[Entry[Any]]) -> bool:
    """Whether somebody is erased by these."""
    return any(isinstance(each.fact, PersonErased) for each in entries)


class ClubBook(Store[ClubHistory, Entry[Any]]):
    """The club of a journal."""

    def __init__(self, journal: StreamJournal) -> None:
        super().__init__(journal, CLUBS)
        self._nights = HallNights(Store(journal, EVENTS), Store(journal, LEAGUES))

    def find(self, id_: str) -> ClubHistory | None:
        """The club with the nights beside it."""
        found = super().find(id_)
        return None if found is None else self._nights.beside(found)

    def add_all(
        self, id_: str, entries: Sequence[Entry[Any]], expected: int | None = None
    ) -> ClubHistory:
        """Write entries down; after an erasure everything is read again."""
        after = super().add_all(id_, entries, expected)
        if not erases(entries):
            return after
        self.forget()
        self._nights.forget()
        return self.history(id_)


class LiveClubs(LiveStore[ClubHistory, Entry[Any]]):
    """The club while the hall is open."""

    def __init__(
        self,
        async_journal: AsyncJournal,
        events: LiveStore[EventHistory, Any],
        leagues: LiveStore[LeagueHistory, Any],
    ) -> None:
        super().__init__(async_journal, CLUBS)
        self._nights = HallNights(events, leagues)

    def find(self, id_: str) -> ClubHistory | None:
        """The club with the nights beside it."""
        found = super().find(id_)
        return None if found is None else self._nights.beside(found)

    def newest(self, id_: str) -> ClubHistory:
        """The newest state, with the nights as they are now."""
        return self._nights.beside(super().newest(id_))

    def book(self) -> ClubHistory:
        """The hall's people, also where no club's book was begun."""
        return self.find("club") or self._nights.beside(BLANK)

    def erased(self) -> None:
        """Somebody was erased: everything is read again."""
        self.forget()
        self._nights.forget()
