"""What happens in a league, as it stands in the journal: one entry for each thing done."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rightbower.tournament import history
from rightbower.tournament.history import Undone, reader
from rightbower.tournament.league.state import night_facts
from rightbower.tournament.league.state.fixtures import Fixture
from rightbower.tournament.league.state.league import (
    Announcement,
    LeaguePlan,
    Member,
    Placed,
    Protest,
    Results,
    Sanction,
    StepDecision,
    Team,
    Unequal,
)

FORM = 1


class LeagueOpened(Struct, frozen=True, tag="opened"):
    """The league was set up; a ``practice`` league counts for nothing."""

    id: str
    name: str
    plan: LeaguePlan
    practice: bool = False


class LeagueRenamed(Struct, frozen=True, tag="renamed"):
    """The league has another name."""

    name: str


class LeagueArchived(Struct, frozen=True, tag="archived"):
    """The league was put out of the way, or taken out of the archive again."""

    archived: bool


class LeagueThrownAway(Struct, frozen=True, tag="thrown-away"):
    """A practice league is shown nowhere any more."""


class TeamEntered(Struct, frozen=True, tag="team-entered"):
    """A team joined."""

    team: Team


class Named(Struct, frozen=True, tag="named"):
    """Players were put down for a team, or a line of theirs changed; ``did`` says how."""

    team: int
    members: tuple[Member, ...]
    did: Literal["", "named", "signed", "refused", "added"] = ""


class Scheduled(Struct, frozen=True, tag="scheduled"):
    """The calendar of the season was made."""

    fixtures: tuple[Fixture, ...]
    byes: tuple[tuple[int, ...], ...]


class Protested(Struct, frozen=True, tag="protested"):
    """A protest was lodged."""

    protest: Protest


class EvidenceGiven(Struct, frozen=True, tag="evidence-given"):
    """The challenged player wrote down a name and an email address."""

    protest: int
    name: str
    email: str
    when: str


class ProtestRuled(Struct, frozen=True, tag="protest-ruled"):
    """The officer upheld or rejected a protest; upheld, the game may be forfeited."""

    protest: int
    upheld: bool
    why: str
    forfeit: bool = False


class Sanctioned(Struct, frozen=True, tag="sanctioned"):
    """A player was suspended, ejected or expelled."""

    sanction: Sanction


class Announced(Struct, frozen=True, tag="announced"):
    """The league was told of a rule."""

    announcement: Announcement


class StepDecided(Struct, frozen=True, tag="decided"):
    """The officer answered a step the league offered.

    ``cancel`` are fixtures not played now, ``lose`` those begun whose other games the team loses.
    """

    decision: StepDecision
    cancel: tuple[int, ...] = ()
    lose: tuple[int, ...] = ()


class PlacedTied(Struct, frozen=True, tag="placed-level"):
    """The officer put tied teams in order."""

    placed: Placed


class PlayoffsDrawn(Struct, frozen=True, tag="playoffs-drawn"):
    """A round of the playoffs: its bracket and its fixtures."""

    bracket: tuple[int | None, ...]
    fixtures: tuple[Fixture, ...]


class TeamLeft(Struct, frozen=True, tag="team-left"):
    """A team left of its own will; its results stand or are void, as the officer chose.

    ``cancel`` are fixtures not played now, ``lose`` those begun whose other games it loses, and
    ``void`` those that count for nobody.
    """

    team: int
    results: Results
    why: str
    cancel: tuple[int, ...] = ()
    lose: tuple[int, ...] = ()
    void: tuple[int, ...] = ()


class RankingChosen(Struct, frozen=True, tag="ranking-chosen"):
    """The officer chose how teams stand that have played unequal numbers of games."""

    unequal: Unequal
    why: str


class PlayoffsRedrawn(Struct, frozen=True, tag="playoffs-redrawn"):
    """The officer had the playoffs drawn again by the table as it is now."""

    bracket: tuple[int | None, ...]
    fixtures: tuple[Fixture, ...]
    why: str


Fact = (
    LeagueOpened
    | LeagueRenamed
    | LeagueArchived
    | LeagueThrownAway
    | TeamEntered
    | Named
    | Scheduled
    | night_facts.Rescheduled
    | night_facts.GamesMoved
    | night_facts.Noticed
    | night_facts.NoticeAnswered
    | night_facts.Arrived
    | night_facts.ArrivalCorrected
    | night_facts.Began
    | night_facts.LineUpNamed
    | night_facts.PlayerStoodIn
    | night_facts.Forfeited
    | night_facts.ForfeitLifted
    | night_facts.FixtureResultEntered
    | night_facts.FixtureResultConfirmed
    | night_facts.FixtureResultTakenBack
    | night_facts.FixtureResultDisputed
    | night_facts.FixtureResultCorrected
    | night_facts.Deducted
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
    | night_facts.SentThrough
    | Undone
)


Entry = history.Entry[Fact]
encode = history.encode
decode = reader(Entry, "league", FORM)
