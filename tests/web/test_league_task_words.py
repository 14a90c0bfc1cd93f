"""What a captain and the Gamer of a league are told to do next."""

from __future__ import annotations

from msgspec.structs import replace

from in_english import english
from rightbower.rules.message import as_written
from rightbower.tournament.league.fixtures import Notice
from rightbower.tournament.league.league import Member, Protest
from rightbower.tournament.league.night import name_line_up
from rightbower.tournament.league.points import enter
from rightbower.web.league.captain import captain_view, league_pad, own_fixture, protests_said
from rightbower.web.league.contents import (
    PendingTask,
    next_night,
    night_again,
    page_due,
    pending_tasks,
)
from rightbower.web.league.views import nights
from rightbower.web.public.score_pad import ENDLESS
from tournament.league.evenings import FIRST, Season
from web.league_nights import DAY, opened, put, with_game

# Captains' phones


def test_a_captain_is_told_the_one_thing_to_do() -> None:
    season = Season()
    fixture = season.league.fixtures[0]
    one, other = fixture.teams

    def step(team: int) -> tuple[str, int]:
        found = captain_view(season.league, team, f"{DAY}T19:00")
        return found.step, found.game

    assert step(one) == ("line-up", 1)
    season.both_here(fixture)
    names = season.two(season.league.team(one).name)
    for fact in name_line_up(season.league, fixture.number, 1, one, names, FIRST):
        season.do(fact)
    assert (step(one), step(other)) == (("wait", 1), ("line-up", 1))
    season.begin(fixture, 1)
    assert step(one) == ("play", 1)
    entered = with_game(season.league.fixture(fixture.number), 1, points=(10, 7), side=0)
    league = put(season.league, entered)
    ours, theirs = captain_view(league, one, FIRST), captain_view(league, other, FIRST)
    assert (ours.step, ours.points, ours.shown) == ("ours", (10, 7), "10-7")
    assert (theirs.step, theirs.points, theirs.shown) == ("theirs", (7, 10), "10-7")
    disputed = put(league, with_game(entered, 1, dispute="it was 10–8"))
    found = captain_view(disputed, one, FIRST)
    assert (found.step, found.why, found.against) == (
        "disputed",
        "it was 10–8",
        season.league.team(other).name,
    )
    assert (found.games, found.to_come, found.won) == ((1, 2, 3), 2, (0, 0))
    assert found.when
    assert [each.name for each in found.players] == [
        f"{season.league.team(one).name} {n}" for n in (1, 2, 3)
    ]


def test_won_games_are_ours_and_theirs() -> None:
    season = Season()
    fixture = season.league.fixtures[0]
    season.both_here(fixture)
    season.begin(fixture, 1)
    season.do(enter(season.league, fixture.number, 1, (10, 7)))
    one, other = fixture.teams
    assert captain_view(season.league, one, FIRST).won == (1, 0)
    assert captain_view(season.league, other, FIRST).won == (0, 1)
    assert captain_view(season.league, one, FIRST).games == (2, 3)


def test_the_next_fixture_of_a_team_is_the_first_that_is_not_over() -> None:
    season = Season()
    first = season.of("Aces", 1)
    found = own_fixture(season.league, 1)
    assert found is not None
    assert found.number == first.number
    season.play(first)
    found = own_fixture(season.league, 1)
    assert found is not None
    assert found.number == season.of("Aces", 2).number
    season.rest()
    assert own_fixture(season.league, 1) is None
    over = captain_view(season.league, 1, FIRST)
    assert (over.step, over.fixture, over.games) == ("none", 0, ())


def test_waivers_are_for_the_officer_once_the_first_night_is_past() -> None:
    season = Season(signed=False)
    found = captain_view(season.league, 1, f"{DAY}T23:59")
    assert (found.to_sign, found.with_officer) == (("Aces 1", "Aces 2", "Aces 3"), False)
    assert captain_view(season.league, 1, "2027-01-13T00:00").with_officer
    members = (
        replace(season.league.team(1).members[0], refused=True),
        *season.league.team(1).members[1:],
    )
    teams = (replace(season.league.team(1), members=members), *season.league.teams[1:])
    assert captain_view(replace(season.league, teams=teams), 1, FIRST).to_sign == (
        "Aces 2",
        "Aces 3",
    )


