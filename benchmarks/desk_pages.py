"""Server time of every page of a large event: 300 entrants at 75 tables, in the last of five rounds.

CPU time of this process alone, the least of several looks, so that a busy machine changes little;
once as it is after a change, when the standings are worked out anew, and once as it is looked at again.
Printed: a line a page, and which pages need more than the limit.

    python benchmarks/desk_pages.py                   300 single players
    python benchmarks/desk_pages.py --preset swiss-pairs --entrants 150
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from rightbower.store.journal import Journal
from rightbower.tournament.contest import Fact, encode
from rightbower.tournament.events.attendance import check_in_all
from rightbower.tournament.events.contest import EventEntry
from rightbower.tournament.events.entrants import Player
from rightbower.tournament.events.event import EventHistory
from rightbower.tournament.events.plan import open_event
from rightbower.tournament.events.registration import add
from rightbower.tournament.events.results import enter
from rightbower.tournament.events.seating import seat
from rightbower.tournament.events.simulated import people, quick_score
from rightbower.web import notes
from rightbower.web.app import make_app
from rightbower.web.state.pins import new_pin

LIMIT = 0.050
DESK = ("check-in", "seating", "round", "standings", "finish", "money", "plan", "paper", "share",
        "phones", "messages", "log", "entrant/7", "table/3", "everything", "programs", "access")  # fmt: skip
OTHERS = ("", "/wall", "/log", "/results.txt")
ROUNDS = 5


def prepare(data: Path, preset: str, entrants: int) -> None:
    """An event whose last round is being played; half of its tables are in."""
    luck = random.Random(7)
    opened = open_event(preset, "large", "Large", "2026-11-15", rounds=ROUNDS)
    history = EventHistory.of([EventEntry(0.0, "x", opened)])

    def write(fact: Fact) -> None:
        nonlocal history
        history = history.extend(EventEntry(time.time(), "x", fact))

    size = 2 if opened.plan.entering.unit == "pair" else 1
    names = people(entrants * size)
    write(add(history.event, [[Player(n) for n in names[i : i + size]] for i in range(0, len(names), size)]))  # fmt: skip
    write(check_in_all(history.event))
    for round_ in range(ROUNDS):
        write(seat(history.event, f"large {round_}"))
        tables = [table for table in history.event.round.tables if table.playing]
        for table in tables if round_ < ROUNDS - 1 else tables[: len(tables) // 2]:
            write(enter(history.event, table.number, quick_score(opened.plan, luck)))
    with Journal(data / "rightbower.journal") as journal:
        journal.append("event/large", 0, [encode(each) for each in history.entries])
        first = notes.encode(notes.Note(0.0, new_pin("1234")))
        journal.append("desk/event/large", 0, [first])


def least(client: TestClient, path: str, before: Any, times: int) -> float:
    """The least CPU time of several looks at a page."""
    found = []
    for _ in range(times):
        before()
        start = time.process_time()
        answer = client.get(path)
        found.append(time.process_time() - start)
        assert answer.status_code == 200, (path, answer.status_code)
    return min(found)


def main() -> int:
    """Print the table; 1 where a page needs more than the limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--preset", default="charity-day")
    parser.add_argument("--entrants", type=int, default=300)
    parser.add_argument("--times", type=int, default=5)
    asked = parser.parse_args()
    slow = []
    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder), asked.preset, asked.entrants)
        with TestClient(make_app(Path(folder)), base_url="http://localhost") as client:
            client.post("/events/large/pin", data={"pin": "1234"})
            desk: Any = client.app.state.desk  # type: ignore[attr-defined]  # a Starlette app

            paths = [f"/events/large/desk/{each}" for each in DESK]
            paths += [f"/events/large{each}" for each in OTHERS]
            print(f"{'page':<40}{'after a change':>16}{'again':>10}   (CPU ms)")
            for path in paths:
                fresh = least(client, path, desk.views.forget, asked.times)
                again = least(client, path, lambda: None, asked.times)
                print(f"{path:<40}{1000 * fresh:>16.1f}{1000 * again:>10.1f}")
                if again > LIMIT:
                    slow.append(path)
    print("over the limit:", ", ".join(slow) or "none")
    return bool(slow)


if __name__ == "__main__":
    sys.exit(main())
