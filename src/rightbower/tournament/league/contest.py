"""A league in the journal: every fact that it can have, how its entries are read, and its export."""

from __future__ import annotations

from operator import attrgetter
from typing import Any, Final

from msgspec import Struct, json

from rightbower.rules.message import written
from rightbower.tournament.contest import (
    Archived,
    Entry,
    StreamType,
    ThrownAway,
    Undone,
    encode,
    reader,
)
from rightbower.tournament.league.archive import LeagueRenamed
from rightbower.tournament.league.conduct import StepDecided, TeamLeft, offences, offers
from rightbower.tournament.league.forfeits import Forfeited, ForfeitLifted, NoticeAnswered, Noticed
from rightbower.tournament.league.league import League, LeagueHistory
from rightbower.tournament.league.night import (
    ArrivalCorrected,
    Arrived,
    Began,
    LineUpNamed,
    PlayerStoodIn,
)
from rightbower.tournament.league.playoffs import (
    PlayoffsDrawn,
    PlayoffsRedrawn,
    SentThrough,
    champion,
)
from rightbower.tournament.league.points import (
    FixtureResultConfirmed,
    FixtureResultCorrected,
    FixtureResultDisputed,
    FixtureResultEntered,
    FixtureResultTakenBack,
)
from rightbower.tournament.league.protests import EvidenceGiven, GamesMoved, Protested, ProtestRuled
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.roster import Named
from rightbower.tournament.league.sanctions import Deducted, Sanctioned
from rightbower.tournament.league.season import (
    Announced,
    LeagueOpened,
    Rescheduled,
    Scheduled,
    TeamEntered,
)
from rightbower.tournament.league.table import PlacedTied, RankingChosen, standings

FORM: Final = 1
PREFIX: Final = "league/"
LeagueFact = (
    LeagueOpened
    | LeagueRenamed
    | Archived
    | ThrownAway
    | TeamEntered
    | Named
    | Scheduled
    | Rescheduled
    | GamesMoved
    | Noticed
    | NoticeAnswered
    | Arrived
    | ArrivalCorrected
    | Began
    | LineUpNamed
    | PlayerStoodIn
    | Forfeited
    | ForfeitLifted
    | FixtureResultEntered
    | FixtureResultConfirmed
    | FixtureResultTakenBack
    | FixtureResultDisputed
    | FixtureResultCorrected
    | Deducted
    | Protested
    | EvidenceGiven
    | ProtestRuled
    | Sanctioned
    | Announced
    | StepDecided
    | PlacedTied
    | PlayoffsDrawn
    | PlayoffsRedrawn
    | TeamLeft
    | RankingChosen
    | SentThrough
    | Undone
)
LeagueEntry = Entry[LeagueFact]
decode = reader(LeagueEntry, "league", FORM)


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
