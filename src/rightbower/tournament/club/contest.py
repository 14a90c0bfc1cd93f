"""A club in the journal: every fact that it can have, how its entries are read, and its export."""

from __future__ import annotations

from typing import Final

from rightbower.tournament.club.book import (
    ClubCommand,
    ClubOpened,
    ClubUndone,
    NightRemoved,
    NightsAdded,
    OpenClub,
    PeopleListed,
    PeopleMerged,
    PeopleParted,
    PersonErased,
    SeasonCounted,
    SeasonEnded,
    SeasonMade,
)
from rightbower.tournament.club.club import Club, ClubError
from rightbower.tournament.club.lists import ClubQuery, summary
from rightbower.tournament.club.night import ClubHistory
from rightbower.tournament.contest import Contest, Entry

FORM: Final = 1
ClubFact = (
    ClubOpened
    | SeasonMade
    | SeasonCounted
    | NightsAdded
    | NightRemoved
    | SeasonEnded
    | PeopleMerged
    | PeopleParted
    | PeopleListed
    | PersonErased
    | ClubUndone
)
ClubEntry = Entry[ClubFact]

CLUB: Final[Contest[ClubHistory]] = Contest.of(
    ClubHistory,
    Club,
    ClubEntry,
    ClubError,
    FORM,
    opening=OpenClub,
    commands=ClubCommand,
    queries=ClubQuery,
    summary=summary,
)
