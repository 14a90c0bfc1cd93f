"""The pages of a league in detail: lists, files, codes of captains, where one is led, what is refused."""

from __future__ import annotations

import html
import re

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from rightbower.rules.message import Reference, because, message
from rightbower.web.common.refusal import Refused
from rightbower.web.league.access import with_names
from rightbower.web.league.captain import MOST_PHONES, _by_side, _looked_at
from rightbower.web.league.contents import _signing_is_late
from tournament.league.evenings import Season
from web.office import NIGHT, Office, plain
from web.test_captains import Captain


def gone(office: Office, path: str, words: str) -> None:
    answer = office.client.get(office.base + path)
    assert answer.status_code == 404, path
    assert words in plain(answer.text), path


def test_pages_that_are_not_there_say_what_is_missing(gamer: Office) -> None:
    teams, fixtures = len(gamer.league.teams), len(gamer.league.fixtures)
    for number in (0, teams + 1):
        gone(gamer, f"/desk/team/{number}", "There is no such team.")
        gone(gamer, f"/team/{number}/qr.svg", "There is no such team.")
        gone(gamer, f"/team/{number}/calendar.ics", "There is no such team.")
    for number in (0, fixtures + 1):
        gone(gamer, f"/desk/fixture/{number}", "There is no such fixture.")
    gone(gamer, "/desk/team", "There is no such team.")
    gone(gamer, "/desk/fixture", "There is no such fixture.")
    gone(gamer, "/desk/night/2027-01-13", "Nobody plays on that day.")
    gone(gamer, "/desk/nothing", "There is no such page.")
    assert gamer.client.get("/leagues/nothing").status_code == 404
    for number in (1, teams):
        assert gamer.client.get(f"{gamer.base}/team/{number}/qr.svg").status_code == 200
        assert gamer.see(f"/desk/team/{number}")
    assert gamer.see(f"/desk/fixture/{fixtures}")
    assert (
        gamer.client.get("/leagues", follow_redirects=False).headers["location"]
        == "/events#leagues"
    )


def test_the_desk_begins_at_the_step_that_is_due(client: TestClient) -> None:
    client.post("/leagues/new", data={"name": "Mondays", "pin": "2580"})
    office = Office(client, "/leagues/mondays")
    start = client.get("/leagues/mondays/desk", follow_redirects=False)
    assert start.headers["location"] == "/leagues/mondays/desk/teams"
    office.do("import", "players-import", list="Aces: Ann, Al\nKings: Bea, Bob")
    start = client.get("/leagues/mondays/desk", follow_redirects=False)
    assert start.headers["location"] == "/leagues/mondays/desk/calendar"


def test_papers_and_files_of_a_league(gamer: Office) -> None:
    page = gamer.see("/desk/paper")
    weeks = sorted({each.week for each in gamer.league.fixtures})
    listed = re.findall(
        r"<option>(\d+)</option>", gamer.client.get(f"{gamer.base}/desk/paper").text
    )
    assert [int(each) for each in listed] == weeks
    assert "Score sheets" in page
    named = {
        "/files/table.csv": 'attachment; filename="tuesdays-table.csv"',
        "/files/fixtures.csv": 'attachment; filename="tuesdays-fixtures.csv"',
        "/files/table.pdf": 'inline; filename="tuesdays-table.pdf"',
        "/desk/files/rosters.csv": 'attachment; filename="tuesdays-rosters.csv"',
        "/desk/files/league.json": 'attachment; filename="tuesdays.json"',
        "/calendar.ics": 'inline; filename="tuesdays.ics"',
        "/team/2/calendar.ics": 'inline; filename="tuesdays-team-2.ics"',
    }
    for path, how in named.items():
        found = gamer.client.get(gamer.base + path)
        assert (found.status_code, found.headers["content-disposition"]) == (200, how), path
    heads = {
        "/files/table.csv": "Place,Team,",
        "/files/fixtures.csv": "Number,Week,Phase,",
        "/desk/files/rosters.csv": "Team,",
    }
    for path, head in heads.items():
        assert gamer.client.get(gamer.base + path).text.lstrip("\ufeff").startswith(head), path
    for path in (
        "/files/rosters.csv",
        "/files/league.json",
        "/files/nothing.pdf",
        "/desk/files/x.pdf",
    ):
        assert gamer.client.get(gamer.base + path).status_code == 404, path
    letter = gamer.client.get(f"{gamer.base}/files/table.pdf?paper=Letter").content
    usual = gamer.client.get(f"{gamer.base}/files/table.pdf").content
    assert (b"612" in letter, b"595" in usual) == (True, True)


