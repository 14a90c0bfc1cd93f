"""What the wall and the phones are sent: the newest state, soon, with the clock as it is now."""

from __future__ import annotations

import asyncio
import json
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from rightbower.tournament.contest import Fact
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.results import enter
from rightbower.tournament.events.round_clock import ring_bell, start_clock
from rightbower.web.common import watching
from rightbower.web.notes import Notes, PhoneTaken
from rightbower.web.state.codes import event_code, table_code
from rightbower.web.state.desk import Desk
from web.day import Deed, Room, prepared_event, room, seated


def result(table: int, points: tuple[int, int] = (10, 4)) -> Deed:
    """A table's result from the desk."""
    return partial(enter, table=table, points=points)


def started(event: Event) -> Fact:
    """Seven minutes from now."""
    return start_clock(event, time.time(), 7)


def heard(line: Any, version: int = 0) -> dict[str, Any]:
    """What is sent, up to the first that is this new."""
    while True:
        found: dict[str, Any] = json.loads(line.receive_text())
        if found["version"] >= version:
            return found


def version_of(here: Room) -> int:
    return here.desk.views.seen("day").version


def test_the_wall_is_sent_each_change(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here, here.client.websocket_connect("/events/day/live") as line:
        first = heard(line)
        assert first["stage"] == "round"
        assert [table["state"] for table in first["tables"]] == ["playing", "playing"]
        here.write(result(2))
        second = heard(line, version_of(here))
        assert [table["state"] for table in second["tables"]] == ["playing", "marked"]
        assert second["tables"][1]["points"] == [10, 4]
        here.write(result(1))
        assert heard(line, version_of(here))["stage"] == "between"


def test_many_changes_at_once_are_told_together(tmp_path: Path) -> None:
    prepared_event(tmp_path, tables=20, deeds=[seated])
    with room(tmp_path) as here, here.client.websocket_connect("/events/day/live") as line:
        heard(line)
        here.write(*(result(table) for table in range(1, 11)))
        for table in range(11, 21):
            here.write(result(table))
        messages, newest = 0, 0
        while newest < version_of(here):
            newest = heard(line)["version"]
            messages += 1
        assert messages < 11, "a slow television is not sent every step"


def test_phones_are_sent_little(tmp_path: Path) -> None:
    prepared_event(tmp_path, tables=3, deeds=[seated, result(2), started])
    with room(tmp_path) as here, here.client.websocket_connect("/events/day/live?short") as line:
        first = heard(line)
        assert first == {
            "version": version_of(here),
            "stage": "round",
            "round": 1,
            "states": "pmp",
            "clock": "runs",
            "said": 0,
        }
        here.write(partial(enter, table=3, points=(10, 4), side=0))
        assert heard(line, version_of(here))["states"] == "pme"


def test_whoever_comes_late_sees_the_clock_as_it_is_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "FRESH", -1.0)
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here:
        now = time.time()
        here.desk.clock = lambda: now
        here.write(partial(start_clock, at=now, minutes=7))
        with here.client.websocket_connect("/events/day/live") as early:
            assert heard(early)["clock"]["left"] == pytest.approx(420)
            now += 120
            with here.phone().client.websocket_connect("/events/day/live") as late:
                assert heard(late)["clock"]["left"] == pytest.approx(300)


def test_the_bell_comes_with_what_the_book_says_of_it(tmp_path: Path) -> None:
    prepared_event(tmp_path, preset="national-progressive", tables=2, rounds=None, deeds=[seated])
    with room(tmp_path) as here, here.client.websocket_connect("/events/day/live") as line:
        assert heard(line)["clock"] is None
        here.write(started)
        assert heard(line, version_of(here))["clock"]["running"]
        here.write(partial(ring_bell, at=time.time()))
        rung = heard(line, version_of(here))
        assert rung["clock"]["rang"]
        assert rung["bell"] == "Time. A hand whose turn-up is on the table is played out."


def test_the_bell_rings_by_itself(tmp_path: Path) -> None:
    prepared_event(tmp_path, deeds=[seated])
    with room(tmp_path) as here, here.client.websocket_connect("/events/day/live") as line:
        here.write(partial(start_clock, at=time.time(), minutes=0.005))
        while not (clock := heard(line)["clock"]) or not clock["rang"]:
            pass
        assert here.event.clock.rang_at is not None


def test_arrows_show_who_moved_since_the_round_before(tmp_path: Path) -> None:
    deeds = [seated, result(1, (10, 0)), result(2, (10, 9)), seated]
    prepared_event(tmp_path, deeds=deeds)
    with room(tmp_path) as here:
        before = {p.entrant: p.rank for p in here.desk.views.seen("day").places}
        assert {p.moved for p in here.desk.views.seen("day").places} == {None}
        losers = [each.number for each in here.event.round.tables]
        here.write(*(result(number, (2, 10)) for number in losers))
        for place in here.desk.views.seen("day").places:
            was = before[place.entrant]
            assert was is not None
            assert place.rank is not None
            assert place.moved == was - place.rank
        moved = {p.entrant: p.moved for p in here.desk.views.seen("day").places}
        assert any(moved.values())
        here.write(seated)
        assert {p.entrant: p.moved for p in here.desk.views.seen("day").places} == moved


def test_notes_begun_at_the_same_moment_are_all_kept(tmp_path: Path) -> None:
    async def together(desk: Desk) -> None:
        def taken(number: int, _: Notes) -> PhoneTaken:
            return PhoneTaken(f"phone-{number}", number)

        notes = (desk.note("event/bare", partial(taken, number)) for number in range(1, 9))
        await asyncio.gather(*notes)

    with room(tmp_path) as here:
        assert here.client.portal is not None
        here.client.portal.call(together, here.desk)
        assert here.desk.notes("event/bare").phones == {f"phone-{n}": n for n in range(1, 9)}


def test_the_wall_shows_the_way_in_and_no_table_code(tmp_path: Path) -> None:
    prepared_event(tmp_path)
    with room(tmp_path) as here:
        phone = here.phone()
        phone.get("wall")
        assert f'data-code="{event_code(here.keys, "day")}"' in phone.page
        assert table_code(here.keys, "day", 1) not in phone.page
        picture = phone.client.get("/events/day/qr.svg")
        assert picture.headers["content-type"] == "image/svg+xml"
        assert "<svg" in picture.text


def test_no_wall_of_an_event_that_is_not_there(tmp_path: Path) -> None:
    with room(tmp_path) as here:
        phone = here.phone()
        assert "There is no such event here" in phone.get("wall")
        assert phone.status == 404
