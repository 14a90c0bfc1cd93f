"""What an append costs, in CPU time of the hall and of the engine, for each engine of the journal.

A batch is so many appends of one entry that are posted at once, each to a stream of its own, as when
so many tables move within the moment that the journal gathers for.

    python benchmarks/appends.py                  both engines
    python benchmarks/run.py appends              the same, with the goals
"""

from __future__ import annotations

import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from postgres import Postgres, postgres
from rightbower.office.journals import open_at
from rightbower.store.contract import JournalError
from rightbower.store.opening import OpenJournal

BODY = b"x" * 160
# Batch size, how many batches a round has, and the most microseconds an append should cost in PostgreSQL.
BATCHES = ((10, 60, 45.0), (100, 20, 15.0))
# Other programs on the machine make everything dearer: the cheapest of so many rounds is told.
ROUNDS = 10


def engine_seconds(server: Postgres) -> float:
    """CPU time of the processes of a server."""
    first = (server.data / "postmaster.pid").read_text().split()[0]
    found = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    spent = (Path(f"/proc/{each}/schedstat").read_text().split()[0] for each in [first, *found])
    return sum(map(int, spent)) / 1e9


def cost(journal: OpenJournal, engine: Callable[[], float], size: int, times: int) -> float:
    """Microseconds of CPU an append takes in batches of this size."""
    heads = dict.fromkeys([f"table/{size}-{number}" for number in range(size)], 0)
    told, all_told = list[JournalError | None](), threading.Event()

    def tell(fault: JournalError | None) -> None:
        told.append(fault)
        if len(told) == size:
            all_told.set()

    def batch() -> None:
        for stream, head in heads.items():
            journal.post(stream, head, (BODY,), tell)
            heads[stream] = head + 1
        all_told.wait()
        assert not any(told), told
        told.clear()
        all_told.clear()

    def round_() -> float:
        commits, here, there = journal.commits, time.process_time(), engine()
        for _ in range(times):
            batch()
        used = time.process_time() - here + engine() - there
        assert journal.commits - commits <= 1.2 * times, "they did not go together"
        return 1e6 * used / (size * times)

    round_()
    return min(round_() for _ in range(ROUNDS))


def measure() -> Iterator[tuple[str, float, str, float | None]]:
    """The figures for both engines."""
    with tempfile.TemporaryDirectory() as folder, open_at(f"{folder}/journal") as journal:
        for size, times, _ in BATCHES:
            figure = cost(journal, lambda: 0.0, size, times)
            yield f"SQLite, an append in a batch of {size}", figure, "µs", None
    with postgres(durable=True) as server, open_at(server.fresh()) as journal:
        for size, times, most in BATCHES:
            figure = cost(journal, lambda: engine_seconds(server), size, times)
            yield (
                f"PostgreSQL, an append in a batch of {size}, its engine with it",
                figure,
                "µs",
                most,
            )


if __name__ == "__main__":
    for what, figure, unit, goal in measure():
        print(f"{what}: {figure:.1f} {unit}" + (f" (at most {goal:.0f})" if goal else ""))
