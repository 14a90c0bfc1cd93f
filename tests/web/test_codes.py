"""Codes on tables and walls: where they lead, how hard they are to guess, what they cost."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.websockets import WebSocketDisconnect

from rightbower.web.common.address import picture
from rightbower.web.state.codes import (
    EVENT_LETTERS,
    MOST_TABLES,
    TABLE_LETTERS,
    Meant,
    event_code,
    meant,
    table_code,
)
from rightbower.web.state.desk import WRONG_CODES
from web.day import PIN, prepared_event, room, seated


def test_a_code_leads_to_its_event_or_its_table(tmp_path: Path) -> None:
    prepared_event(tmp_path)
    with room(tmp_path) as here:
        code = event_code(here.keys, "day")
        table = table_code(here.keys, "day", 2)
        assert len(code) == EVENT_LETTERS
        assert len(table) == TABLE_LETTERS
        phone = here.phone()
        phone.get(f"/c/{code}")
        assert phone.at == "/events/day/join"
        phone.get(f"/c?code=%20{table[:3].lower()}-{table[3:].lower()}")
        assert phone.at == "/events/day/table/2"
        assert "Nobody sits here yet" in phone.text
        here.write(seated)
        phone.get(f"/c/{code}")
        assert phone.at == "/events/day"
        phone.get(f"/c/{table}")
        assert "Table 2: who are you?" in phone.text
        assert f'name="code" value="{table}"' in phone.page
        assert "No event and no table has this code" in phone.get("/c/ABCDEF")
        assert phone.status == 404


def test_no_two_codes_of_a_hall_are_alike(tmp_path: Path) -> None:
    with room(tmp_path) as here:
        ids = [f"event-{number}" for number in range(20)]
        codes = {event_code(here.keys, id_) for id_ in ids}
        codes |= {table_code(here.keys, id_, table) for id_ in ids for table in range(1, 61)}
        assert len(codes) == 20 * 61
        found = meant(here.keys, ids, table_code(here.keys, "event-7", 60))
        assert found is not None
        assert (found.event, found.table) == ("event-7", 60)


def test_guessing_codes_is_slow(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        guesser = here.phone("10.0.0.66")
        guesser.get("join")
        tried = 0
        while guesser.client.get(f"/c/AAA{tried:03}").status_code == 404:
            tried += 1
        assert tried <= WRONG_CODES[0].at_once + 10
        code = table_code(here.keys, "day", 1)
        assert guesser.client.get(f"/c/{code}").status_code == 429
        assert guesser.client.get(f"/events/day/table/1?code={code}").status_code == 429
        assert "who are you?" in here.phone("10.0.0.66").get(f"/c/{code}"), "another phone there"


def test_a_table_code_is_too_long_to_be_guessed(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        letters = len(table_code(here.keys, "day", 1))
    a_thousand_a_second_for_a_year = 1000 * 365 * 24 * 3600
    assert 32**letters > 10 * a_thousand_a_second_for_a_year


def test_right_codes_are_never_too_many(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        code = table_code(here.keys, "day", 1)
        for _ in range(90):
            assert here.phone("10.0.0.1").client.get(f"/c/{code}").status_code == 200


def test_without_a_code_the_page_asks_for_one(tmp_path: Path) -> None:
    with room(tmp_path) as here:
        asked = here.phone().get("/c")
        assert "Type the code" in asked
        assert "has this code" not in asked, "nothing wrong was typed yet"


def test_codes_are_worked_out_once_for_each_event(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []
    with room(tmp_path) as here:
        whole = here.keys.code

        def counted(text: str, letters: int) -> str:
            made.append(text)
            return whole(text, letters)

        ids = [f"event-{number}" for number in range(300)]
        last = table_code(here.keys, ids[-1], MOST_TABLES)
        monkeypatch.setattr(here.keys, "code", counted, raising=False)
        for _ in range(3):
            assert meant(here.keys, ids, "AAAAAAAA") is None
            assert meant(here.keys, ids, last) == Meant(ids[-1], MOST_TABLES)
        assert len(made) == len(ids) * (MOST_TABLES + 1)
        assert meant(here.keys, ids, "") is None
        assert meant(here.keys, ids, last + last) is None
        assert meant(here.keys, ids, last[4:]) is None
        assert meant(here.keys, ids, event_code(here.keys, ids[7])) == Meant(ids[7], 0)


def test_the_director_prints_the_way_to_each_table(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        phone = here.phone()
        refused = phone.client.get("/events/day/table/2/qr.svg")
        assert refused.status_code == 403
        phone.post("pin", pin=PIN)
        found = phone.client.get("/events/day/table/2/qr.svg")
        assert found.headers["content-type"] == "image/svg+xml"
        at = f"http://testserver/c/{table_code(here.keys, 'day', 2)}"
        assert found.content == picture(at)
        way_in = f"http://testserver/c/{event_code(here.keys, 'day')}"
        assert phone.client.get("/events/day/qr.svg").content == picture(way_in)


def test_whoever_watches_an_event_that_is_not_there_is_sent_away(tmp_path: Path) -> None:
    with room(tmp_path) as here:
        for path in ("/events/nowhere/live", "/leagues/nowhere/live"):
            with (
                pytest.raises(WebSocketDisconnect) as gone,
                here.phone().client.websocket_connect(path) as line,
            ):
                line.receive_text()
            assert gone.value.code == 1008
