"""A season drawn: each team's weeks and difference, the race week by week, and who beat whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from rightbower.tournament.league.league import League
from rightbower.tournament.league.table import TeamPlace
from rightbower.web.league.views import FixtureView

How = Literal["won", "lost", "even"]
LETTERS: Final = {"won": "W", "lost": "L", "even": "T"}
COLORS = 8  # of the kit
# The race in its own units, and how much room its numbers have.
WIDE, HIGH, LEFT, RIGHT, TOP, BOTTOM = 720.0, 320.0, 40.0, 12.0, 14.0, 34.0
APART = 2.0  # between lines that would lie on each other
HEATS = 3


class Week(Struct, frozen=True):
    """How a team's week ended."""

    week: int
    how: How

    @property
    def letter(self) -> str:
        """The one letter it is shown as."""
        return LETTERS[self.how]


class TeamRow(Struct, frozen=True):
    """A team of the table: its place, color, weeks, and its difference of points as a bar to either side."""

    place: TeamPlace
    color: int
    weeks: tuple[Week, ...]
    share: float

    @property
    def ahead(self) -> bool:
        """Whether it made more points than were made against it."""
        return self.place.points > self.place.against


class RaceLine(Struct, frozen=True):
    """A team's games won as a line through its weeks; ``dots`` are its corners."""

    name: str
    color: int
    won: int
    path: str
    dots: tuple[tuple[float, float], ...]


class Race(Struct, frozen=True):
    """Everybody's lines, and the numbers at the sides with where they stand."""

    lines: tuple[RaceLine, ...]
    across: tuple[tuple[float, int], ...]
    up: tuple[tuple[float, int], ...]


class TeamsMet(Struct, frozen=True):
    """What one team did against another: games won and lost, and the latest fixture."""

    won: int
    lost: int
    fixture: int
    heat: int


class Crossed(Struct, frozen=True):
    """A team's row of who beat whom; None is itself or nobody yet."""

    place: TeamPlace
    color: int
    meetings: tuple[TeamsMet | None, ...]


def played(fixtures: Sequence[FixtureView]) -> list[FixtureView]:
    """The fixtures of the season that are over."""
    return [each for each in fixtures if each.state == "over" and each.phase == "season"]


def team_rows(places: Sequence[TeamPlace], fixtures: Sequence[FixtureView]) -> list[TeamRow]:
    """The table with everybody's weeks."""
    over = played(fixtures)
    most = max([1, *(abs(each.points - each.against) for each in places)])
    return [
        TeamRow(
            place,
            color_of(place.team),
            tuple(_weeks(place.team, over)),
            round(50 * abs(place.points - place.against) / most, 1),
        )
        for place in places
    ]


def color_of(team: int) -> int:
    """The color of a team's line and mark."""
    return team % COLORS


def _weeks(team: int, over: Sequence[FixtureView]) -> list[Week]:
    found = []
    for each in over:
        sides = {side.number: side.won for side in each.sides}
        if team in sides:
            own = sides.pop(team)
            (other,) = sides.values()
            how: How = "won" if own > other else "lost" if own < other else "even"
            found.append(Week(each.week, how))
    return found


def race(places: Sequence[TeamPlace], fixtures: Sequence[FixtureView]) -> Race | None:
    """Games won week by week; nothing before the second week."""
    over = played(fixtures)
    weeks = sorted({each.week for each in over})
    if len(weeks) < 2:
        return None
    won = {place.team: _won(place.team, weeks, over) for place in places}
    most = max(1, *(line[-1] for line in won.values()))
    lines = [
        _line(place, won[place.team], most, at - (len(places) - 1) / 2)
        for at, place in enumerate(places)
    ]
    step = max(1, -(-most // 5))
    return Race(
        tuple(sorted(lines, key=lambda line: -line.won)),
        tuple((_x(at, len(weeks)), week) for at, week in enumerate(weeks, 1)),
        tuple((_y(number, most), number) for number in range(0, most + 1, step)),
    )


def _won(team: int, weeks: Sequence[int], over: Sequence[FixtureView]) -> list[int]:
    """A team's games won after each week, from none."""
    found = [0]
    for week in weeks:
        sides = [side for each in over if each.week == week for side in each.sides]
        found.append(found[-1] + sum(side.won for side in sides if side.number == team))
    return found


def _line(place: TeamPlace, won: Sequence[int], most: int, aside: float) -> RaceLine:
    points = [
        (_x(at, len(won) - 1), round(_y(number, most) + APART * aside, 1))
        for at, number in enumerate(won)
    ]
    path = "M" + " L".join(f"{x:g} {y:g}" for x, y in points)
    return RaceLine(place.name, color_of(place.team), won[-1], path, tuple(points[1:]))


def _x(at: int, weeks: int) -> float:
    return round(LEFT + (WIDE - LEFT - RIGHT) * at / weeks, 1)


def _y(number: int, most: int) -> float:
    return round(TOP + (HIGH - TOP - BOTTOM) * (1 - number / most), 1)


def crossed(places: Sequence[TeamPlace], fixtures: Sequence[FixtureView]) -> list[Crossed]:
    """Who beat whom, in the order of the table."""
    over = played(fixtures)
    return [
        Crossed(
            place,
            color_of(place.team),
            tuple(_met(place.team, other.team, over) for other in places),
        )
        for place in places
    ]


def _met(team: int, other: int, over: Sequence[FixtureView]) -> TeamsMet | None:
    won = lost = fixture = 0
    for each in over:
        sides = {side.number: side.won for side in each.sides}
        if sides.keys() == {team, other}:
            won, lost, fixture = won + sides[team], lost + sides[other], each.number
    if not fixture:
        return None
    return TeamsMet(won, lost, fixture, round(HEATS * won / max(1, won + lost)))


def by_week(fixtures: Sequence[FixtureView]) -> list[tuple[int, str, list[FixtureView], bool]]:
    """The fixtures by week and phase: the week, the day, its fixtures, whether all are over."""
    found: dict[tuple[str, int], list[FixtureView]] = {}
    for each in fixtures:
        found.setdefault((each.phase, each.week), []).append(each)
    return [
        (week, min(each.day for each in those), those, all(each.state in DONE for each in those))
        for (_, week), those in found.items()
    ]


DONE: Final = ("over", "not played")


def chips(league: League) -> tuple[int, int, int]:
    """How many teams, players and games a night."""
    there = [team for team in league.teams if not team.out]
    return len(there), sum(len(team.members) for team in there), league.plan.play.games
