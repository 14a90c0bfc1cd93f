"""Behind a proxy: only named ones are believed, only known names answered, links lie under the base."""

from __future__ import annotations

import contextlib
import re
from collections import deque
from collections.abc import Iterator
from html import unescape
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from starlette.routing import Match, Route
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from rightbower.web.app import make_app
from rightbower.web.common import guard
from rightbower.web.common.proxies import Front

PROXY = "10.0.0.1"
LOBBY = "ws://euchre.example.org/lobby/live"


@contextlib.contextmanager
def reached(
    data: Path, front: Front, peer: str = PROXY, host: str = "euchre.example.org"
) -> Iterator[TestClient]:
    """A hall that is asked by a peer under a name."""
    app = make_app(data, front=front)
    with TestClient(app, base_url=f"http://{host}", client=(peer, 50000)) as client:
        yield client


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, str]]:
    """Who asked, how, and by which name, as the pages see it."""
    found: list[tuple[str, str, str]] = []
    old = guard.refused

    def noted(scope: Any) -> Any:
        host = dict(scope["headers"]).get(b"host", b"").decode()
        found.append((scope["client"][0], scope["scheme"], host))
        return old(scope)

    monkeypatch.setattr(guard, "refused", noted)
    return found


CLAIMS = {
    "x-forwarded-for": "1.2.3.4, 198.51.100.7, 10.0.0.2",
    "x-forwarded-proto": "https",
    "x-forwarded-host": "euchre.example.org",
}


@pytest.mark.parametrize(
    ("peer", "seen"),
    [
        (PROXY, ("198.51.100.7", "https", "euchre.example.org")),
        ("203.0.113.9", ("203.0.113.9", "http", "inside.lan")),
        ("127.0.0.1", ("127.0.0.1", "http", "inside.lan")),
    ],
    ids=["named proxy", "stranger", "unnamed on this machine"],
)
def test_only_a_named_proxy_says_who_asks(
    tmp_path: Path, asked: list[tuple[str, str, str]], peer: str, seen: tuple[str, str, str]
) -> None:
    front = Front.of(["10.0.0.0/29"], [] if seen[1] == "http" else ["euchre.example.org"])
    with reached(tmp_path, front, peer, "inside.lan") as client:
        answer = client.get("/", headers=CLAIMS)
    assert asked[-1] == seen
    assert ("strict-transport-security" in answer.headers) is (seen[1] == "https")
    assert ("Secure" in answer.headers["set-cookie"]) is (seen[1] == "https")


def test_of_claims_in_several_lines_the_last_is_the_proxys(
    tmp_path: Path, asked: list[tuple[str, str, str]]
) -> None:
    front = Front.of([PROXY], ["euchre.example.org"])
    claims = [
        *(("x-forwarded-for", "1.2.3.4"), ("x-forwarded-for", "198.51.100.7")),
        *(("x-forwarded-host", "localhost"), ("x-forwarded-host", "euchre.example.org")),
        *(("x-forwarded-proto", "http"), ("x-forwarded-proto", "https")),
    ]
    with reached(tmp_path, front) as client:
        client.get("/", headers=claims)
    assert asked[-1] == ("198.51.100.7", "https", "euchre.example.org")


@pytest.mark.parametrize(
    ("secure", "origin", "taken"),
    [
        (True, "https://euchre.example.org", True),
        (True, "http://euchre.example.org", False),
        (True, "https://elsewhere.example.org", False),
        (True, "null", False),
        (False, "http://euchre.example.org", True),
        # A proxy that nobody named may have TLS.
        (False, "https://euchre.example.org", True),
    ],
)
def test_where_there_is_tls_a_page_without_it_is_another_sites(
    tmp_path: Path, secure: bool, origin: str, taken: bool
) -> None:
    front = Front.of([PROXY], ["euchre.example.org"])
    headers = {"origin": origin} | ({"x-forwarded-proto": "https"} if secure else {})
    with reached(tmp_path, front) as client:
        played = client.post("/play", headers=headers, follow_redirects=False)
        assert played.status_code == (303 if taken else 403)
        refused = contextlib.nullcontext() if taken else pytest.raises(WebSocketDisconnect)
        with refused, client.websocket_connect(LOBBY, headers=headers):
            pass


@pytest.mark.parametrize(
    ("host", "answered"),
    [
        ("localhost", True),
        ("192.168.1.7:8000", True),
        ("[fe80::1]", True),
        ("laptop", True),
        ("laptop.local", True),
        ("rebound.attacker.example", False),
        ("euchre.example.org", False),
        ("a b", False),
        ("", False),
    ],
)
def test_a_laptop_answers_to_addresses_and_names_at_home(host: str, answered: bool) -> None:
    assert Front().goes_by(host) is answered