def test_protests_of_today_and_those_that_wait_are_told_to_both() -> None:
    season = Season()
    mine = Protest(1, 1, 2, 1, 2, "other", FIRST, "a sub")
    ruled = replace(mine, number=2, upheld=True, ruling="the game is lost")
    rejected = replace(mine, number=3, upheld=False, ruling="he may play", when="2027-01-05T19:00")
    informal = replace(mine, number=4, informal="it came too late", when="2027-01-05T19:00")
    old = replace(mine, number=5, when="2027-01-05T19:00", why="old")
    league = replace(season.league, protests=(mine, ruled, rejected, informal, old))
    waits = "it waits for the Gamer’s ruling."
    assert protests_said(league, 1, FIRST) == (
        f"Your protest, game 2, “a sub”: {waits}",
        "Your protest, game 2, “a sub”: the Gamer upheld it: the game is lost.",
        f"Your protest, game 2, “old”: {waits}",
    )
    assert protests_said(league, 2, FIRST)[0] == f"Aces protest, game 2, “a sub”: {waits}"
    assert protests_said(league, 3, FIRST) == ()
    today = protests_said(league, 1, "2027-01-05T20:00")
    assert "Your protest, game 2, “a sub”: the Gamer rejected it: he may play." in today
    assert "Your protest, game 2, “a sub”: it came too late." in today


def test_the_pad_of_a_league_game() -> None:
    league = Season().league
    plan = league.plan
    capped = replace(league, plan=replace(plan, target=10, capped=True))
    assert league_pad(capped).most == 10
    free = replace(league, plan=replace(plan, target=10, capped=False))
    assert league_pad(free).most == 9 + plan.most_in_a_deal
    endless = replace(plan, target=None, deals=None)
    assert league_pad(replace(league, plan=endless)).most == ENDLESS


# What is due


def test_before_the_season_teams_then_the_calendar() -> None:
    one, two = opened("Aces"), opened("Aces", "Kings")
    assert english(page_due(one)) == "teams"
    assert english(page_due(two)) == "calendar"
    assert english(pending_tasks(opened(), FIRST)) == english(
        [PendingTask(as_written("Enter the teams"), "teams")]
    )
    assert english(pending_tasks(one, FIRST)) == english(
        [
            PendingTask(as_written("Enter the teams"), "teams"),
            PendingTask(as_written("Put the players of Aces down"), "team/1"),
        ]
    )
    filled = replace(two, teams=(replace(two.team(1), members=(Member("Ann"),)), two.team(2)))
    assert english(pending_tasks(filled, FIRST)) == english(
        [
            PendingTask(as_written("Make the calendar and open the season"), "calendar"),
            PendingTask(as_written("Put the players of Kings down"), "team/2"),
        ]
    )
    assert english(next_night(two)) == ""


def test_the_night_is_due_until_all_is_played_and_then_the_playoffs() -> None:
    season = Season()
    assert english(page_due(season.league)) == "night"
    assert english(pending_tasks(season.league, f"{DAY}T18:00")) == english(
        [PendingTask(as_written("Tonight: Tue 12 Jan 2027"), f"night/{DAY}")]
    )
    assert english(pending_tasks(season.league, "2027-01-10T18:00")) == english(
        [PendingTask(as_written("The next night: Tue 12 Jan 2027"), f"night/{DAY}")]
    )
    season.rest()
    assert english(page_due(season.league)) == "playoffs"
    last = nights(season.league)[-1]
    assert next_night(season.league) > f"{last}T19:00"
    assert english(pending_tasks(season.league, FIRST)) == english(
        [PendingTask(as_written("Draw the first round of the playoffs"), "playoffs")]
    )
    none = replace(season.league.plan, play=replace(season.league.plan.play, playoffs="none"))
    assert pending_tasks(replace(season.league, plan=none), FIRST) == []
    for fixture in season.playoffs():
        season.play(fixture, first=season.league.team(min(fixture.teams)).name)
    assert english(pending_tasks(season.league, FIRST)[0]) == english(
        PendingTask(as_written("Draw the next round of the playoffs"), "playoffs")
    )
    (final,) = season.playoffs("2027-03-09T19:00")
    season.play(final, first="Aces")
    assert pending_tasks(season.league, FIRST) == []


