"""A season drawn for everybody: weeks won and lost, the race, who beat whom, and results by week."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from rightbower.tournament.contest import Undone
from rightbower.tournament.league.league import League
from rightbower.tournament.league.protests import EvidenceGiven
from rightbower.tournament.league.simulated import season
from rightbower.tournament.league.table import standings
from rightbower.web.league.public import log_lines
from rightbower.web.league.season import (
    COLORS,
    HIGH,
    TOP,
    by_week,
    chips,
    crossed,
    played,
    race,
    team_rows,
)
from rightbower.web.league.views import FixtureView, fixture_view

EMAIL = "player@example.org"
NOW = "2028-01-01T12:00"


@cache
def demo() -> League:
    """A season that was played out."""
    return season(7).league


@cache
def fixtures() -> tuple[FixtureView, ...]:
    return tuple(fixture_view(demo(), each, NOW) for each in demo().fixtures)


def test_the_weeks_of_a_team_say_what_its_fixtures_came_to() -> None:
    rows = team_rows(standings(demo()), fixtures())
    assert [row.place.rank for row in rows] == sorted(row.place.rank or 0 for row in rows)
    for row in rows:
        own = [each for each in played(fixtures()) if row.place.team in
               {side.number for side in each.sides}]  # fmt: skip
        assert [week.week for week in row.weeks] == [each.week for each in own]
        for week, each in zip(row.weeks, own, strict=True):
            (mine,) = (side.won for side in each.sides if side.number == row.place.team)
            (theirs,) = (side.won for side in each.sides if side.number != row.place.team)
            assert week.how == ("won" if mine > theirs else "lost" if mine < theirs else "even")
        assert row.ahead is (row.place.points > row.place.against)
        assert 0 <= row.share <= 50
    assert max(row.share for row in rows) == 50


def test_everybody_wins_in_the_race_what_stands_in_the_table() -> None:
    places = standings(demo())
    drawn = race(places, fixtures())
    assert drawn is not None
    assert {line.name: line.won for line in drawn.lines} == {each.name: each.won for each in places}
    assert [line.won for line in drawn.lines] == sorted((p.won for p in places), reverse=True)
    for line in drawn.lines:
        assert len(line.dots) == len(drawn.across)
        assert line.path.count("L") == len(line.dots)
        heights = [y for _, y in line.dots]
        assert heights == sorted(heights, reverse=True), "nobody loses games again"
        assert TOP - 10 <= heights[-1] <= HIGH
    assert race(places, [each for each in fixtures() if each.week == 1]) is None


def test_who_beat_whom_is_the_same_from_both_sides() -> None:
    places = standings(demo())
    rows = crossed(places, fixtures())
    for one, row in enumerate(rows):
        assert row.meetings[one] is None
        for other, met in enumerate(row.meetings):
            back = rows[other].meetings[one]
            assert (met is None) is (back is None)
            if met is not None and back is not None:
                assert (met.won, met.lost, met.fixture) == (back.lost, back.won, back.fixture)
        assert sum(met.won for met in row.meetings if met) == row.place.won
        assert row.color < COLORS


def test_results_stand_by_week_and_playoffs_by_themselves() -> None:
    weeks = by_week(fixtures())
    assert sum(len(those) for _, _, those, _ in weeks) == len(fixtures())
    assert all(done for *_, done in weeks)
    for _, day, those, _ in weeks:
        assert len({each.phase for each in those}) == 1
        assert day == min(each.day for each in those)
    assert chips(demo())[0] == len([team for team in demo().teams if not team.out])


def test_an_address_that_was_handed_in_stays_with_the_officer_when_it_is_undone() -> None:
    history = season(7)
    gave = EvidenceGiven(1, "Eli Three", EMAIL, "2027-01-12T18:00")
    undone = Undone(len(history.entries) + 1, "a slip")
    told = history.entries[-1]
    entries = (*history.entries, replace(told, fact=gave), replace(told, fact=undone))
    latest, given, *_ = log_lines(replace(history, entries=entries))
    assert str(latest.says) == f"undone: {given.says}: a slip"
    assert str(given.says) == "protest 1: a written name and email were handed in"
    assert any(EMAIL in str(line.says) for line in replace(history, entries=entries).lines())
