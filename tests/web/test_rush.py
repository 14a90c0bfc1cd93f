"""Many at once, and the power gone in mid-round: nothing that was answered is lost."""

from __future__ import annotations

import http.client
import importlib.util
import json
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import urlencode

from websockets.sync.client import connect

from rightbower.tournament.events.event import Event
from rightbower.tournament.events.round_clock import pause_clock, start_clock
from rightbower.web.common.identity import COOKIE, Person
from web.day import kept, prepared_event, room, seated
from web.serving import Server

BENCHMARK = Path(__file__).resolve().parents[2] / "benchmarks" / "desk.py"


def desk_benchmark() -> ModuleType:
    """The benchmark of the desk, as a module."""
    spec = importlib.util.spec_from_file_location("desk_benchmark", BENCHMARK)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_all_tables_at_once_lose_nothing_and_everybody_hears_the_last(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as apart:
        found = apart.submit(desk_benchmark().run, tmp_path, 12, 20).result()
    assert found.lost == []
    assert len(found.wall) == 24, "each entry and each confirmation came to the wall"
    assert max(found.wall) < float("inf")
    assert len(found.pages) == 20
    assert len(found.phones) == 24, "each pair's phone showed that the result counts"
    assert max(found.phones) < float("inf")
    assert found.messages > 1 + 20 + 24


def snapshot(server: Server) -> dict[str, Any]:
    """The event as the wall has it."""
    with connect(
        f"ws://127.0.0.1:{server.port}/events/day/live",
        compression=None,
        ping_interval=None,
        open_timeout=60,
    ) as line:
        found: dict[str, Any] = json.loads(line.recv(timeout=20))
        return found


def send(server: Server, entrant: int, path: str, **form: object) -> int:
    """What an entrant's phone sends; the status of the answer, 0 where none came."""
    cookie = server.keys.cookie(Person(f"phone-{entrant}", "x"))
    headers = {"Cookie": f"{COOKIE}={cookie}", "Content-Type": "application/x-www-form-urlencoded"}
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    try:
        line.request("POST", f"/events/day/phone/{path}", urlencode(form), headers)
        return line.getresponse().status
    except (OSError, http.client.HTTPException):
        return 0
    finally:
        line.close()


def enter_all(
    server: Server, event: Event, answered: dict[int, tuple[int, int]], more: int
) -> None:
    """Every table's first side enters, one after the other, until the line is dead."""
    for table in event.round.tables:
        points = (10, (table.number + more) % 10)
        form = {"round": 1, "table": table.number, "ours": points[0], "theirs": points[1]}
        if send(server, table.sides[0][0], "enter", **form) == 303:
            answered[table.number] = points


def test_killed_in_mid_round_the_day_goes_on_as_it_was(tmp_path: Path) -> None:
    deeds = [seated, lambda event: start_clock(event, time.time(), 7)]
    event = prepared_event(tmp_path, tables=8, deeds=deeds, phones=True)
    server = Server(tmp_path)
    answered: dict[int, tuple[int, int]] = {}
    try:
        before = snapshot(server)
        entering = threading.Thread(target=enter_all, args=(server, event, answered, 0))
        entering.start()
        while len(answered) < 3:
            time.sleep(0.005)
        server.kill()
        entering.join()
        server.start()
        after = snapshot(server)
    finally:
        server.kill()
    assert [table["names"] for table in after["tables"]] == [t["names"] for t in before["tables"]]
    assert after["clock"]["running"]
    ran = after["at"] - before["at"]
    assert abs(before["clock"]["left"] - after["clock"]["left"] - ran) < 0.01
    shown = {table["number"]: table["points"] for table in after["tables"]}
    assert len(answered) >= 3
    for number, points in answered.items():
        assert tuple(shown[number]) == points
    kept_points = {t.number: t.result.points for t in kept(tmp_path).event.round.tables if t.result}
    assert {number: tuple(points) for number, points in shown.items() if points} == kept_points


def test_a_stopped_clock_stands_still_while_the_hall_is_closed(tmp_path: Path) -> None:
    deeds = [
        seated,
        lambda event: start_clock(event, time.time(), 7),
        lambda event: pause_clock(event, time.time()),
    ]
    prepared_event(tmp_path, deeds=deeds)
    with room(tmp_path) as here:
        before = here.desk.views.seen("day").clock
    with room(tmp_path) as here:
        after = here.desk.views.seen("day").clock
    assert before is not None
    assert not before.running
    assert before == after
