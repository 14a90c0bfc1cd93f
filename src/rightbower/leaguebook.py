"""Leagues in the journal: opened, added to with the expected version, folded, listed, exported."""

from __future__ import annotations

import re
from typing import Final

from msgspec import MsgspecError, Struct, json
from msgspec.structs import replace

from rightbower.events.league.facts import FORM, Entry, Fact, Opened, decode, encode
from rightbower.events.league.fold import History, extend, fold
from rightbower.events.league.league import League, LeagueError
from rightbower.events.league.offences import Offence, Offer, offences, offers
from rightbower.events.league.playoffs import champion
from rightbower.events.league.story import Line, story
from rightbower.events.league.table import Place, standings
from rightbower.journal import Journal

PREFIX: Final = "league/"


class Whole(Struct, frozen=True):
    """Everything about a league in one value, as it is exported."""

    league: League
    standings: tuple[Place, ...]
    offences: tuple[Offence, ...]
    offers: tuple[Offer, ...]
    champion: int
    story: tuple[Line, ...]
    entries: tuple[Entry, ...]


class _Kept(Struct, frozen=True):
    """What of an export makes the league again."""

    league: League
    entries: tuple[Entry, ...]


class LeagueBook:
    """The leagues of a journal, each folded once and then kept up with."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self._known: dict[str, History] = {}

    def ids(self) -> list[str]:
        """The leagues there are."""
        return [stream.removeprefix(PREFIX) for stream in self.journal.streams(PREFIX)]

    def open(self, fact: Opened, at: float, by: str) -> League:
        """Begin a new league; its id must be free."""
        _free(fact.id, self.ids())
        entry = Entry(at, by, fact)
        self.journal.append(PREFIX + fact.id, 0, [encode(entry)])
        self._known[fact.id] = fold([entry])
        return self._known[fact.id].league

    def bring(self, history: History) -> League:
        """Take in a whole league from elsewhere; its id must be free."""
        id_ = history.league.id
        _free(id_, self.ids())
        self.journal.append(PREFIX + id_, 0, [encode(entry) for entry in history.entries])
        self._known[id_] = history
        return history.league

    def history(self, id_: str) -> History:
        """A league with all its entries."""
        known = self._known.get(id_)
        have = known.league.version if known is not None else 0
        new = [decode(entry.body) for entry in self.journal.read(PREFIX + id_, have)]
        if known is None:
            if not new:
                raise LeagueError(f"there is no league {id_!r}")
            known = fold(new)
        else:
            for entry in new:
                known = extend(known, entry)
        self._known[id_] = known
        return known

    def league(self, id_: str) -> League:
        """A league as it stands."""
        return self.history(id_).league

    def add(self, id_: str, fact: Fact, at: float, by: str, expected: int | None = None) -> League:
        """Write one more fact down and return the league it leads to.

        ``expected`` is the version that the fact was decided upon; the journal refuses it when
        somebody else has written in between.
        """
        return self.add_all(id_, [Entry(at, by, fact)], expected)

    def add_all(self, id_: str, entries: list[Entry], expected: int | None = None) -> League:
        """Write several entries down together."""
        after = before = self.history(id_)
        for entry in entries:
            after = extend(after, entry)
        version = before.league.version if expected is None else expected
        self.journal.append(PREFIX + id_, version, [encode(entry) for entry in entries])
        self._known[id_] = after
        return after.league


def _free(id_: str, taken: list[str]) -> None:
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", id_):
        raise LeagueError(f"{id_!r} is no id; use small letters, digits and hyphens")
    if id_ in taken:
        raise LeagueError(f"there is a league {id_} already")


def whole(history: History) -> Whole:
    """The league with its table, offences, open steps, champion and story."""
    league = history.league
    done = tuple(each for team in league.teams for each in offences(league, team.number))
    won = champion(league)
    told = story(history)
    return Whole(league, standings(league), done, offers(league), won, told, history.entries)


def as_json(history: History) -> bytes:
    """The whole league as JSON; the same entries always give the same bytes."""
    return json.encode(whole(history))


def from_json(data: bytes, id_: str = "") -> History:
    """The league that an export holds, under another id where one is given.

    Its entries are folded anew, and have to come to the league that the file says they do.
    """
    try:
        kept = json.decode(data, type=_Kept)
        history = fold(kept.entries)
    except (MsgspecError, ValueError, IndexError, AssertionError) as fault:
        raise LeagueError(f"this file does not hold a whole league: {fault}") from None
    if any(entry.form > FORM for entry in kept.entries):
        raise LeagueError("this league was written by a newer Rightbower")
    if history.league != kept.league:
        raise LeagueError("the file contradicts itself: its entries do not come to its league")
    if not id_:
        return history
    first = history.entries[0]
    assert isinstance(first.fact, Opened)
    renamed = replace(first, fact=replace(first.fact, id=id_))
    return fold((renamed, *history.entries[1:]))
