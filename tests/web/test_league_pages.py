"""The pages of a league: how it is made, who may look and who may act, its season and its files."""

from __future__ import annotations

import io
import re
import zipfile

import pytest
from starlette.testclient import TestClient

from rightbower.papers.spreadsheets.cells import Page, write_xlsx
from rightbower.rules.book import load, names
from rightbower.tournament.league.table import standings
from web.office import NIGHT, TEAMS, Office, plain, play_the_season


def test_a_new_league_says_what_the_book_fixes_and_leads_to_the_desk(client: TestClient) -> None:
    page = plain(client.get("/leagues/new").text)
    assert "games lost by absence after 10, 20, 30 minutes (L03-8.1)" in page
    assert "3 games a fixture (L03-1.1)" in page
    form = {"name": "New", "pin": "2580", "first_night": f"{NIGHT}T19:00", "skip": "2027-01-19"}
    answer = client.post("/leagues/new", data=form)
    assert answer.url.path == "/leagues/new-league/desk/teams"
    assert "New" in plain(client.get("/leagues").text)


@pytest.mark.parametrize("book", names())
def test_every_book_says_what_it_fixes_in_a_league(client: TestClient, book: str) -> None:
    page = plain(client.get(f"/leagues/new?book={book}").text)
    assert f"Set by {load(book).title}" in page
    assert "None" not in page


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"pin": "12"}, "A PIN is four to twelve digits."),
        ({"name": " "}, "a league needs a name"),
        ({"playoff_teams": "1"}, "playoffs have two teams or more"),
        ({"first_night": "soon"}, "'soon' is not a time"),
        ({"skip": "xmas"}, "'xmas' is not a date"),
        ({"book": "none"}, "there is no such book"),
    ],
)
def test_a_league_that_cannot_be_opened(
    client: TestClient, wrong: dict[str, str], says: str
) -> None:
    answer = client.post("/leagues/new", data={"name": "Tuesdays", "pin": "2580", **wrong})
    assert answer.status_code == 422
    assert says in plain(answer.text)
    assert client.get("/leagues/tuesdays").status_code == 404


def test_a_stranger_sees_the_season_but_no_desk_and_cannot_act(gamer: Office) -> None:
    client = gamer.client
    client.cookies.clear()
    version = gamer.league.version
    for page in ("", "/log", "/wall", "/calendar.ics", "/files/table.csv", "/files/fixtures.pdf"):
        assert client.get(gamer.base + page).status_code == 200
    for page in ("teams", "team/1", "night", "fixture/1", "log", "files/league.json"):
        answer = client.get(f"{gamer.base}/desk/{page}", follow_redirects=False)
        assert answer.status_code == 303
        assert answer.headers["location"].startswith(f"{gamer.base}/pin")
    answer = client.post(f"{gamer.base}/desk/decisions", data={"do": "announce", "text": "Ha"})
    assert answer.url.path == f"{gamer.base}/pin"
    assert gamer.league.version == version
    assert client.get(f"{gamer.base}/files/rosters.pdf").status_code == 404


def test_the_pin_opens_the_desk_of_its_own_league_only(gamer: Office) -> None:
    client = gamer.client
    client.post("/leagues/new", data={"name": "Other", "pin": "1111"})
    client.cookies.clear()
    wrong = client.post(f"{gamer.base}/pin", data={"pin": "1111"})
    assert wrong.status_code == 403
    right = client.post(f"{gamer.base}/pin?back={gamer.base}/desk/log", data={"pin": "2580"})
    assert right.url.path == f"{gamer.base}/desk/log"
    assert client.get("/leagues/other/desk", follow_redirects=False).status_code == 303
    assert client.get("/leagues/other/desk").url.path == "/leagues/other/pin"


def test_names_with_markup_are_shown_as_text_everywhere(client: TestClient) -> None:
    evil = "<img src=x onerror=alert(1)>"
    client.post("/leagues/new", data={"name": evil, "pin": "2580"})
    office = Office(client, "/leagues/img-src-x-onerror-alert-1")
    office.do("teams", "teams", names=f"{evil}\nKings & Co")
    office.do("team/1", "players", team=1, names="<script>1</script>", signed="yes")
    office.do("calendar", "calendar", first_night=f"{NIGHT}T19:00")
    office.tonight("19:01:00")
    office.do("night", "arrive", fixture=1, team=1, player="<script>1</script>")
    office.do("decisions", "announce", text="<b id=x>")
    pages = ("", "/log", "/wall", "/desk/teams", "/desk/team/1", "/desk/night", "/desk/fixture/1")
    for page in (*pages, "/desk/decisions", "/desk/playoffs", "/desk/log", "/desk/calendar"):
        html = client.get(office.base + page).text
        assert not re.search(r"<img src=x|<script>|<b id", html), page
    assert "&lt;img" in client.get(office.base).text
    assert "\\u003c" in client.get(office.base).text or "&lt;script" in client.get(office.base).text


