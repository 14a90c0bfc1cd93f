"""A stream that cannot be read is set aside with its reason; the hall starts and all else works."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from rightbower.office.journals import journal_of
from rightbower.store.checks import row_sum
from rightbower.web.app import make_app
from rightbower.web.hall.entries import TableOpened, encode
from web.day import prepared_event
from web.serving import played_out, prepared

pytestmark = pytest.mark.sqlite


def spoiled(data: Path) -> None:
    """A journal with good tables and events, and some that nobody can read."""
    prepared(data, 2)
    played_out(data, "over")
    prepared_event(data)
    with journal_of(data) as journal:
        journal.append("table/nonsense", 0, [b"{not a table"])
        journal.append("table/newer", 0, [b'{"type":"juggled","at":1.0}'])
        opened = TableOpened("standard", "strict", "seed", "x", 1.0, edition="of 1864")
        journal.append("table/edition", 0, [encode(opened)])
        journal.append("event/broken", 0, [b'{"at":1,"by":"x","fact":{"type":"sung"}}'])
    with sqlite3.connect(data / "rightbower.journal") as connection:
        connection.execute(
            "update entries set body = x'00' where stream = 'table/t1' and version = 2"
        )
    connection.close()


def test_everything_else_works_and_a_page_lists_what_does_not(tmp_path: Path) -> None:
    spoiled(tmp_path)
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        for page in ("/", "/events", "/events/day", "/t/t0", "/t/over/replay", "/rules"):
            assert client.get(page).status_code == 200, page
        for table in ("nonsense", "newer", "edition", "t1"):
            answer = client.get(f"/t/{table}")
            assert (answer.status_code, "set aside" in answer.text) == (409, True), table
        assert client.get("/t/nowhere").status_code == 404
        listed = client.get("/set-aside").text
        for stream in (
            "table/nonsense",
            "table/newer",
            "table/edition",
            "table/t1",
            "event/broken",
        ):
            assert stream in listed
        assert "table/t0" not in listed
        assert "of 1864" in listed
        assert str(tmp_path) not in listed, "where the journal lies is nobody's business"
        assert "Set aside" in client.get("/").text
        assert client.get("/events/broken").status_code == 409


def test_a_whole_journal_has_nothing_set_aside(tmp_path: Path) -> None:
    prepared(tmp_path, 1)
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        assert "Everything in the journal can be read" in client.get("/set-aside").text
        assert "Set aside" not in client.get("/").text


def test_what_can_be_read_again_comes_back(tmp_path: Path) -> None:
    spoiled(tmp_path)
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        assert client.get("/t/newer").status_code == 409
    body = encode(TableOpened("standard", "strict", "seed", "x", 1.0))
    with sqlite3.connect(tmp_path / "rightbower.journal") as connection:
        where = "where stream = 'table/newer' and version = 1"
        (place,) = connection.execute(f"select position from entries {where}").fetchone()
        row = (body, row_sum(place, "table/newer", 1, body))
        connection.execute(f"update entries set body = ?, sum = ? {where}", row)
    connection.close()
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        assert client.get("/t/newer").status_code == 200
    with TestClient(make_app(tmp_path), base_url="http://localhost") as client:
        assert "table/newer" not in client.get("/set-aside").text
