"""The button that lets phones in: who may press it, what it says, and that nothing is shown before."""

from __future__ import annotations

import socket
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from rightbower.web.app import make_app
from rightbower.web.common.proxies import Front
from rightbower.web.state import owner
from web.browser.served_hall import ServedHall
from web.day import prepared_event, seated

AT_HOME = {"origin": "http://127.0.0.1:8000"}


class Listening:
    """What a server is asked to open."""

    def __init__(self, fault: OSError | None = None) -> None:
        self.fault, self.at = fault, list[str]()

    async def __call__(self, host: str) -> None:
        """Listen at one more address, or say why not."""
        self.at.append(host)
        if self.fault is not None:
            raise self.fault


@contextmanager
def closed(
    data: Path, where: str = "127.0.0.1", front: Front | None = None, public: bool = False
) -> Iterator[tuple[TestClient, Listening]]:
    """A hall that is open to its laptop only, and a visitor from somewhere."""
    app = make_app(data, room=False, front=front, public=public)
    listening = Listening()
    app.state.listen = listening
    with TestClient(
        app, base_url="http://127.0.0.1:8000", client=(where, 50000), follow_redirects=False
    ) as client:
        yield client, listening


@pytest.fixture
def wifi(monkeypatch: pytest.MonkeyPatch) -> None:
    """The laptop is on a network."""
    monkeypatch.setattr(owner, "own_address", lambda: "192.168.1.5")
    monkeypatch.setattr("rightbower.web.common.address.own_address", lambda: "192.168.1.5")


@pytest.mark.usefixtures("wifi")
def test_one_press_lets_phones_in_and_says_where(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with closed(tmp_path) as (client, listening):
        assert client.get("/room/qr.svg").status_code == 404
        assert client.get("/events/day/qr.svg").status_code == 404
        for page in ("/room", "/events/day", "/events/day/wall"):
            shown = client.get(page).text
            assert "127.0.0.1" not in shown, page
            assert "qr.svg" not in shown, page
        assert "Let phones in" in client.get("/room").text
        answer = client.post("/room/open", headers=AT_HOME, data={"back": "/room"})
        assert (answer.status_code, answer.headers["location"]) == (303, "/room")
        assert listening.at == ["192.168.1.5"]
        assert "http://192.168.1.5:8000/" in client.get("/room").text
        assert client.get("/room/qr.svg").status_code == 200
        assert client.get("/events/day/qr.svg").status_code == 200
        assert 'data-address="192.168.1.5:8000/c"' in client.get("/events/day/wall").text
        for elsewhere in ("//x", "/\\x", "http://x", ""):
            answer = client.post("/room/open", headers=AT_HOME, data={"back": elsewhere})
            assert answer.headers["location"] == "/room", elsewhere
        assert listening.at == ["192.168.1.5"], "once is enough"


@pytest.mark.usefixtures("wifi")
@pytest.mark.parametrize(
    ("where", "headers", "front", "public"),
    [
        ("192.168.1.9", AT_HOME, None, False),
        ("127.0.0.1", {}, None, False),
        ("127.0.0.1", {"origin": "https://elsewhere.example"}, None, False),
        ("127.0.0.1", {"referer": "https://elsewhere.example/x"}, None, False),
        ("127.0.0.1", {**AT_HOME, "x-forwarded-for": "203.0.113.7"}, None, False),
        ("127.0.0.1", AT_HOME, Front.of(hosts=["euchre.example.org"]), False),
        ("127.0.0.1", AT_HOME, Front.of(proxies=["127.0.0.1"]), False),
        ("127.0.0.1", AT_HOME, None, True),
    ],
)
def test_nobody_else_opens_the_hall_or_becomes_its_owner(
    tmp_path: Path, where: str, headers: dict[str, str], front: Front | None, public: bool
) -> None:
    with closed(tmp_path, where, front, public) as (client, listening):
        for address in ("/room/open", "/owner"):
            assert client.post(address, headers=headers).status_code == 403
            assert owner.COOKIE not in client.cookies
        assert (listening.at, client.app.state.room) == ([], False)  # type: ignore[attr-defined]  # a Starlette


def test_a_program_that_passes_requests_on_is_not_the_laptop(tmp_path: Path) -> None:
    """nginx without settings speaks HTTP/1.0 to the hall, and names nobody."""
    with closed(tmp_path) as (client, _):

        async def old(scope, receive, send):  # type: ignore[no-untyped-def]
            await client.app({**scope, "http_version": "1.0"}, receive, send)

        proxied = TestClient(old, base_url="http://127.0.0.1:8000", client=("127.0.0.1", 5))
        assert proxied.post("/owner", headers=AT_HOME).status_code == 403


def test_whoever_sits_at_the_laptop_needs_no_link(tmp_path: Path) -> None:
    with closed(tmp_path) as (client, _):
        assert client.post("/owner", headers=AT_HOME).status_code == 303
        assert owner.COOKIE in client.cookies


def test_what_stands_in_the_way_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(owner, "own_address", lambda: "127.0.0.1")
    with closed(tmp_path) as (client, listening):
        answer = client.post("/room/open", headers=AT_HOME)
        assert (answer.status_code, listening.at) == (409, [])
        assert "on no network" in answer.text
        monkeypatch.setattr(owner, "own_address", lambda: "192.168.1.5")
        listening.fault = OSError("in use")
        assert "Another program" in client.post("/room/open", headers=AT_HOME).text
        client.app.state.listen = None  # type: ignore[attr-defined]  # a Starlette
        assert "while it runs" in client.post("/room/open", headers=AT_HOME).text
        assert client.app.state.room is False  # type: ignore[attr-defined]


@pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.2 is this machine on Linux alone")
def test_a_running_server_listens_at_one_more_address(tmp_path: Path) -> None:
    """At 127.0.0.2; before that nothing answers there."""
    with ServedHall(tmp_path) as hall:
        address = ("127.0.0.2", hall.port)
        with socket.socket() as probe:
            assert probe.connect_ex(address) != 0
        assert hall.loop is not None
        hall.open_too("127.0.0.2")
        with urllib.request.urlopen(f"http://127.0.0.2:{hall.port}/healthz", timeout=20) as answer:
            assert answer.status == 200
