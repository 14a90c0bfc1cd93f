"""Accounts: organizers sign in, sessions end and can be ended, and who did what is kept."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from msgspec import json
from starlette.testclient import TestClient

from rightbower.office.journals import journal_of
from rightbower.store.accounts import AccountEntry, fold
from rightbower.web.app import make_app
from rightbower.web.state import accounts
from web.apart import run_apart
from web.at_desk import Director, flat, says
from web.test_signing_in import Hall, refused

WORDS = "plain kettle seven goose"
FORM = {"preset": "charity-day", "name": "Day", "date": "2026-05-01"}


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A passphrase is hashed at little cost, where that is not what is looked at."""
    monkeypatch.setattr(accounts, "hashed", PasswordHasher(1, 8, 1).hash)


@contextlib.contextmanager
def public_hall(data: Path) -> Iterator[TestClient]:
    """A hall on the internet."""
    with TestClient(make_app(data, public=True), base_url="http://localhost") as client:
        yield client


def browser(client: TestClient, address: str = "10.0.0.5") -> TestClient:
    """Another browser in the same hall."""
    other = TestClient(client.app, base_url="http://localhost", client=(address, 50000))
    other.portal = client.portal
    return other


def made(client: TestClient, name: str = "Ann Lee") -> str:
    """What is said when an account is made."""
    return says(
        client.post("/account", data={"do": "make", "name": name, "passphrase": WORDS}).text
    )


def sign_in(client: TestClient, passphrase: str = WORDS, name: str = "Ann Lee") -> str:
    """What is said to one who signs in."""
    return says(
        client.post("/account", data={"do": "in", "name": name, "passphrase": passphrase}).text
    )


def owner(client: TestClient) -> TestClient:
    """The browser of whoever runs the hall."""
    found = browser(client)
    found.get(f"/owner/{client.app.state.owner}")  # type: ignore[attr-defined]  # a Starlette
    return found


def test_on_a_public_hall_only_approved_organizers_make_events(tmp_path: Path) -> None:
    with public_hall(tmp_path) as ann:
        closed = "On this hall its organizers make events"
        assert closed in says(ann.post("/events/new", data={**FORM, "pin": "123456"}).text)
        assert "not approved you" in made(ann)
        assert closed in says(ann.post("/events/new", data={**FORM, "pin": "123456"}).text)
        assert ann.get("/organizers").status_code == 403
        boss = owner(ann)
        (id_,) = re.findall(r'name="account" value="([^"]*)"', boss.get("/organizers").text)
        boss.post("/organizers", data={"account": id_, "do": "approve"})
        assert "at least 6 digits" in says(
            ann.post("/events/new", data={**FORM, "pin": "1234"}).text
        )
        desk = ann.post("/events/new", data=FORM)
        assert desk.url.path.endswith("/desk/check-in"), "no PIN is needed beside an account"
        access = str(desk.url.path).replace("check-in", "access")
        refused = says(ann.post(access, data={"pin": "1234"}).text)
        assert "at least 6 digits" in refused
        assert "six to twelve digits" in refused
        boss.post("/organizers", data={"account": id_, "do": "stop"})
        assert closed in says(ann.post("/events/new", data=FORM).text)


def test_a_laptop_in_a_hall_needs_no_account(client: TestClient) -> None:
    assert Director(client, "charity-day").status == 200


@pytest.mark.usefixtures("quick")
def test_the_account_opens_its_own_desk_and_no_other(client: TestClient) -> None:
    ann, bob = browser(client), browser(client)
    made(ann)
    made(bob, "Bob Ray")
    desk = ann.post("/events/new", data=FORM).url.path
    assert ann.get(desk).url.path == desk
    assert bob.get(desk).url.path.endswith("/pin")
    elsewhere = browser(client, "10.7.7.7")
    assert "Ann Lee" in sign_in(elsewhere)
    assert elsewhere.get(desk).url.path == desk


@pytest.mark.usefixtures("quick")
def test_what_an_organizer_does_stands_in_the_log_by_name(client: TestClient) -> None:
    ann = browser(client)
    made(ann)
    base = ann.post("/events/new", data=FORM).url.path.removesuffix("/check-in")
    ann.post(f"{base}/check-in", data={"do": "entrants-add", "names": "Cid Fox"})
    ann.post(f"{base}/access", data={"pin": "2468"})
    assert "Ann Lee" in says(ann.get(f"{base}/log").text)
    told = says(ann.get(f"{base}/access").text)
    assert "Ann Lee: set a PIN" in told
    assert "Ann Lee directs this with an account" in told


