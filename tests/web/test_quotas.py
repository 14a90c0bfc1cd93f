"""Nobody makes more tables or events than a person could want; a device is not kept out by others."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from rightbower.store.limits import OwnLimits
from rightbower.web.app import TABLES_OPENED, make_app
from rightbower.web.state import pins
from rightbower.web.state.desk import MADE, MADE_AT_HOME
from web.at_desk import PIN, Director, says


def visitor(client: TestClient, address: str) -> TestClient:
    """Another browser at an address, which has looked at the first page."""
    other = TestClient(client.app, base_url="http://localhost", client=(address, 50000))
    other.portal = client.portal
    other.get("/")
    return other


def opened(browser: TestClient, path: str, times: int, **form: str) -> int:
    """How many of so many tries made something."""
    said = [browser.post(path, data=form, follow_redirects=False) for _ in range(times)]
    assert {each.status_code for each in said} <= {303, 422, 429}
    return sum(each.status_code == 303 for each in said)


@pytest.mark.parametrize("path", ["/tables", "/play"])
def test_one_device_opens_a_few_tables_and_the_next_one_too(client: TestClient, path: str) -> None:
    greedy, ann = visitor(client, "10.0.0.5"), visitor(client, "10.0.0.5")
    most = int(TABLES_OPENED[0].at_once)
    assert most <= opened(greedy, path, most + 15) <= most + 5
    assert opened(ann, path, 1) == 1


def test_those_without_a_cookie_share_what_a_few_may(tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        made = 0
        for _ in range(20):
            client.cookies.clear()
            made += client.post("/tables", follow_redirects=False).status_code == 303
        assert made <= TABLES_OPENED[2].at_once + 2


@pytest.mark.parametrize("kind", ["events", "leagues"])
def test_one_device_makes_a_few_events_or_leagues(client: TestClient, kind: str) -> None:
    ann = visitor(client, "10.0.0.5")
    form = {"preset": "charity-day", "name": "Day", "date": "2026-05-01", "pin": "1234"}
    most = int(MADE[0].at_once)
    assert opened(ann, f"/{kind}/new", most + 4, **form) == most
    assert "You have made many" in says(ann.post(f"/{kind}/new", data=form).text)


@pytest.mark.parametrize("kind", ["events", "leagues"])
def test_what_was_refused_is_not_counted(client: TestClient, kind: str) -> None:
    ann = visitor(client, "10.0.0.5")
    form = {"preset": "charity-day", "name": "Day", "date": "2026-05-01"}
    most = int(MADE[0].at_once)
    assert opened(ann, f"/{kind}/new", most + 4, **form, pin="12") == 0
    assert opened(ann, f"/{kind}/new", most + 4, **{**form, "name": " "}, pin="1234") == 0
    assert opened(ann, f"/{kind}/new", most, **form, pin="1234") == most


def test_at_the_halls_own_machine_more_can_be_made_but_not_without_end(client: TestClient) -> None:
    form = {"preset": "charity-day", "name": "Day", "date": "2026-05-01", "pin": "1234"}
    most = int(MADE_AT_HOME[0].at_once)
    assert most > int(MADE[0].at_once)
    assert opened(visitor(client, "127.0.0.1"), "/events/new", most + 4, **form) == most


def test_wrong_pins_of_others_never_keep_out_a_device_that_was_let_in(client: TestClient) -> None:
    director = Director(client, "alberta-pairs")
    own = {name: client.cookies[name] for name in ("rightbower-known",)}
    page = f"/events/{director.id}/pin"
    for number in range(60):
        guesser = visitor(client, f"10.0.{number}.5")
        guesser.post(page, data={"pin": "0000"})
    fresh = visitor(client, "10.9.9.9")
    assert "Too many wrong PINs" in says(fresh.post(page, data={"pin": PIN}).text)
    client.cookies.clear()
    client.cookies.update(own)
    assert client.post(page, data={"pin": PIN}).url.path.startswith(f"/events/{director.id}/desk")


def test_ten_thousand_pins_last_for_weeks_of_guessing_from_everywhere() -> None:
    a_week = pins.DESK_GUESSES.at_once + 7 * 24 * 3600 * pins.DESK_GUESSES.per_second
    assert a_week < 10_000 / 8


def test_guesses_made_at_the_same_moment_are_counted_each() -> None:
    limits, every = OwnLimits(), range(100)
    tried = [limits.take(*pins.guesses_of_others("event/day", f"10.0.0.{n}")) for n in every]
    assert sum(each.result() for each in tried) <= pins.DESK_GUESSES.at_once
