"""The league night at the desk: the forfeit clock, line-ups, games, corrections, protests, decisions."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace
from starlette.testclient import TestClient

from rightbower.tournament.league.table import standings
from rightbower.web.app import make_app
from rightbower.web.league import contents
from rightbower.web.pages.desk_pages import FilledForm
from web.at_desk import flat
from web.office import NIGHT, TEAMS, Office, play_the_season, prepared


def test_the_clock_runs_and_a_forfeit_is_offered_never_written_by_itself(
    gamer: Office,
) -> None:
    fixture = gamer.of("Aces")
    absent = gamer.league.team(fixture.other(1)).name
    gamer.tonight("18:59:00")
    page = gamer.see("/desk/night")
    assert "1:00 until the start" in page
    assert "tonight" in page.partition("1:00 until the start")[0]
    later = gamer.league.fixtures[-1].starts[:10]
    assert "tonight" not in gamer.see(f"/desk/night/{later}").partition("until the start")[0]
    gamer.here("Aces")
    gamer.tonight("19:09:59")
    page = gamer.see("/desk/night")
    assert "9:59 since the start" in page
    assert "Write the forfeit down" not in page
    gamer.tonight("19:10:00")
    assert f"Game 1: {absent} did not have 2 players there after 10 minutes (L03-8.1)" in (
        gamer.see("/desk/night")
    )
    assert not gamer.league.fixture(fixture.number).games[0].lost
    says = gamer.refused("night", "begin", fixture=fixture.number, game=1, **gamer.lineups(fixture))
    assert "L03-8.1" in says
    gamer.do("night", "call", fixture=fixture.number)
    assert gamer.league.fixture(fixture.number).games[0].lost == (fixture.other(1),)
    called = f"fixture {fixture.number} ({gamer.league.called(fixture)}), game 1 forfeited"
    assert f"{called} by {absent}: {absent} did" in gamer.see("/log")
    gamer.here(absent)
    gamer.tonight("19:25:00")
    assert "Nothing is due." in gamer.refused("night", "call", fixture=fixture.number)
    gamer.play(gamer.league.fixture(fixture.number), "", "10-6", "7-10")
    assert "forfeited" in gamer.see("/desk/night")
    assert "0–10" in gamer.see() or "10–0" in gamer.see()


def test_after_a_restart_the_night_goes_on(tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        office = prepared(client)
        office.tonight("18:55:00")
        office.here("Aces")
        kept = office.league
    with TestClient(make_app(tmp_path), base_url="http://localhost") as again:
        again.cookies.update(client.cookies)
        office = Office(again)
        office.tonight("19:10:00")
        assert office.league == kept
        page = office.see("/desk/night")
        assert "10:00 since the start" in page
        assert "Write the forfeit down" in page


def test_an_arrival_may_be_written_down_late_with_its_time(gamer: Office) -> None:
    fixture = gamer.of("Aces")
    gamer.tonight("19:14:00")
    names = {"others": "Aces One, Aces Two", "when": "19:04:10"}
    gamer.do("night", "arrive", fixture=fixture.number, team=1, **names)
    came = gamer.league.fixture(fixture.number).arrivals
    assert [each.when for each in came] == [f"{NIGHT}T19:04:10"] * 2
    assert "Aces One is here already" in gamer.refused(
        "night", "arrive", fixture=fixture.number, team=1, player="Aces One"
    )


def test_a_line_up_is_checked_and_refused_with_its_clause(gamer: Office) -> None:
    fixture = gamer.of("Aces")
    other = gamer.league.team(fixture.other(1)).name
    gamer.tonight("18:55:00")
    gamer.here("Aces", other)
    where = "first" if fixture.teams[0] == 1 else "second"
    picked = gamer.lineups(fixture)
    gamer.tonight("19:00:00")
    begin = {"fixture": fixture.number, "game": 1}
    gamer.do("night", "arrive", fixture=fixture.number, team=1, others="Stranger")
    picked[where] = ["Aces One", "Stranger"]
    says = gamer.refused("night", "begin", **begin, **picked)
    assert says == "Stranger is not on the roster of Aces, nor a sub of theirs (L03-9.4)."
    picked[where] = ["Aces One"]
    assert "plays with 2 players (L03-1.3)" in gamer.refused("night", "begin", **begin, **picked)
    gamer.do("night", "sub", fixture=fixture.number, team=1, others="Susan Sub")
    picked[where] = ["Aces One", "Susan Sub"]
    gamer.do("night", "begin", **begin, **picked)
    assert gamer.league.fixture(fixture.number).games[0].playing
    assert "Susan Sub" in gamer.see("/desk/night")


def test_points_are_typed_and_impossible_ones_refused(gamer: Office) -> None:
    fixture = gamer.of("Aces")
    gamer.tonight("18:55:00")
    gamer.here("Aces", gamer.league.team(fixture.other(1)).name)
    gamer.tonight("20:40:00")
    sheet = {"fixture": fixture.number, **gamer.lineups(fixture)}
    for one, other, says in (
        ("9", "8", "Nobody has reached 10"),
        ("10", "10", "A game has a winner"),
        ("10", "", "Write the points of both teams"),
        ("ten", "3", "'ten' is not a number of points"),
        ("14", "3", "ends with 13 points at most"),
        ("", "", "Write the points of a game first"),
    ):
        assert says in gamer.refused("night", "sheet", one1=one, other1=other, **sheet)
    gamer.play(fixture, "10-7", "8-10", "11-2")
    assert "2–1 (10–7, 8–10, 11–2)" in gamer.see()
    assert "has a result; correct it" in gamer.refused("night", "sheet", one1=10, other1=0, **sheet)


def test_a_correction_shows_before_and_after_and_only_then_is_written(gamer: Office) -> None:
    fixture = gamer.of("Aces")
    gamer.tonight("18:55:00")
    gamer.here("Aces", gamer.league.team(fixture.other(1)).name)
    gamer.tonight("20:40:00")
    gamer.play(fixture, "10-7", "8-10", "11-2")
    version = gamer.league.version
    wish = {"fixture": fixture.number, "game": 1, "one": 7, "other": 10}
    page = f"fixture/{fixture.number}"
    assert gamer.refused(page, "correct", **wish) == "A correction needs a reason."
    shown = gamer.do(page, "correct", why="misread", **wish)
    assert "2–1 (10–7, 8–10, 11–2) 1–2 (7–10, 8–10, 11–2)" in shown
    assert gamer.league.version == version
    agreed = {"why": "misread", "sure": "yes", **wish}
    assert "Somebody else changed" in gamer.refused(page, "correct", version=version - 1, **agreed)
    gamer.do(page, "correct", version=version, **agreed)
    assert "corrected: misread" in gamer.see()


def test_undo_takes_the_latest_entry_back_and_keeps_it_in_the_log(gamer: Office) -> None:
    gamer.do("decisions", "announce", text="Glasses stay off the tables")
    assert "Glasses stay off the tables" in gamer.see()
    latest = gamer.league.version
    wish = {"entry": latest, "why": "too soon"}
    assert "Announcements 1 0" in gamer.do("log", "undo", **wish)
    gamer.do("log", "undo", sure="yes", version=latest, **wish)
    assert gamer.league.announcements == ()
    public = gamer.see("/log")
    assert "Glasses stay off the tables undone" in public
    assert "too soon" in public
    assert "only the latest" in gamer.refused("log", "undo", entry=2, why="x").lower()


def test_notice_is_answered_with_a_sub_a_new_date_or_the_forfeit(gamer: Office) -> None:
    fixture = gamer.of("Aces")
    page = f"fixture/{fixture.number}"
    notice = {"fixture": fixture.number, "team": 1}
    assert "no notice to answer" in gamer.refused(page, "answer", answer="sub", why="x", **notice)
    gamer.do(page, "notice", channel="email", why="ill", **notice)
    assert "Notice to answer" in gamer.see("/desk/teams")
    moved = {"answer": "new-date", "starts": "2027-01-14T19:00", "why": "agreed"}
    gamer.do(page, "answer", **moved, **notice)
    assert gamer.league.fixture(fixture.number).starts == "2027-01-14T19:00"
    gamer.do(page, "move", fixture=fixture.number, starts=f"{NIGHT}T20:00", why="the hall")
    assert gamer.league.fixture(fixture.number).moves == 2


def test_offences_offer_a_decision_and_removal_is_asked_twice(gamer: Office) -> None:
    for week, day in ((1, "12"), (2, "19")):
        fixture = gamer.of("Kings", week)
        other = TEAMS[fixture.other(2) - 1]
        gamer.at(f"2027-01-{day}T18:55:00")
        gamer.do("night", "arrive-all", fixture=fixture.number, team=TEAMS.index(other) + 1)
        gamer.at(f"2027-01-{day}T19:30:00")
        gamer.do("night", "call", fixture=fixture.number)
    page = gamer.see("/desk/decisions")
    assert "Kings, offence 2" in page
    assert "guaranteed games" not in page, "none were promised"
    promised = replace(gamer.league, plan=replace(gamer.league.plan, guaranteed=12))
    history: Any = SimpleNamespace(league=promised)
    request: Any = None
    assert contents.decisions(request, history, FilledForm())["lost_guarantee"] == ["Kings"]
    assert "removal from the playoffs may be decided (L03-8.6)" in page
    wish = {"team": 2, "about": "offence 2", "what": "remove"}
    assert "a decision needs a reason" in gamer.refused("decisions", "decide", **wish).lower()
    assert "out of the playoffs" in gamer.do("decisions", "decide", why="twice away", **wish)
    assert gamer.league.team(2).out == ""
    gamer.do("decisions", "decide", why="twice away", sure="yes", **wish)
    assert gamer.league.team(2).out == "playoffs"
    assert "There is nothing to decide" in gamer.see("/desk/decisions")


def test_signalling_conduct_and_a_stand_in(gamer: Office) -> None:
    fixture = gamer.of("Aces")
    gamer.tonight("18:55:00")
    gamer.here("Aces", gamer.league.team(fixture.other(1)).name)
    gamer.tonight("19:01:00")
    gamer.do("night", "begin", fixture=fixture.number, game=1, **gamer.lineups(fixture))
    page = f"fixture/{fixture.number}"
    deed = {"fixture": fixture.number, "game": 1, "team": 1}
    says = gamer.refused(page, "deduct", taken=11, score=4, why="a wink", **deed)
    assert "1 to 10 points" in says
    kept = {"do": "deduct", "taken": 11, "score": 4, "why": 'a "wink"', **deed}
    again = flat(gamer.client.post(f"{gamer.base}/desk/{page}", data=kept).text)
    assert 'value="a &#34;wink&#34;"' in again
    assert '<details class="sheet" open><summary>Signalling' in again
    gamer.do(page, "deduct", taken=5, score=4, why="a wink", **deed)
    assert "5 points taken from Aces (4 to 0): a wink" in gamer.see(f"/desk/{page}")
    assert "considered for removal" in gamer.see("/desk/decisions")
    eject = {"player": "Aces One", "penalty": "ejection", "scope": "game", "why": "shouting"}
    gamer.do(page, "sanction", **eject, **deed)
    assert "Aces One: ejection (game): shouting" in gamer.see("/desk/team/1")
    assert "Aces One: ejection" not in gamer.see("/desk/team/2")
    swap = {"out": "Aces Two", "player": "Aces One", "why": "x", **deed}
    assert "is not playing" not in gamer.refused(page, "stand-in", **swap)
    swap = {"out": "Aces One", "player": "Aces Three", "why": "ejected", **deed}
    gamer.do(page, "stand-in", **swap)
    assert "Aces Three" in str(gamer.league.fixture(fixture.number).games[0].lineups)


def test_a_protest_comes_before_the_start(gamer: Office) -> None:
    fixture = gamer.of("Aces")
    gamer.tonight("18:55:00")
    gamer.here("Aces", gamer.league.team(fixture.other(1)).name)
    page = f"fixture/{fixture.number}"
    deed = {"fixture": fixture.number, "game": 1, "team": 1, "why": "a marked deck"}
    gamer.do(page, "protest", kind="other", **deed)
    assert "Protest 1 waits for your ruling" in gamer.see("/desk/decisions")
    told = "Protest 1: Aces, game 1 a marked deck Waits for your ruling."
    for each in gamer.league.fixtures:
        assert (told in gamer.see(f"/desk/fixture/{each.number}")) == (
            each.number == fixture.number
        )
    gamer.tonight("19:01:00")
    gamer.do("night", "begin", fixture=fixture.number, game=1, **gamer.lineups(fixture))
    gamer.do(page, "protest", kind="other", **deed)
    assert "a protest has to come before the start; the game stands (L03-10.1" in gamer.see(
        "/desk/decisions"
    )
    assert "(L03-10.1" in gamer.refused("decisions", "rule", protest=2, ruling="upheld", why="x")
    gamer.do("decisions", "rule", protest=1, ruling="upheld", why="it was marked")
    assert gamer.league.fixture(fixture.number).games[0].lost == (fixture.other(1),)
    move = {"protest": 1, "starts": "2027-01-13T19:00", "why": "late"}
    gamer.do("decisions", "move-games", **move)
    assert gamer.league.fixture(fixture.number).games[1].moved == "2027-01-13T19:00"
    assert "final" in gamer.refused("decisions", "rule", protest=1, ruling="rejected", why="x")


def test_points_said_by_a_team_count_once_they_are_confirmed(gamer: Office) -> None:
    fixture = gamer.of("Aces")
    gamer.tonight("18:55:00")
    gamer.here("Aces", gamer.league.team(fixture.other(1)).name)
    gamer.tonight("19:01:00")
    gamer.do("night", "begin", fixture=fixture.number, game=1, **gamer.lineups(fixture))
    page, deed = f"fixture/{fixture.number}", {"fixture": fixture.number, "game": 1}
    assert "write a whole number" in gamer.refused(page, "result", team=1, **deed)
    gamer.do(page, "result", team=1, one=10, other=7, **deed)
    assert "entered, not confirmed" in gamer.see("/desk/night")
    assert "Entered 10–7 by Aces." in gamer.see(f"/desk/{page}")
    assert not any(place.won for place in standings(gamer.league))
    gamer.do(page, "confirm", **deed)
    assert sum(place.won for place in standings(gamer.league)) == 1
    assert "is confirmed already" in gamer.refused(page, "confirm", **deed)


def test_a_team_loses_games_for_conduct_or_its_place_for_dishonesty(gamer: Office) -> None:
    fixture = gamer.of("Aces")
    page, wish = f"fixture/{fixture.number}", {"fixture": fixture.number, "team": 1}
    gamer.tonight("19:01:00")
    lost = {"cause": "conduct", "why": "a fight", **wish}
    assert "Choose the games" in gamer.refused(page, "forfeit", **lost)
    gamer.do(page, "forfeit", games=[2, 3], **lost)
    assert not gamer.league.fixture(fixture.number).games[1].lost
    gamer.do(page, "forfeit", games=[2, 3], sure="yes", **lost)
    assert [game.lost for game in gamer.league.fixture(fixture.number).games] == [(), (1,), (1,)]
    assert "a fight (L03-11.2)" in gamer.see()
    expel = {"team": 3, "why": "marked cards"}
    assert "removed, 0 games won" in gamer.do("team/3", "expel", **expel)
    gamer.do("team/3", "expel", sure="yes", **expel)
    assert "was removed from the league" in gamer.see()
    assert "not played: Queens was removed from the league" in gamer.see("/desk/calendar")


def test_nobody_comes_twice_and_a_sub_is_one_person(gamer: Office) -> None:
    fixture = gamer.of("Aces")
    gamer.tonight("18:55:00")
    gamer.here("Aces")
    wish = {"fixture": fixture.number, "team": 1}
    assert "roster is here already" in gamer.refused("night", "arrive-all", **wish)
    assert "name of who came" in gamer.refused("night", "arrive", **wish)
    assert "name of the sub" in gamer.refused("night", "sub", others="Sue, Sid", **wish)
    assert "at most 60 letters" in gamer.refused("night", "arrive", others="x" * 61, **wish)
    gamer.do("night", "sub", others="Sue", **wish)
    assert "Sue is here already" in gamer.refused("night", "sub", others="sue", **wish)


def test_a_playoff_that_the_games_leave_open(gamer: Office) -> None:
    play_the_season(gamer)
    gamer.do("playoffs", "playoffs", starts="2027-02-02T19:00")
    fixture = gamer.league.fixtures[-1]
    gamer.at("2027-02-02T19:30:00")
    for number, open_ in ((None, 0), (fixture.number, 1), (fixture.number - 1, 2)):
        if number is not None:
            gamer.do("night", "call", fixture=number)
        seen = gamer.see("/desk/playoffs")
        assert seen.count("the games leave it open") == open_
    assert "Draw the next round" not in seen
    assert "is not decided yet" in gamer.refused("playoffs", "playoffs", starts="2027-02-09T19:00")
    sent = {"fixture": fixture.number, "team": fixture.teams[1]}
    assert "needs a reason" in gamer.refused("playoffs", "through", why="", **sent)
    gamer.do("playoffs", "through", why="a coin", **sent)
    assert gamer.league.fixtures[-1].through == fixture.teams[1]


def test_a_challenged_players_address_is_not_in_the_public_log(gamer: Office) -> None:
    play_the_season(gamer)
    gamer.do("playoffs", "playoffs", starts="2027-02-02T19:00")
    fixture = gamer.league.fixtures[-1]
    page = f"fixture/{fixture.number}"
    deed = {"fixture": fixture.number, "game": 1, "team": fixture.teams[0], "why": "who is that"}
    gamer.do(page, "protest", kind="eligibility", player="A. Nonymous", **deed)
    assert "(L03-10.3)" in gamer.refused("decisions", "rule", protest=1, ruling="upheld", why="x")
    gamer.do("decisions", "evidence", protest=1, name="Al", email="al@example.org")
    assert "al@example.org" not in gamer.see("/log")
    assert "al@example.org" not in gamer.see()
    assert b"al@example.org" in gamer.client.get(f"{gamer.base}/desk/files/league.json").content
