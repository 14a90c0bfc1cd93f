"""Games moved to another day: a night of their own, with its clock, and shown wherever dates are."""

import pytest

from in_english import english
from rightbower.papers.spreadsheets.tables import league_pages
from rightbower.tournament.league import forfeits, night
from rightbower.tournament.league.calendar import calendar
from rightbower.tournament.league.fixtures import Fixture
from rightbower.tournament.league.lists import result_text, score_sheets
from rightbower.tournament.league.outcome import goes_on
from rightbower.tournament.league.protests import move_later_games, protest, rule
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.season import reschedule
from rightbower.web.league.views import fixture_view
from tournament.league.evenings import Season
from tournament.league.test_calendar_file import STAMP, fields

MOVED = "2027-03-04T19:00"


def moved() -> tuple[Season, Fixture]:
    """Game one of the final is lost by a protest, and games two and three are moved."""
    season = Season("Aces", "Kings")
    season.rest()
    (final,) = season.playoffs()
    early = season.at(final, "18:50")
    season.do(protest(season.league, final.number, 1, 2, "other", early, "bad cards"))
    season.both_here(final, "18:55")
    season.do(rule(season.league, 1, True, "they were"))
    season.do(move_later_games(season.league, 1, MOVED, "to calm down"))
    return season, season.league.fixture(final.number)


def due(season: Season, final: Fixture, now: str) -> list[tuple[int, ...]]:
    """The games that are lost by lateness at a time."""
    return [each.games for each in forfeits.due(season.league, final.number, now)]


def test_moved_games_have_a_clock_of_their_own() -> None:
    season, final = moved()
    assert due(season, final, "2027-03-02T23:00") == []
    assert due(season, final, "2027-03-04T19:09:59") == []
    assert due(season, final, "2027-03-04T19:10") == [(2,)]
    assert due(season, final, "2027-03-04T19:30") == [(2,), (3,)]


def test_who_came_to_the_first_night_has_still_to_come_to_the_second() -> None:
    season, final = moved()
    lineups = [season.two(season.league.team(each).name) for each in final.teams]
    with pytest.raises(LeagueError, match="has not arrived"):
        night.begin(season.league, final.number, 2, (lineups[0], lineups[1]), MOVED)
    for number, names in zip(final.teams, lineups, strict=True):
        season.do(night.arrive(season.league, final.number, number, names, "2027-03-04T18:55"))
    assert due(season, final, "2027-03-04T23:00") == []
    season.do(night.begin(season.league, final.number, 2, (lineups[0], lineups[1]), MOVED))
    assert season.game(final, 2).playing


def test_a_team_that_does_not_come_to_the_second_night_loses() -> None:
    season, final = moved()
    season.do(night.arrive(season.league, final.number, 1, season.two("Aces"), "2027-03-04T18:55"))
    for lost in forfeits.due(season.league, final.number, "2027-03-04T19:30"):
        season.do(lost)
    assert [season.game(final, game).lost for game in (1, 2, 3)] == [(1,), (2,), (2,)]
    assert goes_on(season.league, season.league.fixture(final.number)) == 1


def test_later_games_are_moved_to_a_later_time_on_which_both_are_free() -> None:
    season = Season("Aces", "Kings", weeks=2)
    season.do(protest(season.league, 1, 1, 1, "other", "2027-01-12T18:50", "bad cards"))
    season.do(rule(season.league, 1, True, "they were"))
    with pytest.raises(
        LeagueError, match=r"a later time than Tue 12 Jan 2027, 7:00 pm \(L03-10.6\)"
    ):
        move_later_games(season.league, 1, "2027-01-11T19:00", "so")
    with pytest.raises(LeagueError, match="Aces has another fixture on Tue 19 Jan 2027"):
        move_later_games(season.league, 1, "2027-01-19T21:00", "so")


def test_no_fixture_is_moved_onto_a_night_of_moved_games() -> None:
    season = Season("Aces", "Kings", weeks=2)
    season.do(protest(season.league, 1, 1, 1, "other", "2027-01-12T18:50", "bad cards"))
    season.do(rule(season.league, 1, True, "they were"))
    season.do(move_later_games(season.league, 1, "2027-01-14T19:00", "so"))
    with pytest.raises(LeagueError, match="another fixture on Thu 14 Jan 2027"):
        reschedule(season.league, 2, "2027-01-14T21:00", "so")


def test_calendars_have_an_event_for_moved_games() -> None:
    season, final = moved()
    made = calendar(season.league, STAMP)
    assert fields(made, "DTSTART")[-2:] == ["20270302T190000", "20270304T190000"]
    assert fields(made, "SUMMARY")[-1].endswith("\\, games 2\\, 3")
    assert fields(made, "UID")[-1] == f"tuesdays-fixture-{final.number}-game-2@rightbower"
    assert fields(made, "SEQUENCE")[-1] == "0"
    season.do(move_later_games(season.league, 1, "2027-03-05T19:00", "again"))
    again = calendar(season.league, STAMP)
    assert fields(again, "UID") == fields(made, "UID")
    assert fields(again, "SEQUENCE")[-1] == "1"
    assert fields(again, "DTSTART")[-1] == "20270305T190000"


def test_lists_and_sheets_show_the_new_day() -> None:
    season, final = moved()
    assert str(result_text(season.league, final)).endswith("; games 2, 3 on 2027-03-04 19:00")
    assert english(league_pages(season.league)[1].rows[-1][-1]) == "games 2, 3 on 2027-03-04 19:00"
    starts = [each.starts for each in score_sheets(season.league, final.number)]
    assert starts == [final.starts, MOVED, MOVED]
    season.do(night.arrive(season.league, final.number, 1, ["Aces 1"], "2027-03-04T18:55"))
    seen = fixture_view(season.league, season.league.fixture(final.number), "2027-03-04T19:01")
    assert english((seen.day, seen.clock.running, seen.clock.elapsed)) == ("2027-03-04", True, 60)
    assert english(sorted(side.here for side in seen.sides)) == [(), ("Aces 1",)]
    assert english([mark.loses for mark in seen.clock.marks]) == [
        "game 2",
        "game 3",
        "all games left",
    ]
