"""The books of a journal: its events, its leagues, and the club with their nights beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from rightbower.store.streams import Store
from rightbower.tournament.club.club import Club, ClubPlan
from rightbower.tournament.club.contest import CLUB
from rightbower.tournament.club.night import (
    ClubHistory,
    Evening,
    LeagueRoster,
    evening,
    league_roster,
)
from rightbower.tournament.events.contest import EVENT
from rightbower.tournament.events.event import Event
from rightbower.tournament.league.contest import LEAGUE
from rightbower.tournament.league.league import League

# The club of a hall that has no book of one yet.
BLANK: Final = ClubHistory((), Club(CLUB.noun, "", ClubPlan()))
S = TypeVar("S", bound=Store[Any, Any])
T = TypeVar("T", Event, League)
R = TypeVar("R")


class Books(dict[str, S]):
    """All events, leagues and clubs of a journal, at home or in an open hall.

    Each store is found by the prefix of its streams; ``make`` makes it. The club looks at every
    event as a night and at every league as a roster, each made once.
    """

    def __init__(self, make: Callable[..., S]) -> None:
        self.events, self.leagues = make(EVENT), make(LEAGUE)
        self.clubs = make(CLUB, self._with_nights)
        for store in (self.events, self.leagues, self.clubs):
            self[store.type.prefix] = store
        self._nights: dict[str, tuple[Event, Evening]] = {}
        self._rosters: dict[str, tuple[League, LeagueRoster]] = {}

    def club(self) -> ClubHistory:
        """The hall's people, also where no club's book was begun."""
        return self.clubs.find(CLUB.noun) or self._with_nights(BLANK)

    def forget(self) -> None:
        """Read everything again: a name is shown otherwise from now on."""
        for store in self.values():
            store.forget()
        self._nights.clear()
        self._rosters.clear()

    def _with_nights(self, history: ClubHistory) -> ClubHistory:
        """A club's history with the nights as they are now."""
        _keep_up(self._nights, [each.event for each in self.events.readable()], evening)
        _keep_up(self._rosters, [each.league for each in self.leagues.readable()], league_roster)
        # In one piece each: pages of large events are made in threads of their own.
        nights = tuple(night for _, night in [*self._nights.values()])
        rosters = tuple(roster for _, roster in [*self._rosters.values()])
        return replace(history, evenings=nights, rosters=rosters)


def _keep_up(made: dict[str, tuple[T, R]], states: Iterable[T], make: Callable[[T], R]) -> None:
    """Make anew what is shown of each state that has changed; practice is left out."""
    for state in states:
        held = made.get(state.id)
        if not state.practice and (held is None or held[0] is not state):
            made[state.id] = state, make(state)
