"""The way to the desk: the list of events, a new one, and the PIN."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from books import event_book
from rightbower.office.journals import journal_of
from rightbower.tournament.events.plan import open_event
from rightbower.web.app import make_app
from web.at_desk import DAY, PIN, Director, hall, says

NEW = {"preset": "alberta-pairs", "name": "Spring", "date": DAY, "pin": PIN}


def test_the_new_page_says_what_each_book_fixes_and_by_which_clause(client: TestClient) -> None:
    said = says(client.get("/events/new").text)
    assert "Set by national-2025: to 11 points (N04-2.2); movement: winners part" in said
    assert "Yours: 7 minutes a round (N04-2.2)" in said
    assert "Yours: to 10 points (A01-" in said
    assert "8 rounds or fewer (S02-" in said
    assert "What the book leaves to you" in said


def test_an_event_is_made_and_its_maker_directs_it(client: TestClient) -> None:
    made = client.post("/events/new", data=NEW)
    assert made.url.path == "/events/spring/desk/check-in"
    assert "To your desk" in says(client.get("/events").text)
    again = client.post("/events/new", data=NEW)
    assert again.url.path == "/events/spring-2/desk/check-in"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"pin": "12"}, "A PIN is four to twelve digits."),
        ({"name": "  "}, "An event needs a name."),
        ({"date": "soon"}, "'soon' is not a date"),
        ({"preset": "bingo"}, "There is no preset 'bingo'"),
        ({"rounds": "many"}, "Rounds: write a whole number."),
        ({"preset": "national-progressive", "target": "7"}, "plays to 11 (N04-2.2)"),
        ({"prizes": "First = much"}, "is not an amount"),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_is_kept(
    client: TestClient, wrong: dict[str, str], sentence: str
) -> None:
    answer = client.post("/events/new", data={**NEW, "rounds": "3", **wrong})
    assert answer.status_code == 422
    assert sentence in says(answer.text)
    assert f'value="{(NEW | wrong)["name"].strip()}"' in answer.text


def test_prizes_and_stage_are_taken_from_the_form(client: TestClient) -> None:
    director = Director(client, "alberta-pairs", prizes="First = 60\nSecond", stage="zone playoffs")
    plan = director.event.plan
    assert [(prize.name, prize.amount) for prize in plan.prizes] == [("First", 6000), ("Second", 0)]
    assert plan.stage == "zone playoffs"


def test_the_pin_opens_the_page_that_was_asked_for(client: TestClient) -> None:
    director = Director(client, "alberta-pairs")
    client.cookies.clear()
    asked = client.get(f"/events/{director.id}/desk/finish")
    assert asked.url.path == f"/events/{director.id}/pin"
    wrong = client.post(str(asked.url), data={"pin": "0000"})
    assert wrong.status_code == 403
    assert "That is not the PIN." in says(wrong.text)
    right = client.post(str(asked.url), data={"pin": PIN})
    assert right.url.path == f"/events/{director.id}/desk/finish"


def test_a_desk_that_does_not_exist(client: TestClient) -> None:
    answer = client.get("/events/nowhere/desk")
    assert answer.status_code == 404
    assert "There is no such event here." in says(answer.text)


@pytest.mark.parametrize(
    ("place", "key", "let_in"),
    [
        ("127.0.0.1", "", False),
        ("127.0.0.1", "wrong", False),
        ("127.0.0.1", "right", True),
        ("192.168.1.7", "right", True),
        ("192.168.1.7", "wrong", False),
    ],
)
def test_the_first_pin_of_an_event_from_the_terminal_is_set_with_the_link_of_the_terminal(
    tmp_path: Path, place: str, key: str, let_in: bool
) -> None:
    with journal_of(tmp_path) as journal:
        event_book(journal).open(open_event("charity-day", "tea", "Tea", DAY), 0.0, "host")
    with hall(tmp_path, place) as client:
        right: str = client.app.state.owner  # type: ignore[attr-defined]  # a Starlette
        if key:
            client.get(f"/owner/{right if key == 'right' else key}")
        asked = client.get("/events/tea/desk")
        assert ("Choose the director's PIN" in says(asked.text)) is let_in
        kept = client.post("/events/tea/pin?back=/events/tea/desk", data={"pin": PIN})
        assert (kept.url.path == "/events/tea/desk/check-in") is let_in
        assert let_in or "set by whoever runs the hall" in says(kept.text)


def test_the_link_of_a_hall_that_was_closed_lets_nobody_in(tmp_path: Path) -> None:
    with journal_of(tmp_path) as journal:
        event_book(journal).open(open_event("charity-day", "tea", "Tea", DAY), 0.0, "host")
    with hall(tmp_path) as client:
        key = client.app.state.owner  # type: ignore[attr-defined]  # a Starlette
        client.get(f"/owner/{key}")
        cookies = dict(client.cookies)
    with hall(tmp_path) as client:
        client.cookies.update(cookies)
        assert "Choose the director's PIN" not in says(client.get("/events/tea/desk").text)
        assert client.get(f"/owner/{key}").status_code == 404


def test_a_desk_is_open_for_a_day_and_then_asks_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    director = Director(client, "alberta-pairs")
    held = {"cookie": f"rightbower-desk={client.cookies['rightbower-desk']}"}
    client.cookies.clear()
    page = f"/events/{director.id}/desk/plan"
    assert client.get(page, headers=held).url.path == page
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 25 * 3600)
    assert client.get(page, headers=held).url.path.endswith("/pin")


def test_guesses_at_a_pin_are_few(client: TestClient) -> None:
    director = Director(client, "alberta-pairs")
    client.cookies.clear()
    said = [
        says(client.post(f"/events/{director.id}/pin", data={"pin": f"{guess:04}"}).text)
        for guess in range(22)
    ]
    assert "That is not the PIN." in said[0]
    assert "Too many wrong PINs. Wait a minute, then try again." in said[-1]


def test_a_hall_for_this_laptop_alone_says_how_to_let_phones_in(tmp_path: Path) -> None:
    made = {"preset": "charity-day", "name": "Day", "date": "2026-05-01", "pin": "1234"}
    for room in (True, False):
        app = make_app(tmp_path / str(room), room=room)
        with TestClient(app, base_url="http://127.0.0.1") as client:
            page = client.post("/events/new", data=made)
            assert "The door" in page.text
            assert ("--everyone" in page.text) is not room