def test_a_list_is_looked_at_before_it_is_taken_in(client: TestClient) -> None:
    client.post("/leagues/new", data={"name": "Tuesdays", "pin": "2580"})
    office = Office(client)
    office.do("teams", "teams", names="Aces")
    version = office.league.version
    text = "team,name,signed\nAces,Ann,yes\nAces,ann,\nKings,,\nKings,Kim,"
    page = office.do("import", "look", list=text)
    assert office.league.version == version
    assert "2 of 4 rows can be imported" in page
    assert "✗ ann is already on the list of Aces" in page
    assert "✗ a player needs a name" in page
    office.do("import", "players-import", list=text)
    assert [(team.name, len(team.members)) for team in office.league.teams] == [
        ("Aces", 1),
        ("Kings", 1),
    ]
    ann = office.league.team(1).member("Ann")
    assert ann is not None
    assert ann.signed


def test_a_workbook_is_taken_in_and_a_damaged_one_refused(client: TestClient) -> None:
    client.post("/leagues/new", data={"name": "Tuesdays", "pin": "2580"})
    office = Office(client)
    book = write_xlsx([Page("Rosters", ("Player", "Team"), (("Ann", "Aces"), ("Kim", "Kings")))])
    where = f"{office.base}/desk/import"
    answer = client.post(where, data={"do": "look"}, files={"file": ("rosters.xlsx", book)})
    assert "2 of 2 rows can be imported" in plain(answer.text)
    answer = client.post(where, data={"do": "look"}, files={"file": ("x.xlsx", b"PK nonsense")})
    assert answer.status_code == 422
    assert "The workbook is damaged." in plain(answer.text)


def test_the_calendar_is_shown_before_it_is_made(client: TestClient) -> None:
    form = {"name": "Tuesdays", "pin": "2580", "first_night": f"{NIGHT}T19:00"}
    client.post("/leagues/new", data={**form, "skip": "2027-01-19", "weeks": "2"})
    office = Office(client)
    assert "needs two teams" in office.refused(
        "calendar", "calendar", first_night="2027-01-12T19:00"
    )
    office.do("teams", "teams", names="Aces\nKings\nQueens")
    page = office.see("/desk/calendar")
    assert "Week 2 Tue 26 Jan 2027, 7:00 pm" in page
    assert "Kings has a bye" in page
    assert not office.league.fixtures
    office.do("calendar", "calendar", first_night=f"{NIGHT}T19:00", weeks="2", skip="2027-01-19")
    assert [each.starts for each in office.league.fixtures] == [
        "2027-01-12T19:00",
        "2027-01-26T19:00",
    ]
    assert "calendar is made" in office.refused("teams", "teams", names="Late")


def test_waivers_subs_and_the_gamer_as_witness(gamer: Office) -> None:
    gamer.at("2027-01-15T12:00")
    gamer.do("team/1", "players", team=1, names="Newcomer")
    new = gamer.league.team(1).member("Newcomer")
    assert new is not None
    assert new.kind == "sub"
    assert "(L03-9.3)" in gamer.refused("team/1", "sign", team=1, player="Newcomer")
    gamer.do("team/1", "sign", team=1, player="Newcomer", witness="Gamer")
    gamer.do("team/1", "add", team=1, player="Newcomer", why="the Gamer agrees")
    gamer.do("team/1", "players", team=1, names="Refuser")
    gamer.do("team/1", "refuse", team=1, player="Refuser")
    page = gamer.see("/desk/team/1")
    assert "with Gamer" in page
    assert "will not sign: counts as absent" in page
    assert "is already on the list of Aces" in gamer.refused(
        "team/1", "players", team=1, names="refuser"
    )


