"""The ways to a hall: the address of its machine, what phones can reach, and which other hall to ask."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response

from rightbower.store.claims import HandedOver
from rightbower.web.common import address, error_pages
from rightbower.web.common.proxies import Front
from web.apart import run_apart
from web.layers import scope


class Probe:
    """A socket that asks for a route."""

    def __init__(self, fault: OSError | None = None) -> None:
        self.fault, self.asked = fault, list[Any]()

    def __enter__(self) -> Probe:
        return self

    def __exit__(self, *_: object) -> None:
        self.asked.append("closed")

    def connect(self, where: Any) -> None:
        """Where a route is asked for."""
        self.asked.append(where)
        if self.fault is not None:
            raise self.fault

    def getsockname(self) -> tuple[str, int]:
        """The machine's own end."""
        return "192.168.1.5", 50000


@pytest.mark.parametrize(("fault", "own"), [(None, "192.168.1.5"), (OSError(), "127.0.0.1")])
def test_the_address_of_this_machine(
    monkeypatch: pytest.MonkeyPatch, fault: OSError | None, own: str
) -> None:
    probe = Probe(fault)

    def made(*kind: Any) -> Probe:
        assert kind == (socket.AF_INET, socket.SOCK_DGRAM)
        return probe

    monkeypatch.setattr("rightbower.web.common.address.socket.socket", made)
    assert address.own_address() == own
    assert probe.asked == [("192.0.2.1", 9), "closed"]


@pytest.mark.parametrize(
    ("host", "room", "own", "reached", "alone"),
    [
        ("localhost:8000", True, "10.0.0.5", "http://10.0.0.5:8000/e/x", False),
        ("localhost:8000", False, "10.0.0.5", "http://localhost:8000/e/x", True),
        ("hall.lan", True, "10.0.0.5", "http://hall.lan/e/x", False),
        ("hall.lan", False, "127.0.0.1", "http://hall.lan/e/x", False),
    ],
)
def test_how_phones_reach_a_page(
    monkeypatch: pytest.MonkeyPatch,
    host: str,
    room: bool,
    own: str,
    reached: str,
    alone: bool,
) -> None:
    monkeypatch.setattr(address, "own_address", lambda: own)
    request = Request(scope(host=host))
    request.app.state.room, request.app.state.front = room, Front.of(base="/e")
    assert address.address(request, "/x") == reached
    assert address.only_here(request) is alone


def led(fault: HandedOver, path: str = "/api/v1/x", query: str = "") -> Response:
    """How somebody is led to another hall."""
    asked = {**scope(path=path, host="x"), "query_string": query.encode()}
    request = Request(asked)
    request.app.state.door = ""
    return run_apart(error_pages.sent_elsewhere(request, fault))


def test_another_hall_is_asked_with_the_same_request() -> None:
    found = led(HandedOver("south"), "/t/a", "b=c")
    assert (found.status_code, found.headers["location"]) == (307, "/t/a?b=c&hall=south")
    assert "x-rightbower-pass" not in found.headers
    found = led(HandedOver("south"), "/t/a", "hall=north")
    assert found.headers["location"] == "/t/a?hall=south"


@pytest.mark.parametrize(("hall", "query"), [("", ""), ("south", "hall=south")])
def test_where_no_hall_is_known_or_found_it_is_asked_again_soon(hall: str, query: str) -> None:
    found = led(HandedOver(hall), query=query)
    assert (found.status_code, found.headers["retry-after"]) == (503, "1")
    assert found.headers["content-type"] == "application/json"
    assert "handed over to another hall" in bytes(found.body).decode()


def test_a_reader_is_told_to_wait_on_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = list[Any]()

    def render(request: Any, template: str, **values: Any) -> Response:
        shown.append((template, values))
        return Response("page", 503)

    monkeypatch.setattr(error_pages, "render", render)
    assert led(HandedOver(), "/t/a").headers["retry-after"] == "1"
    assert shown == [("error.html", {"status": 503, "detail": error_pages.WAIT})]
