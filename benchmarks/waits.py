"""Where the time of a move goes in a hall on PostgreSQL, with the journal on the disk and in memory.

The load of ``hall.py``, while the hall's process notes of each move how long it waited to be gathered,
how long the engine had it, its commit included, and how long it lay until the hall's loop took it up.
What is left of the whole is the loop's own work, the lines and the clients here. In memory the commit
does not wait for a disk: what remains is the program's.

    python benchmarks/waits.py                    1,000 tables, 20 s on the disk and 20 s in memory
    python benchmarks/waits.py --tables 300 --seconds 10
"""

from __future__ import annotations

import argparse
import contextlib
import os
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import uvloop
from msgspec import Struct

sys.path.insert(0, str(Path(__file__).resolve().parent))
import hall

from rightbower.store.contract import JournalError, Projection, Tell
from rightbower.store.postgres.journal import PostgresJournal
from rightbower.store.streams import AsyncJournal

MEMORY = Path("/dev/shm")
WATCHED = """
import sys
sys.path.insert(0, {folder!r})
import waits
waits.watch({file!r})
"""


class Waits(Struct):
    """Seconds that each move waited for each part, and how many went into each commit."""

    gathered: list[float] = []
    engine: list[float] = []
    taken_up: list[float] = []
    sizes: list[int] = []


class Times(Struct):
    """When one move was posted, sent and told."""

    posted: float = 0.0
    sent: float = 0.0
    told: float = 0.0


def watch(file: str) -> None:
    """Note the waits in this process, and write them down when it is asked to by a signal."""
    found, under_way = Waits(), list[Times]()
    post, send, land = PostgresJournal.post, PostgresJournal._send, AsyncJournal.post

    def landing(
        self: AsyncJournal,
        stream: str,
        expected: int,
        bodies: Sequence[bytes],
        tell: Tell,
        projections: Sequence[Projection] = (),
    ) -> None:
        times = Times(time.perf_counter())

        def taken_up(fault: JournalError | None) -> None:
            found.gathered.append(times.sent - times.posted)
            found.engine.append(times.told - times.sent)
            found.taken_up.append(time.perf_counter() - times.told)
            tell(fault)

        under_way.append(times)
        land(self, stream, expected, bodies, taken_up, projections)

    def posting(
        self: PostgresJournal, stream: str, expected: int, bodies: Any, tell: Tell, *rest: Any
    ) -> None:
        times = under_way.pop() if under_way else Times()

        def told(fault: JournalError | None) -> None:
            times.told = time.perf_counter()
            tell(fault)

        told.times = times  # type: ignore[attr-defined]
        post(self, stream, expected, bodies, told, *rest)

    async def sending(self: PostgresJournal, batch: Any) -> None:
        for each, _ in batch._outcomes:
            each.tell.times.sent = time.perf_counter()
        found.sizes.append(len(batch._outcomes))
        await send(self, batch)

    AsyncJournal.post, PostgresJournal.post = landing, posting  # type: ignore[method-assign]
    PostgresJournal._send = sending  # type: ignore[method-assign]
    signal.signal(signal.SIGUSR1, lambda *_: _write(found, Path(file)))


def _write(found: Waits, file: Path) -> None:
    part = file.with_suffix(".part")
    part.write_bytes(msgspec.json.encode(found))
    part.rename(file)


def told_by(pid: int, file: Path) -> Waits:
    """What the hall's process has noted."""
    os.kill(pid, signal.SIGUSR1)
    while not file.exists():
        time.sleep(0.05)
    return msgspec.json.decode(file.read_bytes(), type=Waits)


@contextlib.contextmanager
def kept_in(folder: Path | None) -> Iterator[None]:
    """Let the journal lie in a folder for a while."""
    before, tempfile.tempdir = tempfile.tempdir, None if folder is None else str(folder)
    try:
        yield
    finally:
        tempfile.tempdir = before


def measured(tables: int, seconds: float) -> bool:
    """One run; print what it came to, and whether it is what it should be."""
    with tempfile.TemporaryDirectory() as folder, hall.engine_of("postgresql") as (place, engine):
        data, file = Path(folder), Path(folder) / "waits.json"
        here = str(Path(__file__).resolve().parent)
        hall.prepare(data, tables, place)
        hall.SERVER = WATCHED.format(folder=here, file=str(file)) + SERVER
        with hall.hall(data, journal=place) as (pid, port):
            count, used = uvloop.run(hall.load(data, tables, seconds, pid, port, engine))
            found = told_by(pid, file)
    good = hall.report(count, used, tables, seconds)
    for what, part in (
        ("waits to be gathered", found.gathered),
        ("in the engine, with its commit", found.engine),
        ("until the loop takes it up", found.taken_up),
    ):
        print(f"  {what}: p50 {at(part, 0.5):.1f} ms, p99 {at(part, 0.99):.1f} ms")
    print(f"  moves in a commit: {len(found.gathered) / len(found.sizes):.1f}")
    return good


def at(part: list[float], share: float) -> float:
    """The milliseconds within which so large a share of a part was over."""
    return 1000 * sorted(part)[int(len(part) * share)]


SERVER = hall.SERVER


def main() -> int:
    """Measure on the disk and in memory; 1 where the goal was missed in memory on a quiet machine."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20)
    args = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print("The journal on the disk")
    measured(args.tables, args.seconds)
    print("The journal in memory")
    with kept_in(MEMORY if MEMORY.is_dir() else None):
        return 0 if measured(args.tables, args.seconds) else 1


if __name__ == "__main__":
    raise SystemExit(main())
