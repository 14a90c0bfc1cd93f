"""Leagues in the journal: opened, added to with the expected version, folded, listed, exported."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, Final

from msgspec import Struct, json

from rightbower.rules.message import written
from rightbower.store.contract import StreamJournal
from rightbower.store.streams import Store, StreamType
from rightbower.tournament.contest import Entry, Fact, encode
from rightbower.tournament.league.conduct import offences, offers
from rightbower.tournament.league.contest import FORM, LeagueEntry, decode
from rightbower.tournament.league.league import League, LeagueHistory
from rightbower.tournament.league.playoffs import champion
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.season import LeagueOpened
from rightbower.tournament.league.table import standings

PREFIX: Final = "league/"


class LeagueExport(Struct, frozen=True):
    """Everything about a league in one value, as it is exported; sentences are texts."""

    league: League
    standings: Any
    offences: Any
    offers: Any
    champion: int
    story: Any
    entries: tuple[LeagueEntry, ...]


class _Kept(Struct, frozen=True):
    """What of an export makes the league again."""

    league: League
    entries: tuple[LeagueEntry, ...]


LEAGUES: Final[StreamType[LeagueHistory, Entry[Any]]] = StreamType(
    PREFIX,
    "a league",
    LeagueError,
    LeagueHistory.of,
    LeagueHistory.extend,
    encode,
    decode,
    attrgetter("state"),
    FORM,
    attrgetter("state.thrown_away"),
)


class LeagueBook(Store[LeagueHistory, Entry[Any]]):
    """The leagues of a journal."""

    def __init__(self, journal: StreamJournal) -> None:
        super().__init__(journal, LEAGUES)

    def open(self, fact: LeagueOpened, at: float, by: str) -> League:
        """Begin a new league; its id must be free."""
        return self.begin(fact.id, [Entry(at, by, fact)]).league

    def league(self, id_: str) -> League:
        """A league as it stands."""
        return self.history(id_).league

    def add(self, id_: str, fact: Fact, at: float, by: str, expected: int | None = None) -> League:
        """Write one more fact down and return the league it leads to."""
        return self.add_all(id_, [Entry(at, by, fact)], expected).league


def whole(history: LeagueHistory) -> LeagueExport:
    """The league with its table, offences, open steps, champion and story."""
    league = history.league
    done = tuple(each for team in league.teams for each in offences(league, team.number))
    won = champion(league)
    places, story = written(standings(league)), written(history.lines())
    steps = written(offers(league))
    return LeagueExport(league, places, written(done), steps, won, story, history.entries)


def as_json(history: LeagueHistory) -> bytes:
    """The whole league as JSON; the same entries always give the same bytes."""
    return json.encode(whole(history))


def from_json(data: bytes, id_: str = "") -> LeagueHistory:
    """The league that an export holds, under another id where one is given."""
    return LEAGUES.imported(data, _Kept, id_)
