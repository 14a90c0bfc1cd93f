"""Several halls write the same streams at once: an append stands or falls whole, and in its place."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from journals import Opened
from postgres import Postgres

RACE = Path(__file__).parent / "race.py"


def raced(place: str, writers: int, streams: int, seconds: float) -> dict[str, int]:
    """Let writers race; every promise is held against what stands at the end."""
    processes = [
        subprocess.Popen(
            [sys.executable, str(RACE), place, f"w{number}", str(streams), str(seconds)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for number in range(writers)
    ]
    for each in processes:
        assert each.stdout is not None
        assert each.stdout.readline() == b"ready\n"
    for each in processes:
        assert each.stdin is not None
        each.stdin.write(b"go\n")
        each.stdin.flush()
    found: list[dict[str, Any]] = [json.loads(each.communicate()[0]) for each in processes]
    with Opened(place)() as journal:
        stands = {
            (name, entry.version): entry.body.decode()
            for name in journal.streams()
            for entry in journal.read(name)
        }
    taken = {(stream, version): body for each in found for stream, version, body in each["taken"]}
    assert sum(len(each["taken"]) for each in found) == len(taken), "a number went to two"
    assert taken == stands, "what was acknowledged is what stands"
    assert not set(stands.values()) & {body for each in found for body in each["refused"]}
    assert sum(each["broken"] for each in found) == 0, "something stands upon what fell"
    return {
        "taken": len(taken),
        "refused": sum(len(each["refused"]) for each in found),
        "conflicts": sum(each["conflicts"] for each in found),
    }


def test_writers_who_race_for_a_second_break_nothing(server: Postgres) -> None:
    assert raced(server.fresh(), writers=3, streams=3, seconds=1.0)["taken"] > 0


@pytest.mark.soak
def test_four_writers_on_twenty_streams_break_nothing_in_ten_seconds(server: Postgres) -> None:
    found = raced(server.fresh(), writers=4, streams=20, seconds=10.0)
    print(found)
    assert found["taken"] > 1000
    assert found["conflicts"] > 100
