"""What a league's forms read and say: changes before and after, numbers, dates, clauses, the log."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from in_english import english
from rightbower.tournament.league.league import (
    Announcement,
    Protest,
    Sanction,
    StepDecision,
    Team,
)
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.season import open_league
from rightbower.web.league.access import cited
from rightbower.web.league.desk import Change, changes
from rightbower.web.league.entrance import _season, fixed, number
from rightbower.web.league.public import league_snapshot, log_lines
from rightbower.web.league.views import fixture_view, of_night
from rightbower.web.pages.desk_pages import LONGEST, FilledForm
from tournament.league.evenings import FIRST, Season
from web.league_nights import DAY, opened
from web.office import seconds

# What an entry would change


def test_a_result_a_place_and_counts_are_told_as_before_and_after() -> None:
    season = Season()
    fixture = season.of("Aces", 1)
    before = season.league
    season.play(fixture, first="Aces")
    found = changes(before, season.league)
    one, other = (season.league.team(each).name for each in fixture.teams)
    assert found[0].what.startswith(f"{season.league.called(fixture)}, ")
    assert found[0].before == "–"
    assert {each.what for each in found[1:]} >= {one, other}
    told = {each.what: (each.before, each.after) for each in found}
    assert told["Aces"] == ("place 1, 0 games won, 0–0", "place 1, 3 games won, 30–24")
    assert changes(season.league, season.league) == []


def test_one_game_is_singular_and_a_team_that_is_out_says_so() -> None:
    season = Season()
    fixture = season.of("Aces", 1)
    season.play(fixture, "10-7 7-10 7-10", first="Aces")
    fresh = Season().league
    told = {each.what: each.after for each in changes(fresh, season.league)}
    assert ", 1 game won, 24–27" in english(told["Aces"])
    gone = replace(season.league.team(4), out="playoffs", why="rude")
    removed = replace(season.league, teams=(*season.league.teams[:3], gone))
    (change,) = (each for each in changes(season.league, removed) if each.what == "Jacks")
    assert english(change.after).endswith(", out of the playoffs")
    assert not english(change.before).endswith("playoffs")


def test_what_changed_in_a_fixture_without_its_result() -> None:
    season = Season()
    fixture = season.league.fixtures[0]
    before = season.league
    season.both_here(fixture)
    assert changes(before, season.league) == [
        Change(
            f"{before.called(fixture)}, {fixture_view(before, fixture, FIRST).when}",
            "as it is",
            "changed",
        )
    ]


def test_counts_of_all_sorts_are_compared() -> None:
    season = Season()
    league = season.league
    protest = Protest(1, 1, 1, 1, 2, "other", FIRST, "a sub")
    both = replace(league, protests=(protest,))
    assert changes(league, both) == [Change("Protests", "0", "1")]
    ruled = replace(league, protests=(replace(protest, upheld=False),))
    assert changes(both, ruled) == [Change("Protests ruled on", "0", "1")]
    told = replace(league, announcements=(Announcement(1, DAY, "no phones"),))
    assert changes(league, told) == [Change("Announcements", "0", "1")]
    sanction = Sanction(1, "Aces 1", "ejection", "game", "rude")
    assert changes(league, replace(league, sanctions=(sanction,))) == [
        Change("Sanctions", "0", "1")
    ]
    decided = StepDecision(1, "x", "", "why")
    assert changes(league, replace(league, decisions=(decided,))) == [Change("Decisions", "0", "1")]
    unsigned = replace(league.team(1).members[0], signed="")
    team = replace(league.team(1), members=(unsigned, *league.team(1).members[1:]))
    assert changes(league, replace(league, teams=(team, *league.teams[1:]))) == [
        Change("Signatures", "12", "11")
    ]
    fewer = replace(league.team(1), members=league.team(1).members[:2])
    assert changes(league, replace(league, teams=(fewer, *league.teams[1:]))) == [
        Change("Players", "12", "11"),
        Change("Signatures", "12", "11"),
    ]
    more = replace(league, teams=(*league.teams, Team(5, "Tens")))
    added = changes(league, more)
    assert added[-1] == Change("Teams", "4", "5")
    assert [each.what for each in added if each.before == "–"] == ["Tens"]
    assert changes(more, league)[-1] == Change("Teams", "5", "4")
    assert Change("Fixtures", "6", "5") in changes(
        league, replace(league, fixtures=league.fixtures[:-1])
    )


# Forms, snapshots and the rest


def test_a_form_is_read_in_lines_and_lists() -> None:
    form = FilledForm((("a", "  one   two "), ("a", "three"), ("b", "x\ny"), ("a", " ")))
    assert form.text("a") == "one two"
    assert form.text("none") == ""
    assert form.long("b") == "x\ny"
    assert form.many("a") == ["one two", "three"]
    assert form.many("b") == ["x y"]
    long = FilledForm((("a", "x" * (LONGEST + 5)),))
    assert (len(long.text("a")), len(long.many("a")[0])) == (LONGEST, LONGEST)


def test_whole_numbers_may_be_left_out() -> None:
    assert number("", "Weeks") is None
    assert number("9999", "Weeks") == 9999
    for text in ("12345", "x", "-1"):
        with pytest.raises(LeagueError, match=f"Weeks: '{text}' is not a whole number"):
            number(text, "Weeks")


def test_the_dates_of_a_season_are_looked_at_when_it_is_opened() -> None:
    form = {"first_night": FIRST, "weeks": "6", "skip": "2027-01-19, 2027-02-02"}
    found = _season(form)
    assert (found.first_night, found.weeks, found.skip) == (FIRST, 6, ("2027-01-19", "2027-02-02"))
    assert _season({}).first_night == ""
    for wrong in ({"first_night": "soon"}, {"skip": "2027-01-19 soon"}):
        with pytest.raises(LeagueError):
            _season(wrong)


def test_what_the_book_fixes_is_said_with_its_clause() -> None:
    plan = open_league("new", "new", "sportcial-league").plan
    said = fixed(plan)
    assert english(said[0]) == f"{plan.play.games} games a fixture ({plan.clause('league.games')})"
    assert english(said[1]) == f"a game to {plan.target} points ({plan.clause('game.target')})"
    free = fixed(replace(plan, target=None))
    assert english(free[1]) == f"games without a target ({plan.clause('game.target')})"
    assert len(said) == 12


def test_clauses_become_links_into_their_book() -> None:
    said = str(cited("lost (L03-8.1), <b> X-103 and Z09-1"))
    assert '<a class="clause" href="/rules/sportcial-league#L03-8.1">L03-8.1</a>' in said
    assert '<a class="clause" href="/rules/sportcial-league#X-103">X-103</a>' in said
    assert said.endswith(" and Z09-1")
    assert "&lt;b&gt;" in said
    assert 'href="/rules/alberta-55plus#A01-T1.1"' in str(cited("A01-T1.1"))


def test_a_league_as_everybody_sees_it() -> None:
    season = Season()
    found = league_snapshot(season.league, seconds(f"{DAY}T19:00"))
    assert (found.kind, found.id, found.name) == ("league", "tuesdays", "Tuesday league")
    assert (found.night, found.tonight, found.phase) == ("Tue 12 Jan 2027", True, "season")
    assert [each.number for each in found.fixtures] == [
        each.number for each in of_night(season.league, DAY)
    ]
    assert (found.champion, found.version) == ("", season.league.version)
    assert league_snapshot(season.league, seconds("2027-01-10T19:00")).tonight is False
    empty = league_snapshot(opened(), seconds(FIRST))
    assert (empty.night, empty.fixtures) == ("", ())
    season.rest()
    for each in season.playoffs():
        season.play(each, first=season.league.team(min(each.teams)).name)
    (final,) = season.playoffs("2027-03-09T19:00")
    season.play(final, first="Aces")
    won = league_snapshot(season.league, seconds(FIRST))
    assert (won.champion, won.phase) == ("Aces", "playoffs")


def test_the_log_tells_the_latest_first() -> None:
    season = Season("Aces", "Kings")
    found = log_lines(season.history)
    assert found[0].number == len(season.history.entries)
    assert found[-1].number == 1
    assert english((found[0].by, found[0].undone)) == ("Gamer", False)
    assert "Kings 3" in english(found[0].says)
