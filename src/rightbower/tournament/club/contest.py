"""A club in the journal: every fact that it can have, how its entries are read, and its export."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, Final

from msgspec import Struct, json

from rightbower.tournament.club.book import (
    ClubOpened,
    ClubUndone,
    NightRemoved,
    NightsAdded,
    PeopleListed,
    PeopleMerged,
    PeopleParted,
    PersonErased,
    SeasonCounted,
    SeasonEnded,
    SeasonMade,
)
from rightbower.tournament.club.club import Club, ClubError
from rightbower.tournament.club.night import ClubHistory
from rightbower.tournament.contest import Entry, StreamType, encode, reader

FORM: Final = 1
PREFIX: Final = "club/"
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
decode = reader(ClubEntry, "club", FORM)


CLUBS: Final[StreamType[ClubHistory, Entry[Any]]] = StreamType(
    PREFIX,
    "a club",
    ClubError,
    ClubHistory.of,
    ClubHistory.extend,
    encode,
    decode,
    attrgetter("state"),
    FORM,
)


class ClubExport(Struct, frozen=True):
    """What of a club is exported; its figures are those of the events."""

    club: Club
    entries: tuple[ClubEntry, ...]


def as_json(history: ClubHistory) -> bytes:
    """The whole club as JSON."""
    return json.encode(ClubExport(history.club, history.entries))


def from_json(data: bytes, id_: str = "") -> ClubHistory:
    """The club that an export holds."""
    return CLUBS.imported(data, ClubExport, id_)
