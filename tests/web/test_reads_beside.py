"""A hall on PostgreSQL asks the engine beside its loop: a table never waits for what a page reads."""

from __future__ import annotations

import asyncio
import threading
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from postgres import Postgres
from rightbower.store.postgres.session import PostgresSession
from rightbower.web.app import make_app
from rightbower.web.hall.hall import Hall
from web.test_quotas import visitor

OURS = "/src/rightbower/web/"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Where the loop of a hall itself waited for the engine."""
    found: list[str] = []
    ask = PostgresSession.ask

    def watched(self: PostgresSession, query: str, *values: object) -> list[object]:
        beside = threading.current_thread().name.startswith(("reads", "beside"))
        if asyncio._get_running_loop() is not None and not beside:
            stack = [each for each in traceback.extract_stack() if OURS in each.filename]
            found.append(" < ".join(f"{each.name}:{each.lineno}" for each in reversed(stack)))
        return ask(self, query, *values)

    monkeypatch.setattr(PostgresSession, "ask", watched)
    return found


@pytest.fixture
def client(tmp_path: Path, server: Postgres) -> Iterator[TestClient]:
    app = make_app(tmp_path, journal=server.fresh(), name="a")
    with TestClient(app, base_url="http://localhost") as found:
        yield found


def test_the_loop_waits_for_no_page_and_no_table(client: TestClient, asked: list[str]) -> None:
    asked.clear()
    there = client.post("/play", follow_redirects=False).headers["location"]
    form = {"preset": "charity-day", "name": "Day", "date": "2026-05-01", "pin": "1234"}
    desk = client.post("/events/new", data=form, follow_redirects=False).headers["location"]
    base = desk.removesuffix("/desk")
    league = {"name": "Tuesdays", "book": "sportcial-league", "pin": "1234"}
    client.post("/leagues/new", data=league)
    for page in ("/", there, f"{there}/fair", "/events", desk, base, f"{base}/wall", "/halls"):
        assert client.get(page).status_code == 200, page
    for page in ("/you", "/day", "/evening", "/metrics", "/set-aside", "/t/nowhere", "/s/nowhere"):
        client.get(page)
    for line in (f"{there}/live?protocol=2", f"{base}/live?protocol=2", "/lobby/live?protocol=2"):
        with client.websocket_connect(line) as socket:
            socket.send_json({"type": "hello"})
            assert socket.receive_json()
    assert asked == [], "\n".join(asked)


def test_a_table_that_slept_wakes_without_holding_the_loop_up(
    client: TestClient, asked: list[str]
) -> None:
    hall: Hall = client.app.state.hall  # type: ignore[attr-defined]  # a Starlette
    there = client.post("/play", follow_redirects=False).headers["location"]
    live = hall.tables[there.replace("/t/", "table/")]
    assert client.portal is not None
    client.portal.call(live.hand_over)
    assert not hall.tables
    asked.clear()
    assert visitor(client, "10.0.0.9").get(there).status_code == 200
    assert not hall.tables, "to look at it is not to own it"
    with client.websocket_connect(f"{there}/live?protocol=2") as socket:
        socket.send_json({"type": "hello"})
        assert socket.receive_json()["type"] == "state"
    assert list(hall.tables) == [live.name]
    assert asked == []
