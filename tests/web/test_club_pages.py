"""The club in the hall: its book begun, seasons, people found, merged and erased, files, the API."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from books import event_book
from rightbower.office.journals import journal_of
from rightbower.web.app import make_app
from rightbower.web.club.pages import ahead
from tournament.club.played import night
from web.at_desk import flat, says

ANN, BOB, CAL, DOT = "Ann Lee", "Bob Ray", "Cal Orr", "Dot Poe"


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[TestClient]:
    """Somebody who runs the hall and has begun the club's book after two nights."""
    with journal_of(tmp_path) as journal:
        for number, who in enumerate(([ANN, BOB, CAL, DOT], ["Anne Lee", BOB, CAL, "Eve Fox"]), 1):
            night(event_book(journal), f"n{number}", f"2026-01-0{number}", who, loners=number)
    app = make_app(tmp_path)
    with TestClient(app) as client:
        assert "Whoever runs the hall" in client.get("/club").text
        assert client.post("/club", data={"name": "Elm", "pin": "2468"}).status_code == 422
        client.get(f"/owner/{app.state.owner}")
        made = client.post("/club", data={"name": "Elm Street", "pin": "2468"})
        assert made.url.path == "/club/desk/seasons", made.text
        yield client


def do(client: TestClient, page: str, act: str, status: int = 200, **fields: object) -> str:
    answer = client.post(f"/club/desk/{page}", data={"do": act, **fields})
    assert answer.status_code == status, answer.text
    return answer.text


def test_a_season_from_its_beginning_to_the_player_of_the_year(keeper: TestClient) -> None:
    do(keeper, "seasons", "season", name="Tuesdays", count="points made", best="1", attendance="2")
    text = do(keeper, "seasons", "night-add", season="tuesdays", events=["n1", "n2"])
    assert "In the lead" in text
    assert 'class="wrote" role="status">Into season tuesdays: n1, n2.' in text
    assert 'class="wrote"' not in keeper.get("/club/desk/seasons").text
    assert keeper.get("/club/desk/nothing").status_code == 404
    assert "already" in do(keeper, "seasons", "night-add", 422, season="tuesdays", events=["n1"])
    do(keeper, "seasons", "season-end", season="tuesdays")
    anybody = keeper
    anybody.cookies.clear()
    page = flat(anybody.get("/club/seasons/tuesdays").text)
    assert "Player of the year" in page
    assert "best 1 of 2 nights" in page
    assert page.count('<td class="night counts">') == page.count("data-who=")
    assert '<td class="night"><s>' in page
    assert '<tr class="because">' not in page
    assert "Lone hands are counted where a night’s score cards were written down" in page
    assert "Thu 1 Jan 2026" in page
    assert "<dt>Most lone hands</dt><dd><strong>2 lone hands</strong> Anne Lee</dd>" in page
    assert anybody.get("/club/seasons/tuesdays/files/season.pdf").content[:4] == b"%PDF"
    csv = anybody.get("/club/seasons/tuesdays/files/season.csv").content.decode("utf-8-sig")
    assert csv.startswith("Place,Name,Total")
    other = anybody.get("/club/seasons/tuesdays/files/people.csv")
    assert (other.status_code, "There is no such file" in other.text) == (404, True)
    assert anybody.get("/club/desk/people", follow_redirects=False).status_code == 303
    assert anybody.get("/club/seasons/nothing").status_code == 404
    assert anybody.get("/api/v1/clubs/club/table?season=tuesdays").json()[0]["rank"] == 1
    assert anybody.get("/api/v1/clubs/club/people").status_code == 401


def test_finished_nights_that_are_not_in_a_season_yet_are_offered(keeper: TestClient) -> None:
    new = {"preset": "fair-draw", "name": "Tonight", "date": "2026-01-08", "pin": "1357"}
    keeper.post("/events/new", data=new)

    def offered(page: str) -> list[str]:
        return re.findall(r'name="events" value="([^"]*)"', page)

    begun = do(keeper, "seasons", "season", name="Tuesdays", count="points made")
    assert offered(begun) == ["n2", "n1"]
    added = do(keeper, "seasons", "night-add", season="tuesdays", events=["n2"])
    assert offered(added) == ["n1"]


