"""Who asks: cookies, keys, names, and the passes of the command line."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from itsdangerous import URLSafeSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from rightbower.rules.refusal import Refusal
from rightbower.web.common import command_line
from rightbower.web.common import identity as identities
from rightbower.web.common.identity import COOKIE, LONGEST_COOKIE, Keys, Person
from web.layers import ANN, KEYS, asking, scope


def test_a_cookie_is_found_by_its_whole_name_and_up_to_its_length() -> None:
    def held(*headers: str) -> str:
        written = [(b"cookie", each.encode()) for each in headers]
        return identities.cookie_of(HTTPConnection({**scope(), "headers": written}), "c")

    assert held("a=1; c=2=3; d=4") == "2=3"
    assert held("cc=1", "c=5") == "5"
    assert held("a=1") == held() == ""
    assert held("c=" + "x" * LONGEST_COOKIE) == "x" * LONGEST_COOKIE
    assert held("c=" + "x" * (LONGEST_COOKIE + 1)) == ""


def test_who_is_erased_is_nobody_with_the_cookie_and_with_the_account() -> None:
    keys, bob = Keys("k" * 32), Person("bob-0", "Bob")
    line = asking(keys.cookie(ANN))
    assert keys.person(line) == keys.device(line) == ANN
    keys.signed_in = lambda _: bob
    assert (keys.person(line), keys.device(line)) == (bob, ANN)
    keys.erased = {"bob-0"}
    assert keys.person(line) == ANN
    keys.erased = {"ann-0"}
    assert (keys.person(line), keys.device(line)) == (bob, None)
    keys.signed_in = lambda _: None
    assert keys.person(line) is None


@pytest.mark.parametrize("kept", [["ann"], "ann", 7, None])
def test_a_signed_cookie_that_is_no_person_is_nobody(kept: Any) -> None:
    assert KEYS.device(asking(KEYS._people.dumps(kept))) is None


def test_what_is_sealed_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(identities, "time", SimpleNamespace(time=lambda: now[0]))
    text = KEYS.sealed({"a": "b"}, "desk", seconds=60)
    for at, held in ((1000, {"a": "b"}), (1060, {"a": "b"}), (1060.5, {}), (1061, {})):
        now[0] = at
        assert KEYS.opened(text, "desk") == held
    now[0] = 1000.0
    assert KEYS.opened(KEYS.sealed({}, "desk"), "desk") == {}
    a_year = KEYS.sealed({"a": "b"}, "desk")
    now[0] += 365 * 24 * 3600
    assert KEYS.opened(a_year, "desk") == {"a": "b"}
    now[0] += 1
    assert KEYS.opened(a_year, "desk") == {}


@pytest.mark.parametrize("until", ["", "x", "-5", "9e9", None])
def test_what_says_no_end_is_not_opened(until: Any) -> None:
    signer = URLSafeSerializer(KEYS._believed, salt="desk")
    assert KEYS.opened(signer.dumps({"a": "b", "until": until}), "desk") == {}
    assert KEYS.opened(signer.dumps({"a": "b"}), "desk") == {}


def cookies(response: Response) -> list[str]:
    """The cookies that an answer gives."""
    return [v.decode() for k, v in response.raw_headers if k == b"set-cookie"]


def test_a_browser_is_given_its_cookie_unless_its_account_says_who_it_is() -> None:
    keys = Keys("k" * 32)
    for signed_in, given in ((None, True), (Person("bob-0", "Bob"), True), (ANN, False)):
        keys.signed_in = lambda _, who=signed_in: who  # type: ignore[misc]
        response = Response()
        keys.remember(HTTPConnection(scope(host="x")), response, ANN)
        assert bool(cookies(response)) is given
    given_to: Any = Response()
    keys.signed_in = lambda _: None
    keys.remember(HTTPConnection(scope(host="x")), given_to, ANN)
    text = keys.cookie(ANN)
    head = f"{COOKIE}={text}; HttpOnly; Max-Age=31536000; Path=/; SameSite=lax"
    assert cookies(given_to) == [head]


@pytest.mark.parametrize(
    ("scheme", "strict", "end"),
    [
        ("http", False, "SameSite=lax"),
        ("https", False, "SameSite=lax; Secure"),
        ("https", True, "SameSite=strict; Secure"),
        ("http", True, "SameSite=strict"),
    ],
)
def test_how_a_cookie_is_kept(scheme: str, strict: bool, end: str) -> None:
    response = Response()
    request = HTTPConnection({**scope(host="x"), "scheme": scheme})
    identities.give_cookie(request, response, "c", "text", 60, strict=strict)
    assert cookies(response) == [f"c=text; HttpOnly; Max-Age=60; Path=/; {end}"]


def test_keys_are_made_once_and_for_their_owner_alone(tmp_path: Path) -> None:
    Keys.of(tmp_path)
    path = tmp_path / "secret"
    made = path.read_text()
    assert (len(made), path.stat().st_mode & 0o777) == (65, 0o600)
    Keys.of(tmp_path)
    assert path.read_text() == made


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("k" * 32, ""),
        (f"{'k' * 32}\nnext {'n' * 32}\n\n", ""),
        ("k" * 31, "a key has at least 32 letters"),
        (f"{'k' * 32}\nnext {'n' * 31}", "a key has at least 32 letters"),
        (f"{'k' * 32} next {'n' * 32}", "a key has no spaces: 'next KEY' has a line of its own"),
        (
            f"next {'n' * 32}",
            "a key stands in each line, and at least one without 'next' before it",
        ),
    ],
)
def test_what_keys_have_to_be_like(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "secret"
    path.write_text(text)
    if not says:
        assert Keys.of(tmp_path).derived("x") == Keys("k" * 32).derived("x")
        return
    with pytest.raises(Refusal) as refused:
        Keys.of(tmp_path)
    assert str(refused.value) == f"{path}: {says}; {identities.PUT_BACK}"


def test_a_newcomer_is_a_guest_until_there_is_a_name() -> None:
    guest, named = identities.newcomer(), identities.newcomer("  Ann  ")
    assert identities.is_guest(guest)
    assert 100 <= int(guest.name.removeprefix("Guest ")) < 1000
    assert len(guest.who) == len(named.who) == 24
    assert (named.name, identities.is_guest(named)) == ("Ann", False)
    for name in ("Guest", "Guest x", "guest 5", "Guests 5"):
        assert not identities.is_guest(Person("x", name))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (" Ann \n Lee ", "Ann Lee"),
        ("Ann\x00\u202eLee", "Ann Lee"),
        ("x" * 41, "x" * 40),
        ("x" * 39 + " y", "x" * 39),
        ("e\u0301", "é"),
        ("\u200b", ""),
        ("a" + "\u0301" * 300, "á"),
    ],
)
def test_a_name_as_it_may_be_shown(text: str, name: str) -> None:
    assert identities.clean_name(text) == name


def bearing(authorization: str = "", client: str = "127.0.0.1", door: str = "sesame") -> Any:
    """A call with a token to a hall with a door."""
    headers = {"authorization": authorization} if authorization else {}
    found = HTTPConnection(scope(client=(client, 1), **headers))
    found.app.state.door = door
    return found


@pytest.mark.parametrize(
    ("line", "may"),
    [
        (bearing("Bearer sesame"), True),
        (bearing("Bearer sesame", client="192.0.2.7"), False),
        (bearing("Bearer wrong"), False),
        (bearing(), False),
        (bearing("Bearer ", door=""), False),
        (bearing(f"Bearer {KEYS.sealed({'may': 'x'}, 'command line')}", "192.0.2.7"), True),
        (bearing(f"Bearer {KEYS.sealed({'may': 'x'}, 'desk')}"), False),
    ],
)
def test_who_is_the_command_line(line: Any, may: bool) -> None:
    assert command_line.is_command_line(line) is may
    passed = command_line.pass_on(line)
    if not may:
        assert passed == {}
        return
    ((name, text),) = passed.items()
    assert name == "x-rightbower-pass"
    assert KEYS.opened(text, "command line") == {"may": "everything"}


def test_a_pass_of_the_command_line_lasts_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    passed = command_line.pass_on(bearing("Bearer sesame"))
    later = time.time() + 62
    monkeypatch.setattr(identities, "time", SimpleNamespace(time=lambda: later))
    assert KEYS.opened(passed["x-rightbower-pass"], "command line") == {}


def test_how_a_call_says_who_makes_it() -> None:
    assert command_line.bearer(bearing("Basic a b")) == ("Basic", "a b")
    assert command_line.bearer(bearing()) == ("", "")