def test_playoffs_drawn_again_are_proposed_for_the_week_they_were_drawn_for() -> None:
    season = Season()
    assert night_again(season.league, FIRST) == ""
    season.rest()
    games = season.playoffs("2027-03-02T19:00")
    assert night_again(season.league, "2027-02-20T12:00") == "2027-03-02T19:00"
    assert night_again(season.league, "2027-03-03T12:00") == "2027-03-09T19:00"
    assert next_night(season.league) == "2027-03-09T19:00"
    gone = season.league.cancelled([each.number for each in games], "drawn again")
    assert next_night(gone) < "2027-03-02T19:00"
    assert night_again(gone, FIRST) == ""


def test_forfeits_protests_notices_and_points_wait_for_the_gamer() -> None:
    season = Season()
    fixture = season.league.fixtures[0]
    called = season.league.called(fixture)
    league = season.league
    due = pending_tasks(league, f"{DAY}T19:10")
    assert english(due[0]) == english(
        PendingTask(
            as_written(f"Forfeit to write down: {called}"), f"night/{DAY}#f{fixture.number}"
        )
    )
    noticed = put(league, replace(fixture, notices=(Notice(1, FIRST, "email", "snow"),)))
    wanted = PendingTask(as_written(f"Notice to answer: {called}"), f"fixture/{fixture.number}")
    assert english(wanted) in english(pending_tasks(noticed, f"{DAY}T18:00"))
    protest = Protest(1, fixture.number, 1, 1, 2, "other", FIRST, "a sub")
    protested = replace(league, protests=(protest,))
    wanted = PendingTask(as_written("Protest 1 waits for your ruling"), "decisions")
    assert english(wanted) in english(pending_tasks(protested, f"{DAY}T18:00"))
    later = replace(protested, protests=(protest, replace(protest, number=2)))
    first, second, third = english(pending_tasks(later, f"{DAY}T19:10"))[:3]
    assert (first, second, third) == english(
        (
            PendingTask(as_written("Protest 2 waits for your ruling"), "decisions"),
            PendingTask(as_written("Protest 1 waits for your ruling"), "decisions"),
            due[0],
        )
    )
    entered = put(league, with_game(fixture, 1, began=FIRST, points=(10, 7), side=0))
    wanted = PendingTask(
        as_written(f"To confirm: fixture {fixture.number}, game 1"), f"fixture/{fixture.number}#g1"
    )
    assert english(wanted) in english(pending_tasks(entered, f"{DAY}T18:00"))
    points = {"began": FIRST, "points": (10, 7), "side": 0, "dispute": "no"}
    disputed = put(league, with_game(fixture, 1, **points))
    said = [each.says for each in pending_tasks(disputed, f"{DAY}T18:00")]
    assert f"Points disputed (no): fixture {fixture.number}, game 1" in english(said)


def test_those_who_have_not_signed_are_named_up_to_three() -> None:
    season = Season(signed=False)
    tasks = pending_tasks(season.league, f"{DAY}T18:00")
    assert english(
        PendingTask(as_written("To sign for Aces: Aces 1, Aces 2, Aces 3"), "team/1")
    ) in english(tasks)
    members = (*season.league.team(1).members, Member("Aces 4"))
    team = replace(season.league.team(1), members=members)
    more = replace(season.league, teams=(team, *season.league.teams[1:]))
    says = [each.says for each in pending_tasks(more, f"{DAY}T18:00")]
    assert "To sign for Aces: Aces 1, Aces 2, Aces 3 …" in english(says)
    gone = replace(team, out="league")
    out = replace(season.league, teams=(gone, *season.league.teams[1:]))
    says = [each.says for each in pending_tasks(out, f"{DAY}T18:00")]
    assert not any("Aces:" in english(each) for each in says)
    away = replace(team, out="playoffs")
    still = replace(season.league, teams=(away, *season.league.teams[1:]))
    says = [each.says for each in pending_tasks(still, f"{DAY}T18:00")]
    assert any("To sign for Aces:" in english(each) for each in says)
