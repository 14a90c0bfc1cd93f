"""The club's book of people: everyone who ever played here, with nights, places and winnings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from rightbower.rules.message import message
from rightbower.tournament.club.club import Club, ClubError
from rightbower.tournament.club.night import ClubHistory, Evening
from rightbower.tournament.names import looks_like

FEWEST_LETTERS = 3
MOST_FOUND = 12


class ClubPerson(Struct, frozen=True):
    """Somebody in the book; ``spellings`` are other ways the name was written, ``prize`` is in cents."""

    name: str
    nights: int = 0
    best: int = 0
    firsts: int = 0
    prize: int = 0
    last: str = ""
    league_nights: int = 0
    spellings: tuple[str, ...] = ()


class _Page:
    """What is gathered of one person."""

    def __init__(self) -> None:
        self.spelled: dict[str, str] = {}
        self.nights: set[str] = set()
        self.places: list[int] = []
        self.prize = self.league_nights = 0


def people(history: ClubHistory) -> list[ClubPerson]:
    """Everybody, by name."""
    club, pages = history.club, dict[str, _Page]()
    for name, date in _names(history):
        spelled = pages.setdefault(club.key(name), _Page()).spelled
        spelled[name] = max(date, spelled.get(name, ""))
    for night in history.evenings:
        for line in night.lines if night.finished else ():
            page = pages[club.key(line.name)]
            page.nights.add(night.id)
            page.prize += line.prize
            page.places += [line.place.rank] if line.place and line.place.rank else []
    for roster in history.rosters:
        for name, played in roster.nights.items():
            pages[club.key(name)].league_nights += played
    return sorted((_person(club, each) for each in pages.values()), key=lambda each: looks_like(each.name))  # fmt: skip


def _names(history: ClubHistory) -> Iterator[tuple[str, str]]:
    """Every name there is, with the day it was used."""
    for name in history.club.people:
        yield name, ""
    for roster in history.rosters:
        yield from ((name, "") for name in roster.nights)
    for night in history.evenings:
        yield from ((line.name, night.date) for line in night.lines)


def _person(club: Club, page: _Page) -> ClubPerson:
    latest = max(page.spelled, key=lambda name: (page.spelled[name], name))
    name = club.name_for(latest)
    return ClubPerson(
        name,
        len(page.nights),
        min(page.places, default=0),
        page.places.count(1),
        page.prize,
        page.spelled[latest],
        page.league_nights,
        tuple(sorted(set(page.spelled) - {name})),
    )


def find(history: ClubHistory, letters: str) -> list[ClubPerson]:
    """Those whose name has a word that begins so, those who came last first; three letters at least."""
    wanted = looks_like(letters)
    if len(wanted) < FEWEST_LETTERS:
        return []
    met = [each for each in people(history) if _begins(each, wanted)]
    return sorted(met, key=lambda each: (each.last, each.nights), reverse=True)[:MOST_FOUND]


def _begins(person: ClubPerson, wanted: str) -> bool:
    return any(f" {looks_like(name)}".find(f" {wanted}") >= 0 for name in (person.name, *person.spellings))  # fmt: skip


def person(history: ClubHistory, name: str) -> ClubPerson:
    """Somebody by name, in any spelling."""
    key = history.club.key(name)
    for each in people(history):
        if history.club.key(each.name) == key:
            return each
    raise ClubError(message("{text} is not in the book", text=repr(name[:60])))


def last_time(evenings: Sequence[Evening], unit: str, before: str) -> Evening | None:
    """The latest finished night of the same kind of entrants, not after a day."""
    past = [
        each for each in evenings if each.finished and each.unit == unit and each.date <= before
    ]
    return max(past, key=lambda each: each.date, default=None)


def pairs_of(night: Evening) -> list[tuple[str, ...]]:
    """Who played to the end of a night, as they were entered together."""
    found: dict[int, list[str]] = {}
    for line in night.lines:
        if line.place is not None:
            found.setdefault(line.place.entrant, []).append(line.name)
    return [tuple(names) for names in found.values()]
