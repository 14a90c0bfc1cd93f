"""Games moved to another day at the desk: a night with its own arrivals and its own clock."""

from __future__ import annotations

from web.office import NIGHT, Office

MOVED = "2027-01-14"


def test_the_second_night_has_its_own_arrivals_and_clock(gamer: Office) -> None:
    fixture = gamer.of("Aces")
    opponents = fixture.other(1)
    gamer.tonight("18:50:00")
    lodged = {"fixture": fixture.number, "game": 1, "team": 1, "kind": "other", "why": "bad cards"}
    gamer.do(f"fixture/{fixture.number}", "protest", **lodged)
    for number in fixture.teams:
        gamer.do("night", "arrive-all", fixture=fixture.number, team=number)
    gamer.do("decisions", "rule", protest=1, ruling="upheld", why="they were")
    gamer.do("decisions", "move-games", protest=1, starts=f"{MOVED}T19:00", why="new cards")
    gamer.at(f"{MOVED}T18:55:00")
    gamer.do(f"night/{MOVED}", "arrive-all", fixture=fixture.number, team=1)
    gamer.at(f"{MOVED}T19:10:00")
    absent = gamer.league.team(opponents).name
    page = gamer.see(f"/desk/night/{MOVED}")
    assert f"Game 2: {absent} did not have 2 players there after 10 minutes (L03-8.1)" in page
    gamer.do(f"night/{MOVED}", "call", fixture=fixture.number)
    lost = [game.lost for game in gamer.league.fixture(fixture.number).games]
    assert lost == [(opponents,), (opponents,), ()]


def test_a_paper_of_a_week_that_is_not_there_is_not_found(gamer: Office) -> None:
    path = f"{gamer.base}/desk/files/score-sheets.pdf"
    assert gamer.client.get(f"{path}?week=1").status_code == 200
    answer = gamer.client.get(f"{path}?week=99")
    assert (answer.status_code, "There is no week 99." in answer.text) == (404, True)


def test_a_fixture_is_not_moved_into_the_past(gamer: Office) -> None:
    number = gamer.of("Aces").number
    moved = {"fixture": number, "starts": f"{NIGHT[:4]}-01-09T19:00", "why": "x"}
    assert "is over already" in gamer.refused(f"fixture/{number}", "move", **moved)
