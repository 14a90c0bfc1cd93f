"""How fast what can be read of a damaged journal is saved."""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from rightbower.store.journal import Journal
from rightbower.store.rescue import rescue

ENTRIES = 200_000
A_STREAM = 40
LEAST_A_SECOND = 50_000


def measure() -> Iterator[tuple[str, float, str, float | None]]:
    """Entries saved for each second of CPU, of a journal with a hole in its middle."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "j"
        fill(path)
        with path.open("r+b") as file:
            file.seek(path.stat().st_size // 2)
            file.write(bytes(8192))
        began = time.process_time()
        found = rescue(path, Path(folder) / "saved")
        spent = time.process_time() - began
    yield "entries rescued", found.kept / spent, "a CPU second", LEAST_A_SECOND
    yield "entries lost with two pages", float(found.lost), "entries", None


def fill(path: Path) -> None:
    """A journal of many streams."""
    chance = random.Random(1)
    with Journal(path) as journal:
        waiting = [
            journal.submit(f"table/{number}", 0, [chance.randbytes(120) for _ in range(A_STREAM)])
            for number in range(ENTRIES // A_STREAM)
        ]
        for each in waiting:
            each.result()
