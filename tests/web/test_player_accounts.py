"""A player's account: the same games, practice and ratings on every device where one signs in."""

from __future__ import annotations

from pathlib import Path

from starlette.testclient import TestClient

from rightbower.rules.cards import Seat
from rightbower.web.app import make_app
from rightbower.web.common.identity import COOKIE, Person
from rightbower.web.hall.entries import Sat
from web.serving import played_out
from web.test_accounts import browser, made, sign_in


def a_hall(data: Path) -> TestClient:
    """A hall where somebody has finished a game with a browser called ``phone``."""
    sitters = [Sat(seat, f"who-{seat}", seat.word, 0.0) for seat in Seat if seat is not Seat.S]
    played_out(
        data, "over", sitters=[*sitters[:2], Sat(Seat.S, "phone", "Guest 123", 0.0), sitters[2]]
    )
    return TestClient(make_app(data), base_url="http://localhost")


def is_phone(client: TestClient) -> TestClient:
    keys = client.app.state.keys  # type: ignore[attr-defined]  # Starlette's
    client.cookies.set(
        COOKIE, keys.cookie(Person("phone", "Guest 123")), domain="localhost.local", path="/"
    )
    return client


def games(client: TestClient) -> int:
    return len(client.get("/you.json").json()["games"])


def test_the_same_profile_wherever_one_signs_in(tmp_path: Path) -> None:
    with a_hall(tmp_path) as client:
        phone, laptop = is_phone(browser(client)), browser(client)
        assert (games(phone), games(laptop)) == (1, 0)
        made(phone)
        assert "You are signed in as Ann Lee" in phone.get("/you").text
        assert "Ann Lee" in sign_in(laptop)
        assert phone.get("/you.json").json() == laptop.get("/you.json").json()
        assert games(laptop) == 1
        # Whoever signs out is somebody else again, on the first device too.
        for each in (phone, laptop):
            each.post("/account", data={"do": "leave"})
            assert games(each) == 0
        sign_in(phone)
        assert games(phone) == 1


def test_two_who_share_a_browser_do_not_share_their_games(tmp_path: Path) -> None:
    with a_hall(tmp_path) as client:
        phone = is_phone(browser(client))
        made(phone)
        phone.post("/account", data={"do": "leave"})
        made(phone, "Bob Ray")
        assert games(phone) == 0
        phone.post("/account", data={"do": "leave"})
        sign_in(phone)
        assert games(phone) == 1


def test_a_session_that_was_ended_elsewhere_opens_no_profile(tmp_path: Path) -> None:
    with a_hall(tmp_path) as client:
        phone, laptop = is_phone(browser(client)), browser(client)
        made(phone)
        sign_in(laptop)
        words = {
            "do": "change",
            "passphrase": "plain kettle seven goose",
            "new": "four other words here",
        }
        laptop.post("/account", data=words)
        assert (games(laptop), games(phone)) == (1, 0)


def test_whoever_signs_in_sits_down_by_the_accounts_name(tmp_path: Path) -> None:
    with a_hall(tmp_path) as client:
        laptop = browser(client)
        made(laptop)
        table = laptop.post("/tables", data={}, follow_redirects=False).headers["location"]
        assert '"name":"Ann Lee"' in laptop.get(table).text
        assert '"guest":false' in laptop.get(table).text
        refused = laptop.post("/name", data={"name": "Zed"})
        assert (refused.status_code, "account" in refused.text) == (400, True)


def test_an_erased_player_is_gone_and_the_account_can_begin_anew(tmp_path: Path) -> None:
    with a_hall(tmp_path) as client:
        phone = is_phone(browser(client))
        made(phone)
        assert phone.post("/you/erase", data={"sure": "yes"}).status_code == 200
        assert games(phone) == 0
        laptop = browser(client)
        sign_in(laptop)
        assert games(laptop) == 0
        assert "You are signed in as Ann Lee" in laptop.get("/you").text
