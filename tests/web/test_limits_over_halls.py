"""Two halls on one journal: who has done enough at one of them has at the other."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from postgres import Postgres
from rightbower.store.limits import Rate
from rightbower.web import app as web_app
from rightbower.web.app import make_app
from rightbower.web.common.identity import Keys
from rightbower.web.state import accounts, pins
from web.at_desk import says
from web.test_quotas import opened, visitor

SLOW = 1e-6
MANY = Rate(999, 9)


@contextlib.contextmanager
def halls(
    server: Postgres, folder: Path, names: Sequence[str] = "ab"
) -> Iterator[list[TestClient]]:
    """Halls of these names with the same keys."""
    place = server.fresh()
    Keys.of(folder)
    with contextlib.ExitStack() as closing:
        found = []
        for name in names:
            data = folder / name
            data.mkdir()
            shutil.copy(folder / "secret", data / "secret")
            app = make_app(data, journal=place, name=name)
            found.append(closing.enter_context(TestClient(app, base_url="http://localhost")))
        yield found


def same_browser(client: TestClient, there: TestClient) -> TestClient:
    """A browser that comes to another hall, with its cookies."""
    other = visitor(there, "10.0.0.5")
    other.cookies.clear()
    other.cookies.update(client.cookies)
    return other


def test_who_opened_many_tables_in_one_hall_opens_none_in_the_other(
    server: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_app, "TABLES_OPENED", (Rate(4, SLOW), MANY, MANY))
    with halls(server, tmp_path) as (one, two):
        ann = visitor(one, "10.0.0.5")
        assert opened(ann, "/tables", 3) == 3
        ann_there = same_browser(ann, two)
        assert opened(ann_there, "/tables", 3) == 1
        assert opened(ann, "/tables", 1) == 0
        assert opened(visitor(two, "10.0.0.5"), "/tables", 1) == 1


def test_an_address_is_one_address_for_all_halls(
    server: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_app, "TABLES_OPENED", (MANY, Rate(3, SLOW), MANY))
    with halls(server, tmp_path) as both:
        browsers = [visitor(both[number % 2], "10.0.0.5") for number in range(4)]
        assert [opened(each, "/tables", 1) for each in browsers] == [1, 1, 1, 0]


def test_wrong_pins_count_on_when_another_hall_has_the_event(
    server: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pins, "OWN_GUESSES", Rate(2, SLOW))
    form = {"preset": "charity-day", "name": "Day", "date": "2026-05-01", "pin": "1234"}
    with halls(server, tmp_path) as (one, two):
        made = visitor(one, "10.0.0.1").post("/events/new", data=form, follow_redirects=False)
        page = f"{made.headers['location'].removesuffix('/desk')}/pin"
        guesser = visitor(one, "10.0.0.5")
        for _ in range(2):
            assert "That is not the PIN" in says(guesser.post(page, data={"pin": "0000"}).text)
        assert "Too many wrong PINs" in says(guesser.post(page, data={"pin": "1234"}).text)
        led = same_browser(guesser, two).post(page, data={"pin": "1234"}, follow_redirects=False)
        assert (led.status_code, led.headers["location"]) == (307, f"{page}?hall=a")
        assert one.portal is not None
        ownership = one.app.state.hall.ownership  # type: ignore[attr-defined]  # a Starlette
        one.portal.call(ownership.release, *ownership.resources)
        there = same_browser(guesser, two).post(page, data={"pin": "1234"})
        assert "Too many wrong PINs" in says(there.text)
        assert "/desk" in visitor(two, "10.0.0.6").post(page, data={"pin": "1234"}).url.path


def test_wrong_passphrases_count_at_all_halls(
    server: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts, "OTHER_GUESSES", Rate(2, SLOW))
    known = {"name": "Ann", "passphrase": "four plain words here"}
    with halls(server, tmp_path) as (one, two):
        visitor(one, "10.0.0.1").post("/account", data={"do": "make", **known})
        wrong = {"do": "sign-in", "name": "Ann", "passphrase": "four other words"}
        for hall in (one, two):
            tried = visitor(hall, "10.0.0.5").post("/account", data=wrong)
            assert accounts.WRONG in says(tried.text)
        late = visitor(two, "10.0.0.5").post("/account", data={"do": "sign-in", **known})
        assert "Too many wrong passphrases" in says(late.text)
