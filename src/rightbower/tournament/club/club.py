"""A club as one frozen value: its seasons of nights, spellings that are one person, people erased."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.message import message
from rightbower.rules.refusal import Refusal
from rightbower.tournament.names import looks_like

Counting = Literal["points made", "event points", "wins", "places", "grand prix"]


class ClubError(Refusal):
    """Something the club's book does not allow now, in one sentence."""


class ClubPlan(Struct, frozen=True):
    """Who keeps the club's book."""

    officer: str = "club"


class SeasonPlan(Struct, frozen=True):
    """How a season counts its nights.

    ``place_points`` are the points for first, second and so on where places count; a Grand Prix without
    any gives first as many as there were entrants, and each place one fewer. Only the ``best``
    so many nights of everybody count, all of them where it is 0; ``attendance`` is for each night
    played, whether it counts or not; ``ties`` are steps of the table of tie-breaks.
    """

    count: Counting
    place_points: tuple[int, ...] = ()
    best: int = 0
    attendance: int = 0
    ties: tuple[str, ...] = ()


class NightSeason(Struct, frozen=True):
    """A season: its name, how it counts, and the events in it."""

    id: str
    name: str
    plan: SeasonPlan
    events: tuple[str, ...] = ()
    closed: bool = False


class Erasure(Struct, frozen=True):
    """Somebody whose name is no longer shown in what was written until then.

    ``marks`` are the spellings, hashed with ``salt``; ``label`` is shown instead. ``streams`` had so
    many entries each at that time; what is in none of them is known by its time, ``at``.
    """

    marks: tuple[str, ...]
    salt: str
    label: str
    at: float
    streams: dict[str, int] = {}

    def covers(self, stream: str, version: int, at: float) -> bool:
        """Whether an entry is from before the erasure; a name in a later one is somebody else's."""
        if stream in self.streams:
            return version <= self.streams[stream]
        return at <= self.at


class Club(Struct, frozen=True):
    """The club; ``version`` counts the entries of its journal.

    ``merged`` leads from a spelling, as it is compared, to the name it stands for; ``people`` were
    put into the book by a list.
    """

    id: str
    name: str
    plan: ClubPlan
    version: int = 1
    seasons: tuple[NightSeason, ...] = ()
    merged: dict[str, str] = {}
    people: tuple[str, ...] = ()
    erased: tuple[Erasure, ...] = ()

    def season(self, id_: str) -> NightSeason:
        """The season of an id; the only one where nothing is said."""
        found = [each for each in self.seasons if id_ in (each.id, "")]
        if len(found) == 1:
            return found[0]
        if not self.seasons:
            raise ClubError(message("there is no season yet"))
        known = ", ".join(each.id for each in self.seasons)
        raise ClubError(
            message(
                "there is no season {text}; there are {known}", text=repr(id_[:60]), known=known
            )
            if id_
            else message("say which season: {known}", known=known)
        )

    def with_season(self, id_: str, **changes: Any) -> Club:
        """The club with one season changed so."""
        seasons = (replace(each, **changes) if each.id == id_ else each for each in self.seasons)
        return replace(self, seasons=tuple(seasons))

    def name_for(self, name: str) -> str:
        """The name that a spelling stands for."""
        met = set[str]()
        while (key := looks_like(name)) in self.merged and key not in met:
            met.add(key)
            name = self.merged[key]
        return name

    def key(self, name: str) -> str:
        """Whom a spelling means, as it is compared."""
        return looks_like(self.name_for(name))
