"""What a club may decide: seasons, nights, spellings, erasures; each gives a fact or says why not."""

from __future__ import annotations

from collections.abc import Sequence

from rightbower.rules.message import message
from rightbower.tournament.club import facts
from rightbower.tournament.club.club import Club, ClubError, NightSeason, SeasonPlan
from rightbower.tournament.club.erasing import ERASED, mark_of
from rightbower.tournament.club.fold import ClubHistory
from rightbower.tournament.club.people import people, person
from rightbower.tournament.names import looks_like

MOST_POINTS = 9999


def plan_of(season: SeasonPlan) -> SeasonPlan:
    """A plan that can be counted by."""
    if season.count == "places" and not season.place_points:
        raise ClubError(
            message("say what first, second and so on are worth, such as 12 10 8 6 4 2")
        )
    if season.count != "places" and season.place_points:
        raise ClubError(
            message("points for places are counted only where a season counts by places")
        )
    if any(not 0 <= points <= MOST_POINTS for points in season.place_points):
        raise ClubError(message("points for a place are 0 to {most}", most=MOST_POINTS))
    return season


def make_season(club: Club, id_: str, name: str, plan: SeasonPlan) -> facts.SeasonMade:
    """Begin a season."""
    if not name.strip():
        raise ClubError(message("a season needs a name"))
    if any(looks_like(each.name) == looks_like(name) for each in club.seasons):
        raise ClubError(message("there is a season {name} already", name=name))
    return facts.SeasonMade(NightSeason(id_, " ".join(name.split()), plan_of(plan)))


def open_season(club: Club, id_: str) -> NightSeason:
    """A season that is not over."""
    season = club.season(id_)
    if season.closed:
        raise ClubError(message("{name} is over; open it again first", name=season.name))
    return season


def recount(club: Club, id_: str, plan: SeasonPlan, why: str) -> facts.SeasonCounted:
    """Let a season count otherwise."""
    season = open_season(club, id_)
    if plan == season.plan:
        raise ClubError(message("the season counts like this already"))
    if season.events and not why.strip():
        raise ClubError(message("nights have been counted; say why they count differently now"))
    return facts.SeasonCounted(season.id, plan_of(plan), why.strip())


def add_nights(history: ClubHistory, id_: str, events: Sequence[str]) -> facts.NightsAdded:
    """Put finished events into a season."""
    season = open_season(history.club, id_)
    if not events:
        raise ClubError(message("say which events"))
    for event in dict.fromkeys(events):
        night = history.evening(event)
        if night is None:
            raise ClubError(message("there is no event {text}", text=repr(event[:60])))
        if event in season.events:
            raise ClubError(message("{event} is in the season already", event=night.name))
        if not night.finished:
            raise ClubError(message("{event} is not finished yet", event=night.name))
    return facts.NightsAdded(season.id, tuple(dict.fromkeys(events)))


def remove_night(club: Club, id_: str, event: str, why: str) -> facts.NightRemoved:
    """Take an event out of a season."""
    season = open_season(club, id_)
    if event not in season.events:
        raise ClubError(message("{text} is not in {name}", text=repr(event[:60]), name=season.name))
    if not why.strip():
        raise ClubError(message("taking a night out needs a reason"))
    return facts.NightRemoved(season.id, event, why.strip())


def end_season(club: Club, id_: str, closed: bool, why: str = "") -> facts.SeasonEnded:
    """A season is over, or goes on."""
    season = club.season(id_)
    if season.closed == closed:
        if closed:
            raise ClubError(message("{name} is over already", name=season.name))
        raise ClubError(message("{name} is not over", name=season.name))
    if closed and not season.events:
        raise ClubError(message("no night of {name} has been counted", name=season.name))
    if not closed and not why.strip():
        raise ClubError(message("say why the season goes on"))
    return facts.SeasonEnded(season.id, closed, why.strip())


def merge(history: ClubHistory, spelling: str, name: str) -> facts.PeopleMerged:
    """Two spellings are one person, shown by the second."""
    club = history.club
    one, other = person(history, spelling), person(history, name)
    if club.key(one.name) == club.key(other.name):
        raise ClubError(
            message("{spelling} and {name} are already one person", spelling=spelling, name=name)
        )
    return facts.PeopleMerged(one.name, other.name)


def part(club: Club, spelling: str, why: str) -> facts.PeopleParted:
    """A merged spelling is a person of its own again."""
    if looks_like(spelling) not in club.merged:
        raise ClubError(message("{text} was not merged with anybody", text=repr(spelling[:60])))
    if not why.strip():
        raise ClubError(message("say why they are two people after all"))
    return facts.PeopleParted(spelling, why.strip())


def erase(history: ClubHistory, name: str, salt: str) -> facts.PersonErased:
    """Somebody is forgotten on request, in all spellings; not while an event with them runs."""
    found = person(history, name)
    key = history.club.key(found.name)
    for night in history.evenings:
        if not night.finished and any(history.club.key(line.name) == key for line in night.lines):
            raise ClubError(
                message(
                    "{name} is in {event}, which is not finished", name=found.name, event=night.name
                )
            )
    merged = [spelling for spelling in history.club.merged if history.club.key(spelling) == key]
    spellings = dict.fromkeys((found.name, *found.spellings, *merged))
    marks = dict.fromkeys(mark_of(salt, each) for each in spellings)
    label = f"{ERASED} {len(history.club.erased) + 1}"
    return facts.PersonErased(tuple(marks), salt, label, streams=_streams(history))


def _streams(history: ClubHistory) -> dict[str, int]:
    """Every event and league there is, with the number of its entries."""
    events = {f"event/{each.id}": each.version for each in history.evenings}
    return events | {f"league/{each.id}": each.version for each in history.rosters}


def put_down(history: ClubHistory, names: Sequence[str]) -> facts.PeopleListed:
    """Names of a list that are not in the book yet."""
    known = {*history.club.merged, *(looks_like(each) for each in _all_names(history))}
    new = {looks_like(each): " ".join(each.split()) for each in names if each.strip()}
    fresh = tuple(name for key, name in new.items() if key not in known)
    if not fresh:
        raise ClubError(message("everybody on the list is in the book already"))
    return facts.PeopleListed(fresh)


def _all_names(history: ClubHistory) -> list[str]:
    return [name for each in people(history) for name in (each.name, *each.spellings)]
