"""The club in the hall: its book begun, seasons, people found, merged and erased, files, the API."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from club.played import night
from rightbower.office.journals import journal_of
from rightbower.store.events import EventBook
from rightbower.web.app import make_app

ANN, BOB, CAL, DOT = "Ann Lee", "Bob Ray", "Cal Orr", "Dot Poe"


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[TestClient]:
    """Somebody who runs the hall and has begun the club's book after two nights."""
    with journal_of(tmp_path) as journal:
        for number, who in enumerate(([ANN, BOB, CAL, DOT], ["Anne Lee", BOB, CAL, "Eve Fox"]), 1):
            night(EventBook(journal), f"n{number}", f"2026-01-0{number}", who, loners=number)
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
    page = anybody.get("/club/seasons/tuesdays").text
    assert "Player of the year" in page
    assert "best 1 of 2 nights" in page
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
