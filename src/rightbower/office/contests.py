"""Events, leagues and the club as contests: their commands and questions, and where each is kept."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from msgspec import Struct

from rightbower.store.books import ClubBook, EventBook, LeagueBook
from rightbower.store.contract import StreamJournal
from rightbower.store.streams import Store
from rightbower.tournament.club import contest as club_contest
from rightbower.tournament.club import lists as club_lists
from rightbower.tournament.club.book import ClubCommand, OpenClub
from rightbower.tournament.club.club import ClubError
from rightbower.tournament.club.lists import ClubQuery
from rightbower.tournament.contest import Contest, Undone
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
