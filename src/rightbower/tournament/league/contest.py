"""A league in the journal: every fact that it can have, and how its entries are read."""

from __future__ import annotations

from typing import Final

from rightbower.tournament.contest import Entry, Undone, reader
from rightbower.tournament.league.archive import LeagueArchived, LeagueRenamed, LeagueThrownAway
from rightbower.tournament.league.conduct import StepDecided, TeamLeft
from rightbower.tournament.league.forfeits import Forfeited, ForfeitLifted, NoticeAnswered, Noticed
from rightbower.tournament.league.night import (
    ArrivalCorrected,
    Arrived,
    Began,
    LineUpNamed,
    PlayerStoodIn,
)
from rightbower.tournament.league.playoffs import PlayoffsDrawn, PlayoffsRedrawn, SentThrough
from rightbower.tournament.league.points import (
    FixtureResultConfirmed,
    FixtureResultCorrected,
    FixtureResultDisputed,
    FixtureResultEntered,
    FixtureResultTakenBack,
)
from rightbower.tournament.league.protests import EvidenceGiven, GamesMoved, Protested, ProtestRuled
from rightbower.tournament.league.roster import Named
from rightbower.tournament.league.sanctions import Deducted, Sanctioned
from rightbower.tournament.league.season import (
    Announced,
    LeagueOpened,
    Rescheduled,
    Scheduled,
    TeamEntered,
)
from rightbower.tournament.league.table import PlacedTied, RankingChosen

FORM: Final = 1
LeagueFact = (
    LeagueOpened
    | LeagueRenamed
    | LeagueArchived
    | LeagueThrownAway
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
