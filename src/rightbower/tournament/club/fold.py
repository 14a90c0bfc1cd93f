"""The state of a club from its entries, with the nights and rosters its figures are taken from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rightbower.tournament.club import facts
from rightbower.tournament.club.club import Club, Erasure
from rightbower.tournament.club.facts import ClubOpened, Entry, Fact
from rightbower.tournament.club.night import Evening, LeagueRoster
from rightbower.tournament.contest import Undone, folded
from rightbower.tournament.names import looks_like


class ClubHistory(Struct, frozen=True):
    """All entries of a club and its state after them.

    ``evenings`` are the events of the hall as they are now, and ``rosters`` its leagues: neither is
    stored with the club, so a corrected event corrects every season it is in.
    """

    entries: tuple[Entry, ...]
    club: Club
    evenings: tuple[Evening, ...] = ()
    rosters: tuple[LeagueRoster, ...] = ()

    def evening(self, id_: str) -> Evening | None:
        """The event of an id."""
        return next((each for each in self.evenings if each.id == id_), None)


def fold(entries: Sequence[Entry]) -> ClubHistory:
    """The club from the first entry to the last."""
    return ClubHistory(tuple(entries), folded(entries, _opened, _step, "a club"))


def _opened(fact: Fact) -> Club | None:
    return Club(fact.id, fact.name, fact.plan) if isinstance(fact, ClubOpened) else None


def extend(history: ClubHistory, entry: Entry) -> ClubHistory:
    """The history with one more entry."""
    entries = (*history.entries, entry)
    if isinstance(entry.fact, Undone):
        return replace(history, entries=entries, club=fold(entries).club)
    club = replace(_step(history.club, entry), version=len(entries))
    return replace(history, entries=entries, club=club)


def _step(club: Club, entry: Entry) -> Club:
    """The club after one entry."""
    match entry.fact:
        case facts.SeasonMade(season):
            return replace(club, seasons=(*club.seasons, season))
        case facts.PeopleMerged(spelling, name):
            return replace(club, merged={**club.merged, looks_like(spelling): name})
        case facts.PeopleParted(spelling):
            left = {key: to for key, to in club.merged.items() if key != looks_like(spelling)}
            return replace(club, merged=left)
        case facts.PeopleListed(names):
            return replace(club, people=(*club.people, *names))
        case facts.PersonErased(marks, salt, label, _, streams):
            erasure = Erasure(marks, salt, label, entry.at, streams)
            return replace(club, erased=(*club.erased, erasure))
        case facts.SeasonCounted(season, plan):
            return _season(club, season, plan=plan)
        case facts.NightsAdded(season, events):
            return _season(club, season, events=(*club.season(season).events, *events))
        case facts.NightRemoved(season, event):
            staying = tuple(each for each in club.season(season).events if each != event)
            return _season(club, season, events=staying)
        case facts.SeasonEnded(season, closed):
            return _season(club, season, closed=closed)
        case facts.ClubOpened() | Undone():
            return club


def _season(club: Club, id_: str, **changes: Any) -> Club:
    """The club with one season changed so."""
    seasons = (replace(each, **changes) if each.id == id_ else each for each in club.seasons)
    return replace(club, seasons=tuple(seasons))
