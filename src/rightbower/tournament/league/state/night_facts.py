"""What happens to a fixture: its date, who came, its games and their points, as it stands in the journal."""

from __future__ import annotations

from msgspec import Struct

from rightbower.tournament.league.state.fixtures import (
    Arrival,
    Cause,
    Deduction,
    Notice,
    Resolution,
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
