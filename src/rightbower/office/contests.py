"""Events, leagues and the club as contests: their commands and questions, and where each is kept."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from msgspec import Struct

from rightbower.events.club import facts as club_facts
from rightbower.events.club import fold as club_fold
from rightbower.events.club import history as club_history
from rightbower.events.club.club import ClubError
from rightbower.events.club.commands import lists as club_lists
from rightbower.events.club.commands.book import ClubCommand, OpenClub
from rightbower.events.club.commands.lists import ClubQuery
from rightbower.events.commands.base import EventCommand, EventQuery
from rightbower.events.commands.lists import summary
from rightbower.events.commands.plan import OpenEvent
from rightbower.events.history import say
from rightbower.events.league import history as league_history
from rightbower.events.league import remarks as league_remarks
from rightbower.events.league.commands import lists as league_lists
from rightbower.events.league.commands.base import LeagueCommand, LeagueQuery
from rightbower.events.league.commands.season import OpenLeague
from rightbower.events.league.state import facts as league_facts
from rightbower.events.league.state import fold as league_fold
from rightbower.events.league.state.refusal import LeagueError
from rightbower.events.remarks import remarks
from rightbower.events.state.entrants import EventError
from rightbower.events.state.facts import Entry
from rightbower.events.state.fold import extend
from rightbower.store import clubs as club_store
from rightbower.store import events as event_store
from rightbower.store import leagues as league_store
from rightbower.store.contract import StreamJournal
from rightbower.store.streams import Store
from rightbower.tournament.commands import Contest
from rightbower.tournament.history import Undone

# Every module that declares commands or questions; a new one is named here.
MODULES: Final = (
    "rightbower.events.commands.entrants",
    "rightbower.events.commands.play",
    "rightbower.events.commands.results",
    "rightbower.events.commands.ties",
    "rightbower.events.commands.plan",
    "rightbower.events.commands.money",
    "rightbower.events.commands.archive",
    "rightbower.events.league.commands.season",
    "rightbower.events.league.commands.night",
    "rightbower.events.league.commands.points",
    "rightbower.events.league.commands.captains",
    "rightbower.events.league.commands.conduct",
    "rightbower.events.league.commands.lists",
    "rightbower.events.league.commands.archive",
    "rightbower.office.event_files",
    "rightbower.office.league_files",
    "rightbower.office.club_files",
)


class Stored(Struct, frozen=True):
    """A contest with its store in the journal, and its export."""

    contest: Contest
    store: Callable[[StreamJournal], Store[Any, Any]]
    from_json: Callable[[bytes, str], Any]


EVENT: Final = Contest(
    "event",
    EventCommand,
    EventQuery,
    OpenEvent,
    EventError,
    Entry,
    extend,
    lambda history: history.event,
    lambda fact, event: say(fact, event.plan),
    remarks,
    summary,
)
LEAGUE: Final = Contest(
    "league",
    LeagueCommand,
    LeagueQuery,
    OpenLeague,
    LeagueError,
    league_facts.Entry,
    league_fold.extend,
    lambda history: history.league,
    lambda fact, league: league_history.say(fact, league_history.TeamNames.of(league)),
    lambda league, fact: () if isinstance(fact, Undone) else league_remarks.remarks(league, fact),
    league_lists.summary,
)
CLUB: Final = Contest(
    "club",
    ClubCommand,
    ClubQuery,
    OpenClub,
    ClubError,
    club_facts.Entry,
    club_fold.extend,
    lambda history: history.club,
    lambda fact, _: club_history.say(fact),
    lambda *_: (),
    club_lists.summary,
)
CONTESTS: Final = {
    "event": Stored(EVENT, event_store.EventBook, event_store.from_json),
    "league": Stored(LEAGUE, league_store.LeagueBook, league_store.from_json),
    "club": Stored(CLUB, club_store.ClubBook, club_store.from_json),
}

for _module in MODULES:
    import_module(_module)