def test_a_team_has_so_many_phones_and_no_more(gamer: Office) -> None:
    others = [Captain(gamer, "Aces") for _ in range(MOST_PHONES + 1)]
    for each in others[:-1]:
        each.scan()
        assert each.status == 200
    others[0].scan()
    assert others[0].status == 200, "a phone that speaks for it already"
    said = others[-1].scan()
    assert (others[-1].status, f"Aces has {MOST_PHONES} phones here already." in said) == (
        403,
        True,
    )
    page = gamer.see("/desk/phones")
    assert f"{MOST_PHONES} phones" in page
    stranger = Captain(gamer, "Kings")
    stranger.see()
    assert stranger.status == 403
    wrong = stranger.client.get(f"{gamer.base}/captain?code=XXXX")
    assert "Scan your team's code, or type it, to use your phone here." in plain(wrong.text)
    stranger.do("confirm")
    assert stranger.status == 403
    asked = stranger.client.get(f"{gamer.base}/captain?code={stranger.code}")
    assert (asked.status_code, "Kings" in asked.text) == (200, True)
    gamer.client.cookies.clear()
    assert (
        gamer.client.get(f"{gamer.base}/team/1/qr.svg", follow_redirects=False).status_code == 303
    )


def test_a_captain_does_only_what_captains_do(gamer: Office) -> None:
    captain = Captain(gamer, "Aces")
    captain.scan()
    said = captain.do("leave")
    assert (captain.status, "Choose what to do." in said) == (422, True)
    assert "Choose what to do." in captain.do("nothing")


def test_points_are_confirmed_as_they_were_shown() -> None:
    season = Season()
    fixture = season.league.fixtures[0]
    season.both_here(fixture)
    season.begin(fixture, 1)
    there = season.league.fixture(fixture.number)
    games = (replace(there.games[0], points=(10, 7), side=0), *there.games[1:])
    fixtures = (replace(there, games=games), *season.league.fixtures[1:])
    league = replace(season.league, fixtures=fixtures)
    form = {"do": "confirm", "fixture": str(fixture.number), "game": "1"}
    _looked_at(league, {**form, "shown": "10-7"})
    _looked_at(league, {**form, "do": "dispute", "shown": "1-2"})
    _looked_at(league, {**form, "fixture": "x", "shown": "1-2"})
    _looked_at(league, {**form, "game": "x", "shown": "1-2"})
    _looked_at(season.league, {**form, "shown": "1-2"})
    for shown in ({"shown": "7-10"}, {}):
        with pytest.raises(Refused, match="The points have changed; look again, please"):
            _looked_at(league, {**form, **shown})


def test_our_points_are_those_of_the_side_that_the_team_is() -> None:
    season = Season()
    one, other = season.league.fixtures[0].teams
    form = {"ours": "10", "theirs": "7"}
    assert _by_side(season.league, one, form) == [("one", "10"), ("other", "7")]
    assert _by_side(season.league, other, form) == [("one", "7"), ("other", "10")]
    assert _by_side(season.league, one, {"theirs": "7"}) == []


def test_fixtures_in_the_log_are_named_and_reasons_stay_as_written() -> None:
    league = Season().league
    last = len(league.fixtures)
    called = league.called(league.fixture(last))

    def said(number: int) -> str:
        line = message("{fixture}, game 1", fixture=Reference("fixture", number))
        return str(with_names(league, because(line, "see fixture 1")))

    assert said(last) == f"fixture {last} ({called}), game 1: see fixture 1"
    for number in (0, last + 1):
        assert said(number) == f"fixture {number}, game 1: see fixture 1"
    assert said(1).startswith("fixture 1 (")


def test_waivers_are_late_after_the_first_night() -> None:
    league = Season(signed=False).league
    assert not _signing_is_late(league, 1, f"{NIGHT}T23:59")
    assert _signing_is_late(league, 1, "2027-01-13T00:01")
    assert not _signing_is_late(replace(league, fixtures=()), 1, "2028-01-01T00:00")