def test_people_are_found_merged_parted_and_erased(keeper: TestClient) -> None:
    everybody = keeper.get("/club/desk/people").text
    assert "6 people" in everybody
    assert all(f"<strong>{name}</strong>" in everybody for name in (ANN, BOB, CAL, DOT))
    found = keeper.get("/club/desk/people?find=ann").text
    assert f"<strong>{ANN}</strong>" in found
    assert f"<strong>{BOB}</strong>" not in found
    assert "5 people" in do(keeper, "people", "merge", spelling="Anne Lee", name=ANN)
    assert "6 people" in do(keeper, "people", "merge-undo", spelling="Anne Lee", why="sisters")
    assert "Tick the box" in do(keeper, "people", "erase", 422, name=BOB)
    assert BOB in keeper.get("/events/n1").text
    text = do(keeper, "people", "erase", name=BOB, sure="yes")
    assert "Erased player 1" in text
    for path in ("/club/desk/people", "/club/desk/log", "/events/n1", "/events/n2", "/events/n1/log",
                 "/api/v1/events/n1/standings", "/club/desk/files/people.csv", "/club/desk/files/club.json"):  # fmt: skip
        answer = keeper.get(path)
        assert answer.status_code == 200, path
        assert BOB not in answer.text, path
    assert "Erased player 1" in keeper.get("/events/n1").text
    assert "cannot be undone" in do(keeper, "log", "undo", 422, why="oops")


def test_names_from_a_list_come_into_the_book_once(keeper: TestClient) -> None:
    text = do(keeper, "people", "people-import", list="Name,Town\nGus Hall,Elm\nann  lee,Oak\n")
    assert "7 people" in text
    again = do(keeper, "people", "people-import", 422, list="Gus Hall")
    assert "in the book already" in again
    assert "1 name" in keeper.get("/club/desk/log").text


def test_check_in_finds_people_by_three_letters_and_takes_last_time_in_one_press(
    keeper: TestClient,
) -> None:
    new = {"preset": "fair-draw", "name": "Tonight", "date": "2026-01-08", "pin": "1357"}
    keeper.post("/events/new", data=new)
    base = "/events/tonight/desk"
    found = keeper.get(f"{base}/people.json?q=ray").json()
    assert [each["name"] for each in found] == [BOB]
    assert found[0]["says"].startswith("2 nights")
    assert keeper.get(f"{base}/people.json?q=ra").json() == []
    page = keeper.get(f"{base}/check-in").text
    assert "Same people as last time" in page
    keeper.post(f"{base}/check-in", data={"do": "entrants-add", "names": BOB})
    keeper.post(f"{base}/check-in", data={"do": "same-people"})
    event = keeper.app.state.desk.event("tonight")  # type: ignore[attr-defined]  # an ASGI app has no state
    assert event.entrants[0].name == BOB
    assert sorted(each.name for each in event.entrants) == ["Anne Lee", BOB, CAL, "Eve Fox"]
    again = keeper.post(f"{base}/check-in", data={"do": "same-people"})
    assert "on the list" in again.text
    keeper.cookies.clear()
    asked = keeper.get(f"{base}/people.json?q=ray", follow_redirects=False)
    assert asked.status_code == 303


def test_everybody_sees_the_seasons_and_only_those_with_the_pin_the_desk(
    keeper: TestClient,
) -> None:
    assert "There is no season yet." in keeper.get("/club").text
    for name in ("Mondays", "Tuesdays"):
        do(keeper, "seasons", "season", name=name, count="points made")
    do(keeper, "seasons", "night-add", season="tuesdays", events=["n1"])
    page = keeper.get("/club")
    assert "To the club’s desk" in page.text
    said = says(page.text)
    assert said.index("Tuesdays") < said.index("Mondays"), "the newest comes first"
    assert "1 night. It counts points made" in said
    assert "In the lead" in said
    assert said.count("In the lead") == 1
    season = says(keeper.get("/club/seasons/tuesdays").text)
    assert "It counts points made" in season or "points made" in season
    start = keeper.get("/club/desk", follow_redirects=False)
    assert (start.status_code, start.headers["location"]) == (303, "/club/desk/seasons")
    keeper.cookies.clear()
    assert "For those who keep the book" in keeper.get("/club").text
    for path in ("/club/desk", "/club/desk/log", "/club/desk/files/people.csv"):
        asked = keeper.get(path, follow_redirects=False)
        assert asked.status_code == 303
        assert asked.headers["location"].startswith("/club/pin"), path
    merge = {"do": "merge", "spelling": "Anne Lee", "name": ANN}
    assert keeper.post("/club/desk/people", data=merge).url.path == "/club/pin"
    page = keeper.get("/club/pin")
    assert "Elm Street: the club's desk" in says(page.text)
    assert keeper.post("/club/pin", data={"pin": "1111"}).status_code == 403
    let_in = keeper.post("/club/pin", data={"pin": "2468"})
    assert let_in.url.path == "/club/desk/seasons"
    assert "6 people" in keeper.get("/club/desk/people").text, "nothing was written without the PIN"


