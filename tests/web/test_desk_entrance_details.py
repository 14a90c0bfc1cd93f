"""The way to the desk in detail: strangers, the PIN, accounts, new events, plans that are copied."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from rightbower.web.app import make_app
from rightbower.web.desk import papers as audit_log
from web.at_desk import DAY, Director, says

PAIRS = ("Ann Lee & Al Abel", "Bea Kay & Bob Zorn", "Cat Abe & Cy Fox", "Dot Orr & Dan Poe")


def test_a_stranger_is_asked_for_the_pin_before_anything_is_worked_out_or_written(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    director = Director(client, "alberta-pairs", placing="first free")
    director.names(*PAIRS)
    director.seat()

    def never(_: object) -> None:
        raise AssertionError("this is for the director")

    monkeypatch.setattr(audit_log, "verify", never)
    client.cookies.clear()
    version = director.event.version
    for page in ("log?check", "round", "paper", "money", "finish", "entrant/1", "table/1", "plan"):
        director.look(page)
        assert director.path == f"/events/{director.id}/pin", page
    acts: dict[str, dict[str, str]] = {
        "round": {"do": "result", "line": "1 10 7"},
        "check-in": {"do": "fee", "fee": "5"},
        "messages": {"do": "say", "text": "Hush."},
        "entrant/1": {"do": "entrants-withdraw"},
        "table/1": {"do": "void", "why": "no", "sure": "yes"},
        "phones/free": {"entrant": "1"},
        "online": {},
        "practice": {"do": "phones"},
        "backup": {},
    }
    for page, form in acts.items():
        led = client.post(f"/events/{director.id}/desk/{page}", data=form)
        assert led.url.path == f"/events/{director.id}/pin", page
    assert director.event.version == version
    desk: Any = client.app.state.desk  # type: ignore[attr-defined]  # an ASGI app has no state
    assert (desk.notes(f"event/{director.id}").fee, desk.notes(f"event/{director.id}").message) == (
        0,
        "",
    )


def test_events_are_on_the_shelf_by_day_those_that_are_over_last(client: TestClient) -> None:
    later = Director(client, "alberta-pairs", name="Later", date="2026-06-01")
    Director(client, "alberta-pairs", name="Sooner", date="2026-05-01")
    page = says(client.get("/events").text)
    assert page.index("Sooner") < page.index("Later")
    assert "Sooner Fri 1 May 2026 · " in page
    assert page.count("checking in") == 2
    assert "To your desk" in page
    assert "Reports from the tables" not in page
    sooner = Director(client, "alberta-pairs", name="Third", date="2026-04-01")
    sooner.names(*PAIRS[:2])
    sooner.seat()
    assert "playing" in says(client.get("/events").text)
    sooner.line("1 10 7")
    assert "all rounds played" in says(client.get("/events").text)
    sooner.sure("finish", "finish")
    page = says(client.get("/events").text)
    assert page.index("Later") < page.index("Third")
    assert "finished" in page.partition("Third")[2]
    later.client.cookies.clear()
    assert "To your desk" not in client.get("/events").text


def test_a_new_event_begins_with_what_was_wished(client: TestClient) -> None:
    def chosen(query: str) -> list[str]:
        page = client.get(f"/events/new{query}").text
        return re.findall(r'value="([a-z-]+)"[^>]*checked', page)

    assert chosen("?preset=charity-day")[0] == "charity-day"
    assert chosen("")[0] == "alberta-pairs"
    assert chosen("?preset=nothing")[0] == "alberta-pairs"
    form = {"preset": "charity-day", "name": "Kept", "date": "2026-13-01", "pin": "2468"}
    refused = client.post("/events/new", data=form)
    assert refused.status_code == 422
    assert 'value="Kept"' in refused.text
    assert "2026-13-01" in refused.text


def test_the_pin_leads_back_to_pages_of_its_own_event_only(client: TestClient) -> None:
    director = Director(client, "alberta-pairs")
    base = f"/events/{director.id}"
    client.cookies.clear()
    asked = client.get(f"{base}/desk/log", follow_redirects=False)
    assert asked.headers["location"].startswith(f"{base}/pin")
    assert "Our day: the director's desk" in says(client.get(f"{base}/pin").text)
    wrong = client.post(f"{base}/pin", data={"pin": "1111"})
    assert (wrong.status_code, "That is not the PIN." in wrong.text) == (403, True)

    def led(back: str) -> str:
        client.cookies.clear()
        there = client.post(
            f"{base}/pin", params={"back": back}, data={"pin": " 2468 "}, follow_redirects=False
        )
        assert there.status_code == 303
        return there.headers["location"]

    assert led(f"{base}/desk/log") == f"{base}/desk/log"
    assert led(base) == base
    for elsewhere in (
        "https://example.org",
        f"{base}x",
        "/events/other/desk",
        "",
        f"{base}/desk?x=1",
    ):
        assert led(elsewhere) == f"{base}/desk"


def test_an_account_that_nobody_has_cannot_be_approved(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    with TestClient(app, base_url="http://localhost") as client:
        refused = client.get("/organizers")
        assert refused.status_code == 403
        assert "Open the link that the hall printed in its terminal first." in refused.text
        client.get(f"/owner/{app.state.owner}")
        assert "Nobody has made an account yet." in says(client.get("/organizers").text)
        none = client.post("/organizers", data={"account": "nobody", "do": "approve"})
        assert (none.status_code, "There is no such account." in none.text) == (404, True)
        made = {"do": "make", "name": "Ann Lee", "passphrase": "plain kettle seven goose"}
        page = client.post("/account", data=made)
        assert "You may make events and leagues here." in page.text
        assert "Ann Lee organizer" in says(client.get("/organizers").text)
        assert "Who may make events here" in client.get("/account").text


def test_one_who_is_signed_in_needs_no_pin_and_directs_what_they_make(client: TestClient) -> None:
    account = {"do": "make", "name": "Ann Lee", "passphrase": "plain kettle seven goose"}
    client.post("/account", data=account)
    desk: Any = client.app.state.desk  # type: ignore[attr-defined]  # an ASGI app has no state

    def kept(stream: str) -> tuple[bool, int]:
        notes = desk.notes(stream)
        return notes.pin is None, len(notes.directors)

    new = {"preset": "alberta-pairs", "name": "Our day", "date": DAY}
    made = client.post("/events/new", data=new)
    assert made.url.path == "/events/our-day/desk/check-in"
    assert kept("event/our-day") == (True, 1)
    copy = {"do": "copy", "name": "Next day", "date": "2026-06-06"}
    copied = client.post("/events/our-day/desk/plan", data=copy)
    assert copied.url.path == "/events/next-day/desk/check-in"
    assert kept("event/next-day") == (True, 1)
    practice = client.post("/events/practice")
    assert practice.url.path.endswith("/desk/check-in")
    assert kept(f"event/{practice.url.path.split('/')[2]}")[1] == 1
    league = client.post("/leagues/new", data={"name": "Mondays"})
    assert league.url.path == "/leagues/mondays/desk/teams"
    assert kept("league/mondays") == (True, 1)
    page = client.get("/leagues/mondays/desk/calendar").text
    assert re.search(r'id="weeks"[^>]*value=""', page)
    again = client.post("/leagues/mondays/desk/whole", data={"do": "copy", "name": "Later"})
    assert again.url.path == "/leagues/later/desk/teams"
    assert kept("league/later") == (True, 1)
    written_by = [entry.by for entry in desk.history("our-day").entries]
    assert written_by == ["Ann Lee"]


def test_phones_play_along_in_a_practice_night_only(client: TestClient) -> None:
    director = Director(client, "alberta-pairs", placing="first free")
    director.names(*PAIRS)
    director.seat()
    refused = director.do("practice", "phones")
    assert director.status == 422
    assert "Phones play by themselves in a practice event only." in refused
    client.post("/events/practice")
    ids = re.findall(r'href="/events/([a-z0-9-]+)/desk"', client.get("/events").text)
    practice = next(each for each in ids if each != director.id)
    answer = client.post(f"/events/{practice}/desk/practice", data={"do": "phones"})
    assert (answer.status_code, "No round is seated yet." in says(answer.text)) == (422, True)
    desk: Any = client.app.state.desk  # type: ignore[attr-defined]  # an ASGI app has no state
    event = desk.event(practice)
    assert (event.name, event.plan.rounds, len(event.entrants)) == (
        "Practice: My first night",
        2,
        8,
    )


def test_a_plan_is_copied_with_its_pin_or_refused_in_words(client: TestClient) -> None:
    director = Director(client, "alberta-pairs")
    refused = director.do("plan", "copy", name="Next", date="not a day")
    assert (director.status, "not a date" in refused or "date" in refused) == (422, True)
    director.do("plan", "copy", name="  Next   time ", date="2026-06-06")
    assert (director.status, director.path.endswith("/desk/check-in")) == (200, True)
    copy = director.path.split("/")[2]
    assert copy != director.id
    desk: Any = client.app.state.desk  # type: ignore[attr-defined]  # an ASGI app has no state
    assert (desk.event(copy).name, desk.event(copy).date) == ("Next time", "2026-06-06")
    assert desk.notes(f"event/{copy}").pin == desk.notes(f"event/{director.id}").pin
    assert desk.event(director.id).date == DAY
