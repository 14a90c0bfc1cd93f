"""What happens in a club's book, as it stands in the journal: one entry for each thing done."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rightbower.tournament import contest as history
from rightbower.tournament.club.club import ClubPlan, NightSeason, SeasonPlan
from rightbower.tournament.contest import Undone, reader

FORM = 1


class ClubOpened(Struct, frozen=True, tag="club-opened"):
    """The club's book was begun."""

    id: str
    name: str
    plan: ClubPlan


class SeasonMade(Struct, frozen=True, tag="season-made"):
    """A season of nights was begun."""

    season: NightSeason


class SeasonCounted(Struct, frozen=True, tag="season-counted"):
    """A season counts otherwise from now on, all its nights included."""

    season: str
    plan: SeasonPlan
    why: str = ""


class NightsAdded(Struct, frozen=True, tag="nights-added"):
    """Events count for a season."""

    season: str
    events: tuple[str, ...]


class NightRemoved(Struct, frozen=True, tag="night-removed"):
    """An event counts for a season no longer."""

    season: str
    event: str
    why: str


class SeasonEnded(Struct, frozen=True, tag="season-ended"):
    """A season is over, or goes on after all."""

    season: str
    closed: bool
    why: str = ""


class PeopleMerged(Struct, frozen=True, tag="people-merged"):
    """Two spellings are one person; ``name`` is the one that is shown."""

    spelling: str
    name: str


class PeopleParted(Struct, frozen=True, tag="people-parted"):
    """A spelling is a person of its own again."""

    spelling: str
    why: str


class PeopleListed(Struct, frozen=True, tag="people-listed"):
    """Names were put into the book by a list."""

    names: tuple[str, ...]


class PersonErased(Struct, frozen=True, tag="person-erased"):
    """Somebody asked to be forgotten; the entry holds no name, only what knows one by.

    ``streams`` are the events and leagues there were, each with its number of entries: those are
    the person's own, whatever their clocks said.
    """

    marks: tuple[str, ...]
    salt: str
    label: str
    how: Literal["on request"] = "on request"
    streams: dict[str, int] = {}


Fact = (
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
    | Undone
)

Entry = history.Entry[Fact]
encode = history.encode
decode = reader(Entry, "club", FORM)
