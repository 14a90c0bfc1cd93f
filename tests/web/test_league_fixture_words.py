"""What the pages of a league say of fixtures: the forfeit clock, sides, games, nights, the bracket."""

from __future__ import annotations

from msgspec.structs import replace

from in_english import english
from rightbower.rules.message import as_written
from rightbower.tournament.league.fixtures import Deduction, FixtureGame
from rightbower.tournament.league.league import League
from rightbower.web.league.views import (
    ForfeitMark,
    MatchView,
    bracket_view,
    fixture_view,
    marks,
    night_now,
    nights,
    of_night,
    state_of,
)
from tournament.league.evenings import FIRST, Season
from web.league_nights import DAY, put, with_game


def test_the_marks_of_the_clock_name_the_games_that_are_lost() -> None:
    league = Season().league
    assert english(marks(league)) == english(
        (
            ForfeitMark(600, as_written("game 1"), "L03-8.1"),
            ForfeitMark(1200, as_written("game 2"), "L03-8.2"),
            ForfeitMark(1800, as_written("all games left"), "L03-8.3"),
        )
    )
    later = ["game 2", "game 3", "all games left"]
    assert english([each.loses for each in marks(league, [2, 3])]) == later
    assert english([each.loses for each in marks(league, [3])]) == [
        "game 3",
        "game 2",
        "all games left",
    ]
    one = replace(league, plan=replace(league.plan, play=replace(league.plan.play, games=1)))
    assert english(marks(one)[-1].loses) == "game 3"


def test_the_clock_runs_on_the_night_while_somebody_is_waited_for() -> None:
    season = Season()
    fixture = season.league.fixtures[0]

    def clock(now: str, league: League | None = None) -> tuple[int, bool, int]:
        at = league or season.league
        found = fixture_view(at, at.fixture(fixture.number), now).clock
        return found.elapsed, found.running, found.passed

    assert clock(f"{DAY}T18:59:00") == (-60, True, 0)
    assert clock(f"{DAY}T19:09:59") == (599, True, 0)
    assert clock(f"{DAY}T19:10:00") == (600, True, 1)
    assert clock("2027-01-13T19:10:00")[1] is False
    cancelled = put(season.league, replace(fixture, cancelled="snow"))
    assert clock(f"{DAY}T19:10:00", cancelled)[1] is False
    after = season.league.plan
    strict = replace(after, play=replace(after.play, forfeit_at="after the mark"))
    assert clock(f"{DAY}T19:10:00", replace(season.league, plan=strict)) == (600, True, 0)
    assert clock(f"{DAY}T19:10:01", replace(season.league, plan=strict))[2] == 1
    season.both_here(fixture)
    assert clock(f"{DAY}T19:10:00")[1] is False


def test_a_fixture_is_on_once_its_clock_or_its_games_run() -> None:
    season = Season()
    league, fixture = season.league, season.league.fixtures[0]
    assert state_of(league, fixture) == "to come"
    assert fixture_view(league, fixture, f"{DAY}T18:59:59").state == "to come"
    assert fixture_view(league, fixture, f"{DAY}T19:00:00").state == "on now"
    assert fixture_view(league, fixture, "2027-01-13T19:00:00").state == "to come"
    assert state_of(league, replace(fixture, cancelled="snow")) == "not played"
    assert state_of(league, replace(fixture, void="left")) == "not played"
    season.both_here(fixture)
    arrived = season.league.fixture(fixture.number)
    assert state_of(season.league, arrived) == "on now"
    begun = with_game(fixture, 1, began=f"{DAY}T19:01")
    assert state_of(put(league, begun), begun) == "on now"
    season.play(season.league.fixture(fixture.number))
    assert state_of(season.league, season.league.fixture(fixture.number)) == "over"


def test_a_side_tells_who_is_here_and_what_it_has_won() -> None:
    season = Season()
    fixture = season.league.fixtures[0]
    one, other = (season.league.team(each).name for each in fixture.teams)
    season.here(fixture, [f"{one} 1"])
    seen = fixture_view(season.league, season.league.fixture(fixture.number), f"{DAY}T19:00:00")
    assert english((seen.sides[0].here, seen.sides[0].ready)) == english(((f"{one} 1",), False))
    assert (seen.sides[0].name, seen.sides[1].name) == (one, other)
    assert seen.sides[0].missed == ()
    season.here(fixture, [f"{one} 2"], "19:12")
    season.here(fixture, [f"{other} 1", f"{other} 2"])
    seen = fixture_view(season.league, season.league.fixture(fixture.number), f"{DAY}T19:13:00")
    assert (seen.sides[0].ready, seen.sides[0].missed) == (True, (1,))
    assert (seen.sides[1].ready, seen.sides[1].missed) == (True, ())
    assert english((seen.number, seen.week, seen.phase, seen.day)) == english(
        (fixture.number, 1, "season", DAY)
    )
    assert seen.time
    assert english((seen.result, seen.through)) == ("", "")
    won = Season()
    there = won.league.fixtures[0]
    won.play(there, "10-7 10-8 3-10")
    seen = fixture_view(won.league, won.league.fixture(there.number), f"{DAY}T21:00:00")
    assert [each.won for each in seen.sides] == [2, 1]