def test_what_the_desk_does_not_know_is_refused_in_words(keeper: TestClient) -> None:
    for unknown in ("nothing", ""):
        assert "Choose what to do." in do(keeper, "people", unknown, 422)
    gone = keeper.get("/club/desk/nothing")
    assert (gone.status_code, "There is no such page." in gone.text) == (404, True)
    assert keeper.post("/club/desk/nothing", data={"do": "merge"}).status_code == 404
    refused = do(keeper, "seasons", "season", 422, name="", count="wins")
    assert "selected>wins" in refused, "what was filled in is still there"
    kept = do(keeper, "people", "erase", 422, name=BOB, sure="no")
    assert "Tick the box first: this cannot be taken back." in kept


def test_the_book_is_begun_once_with_a_name_and_a_pin(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    with TestClient(app) as client:
        for path in ("/club/desk", "/club/seasons/x", "/club/pin"):
            none = client.get(path)
            assert none.status_code == 404
            assert "This hall has no club's book yet." in says(none.text)
        page = client.get("/club").text
        assert 'name="pin"' not in page
        client.get(f"/owner/{app.state.owner}")
        assert 'name="pin"' in client.get("/club").text
        short = client.post("/club", data={"name": " Elm  Street ", "pin": "12"})
        assert (short.status_code, 'role="alert"' in short.text) == (422, True)
        assert "Elm  Street" in short.text
        made = client.post("/club", data={"name": " Elm  Street ", "pin": " 2468 "})
        assert made.url.path == "/club/desk/seasons"
        assert "<h1>Elm Street</h1>" in client.get("/club").text
        assert client.post("/club", data={"name": "Oak", "pin": "1357"}).status_code == 422


def test_files_of_a_season_and_of_the_book_have_their_names_and_kinds(keeper: TestClient) -> None:
    do(keeper, "seasons", "season", name="Tuesdays", count="points made")
    do(keeper, "seasons", "night-add", season="tuesdays", events=["n1", "n2"])
    where = "/club/seasons/tuesdays/files"
    for ending, how in (("pdf", "inline"), ("csv", "attachment"), ("xlsx", "attachment")):
        found = keeper.get(f"{where}/season.{ending}")
        named = f'{how}; filename="tuesdays.{ending}"'
        assert found.headers["content-disposition"] == named
    letter, a4 = (keeper.get(f"{where}/season.pdf{size}").content for size in ("", "?paper=A4"))
    assert (b"612" in letter, b"595" in a4) == (True, True)
    assert keeper.get("/club/seasons/x/files/season.csv").status_code == 404
    csv = keeper.get("/club/desk/files/people.csv")
    assert csv.headers["content-disposition"] == 'attachment; filename="people.csv"'
    assert ANN in csv.text
    book = keeper.get("/club/desk/files/club.json")
    assert book.headers["content-type"] == "application/json"
    none = keeper.get("/club/desk/files/club.pdf")
    assert (none.status_code, "There is no such file." in none.text) == (404, True)


def test_the_log_has_the_latest_first_and_what_was_written_is_said_once(keeper: TestClient) -> None:
    answer = keeper.post(
        "/club/desk/people", data={"do": "merge", "spelling": "Anne Lee", "name": ANN}
    )
    assert 'class="wrote"' in answer.text
    assert answer.url.query == b"wrote=2-2"
    assert 'class="wrote"' not in keeper.get("/club/desk/people?wrote=1-1").text
    merged = says(answer.text)
    assert "Anne Lee is Ann Lee" in merged
    numbers = re.findall(r'<li value="(\d+)"', keeper.get("/club/desk/log").text)
    assert numbers == ["2", "1"]
    nobody = says(keeper.get("/club/desk/people?find=zzz").text)
    assert "Nobody whose name begins like that." in nobody
    assert "5 people" in nobody


def test_a_season_has_a_column_a_night_and_says_why_of_whom_one_asks(keeper: TestClient) -> None:
    do(keeper, "seasons", "season", name="Tuesdays", count="points made")
    do(keeper, "seasons", "night-add", season="tuesdays", events=["n1", "n2"])
    page = flat(keeper.get("/club/seasons/tuesdays").text)
    assert page.count('<th scope="col" class="night">') == 2
    assert 'class="why-strip unasked"' in page
    rows = page.split("<tbody>")[1].split("</tbody>")[0].split("<tr")[1:]
    assert all(each.count('class="night') == 2 for each in rows)
    asked = flat(keeper.get("/club/seasons/tuesdays?who=1").text)
    assert 'class="why-strip"' in asked
    assert '<div data-why="0" hidden>' in asked
    assert '<div data-why="1"><span class="big">2' in asked
    for wrong in ("x", "99", "9999999"):
        assert "unasked" in keeper.get(f"/club/seasons/tuesdays?who={wrong}").text
    assert ahead(()) == ""