def test_the_calendar_is_asked_for_as_it_was_planned(client: TestClient) -> None:
    form = {
        "name": "Mondays",
        "pin": "2580",
        "first_night": "2027-01-11T19:00",
        "weeks": "4",
        "skip": "2027-01-18,2027-02-01",
    }
    client.post("/leagues/new", data=form)
    office = Office(client, "/leagues/mondays")

    def value(id_: str, page: str) -> str:
        found = re.search(rf'id="{id_}"[^>]*value="([^"]*)"', page)
        assert found is not None
        return found[1]

    page = client.get("/leagues/mondays/desk/calendar").text
    assert "A league needs two teams or more." in page
    assert "As it would be" not in page
    office.do("import", "players-import", list="Aces: Ann, Al\nKings: Bea, Bob")
    page = client.get("/leagues/mondays/desk/calendar").text
    assert [value(each, page) for each in ("first_night", "weeks", "skip")] == [
        "2027-01-11T19:00",
        "4",
        "2027-01-18, 2027-02-01",
    ]
    assert "As it would be" in page
    assert page.count("<h3>Week ") == 4
    look = {"do": "look", "first_night": "2027-02-08T19:00", "weeks": "2", "skip": ""}
    other = client.post("/leagues/mondays/desk/calendar", data=look).text
    assert [value(each, other) for each in ("first_night", "weeks")] == ["2027-02-08T19:00", "2"]
    bad = client.post("/leagues/mondays/desk/calendar", data={**look, "weeks": "two"}).text
    assert "is not a whole number" in html.unescape(bad)
    office.do("calendar", "calendar", first_night="2027-01-11T19:00", weeks="2")
    page = client.get("/leagues/mondays/desk/calendar").text
    assert "Calendar feed" in page
    assert page.count("/desk/fixture/") >= 2


def test_what_was_just_written_is_said_with_its_remarks_once(gamer: Office) -> None:
    fixture = gamer.of("Aces")
    gamer.tonight("18:55:00")
    sent = gamer.client.post(
        f"{gamer.base}/desk/night",
        data={"do": "arrive-all", "fixture": str(fixture.number), "team": "1"},
        follow_redirects=False,
    )
    where = sent.headers["location"]
    found = re.fullmatch(rf"{gamer.base}/desk/night\?wrote=(\d+)-(\d+)#f{fixture.number}", where)
    assert found is not None
    first, last = int(found[1]), int(found[2])
    assert last == gamer.league.version
    page = gamer.see(f"/desk/night?wrote={first}-{last}")
    assert "Aces One" in page

    def wrote(query: str) -> str:
        text = gamer.client.get(f"{gamer.base}/desk/night{query}").text
        return plain("".join(re.findall(r'class="wrote".*?</[a-z]+>', text, re.DOTALL)))

    assert wrote(f"?wrote={first}-{last}") != ""
    for old in ("", f"?wrote={first}-{last - 1}", "?wrote=x-y", f"?wrote=x-{last}", "?wrote=1"):
        assert wrote(old) == "", old
    moved = gamer.client.post(
        f"{gamer.base}/desk/import",
        data={"do": "players-import", "list": "Tens: Tom, Tim"},
        follow_redirects=False,
    )
    if moved.status_code == 303:
        assert moved.headers["location"].startswith(f"{gamer.base}/desk/teams?wrote=")


def test_the_season_page_is_everybodys_and_leads_the_gamer_to_the_desk(gamer: Office) -> None:
    own = gamer.see()
    gamer.client.cookies.clear()
    public = gamer.see()
    assert own != public
    assert gamer.see("/log")
    asked = gamer.client.get(f"{gamer.base}/desk/log", follow_redirects=False)
    assert asked.headers["location"].startswith(f"{gamer.base}/pin")
    pin = gamer.client.get(f"{gamer.base}/pin")
    assert "Tuesdays: the Gamer's desk" in plain(html.unescape(pin.text))


def test_a_list_is_shown_as_it_was_understood(client: TestClient) -> None:
    client.post("/leagues/new", data={"name": "Mondays", "pin": "2580"})

    def looked(text: str) -> str:
        data = {"do": "look", "list": text}
        return plain(client.post("/leagues/mondays/desk/import", data=data).text)

    assert "can be imported" not in looked("  ")
    both = looked("Tens: Tom, Tim")
    assert "2 of 2 rows can be imported." in both
    assert "Import 2 rows" in both
    twice = looked("Tens: Tom, Tom")
    assert "1 of 2 rows can be imported; the others stay out" in twice
    assert "Import 1 row" in twice