def test_a_hall_with_a_name_answers_to_that_alone(tmp_path: Path) -> None:
    front = Front.of(hosts=["Euchre.Example.org"])
    assert front.goes_by("euchre.example.org:443")
    assert not front.goes_by("192.0.2.1")
    with reached(tmp_path, front, host="other.example.org") as client:
        assert client.get("/").status_code == 421


def test_under_a_base_path_every_link_leads_there(tmp_path: Path) -> None:
    with reached(tmp_path, Front.of(base="/euchre/"), host="laptop") as client:
        page = client.get("/euchre/events")
        assert page.status_code == 200
        assert 'href="/euchre/events/new"' in page.text
        assert 'href="/events' not in page.text
        assert 'data-base="/euchre"' in page.text
        form = {"preset": "charity-day", "name": "Day", "date": "2026-05-01", "pin": "1234"}
        made = client.post("/euchre/events/new", data=form, follow_redirects=False)
        assert made.headers["location"].startswith("/euchre/events/")
        desk = client.get(made.headers["location"])
        assert desk.url.path.startswith("/euchre/events/")
        assert "laptop/euchre/c" in client.get(desk.url.path.replace("desk/check-in", "wall")).text


def test_under_a_base_path_nothing_leads_or_goes_to_what_else_the_host_has(tmp_path: Path) -> None:
    with reached(tmp_path, Front.of(base="/euchre"), host="laptop") as client:
        straight = client.get("/euchre/events/", follow_redirects=False)
        assert straight.headers["location"] == "/euchre/events"
        form = {"preset": "charity-day", "name": "Day", "date": "2026-05-01", "pin": "1234"}
        made = client.post("/euchre/events/new", data=form, follow_redirects=False)
        given = client.get("/euchre/").headers.get_list("set-cookie")
        given += made.headers.get_list("set-cookie")
        assert len(given) >= 3
        assert all("; Path=/euchre;" in each for each in given)


# An address of the hall in a page, by its attribute; what a form sends back is told without the base.
ADDRESSES = re.compile(r'\s([a-z-]+)="(/[^"]*)"')
NOT_LED = ("value", "data-shortcut")
LONG_OR_NO_PAGE = re.compile(r"/(charts|planner|api)|paper|\.[a-z]+$")


def test_under_a_base_path_every_page_leads_to_pages_under_it(tmp_path: Path) -> None:
    with reached(tmp_path, Front.of(base="/euchre"), host="laptop") as client:
        client.get("/euchre/events/new")
        form = {"preset": "charity-day", "name": "Day", "date": "2026-05-01", "pin": "1234"}
        made = client.post("/euchre/events/new", data=form)
        to_see, seen = deque(["/euchre/", str(made.url.path), "/euchre/ruling/N04"]), set[object]()
        while to_see:
            path = to_see.popleft()
            route = routed(client.app, path.removeprefix("/euchre").partition("?")[0])
            if route is None or route.path in seen or LONG_OR_NO_PAGE.search(route.path):
                continue
            seen.add(route.path)
            page = client.get(path)
            if not page.headers.get("content-type", "").startswith("text/html"):
                continue
            assert page.status_code == 200, path
            for name, address in ADDRESSES.findall(page.text):
                led = f"{address}/".startswith("/euchre/")
                assert led is (name not in NOT_LED), (path, name, address)
                if name == "href":
                    to_see.append(unescape(address).partition("#")[0])
        assert len(seen) > 40
        assert 'data-shortcut="/"' in client.get("/euchre/ruling").text


def routed(app: Any, path: str) -> Route | None:
    """The page of a path."""
    scope = {"type": "http", "method": "GET", "path": path}
    found = (each for each in app.routes if isinstance(each, Route))
    return next((each for each in found if each.matches(scope)[0] is Match.FULL), None)


def test_no_script_leads_past_the_base_path() -> None:
    leads = re.compile(r"""(location(\.href)? = |(assign|replace|fetch)\()["'`]/""")
    twice = re.compile(
        r"(dataset\.base[^;]*|base\(\) \+ .*|within\(.*)dataset\.(find|people|swap|progress)"
    )
    for script in (files("rightbower") / "web/static/js").iterdir():
        text = script.read_text("utf-8") if script.name.endswith(".js") else ""
        assert not leads.search(text), script.name
        assert not twice.search(text), script.name


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"proxies": ["my proxy"]}, "a proxy is named by its address"),
        ({"hosts": ["two words"]}, "a host is a name"),
        ({"base": "euchre"}, "a base path is written like /euchre"),
    ],
)
def test_what_cannot_be_understood_is_said(said: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Front.of(**said)


@pytest.mark.parametrize(
    ("hosts", "site"),
    [
        ([], ""),
        (["euchre.example.org", "cards.example.org"], "https://euchre.example.org"),
        (["localhost:8000"], "http://localhost:8000"),
    ],
)
def test_the_hall_is_reached_with_tls_unless_it_is_at_home(hosts: list[str], site: str) -> None:
    assert Front.of(hosts=hosts).site == site