def test_a_changed_pin_asks_everybody_again_and_wrong_ones_are_shown(client: TestClient) -> None:
    director, other = Director(client, "alberta-pairs"), browser(client)
    pin, desk = f"/events/{director.id}/pin", f"/events/{director.id}/desk"
    other.post(pin, data={"pin": "2468"})
    assert other.get(f"{desk}/plan").url.path == f"{desk}/plan"
    changed = client.post(f"{desk}/access", data={"pin": "97531"})
    assert "The new PIN is set" in says(changed.text)
    assert client.get(f"{desk}/plan").url.path == f"{desk}/plan"
    assert other.get(f"{desk}/plan").url.path == pin
    other.post(pin, data={"pin": "2468"})
    told = says(client.get(f"{desk}/access").text)
    assert "came in with the PIN, from 10.0.0.5" in told
    assert "a wrong PIN was given, from 10.0.0.5" in told


@pytest.mark.usefixtures("quick")
def test_sessions_can_be_ended_and_end_by_themselves(client: TestClient) -> None:
    here, there = browser(client), browser(client, "10.7.7.7")
    made(here)
    sign_in(there)
    page = flat(here.get("/account").text)
    assert "10.7.7.7" in page
    (key,) = re.findall(r'value="([0-9a-f]{64})"><button name="do" value="end"', page)
    here.post("/account", data={"do": "end", "session": key})
    assert "Sign in" in says(there.get("/account").text)
    assert "Where you are signed in" in says(here.get("/account").text)
    kept: Any = client.app.state.accounts  # type: ignore[attr-defined]  # a Starlette
    kept.clock = lambda clock=kept.clock: clock() + accounts.A_MONTH + 1
    assert "Where you are signed in" not in says(here.get("/account").text)


@pytest.mark.usefixtures("quick")
def test_a_new_passphrase_signs_out_everywhere_else(client: TestClient) -> None:
    here, there = browser(client), browser(client)
    made(here)
    sign_in(there)
    other = "another four words here"
    here.post("/account", data={"do": "change", "passphrase": WORDS, "new": other})
    assert "Where you are signed in" in says(here.get("/account").text)
    assert "Where you are signed in" not in says(there.get("/account").text)
    assert accounts.WRONG in sign_in(there)
    assert "Where you are signed in" in sign_in(there, other)


@pytest.mark.usefixtures("quick")
def test_guessing_a_passphrase_never_keeps_out_a_device_that_was_let_in(client: TestClient) -> None:
    here = browser(client)
    made(here)
    here.post("/account", data={"do": "leave"})
    guesser = browser(client, "10.6.6.6")
    said = [sign_in(guesser, f"wrong guess {number}") for number in range(24)]
    assert accounts.WRONG in said[0]
    assert "Too many wrong passphrases" in said[-1]
    assert "Where you are signed in" in sign_in(here)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("name", "passphrase", "words"),
    [
        ("Ann Lee", "short", "at least 10 letters"),
        ("Ann Lee", "aaaaaaaaaaaaaa", "too easy"),
        ("", WORDS, "Write a name"),
        ("\u0410nn Lee", WORDS, "looks like it"),
        ("Bob", "x" * 500, "at least 10"),
    ],
)
def test_a_bad_name_or_passphrase_is_refused_in_words(
    client: TestClient, name: str, passphrase: str, words: str
) -> None:
    made(browser(client))
    form = {"do": "make", "name": name, "passphrase": passphrase}
    assert words in says(browser(client).post("/account", data=form).text)


def test_no_passphrase_and_no_session_can_be_read_from_the_journal(tmp_path: Path) -> None:
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        made(client)
        cookie = client.cookies[accounts.COOKIE]
        token = client.app.state.keys.opened(cookie, "account")["token"]  # type: ignore[attr-defined]
    with journal_of(tmp_path) as journal:
        bodies = [
            each.body for stream in journal.streams("account/") for each in journal.read(stream)
        ]
    assert any(b"$argon2id$" in body for body in bodies)
    assert not any(WORDS.encode() in body or token.encode() in body for body in bodies)


def test_an_organizer_of_a_journal_in_the_older_spelling_stays_one() -> None:
    written = b'{"at":1.0,"by":"x","fact":{"type":"organiser-set","organiser":true}}'
    entry = json.decode(written, type=AccountEntry)
    assert fold([entry]).organizer
    assert json.encode(entry) == written


def test_of_two_who_choose_a_name_at_once_one_has_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hall = Hall(monkeypatch)

    async def story() -> None:
        journal: Any = hall.accounts.store.journal
        journal.before_post = lambda _number, stream: journal.from_elsewhere(stream, b"{}")
        taken = "Somebody has this name already. Choose another."
        assert await refused(hall.accounts.make(hall.request(), "Ann", WORDS)) == taken

    run_apart(story())