def game_said(season: Season, game: FixtureGame) -> tuple[str, ...]:
    fixture = replace(season.league.fixtures[0], games=(game,))
    return english(
        fixture_view(put(season.league, fixture), fixture, f"{DAY}T19:00:00").games[0].says
    )


def test_a_game_says_what_was_taken_forfeited_or_corrected() -> None:
    season = Season()
    one, other = season.league.fixtures[0].teams
    name = season.league.team(one).name
    taken = Deduction(one, 2, 1, "a signal", FIRST)
    assert english(
        game_said(season, FixtureGame(1, points=(10, 7), deductions=(taken,)))
    ) == english((f"2 points taken from {name} (1 to 0): a signal",))
    assert english(game_said(season, FixtureGame(1, points=(10, 7), why="misread"))) == (
        "corrected: misread",
    )
    assert game_said(season, FixtureGame(1, points=(10, 7))) == ()
    late = FixtureGame(1, lost=(one,), cause="late", why="nobody came")
    clause = season.league.plan.clause("league.forfeit_minutes")
    assert english(game_said(season, late)) == english(
        (f"forfeited by {name}: nobody came ({clause})",)
    )
    told = replace(late, why="nobody came (L03-8.1)")
    assert english(game_said(season, told)) == english(
        (f"forfeited by {name}: nobody came (L03-8.1)",)
    )
    silent = replace(late, why="", cause=None, lost=(one, other))
    both = f"{name} and {season.league.team(other).name}"
    assert english(game_said(season, silent)) == english((f"forfeited by {both}",))


def test_a_game_stands_as_its_points_do() -> None:
    season = Season()

    def state(**fields: object) -> str:
        game = FixtureGame(1, **fields)  # type: ignore[arg-type]  # its own fields
        fixture = replace(season.league.fixtures[0], games=(game,))
        seen = fixture_view(put(season.league, fixture), fixture, f"{DAY}T19:00:00")
        return seen.games[0].state

    assert state() == "open"
    assert state(began=FIRST) == "playing"
    assert state(began=FIRST, points=(10, 7), side=0) == "entered"
    assert state(began=FIRST, points=(10, 7)) == "over"
    assert state(lost=(1,)) == "forfeited"


def test_nights_are_those_of_fixtures_and_of_moved_games() -> None:
    season = Season()
    league, fixture = season.league, season.league.fixtures[0]
    days = sorted({each.starts[:10] for each in league.fixtures})
    assert nights(league) == days
    moved = put(league, with_game(fixture, 2, moved="2027-01-14T19:00"))
    assert nights(moved) == sorted([*days, "2027-01-14"])
    assert [each.number for each in of_night(moved, "2027-01-14")] == [fixture.number]
    assert of_night(league, "2027-01-14") == []
    first = [each.number for each in league.fixtures if each.starts[:10] == DAY]
    assert [each.number for each in of_night(league, DAY)] == first
    assert night_now(replace(league, fixtures=()), f"{DAY}T19:00") == ""
    assert night_now(league, "2027-01-01T19:00") == DAY
    assert night_now(league, f"{days[1]}T19:00") == days[1]


def test_after_the_last_night_that_one_is_shown() -> None:
    season = Season()
    season.rest()
    assert night_now(season.league, "2028-01-01T19:00") == nights(season.league)[-1]


def test_the_bracket_shows_byes_results_and_rounds_to_come() -> None:
    season = Season("Aces", "Kings", "Queens")
    assert bracket_view(season.league) == []
    season.rest()
    (final,) = season.playoffs()
    one, other = (season.league.team(each).name for each in final.teams)
    first, second = bracket_view(season.league)
    bye = next(each for each in first if not each.fixture)
    assert english(bye) == english(MatchView("Aces", "", 0, as_written(""), "Aces", (1, 0)))
    assert [each.seeds for each in first] == [(1, 0), (2, 3)]
    played = next(each for each in first if each.fixture)
    assert english((played.one, played.other, played.result, played.through)) == english(
        (one, other, "", "")
    )
    assert english(second) == english([MatchView("?", "?", 0, as_written(""), "")])
    season.play(final, "10-7 10-8 10-9")
    played = next(each for each in bracket_view(season.league)[0] if each.fixture)
    assert english((played.through, bool(played.result))) == english((one, True))
    seen = fixture_view(season.league, season.league.fixture(final.number), FIRST)
    assert english((seen.through, seen.phase)) == english((one, "playoffs"))


def test_each_pair_of_the_bracket_has_its_own_fixture() -> None:
    season = Season()
    season.rest()
    drawn = season.playoffs()
    (first,) = bracket_view(season.league)[:1]
    names = {each.number: tuple(season.league.team(n).name for n in each.teams) for each in drawn}
    assert {each.fixture: (each.one, each.other) for each in first} == names
    assert len(names) == 2
