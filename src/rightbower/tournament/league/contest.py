"""A league in the journal: every fact that it can have, how its entries are read, and its export."""

from __future__ import annotations

from typing import Any, Final

from rightbower.rules.message import written
from rightbower.tournament.contest import Archived, Contest, Entry, ThrownAway, Undone
from rightbower.tournament.league.acts import LeagueCommand, LeagueQuery
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
from rightbower.tournament.league.questions import summary
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.remarks import remarks
from rightbower.tournament.league.roster import Named
from rightbower.tournament.league.sanctions import Deducted, Sanctioned
from rightbower.tournament.league.season import (
    Announced,
    LeagueOpened,
    OpenLeague,
    Rescheduled,
    Scheduled,
    TeamEntered,
)
from rightbower.tournament.league.table import PlacedTied, RankingChosen, standings

FORM: Final = 1
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


def told(history: LeagueHistory) -> dict[str, Any]:
    """A league's table, offences, open steps, champion and story; sentences are texts."""
    league = history.league
    done = tuple(each for team in league.teams for each in offences(league, team.number))
    return {
        "standings": written(standings(league)),
        "offences": written(done),
        "offers": written(offers(league)),
        "champion": champion(league),
        "story": written(history.lines()),
    }


LEAGUE: Final[Contest[LeagueHistory]] = Contest.of(
    LeagueHistory,
    League,
    LeagueEntry,
    LeagueError,
    FORM,
    opening=OpenLeague,
    commands=LeagueCommand,
    queries=LeagueQuery,
    summary=summary,
    remarks=remarks,
    told=told,
)