def test_a_season_to_its_champion_and_the_papers_of_it(gamer: Office) -> None:
    assert "is not over" in gamer.see("/desk/playoffs")
    assert "not played yet" in gamer.refused("playoffs", "playoffs", starts="2027-02-02T19:00")
    play_the_season(gamer)
    assert [place.name for place in standings(gamer.league)] == list(TEAMS)
    assert gamer.client.get(f"{gamer.base}/desk").url.path.endswith("/desk/playoffs")
    page = gamer.see("/desk/playoffs")
    assert "Seeds: 1. Aces, 2. Kings, 3. Queens, 4. Jacks" in page
    for starts in ("2027-02-02", "2027-02-09"):
        version = gamer.league.version
        stale = {"starts": f"{starts}T19:00", "version": version - 1}
        assert "Somebody else" in gamer.refused("playoffs", "playoffs", **stale)
        gamer.do("playoffs", "playoffs", starts=f"{starts}T19:00", version=version)
        for fixture in gamer.league.fixtures[6:]:
            if fixture.starts[:10] == starts:
                gamer.at(f"{starts}T19:00:00")
                for number in fixture.teams:
                    gamer.do("night", "arrive-all", fixture=fixture.number, team=number)
                won = "10-4" if fixture.teams[0] < fixture.teams[1] else "4-10"
                gamer.play(fixture, won, won, won)
    assert "Champion: Aces" in gamer.see("/desk/playoffs")
    assert "Champion: Aces" in gamer.see()
    for name in ("table", "fixtures", "score-sheets", "rosters"):
        for paper in ("A4", "Letter"):
            pdf = gamer.client.get(f"{gamer.base}/desk/files/{name}.pdf?paper={paper}")
            assert pdf.content.startswith(b"%PDF")
    book = gamer.client.get(f"{gamer.base}/desk/files/league.xlsx").content
    assert "xl/worksheets/sheet3.xml" in zipfile.ZipFile(io.BytesIO(book)).namelist()
    assert "Aces,3,9,0,90,36" in gamer.client.get(f"{gamer.base}/files/table.csv").text


def test_level_teams_are_put_in_order_by_the_gamer(client: TestClient) -> None:
    client.post("/leagues/new", data={"name": "Tuesdays", "pin": "2580"})
    office = Office(client)
    office.do("teams", "teams", names="Aces\nKings")
    office.do("calendar", "calendar", first_night=f"{NIGHT}T19:00")
    office.tonight("19:30:00")
    office.do("night", "call", fixture=1)
    page = office.see("/desk/playoffs")
    assert "nothing breaks the tie; the Gamer decides" in page
    level = {"group": [1, 2], "rank1": 2, "rank2": 1}
    assert "needs a reason" in office.refused("playoffs", "place", why=" ", **level)
    office.do("playoffs", "place", why="a coin", **level)
    assert [place.name for place in standings(office.league)] == ["Kings", "Aces"]


def test_the_calendar_feeds(gamer: Office) -> None:
    answer = gamer.client.get(f"{gamer.base}/calendar.ics")
    assert answer.headers["content-type"].startswith("text/calendar")
    assert answer.text.count("BEGIN:VEVENT") == 6
    assert gamer.client.get(f"{gamer.base}/team/2/calendar.ics").text.count("BEGIN:VEVENT") == 3
    assert gamer.client.get(f"{gamer.base}/team/9/calendar.ics").status_code == 404


def test_the_line_tells_everybody_what_is_new(gamer: Office) -> None:
    gamer.tonight("19:05:00")
    with gamer.client.websocket_connect(f"{gamer.base}/live") as line:
        first = line.receive_json()
        assert first["tonight"]
        assert first["fixtures"][0]["clock"]["elapsed"] == 300
        assert [mark["seconds"] for mark in first["fixtures"][0]["clock"]["marks"]] == [
            600,
            1200,
            1800,
        ]
        gamer.here("Aces")
        news = line.receive_json()
        assert news["version"] == first["version"] + 1
        assert "Aces One" in str(news)
    with gamer.client.websocket_connect(f"{gamer.base}/live?short") as line:
        version = gamer.league.version
        assert line.receive_json() == {"kind": "league", "id": "tuesdays", "version": version}


@pytest.mark.parametrize(
    "page", ["/nowhere", "/desk/nowhere", "/desk/team/99", "/desk/fixture/99", "/desk/night/x"]
)
def test_an_address_that_leads_nowhere(gamer: Office, page: str) -> None:
    assert gamer.client.get(gamer.base + page).status_code == 404


def test_an_unknown_deed_is_refused_in_words(gamer: Office) -> None:
    assert gamer.refused("night", "nonsense") == "Choose what to do."
    assert "write a whole number" in gamer.refused("night", "call", fixture="one")
    assert "there is no fixture 77" in gamer.refused("night", "call", fixture=77).lower()
