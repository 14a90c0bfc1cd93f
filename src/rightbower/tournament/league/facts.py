"""What happens in a league, a fact each."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rightbower.tournament import contest as history
from rightbower.tournament.contest import Undone, reader
from rightbower.tournament.league.fixtures import (
    Arrival,
    Cause,
    Deduction,
    Fixture,
    Notice,
    Resolution,
)
from rightbower.tournament.league.league import (
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


class Rescheduled(Struct, frozen=True, tag="rescheduled"):
    """A fixture was given another date."""

    fixture: int
    starts: str
    why: str


class GamesMoved(Struct, frozen=True, tag="games-moved"):
    """Games of a fixture that are still to be played were moved to another day."""

    fixture: int
    games: tuple[int, ...]
    starts: str
    why: str


class Noticed(Struct, frozen=True, tag="noticed"):
    """A team gave notice that it expects to forfeit."""

    fixture: int
    notice: Notice


class NoticeAnswered(Struct, frozen=True, tag="notice-answered"):
    """The officer made something of a notice; a new date comes with ``starts``."""

    fixture: int
    team: int
    resolution: Resolution
    why: str
    starts: str = ""


class Arrived(Struct, frozen=True, tag="arrived"):
    """Players came."""

    fixture: int
    arrivals: tuple[Arrival, ...]


class ArrivalCorrected(Struct, frozen=True, tag="arrival-corrected"):
    """The time at which a player came was put right; without a time the player was not there.

    ``lifted`` are the games that the team lost by lateness and that it was not late for.
    """

    fixture: int
    arrival: Arrival
    why: str
    lifted: tuple[int, ...] = ()


class ForfeitLifted(Struct, frozen=True, tag="forfeit-lifted"):
    """The officer has games that were lost played after all.

    ``teams`` did not lose them, and the lateness of those ``excused`` costs nothing that night.
    """

    fixture: int
    games: tuple[int, ...]
    teams: tuple[int, ...]
    why: str
    excused: tuple[int, ...] = ()


class Began(Struct, frozen=True, tag="began"):
    """A game was started with these line-ups."""

    fixture: int
    game: int
    lineups: tuple[tuple[str, ...], tuple[str, ...]]
    when: str


class LineUpNamed(Struct, frozen=True, tag="line-up-named"):
    """A team said who plays a game that has not begun."""

    fixture: int
    game: int
    team: int
    names: tuple[str, ...]


class PlayerStoodIn(Struct, frozen=True, tag="stood-in"):
    """A player took another's place in a game in progress."""

    fixture: int
    game: int
    lineups: tuple[tuple[str, ...], tuple[str, ...]]
    why: str


class Forfeited(Struct, frozen=True, tag="forfeited"):
    """Teams lost games without playing them out."""

    fixture: int
    games: tuple[int, ...]
    teams: tuple[int, ...]
    cause: Cause
    why: str


class FixtureResultEntered(Struct, frozen=True, tag="result-entered"):
    """The points of a game were entered, by a side or at the desk."""

    fixture: int
    game: int
    points: tuple[int, int]
    side: int | None = None


class FixtureResultConfirmed(Struct, frozen=True, tag="result-confirmed"):
    """The other side, or the officer, stands by the points."""

    fixture: int
    game: int


class FixtureResultTakenBack(Struct, frozen=True, tag="result-taken-back"):
    """The team that entered points took them back before the other stood by them."""

    fixture: int
    game: int


class FixtureResultDisputed(Struct, frozen=True, tag="result-disputed"):
    """The other team says that the points are wrong."""

    fixture: int
    game: int
    why: str


class FixtureResultCorrected(Struct, frozen=True, tag="result-corrected"):
    """The points of a game were put right."""

    fixture: int
    game: int
    points: tuple[int, int]
    why: str


class Deducted(Struct, frozen=True, tag="deducted"):
    """The officer took points from a team in a game in progress."""

    fixture: int
    game: int
    deduction: Deduction


class SentThrough(Struct, frozen=True, tag="sent-through"):
    """The officer said which team goes on from a playoff fixture."""

    fixture: int
    team: int
    why: str


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


Entry = history.Entry[Fact]
encode = history.encode
decode = reader(Entry, "league", FORM)
