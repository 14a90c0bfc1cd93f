"""A make-up as a double header: a team's second fixture of a day, by the officer's word."""

from __future__ import annotations

import pytest

from rightbower.tournament.league import forfeits, night
from rightbower.tournament.league.forfeits import missed, ready_after
from rightbower.tournament.league.points import enter
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.season import MoveFixture, reschedule
from rightbower.tournament.league.table import standings
from rightbower.tournament.reading import from_words
from tournament.league.evenings import Season

WHY = "make-up of the snow week"


def two_of_a_night() -> tuple[Season, int, int, str]:
    """Aces play their fixture of week one late in week two; the season, both fixtures and the time."""
    season = Season()
    second = season.of("Aces", 2)
    first = season.of("Aces", 1)
    late = f"{second.starts[:10]}T20:30"
    season.do(reschedule(season.league, first.number, late, WHY, double=True))
    return season, second.number, first.number, late


def test_a_second_fixture_of_a_day_needs_the_officers_word() -> None:
    season = Season()
    first, second = season.of("Aces", 1), season.of("Aces", 2)
    day = second.starts[:10]
    with pytest.raises(LeagueError, match="has another fixture on"):
        reschedule(season.league, first.number, f"{day}T20:30", WHY)
    with pytest.raises(LeagueError, match="begins after the other fixture, which starts at"):
        reschedule(season.league, first.number, second.starts, WHY, double=True)
    with pytest.raises(LeagueError, match="neither team plays another fixture"):
        reschedule(season.league, first.number, "2027-06-01T19:00", WHY, double=True)
    with pytest.raises(LeagueError, match="a new date needs a reason"):
        reschedule(season.league, first.number, f"{day}T20:30", "", double=True)
    (said,) = from_words(MoveFixture, [str(first.number), f"{day}T20:30", "--double", "--why", WHY])
    assert isinstance(said, MoveFixture)
    assert said.double


def test_nobody_plays_three_times_a_day() -> None:
    season, _, _, late = two_of_a_night()
    third = season.of("Aces", 3)
    with pytest.raises(LeagueError, match="Aces plays two fixtures that day already"):
        reschedule(season.league, third.number, f"{late[:10]}T22:00", WHY, double=True)


def test_who_came_to_the_first_is_there_for_the_second() -> None:
    season, first, second, late = two_of_a_night()
    fixture = season.league.fixture(second)
    own = season.number("Aces")
    assert ready_after(season.league, fixture, own, late) is None
    season.both_here(season.league.fixture(first), "18:50")
    here = ready_after(season.league, fixture, own, late)
    assert here is not None
    assert here < 0
    assert missed(season.league, fixture, own, late) == ()
    other = fixture.other(own)
    if not season.league.came(fixture, other, late):
        lost = forfeits.due(season.league, second, f"{late[:10]}T21:30")
        assert all(each.teams == (other,) for each in lost)


def test_a_player_whose_game_goes_on_does_not_begin_another() -> None:
    season, first, second, late = two_of_a_night()
    season.both_here(season.league.fixture(first), "18:50")
    one = season.league.fixture(first)
    lineups = [season.two(season.league.team(each).name) for each in one.teams]
    season.do(night.begin(season.league, first, 1, (lineups[0], lineups[1]), one.starts))
    fixture = season.league.fixture(second)
    for number in fixture.teams:
        known = {each.player for each in season.league.came(fixture, number, late)}
        new = [each for each in season.two(season.league.team(number).name) if each not in known]
        if new:
            season.do(night.arrive(season.league, second, number, new, late))
    both = [season.two(season.league.team(each).name) for each in fixture.teams]
    with pytest.raises(LeagueError, match=f"still plays game 1 of fixture {first}"):
        night.begin(season.league, second, 1, (both[0], both[1]), late)


def test_both_fixtures_of_the_night_count() -> None:
    season, *_ = two_of_a_night()
    for fixture in sorted(season.league.season, key=lambda each: each.starts):
        for number in fixture.teams:
            there = {each.player for each in season.league.came(fixture, number, fixture.starts)}
            own = season.two(season.league.team(number).name)
            season.here(fixture, [each for each in own if each not in there], fixture.starts[11:])
        for game in (1, 2, 3):
            season.begin(fixture, game, fixture.starts[11:])
            season.do(enter(season.league, fixture.number, game, (10, 7)))
    assert {each.fixtures for each in standings(season.league)} == {3}
