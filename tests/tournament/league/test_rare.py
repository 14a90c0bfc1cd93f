"""What seldom happens in a league: other choices of the book, disputes, byes, and teams that leave."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from in_english import english
from rightbower.rules.message import message
from rightbower.tournament.league import forfeits, roster
from rightbower.tournament.league.conduct import leave, removal
from rightbower.tournament.league.league import League, Member, TeamNames
from rightbower.tournament.league.lists import preview, result_text
from rightbower.tournament.league.outcome import not_counting
from rightbower.tournament.league.playoffs import drawn_again, drawn_order, drawn_otherwise, seeds
from rightbower.tournament.league.points import EnterPoints, correct, dispute, enter, take_back
from rightbower.tournament.league.protests import move_later_games, protest, rule
from rightbower.tournament.league.refusal import LeagueError
from rightbower.tournament.league.roster import Named
from rightbower.tournament.league.season import first_night, schedule
from rightbower.tournament.league.table import standings
from tournament.league.evenings import Season

WHEN = "2027-01-12T19:30"


def with_play(league: League, **settings: Any) -> League:
    """The league by other choices of the book."""
    play = replace(league.plan.play, **settings)
    return replace(league, plan=replace(league.plan, play=play))


def refused(reason: str) -> pytest.RaisesExc[LeagueError]:
    return pytest.raises(LeagueError, match=reason)


def test_points_that_nobody_entered_are_not_taken_back() -> None:
    season = Season("Aces", "Kings")
    for act in (
        lambda: take_back(season.league, 1, 1, 1),
        lambda: dispute(season.league, 1, 1, 1, "so"),
    ):
        with refused(r"^game 1 of fixture 1 has no points yet$"):
            act()


def test_points_of_one_team_wait_for_the_other_or_for_the_officer() -> None:
    season = Season("Aces", "Kings")
    first = season.of("Aces", 1)
    season.both_here(first)
    season.begin(first)
    season.do(enter(season.league, 1, 1, (10, 4), 0))
    assert english(not_counting(season.league)) == (
        (
            "Fixture 1, game 1: only one team has entered the points; they do not count until the other"
            " confirms them."
        ),
    )
    other = first.teams[1]
    season.do(dispute(season.league, 1, 1, other, "it was 5"))
    assert english(not_counting(season.league)) == (
        "Fixture 1, game 1: the points are disputed; they do not count until the Gamer decides.",
    )


def test_a_result_needs_its_score() -> None:
    assert EnterPoints.lines(["1", "2"]) == [["1", "2"]]
    assert EnterPoints.lines(["1", "2", " 10 – 7 "]) == [["1", "2", "10", "7"]]
    with refused(r"^'ten' is not a result; write 10-7$"):
        EnterPoints.lines(["1", "2", "ten"])


def test_a_book_may_have_no_forfeit_for_dishonesty() -> None:
    league = with_play(Season("Aces", "Kings").league, dishonesty="none")
    with refused(r"^the rules have no forfeit for it \(L03-12.10\)$"):
        forfeits.forfeit(league, 1, (1,), 1, "dishonesty", "marked cards")


def test_void_results_are_told_as_such() -> None:
    season = Season()
    season.play(season.of("Aces", 1))
    season.do(leave(season.league, season.number("Aces"), "void", "they moved"))
    first = season.of("Aces", 1)
    assert str(result_text(season.league, first)).startswith("does not count: ")
    later = season.of("Aces", 2)
    assert str(result_text(season.league, later)).startswith("not played: ")


def test_without_teams_there_are_no_seeds() -> None:
    league = replace(Season("Aces", "Kings").league, teams=(), fixtures=(), byes=())
    assert seeds(league) == ()
    assert drawn_order(league) == ()


def test_later_games_may_have_to_stand() -> None:
    season = Season("Aces", "Kings")
    season.do(protest(season.league, 1, 1, 1, "other", "2027-01-12T18:00", "a pack"))
    season.do(rule(season.league, 1, True, "so"))
    league = with_play(season.league, later_games="stand")
    with refused(r"^the later games are not moved \(L03-10.6\)$"):
        move_later_games(league, 1, "2027-01-14T19:00", "so")


def test_late_signatures_may_be_refused() -> None:
    season = Season("Aces", "Kings", signed=False)
    league = with_play(season.league, late_signing="refused")
    with refused(r"^the waivers were due \(L03-9.3\)$"):
        roster.sign(league, 1, "Aces 1", "2027-01-13T10:00", witness="Gus")
    assert roster.sign(league, 1, "Aces 1", "2027-01-12T23:59").members[0].signed


def test_empty_rows_are_passed_over() -> None:
    league = Season("Aces", "Kings").league
    rows = [{"team": "", "player": ""}, {"team": "Aces", "player": "Ann Ash"}]
    assert [line.row for line in preview(league, rows, WHEN).lines] == [2]
    assert [line.row for line in preview(league, rows, WHEN, (7, 9)).lines] == [9]


def test_a_team_without_a_name_is_a_number() -> None:
    names = TeamNames()
    names[1] = "Aces"
    assert [str(message("{team}", team=names.named(each))) for each in (1, 2)] == ["Aces", "team 2"]


def test_fixtures_may_count_instead_of_games() -> None:
    season = Season()
    season.play(season.of("Aces", 1), "10-7 10-8 4-10", first="Aces")
    first = standings(with_play(season.league, ranking="fixtures won"))[0]
    assert first.name == "Aces"
    assert str(first.why).startswith("1 fixture won")
    by_share = with_play(season.league, unequal="by share", level="games won, difference")
    why = {each.name: each.why for each in standings(by_share)}
    assert str(why["Aces"]).startswith("won 2 of 3 games, 66.7%")


def finished(*teams: str) -> Season:
    """A season that is over with its playoffs drawn."""
    season = Season(*teams)
    season.rest()
    season.playoffs()
    return season


def test_a_corrected_season_tells_what_would_be_drawn() -> None:
    season = finished("Aces", "Kings", "Queens")
    assert drawn_otherwise(season.league) is None
    both = season.between("Aces", "Kings")
    order = [season.league.team(number).name for number in drawn_order(season.league)]
    assert order == ["Aces", "Kings", "Queens"]
    lost = [(7, 10), (8, 10), (9, 10)] if both.teams[0] == 1 else [(10, 7), (10, 8), (10, 9)]
    for game, points in enumerate(lost, 1):
        season.do(correct(season.league, both.number, game, points, "misread"))
    assert english(drawn_otherwise(season.league)) == (
        "The table has changed since the playoffs were drawn. By it the first round would be"
        " a bye for Kings; Aces against Queens. The bracket stays as it was drawn, unless the Gamer"
        f" has it drawn again ({season.league.plan.clause('league.corrected')})."
    )
    assert drawn_again(season.league) is None
    again = drawn_again(with_play(season.league, corrected="drawn again"))
    assert again is not None
    assert again.why == "a result of the season was corrected"


@pytest.mark.parametrize("drawn_first", [False, True])
def test_a_team_removed_from_the_playoffs_changes_nothing_of_what_would_be_drawn(
    drawn_first: bool,
) -> None:
    season = Season("Aces", "Kings", "Queens", "Jacks")
    season.rest()
    for drawing in (drawn_first, not drawn_first):
        if drawing:
            season.playoffs()
        else:
            season.do(removal(season.league, 1, "playoffs", "offence 2", "twice"))
    assert standings(season.league)[0].team == 1
    assert (1 in drawn_order(season.league)) is drawn_first
    assert drawn_otherwise(season.league) is None


def test_a_team_that_left_the_league_is_left_aside_in_what_would_be_drawn() -> None:
    season = finished("Aces", "Kings", "Queens")
    season.do(leave(season.league, 2, "void", "moved"))
    assert drawn_order(season.league) == (1, 2, 3)
    assert drawn_otherwise(season.league) is None


def test_results_of_teams_that_left_are_void_once_and_unplayed_fixtures_are_not_played() -> None:
    season = Season("Aces", "Kings", "Queens")
    both = season.of("Aces")
    season.play(both, "10-7")
    one, other = both.teams
    first = leave(season.league, one, "void", "moved")
    unplayed = [each.number for each in season.league.fixtures if one in each.teams][1:]
    assert (first.void, first.cancel) == ((both.number,), tuple(unplayed))
    season.do(first)
    second = leave(season.league, other, "void", "a quarrel")
    assert second.void == ()
    season.do(second)
    name = season.league.team(one).name
    assert season.league.fixture(both.number).void == f"{name} left the league"


def test_nobody_has_to_sign_where_the_book_has_no_waiver() -> None:
    league = Season("Aces", "Kings", signed=False).league
    assert len(roster.unsigned(league, 1)) == 3
    assert roster.unsigned(with_play(league, waiver="nobody"), 1) == ()


def test_waivers_of_a_team_with_a_bye_are_due_on_the_night_of_the_others() -> None:
    league = with_play(Season("Aces", "Kings", "Queens").league, waiver_due_week=2)
    (idle,) = league.byes[1]
    (second,) = {each.starts[:10] for each in league.fixtures if each.week == 2}
    assert str(first_night(league, idle)) == second


def test_how_a_team_went_is_told() -> None:
    team = Season("Aces", "Kings").team("Aces")
    assert team.gone is None
    assert english(replace(team, out="playoffs").gone) == "was removed from the playoffs"
    assert english(replace(team, out="league").gone) == "was removed from the league"
    assert english(replace(team, out="league", left="void").gone) == "left the league"


@pytest.mark.parametrize(
    ("member", "says"),
    [
        (Member("Ann", named=WHEN), "Ann named (roster)"),
        (Member("Ann", refused=True), "Ann will not sign"),
        (Member("Ann", added="a baby", signed=WHEN), "Ann added to the roster: a baby"),
        (Member("Ann", signed=WHEN), "Ann signed Tue 12 Jan 2027, 7:30 pm"),
        (
            Member("Ann", signed=WHEN, witness="Gus"),
            "Ann signed Tue 12 Jan 2027, 7:30 pm, with Gus",
        ),
    ],
)
def test_what_older_entries_did_is_read_from_them(member: Member, says: str) -> None:
    assert english(Named(1, (member,), "").says(TeamNames())) == english(f"team 1: {says}")


def opened(*teams: str) -> League:
    """A league with teams and no calendar."""
    season = Season("Aces", "Kings")
    named = tuple(
        replace(season.team("Aces"), number=at, name=each) for at, each in enumerate(teams, 1)
    )
    return replace(season.league, teams=named, fixtures=(), byes=())


def test_a_calendar_ends_before_the_last_year_there_is() -> None:
    league = opened("Aces", "Kings", "Queens")
    with refused(r"^the season would go on too long; give it fewer weeks$"):
        schedule(league, "9998-12-25T19:00", 1)
    with refused(r"^the season would go on too long; give it fewer weeks$"):
        schedule(league, "9998-12-18T19:00", 1, ["9998-12-18"])
    assert len(schedule(league, "9998-12-24T19:00", 1).fixtures) == 1
    with refused(r"^a league needs two teams or more$"):
        schedule(opened("Aces"), "2027-01-12T19:00")
    with refused(r"^a season has at least one week$"):
        schedule(league, "2027-01-12T19:00", 0)


def test_a_calendar_passes_over_days_and_gives_byes() -> None:
    skipped = ["2027-01-12", "2027-01-26", "2027-02-03"]
    made = schedule(opened("Aces", "Kings", "Queens"), "2027-01-12T19:00", None, skipped)
    assert [(each.week, each.starts) for each in made.fixtures] == [
        (1, "2027-01-19T19:00"),
        (2, "2027-02-02T19:00"),
        (3, "2027-02-09T19:00"),
    ]
    assert made.byes == ((1,), (2,), (3,))
