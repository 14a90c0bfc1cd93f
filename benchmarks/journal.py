"""A hall with a long history: how it starts, and what is left of tables that nobody looks at.

``python benchmarks/journal.py make DATA --games 100000`` writes the history, ``start DATA`` opens a
hall over it, ``left --tables 10000`` opens tables and leaves them.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from msgspec import Struct

from rightbower.rules.book import names
from rightbower.rules.cards import Seat
from rightbower.rules.judge import legal
from rightbower.store.contract import Projection
from rightbower.store.journal import Journal
from rightbower.web.hall import archive as lists
from rightbower.web.hall.acts import move, next_deal
from rightbower.web.hall.connections import Connection
from rightbower.web.hall.entries import HallEntry, Sat, TableOpened, encode
from rightbower.web.hall.hall import ALL_LISTED, Hall
from rightbower.web.hall.seats import begin
from rightbower.web.hall.table import HallTable, Pace, finished, fold

DIFFERENT = 24
AT_ONCE = 500
OPENED_A_SECOND = 50
MOST_SECONDS = 2.0
MOST_BYTES = 100.0
MOST_GROWTH = 0.20


class Game(Struct):
    """A finished game: its entries, and how it is listed."""

    bodies: list[bytes]
    listed: Projection


def played(name: str, book: str) -> Game:
    """A whole game of random legal play, ending in its facts."""
    chance = random.Random(name)
    entries: list[HallEntry] = [TableOpened(book, "strict", name * 4, "x", 1.0)]
    entries += [Sat(seat, f"{name}-{seat}", seat.word, 1.0) for seat in Seat]
    table = folded(None, entries)
    entries += begin(table, Seat.S, 1.0)
    table = folded(None, entries)
    while not table.over:
        assert table.game is not None
        now, deal = table.touched + 1, table.game.deal
        if deal is None:
            more = next_deal(table, now)
        else:
            more = move(table, chance.choice(legal(deal)), "", now, meant=True)
        entries += more
        table = folded(table, more)
    facts = finished(table)
    listed = lists.projection("table/x", fold(table, facts))
    return Game([encode(entry) for entry in (*entries, facts)], listed)


def folded(table: HallTable | None, entries: list[HallEntry]) -> HallTable:
    """The table after these entries."""
    for entry in entries:
        table = fold(table, entry)
    assert table is not None
    return table


def make(data: Path, games: int) -> None:
    """Write a history of finished games; many are alike, as the journal does not mind."""
    data.mkdir(parents=True, exist_ok=True)
    books = names()
    different = [played(f"game{number}", books[number % len(books)]) for number in range(DIFFERENT)]
    with Journal(data / "rightbower.journal") as journal:
        for first in range(0, games, AT_ONCE):
            waiting = []
            for number in range(first, min(first + AT_ONCE, games)):
                game, stream = different[number % DIFFERENT], f"table/past{number}"
                listed = Projection(
                    lists.PAST, stream, float(number), game.listed.labels, game.listed.body
                )
                waiting.append(journal.submit(stream, 0, game.bodies, [listed]))
            for each in waiting:
                each.result()
        journal.append("", 0, [], [ALL_LISTED])
    size = (data / "rightbower.journal").stat().st_size
    print(f"{games} games, {size / 1e6:.0f} MB")


STARTED = """
import json, resource, sys, time
from pathlib import Path
from starlette.testclient import TestClient
from rightbower.web.app import make_app
usage = lambda: resource.getrusage(resource.RUSAGE_SELF)
imported = usage()
with TestClient(make_app(Path(sys.argv[1])), base_url="http://localhost") as client:
    assert client.get("/").status_code == 200
    now = usage()
    table = client.get("/t/past7").status_code
spent = lambda one: one.ru_utime + one.ru_stime
print(json.dumps({"import": spent(imported), "start": spent(now) - spent(imported), "kb": now.ru_maxrss, "table": table}))
"""


def started(data: Path) -> dict[str, float]:
    """What the start of a hall over this history takes, in a process of its own."""
    command = [sys.executable, "-c", STARTED, str(data)]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found: dict[str, float] = json.loads(said)
    return found


def start(data: Path, games: int) -> bool:
    """Compare a start over the history with one over nothing."""
    with tempfile.TemporaryDirectory() as folder:
        empty = started(Path(folder))
    full = started(data)
    a_game = (full["kb"] - empty["kb"]) * 1024 / games
    whole = full["import"] + full["start"]
    print(f"CPU of a start with its first page: {whole:.2f} s, of which {full['start']:.2f} s")
    print(f"after the imports (over nothing: {empty['start']:.2f} s)")
    print(f"memory: {full['kb'] / 1024:.1f} MB, {a_game:.0f} bytes a game more than over nothing")
    print(f"a past game opened: {full['table']:.0f}")
    return whole < MOST_SECONDS and a_game < MOST_BYTES and full["table"] == 200


class Memory(Struct):
    """What a process holds: how many blocks its objects are in, and MB as the system sees it."""

    blocks: int
    held: float


def memory() -> Memory:
    """The memory of this process now."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return Memory(sys.getallocatedblocks(), pages * resource.getpagesize() / 1e6)


async def visits(journal: Journal, tables: int) -> tuple[Memory, Memory, Memory]:
    """Open tables, look at them, and go; the memory before, at the most, and afterwards."""
    hall = Hall(journal, Pace(grace=9999.0), secret="of this measurement")
    hall.wake()
    await visit(hall, AT_ONCE)
    later(hall)
    before = memory()
    for opened in range(0, tables, AT_ONCE):
        hall.clock = partial(_after, opened / OPENED_A_SECOND)
        await visit(hall, AT_ONCE)
    most = memory()
    later(hall)
    assert not hall.tables
    hall.close()
    return before, most, memory()


async def visit(hall: Hall, tables: int) -> None:
    """Open tables with four people, look at each, and go."""

    def nothing(_: bytes) -> bool:
        return None
        return True

    seats = [Sat(seat, f"p-{seat}", seat.word, time.time()) for seat in Seat]
    for live in await asyncio.gather(
        *(hall.open("standard", "x", then=seats) for _ in range(tables))
    ):
        connection = Connection("p-S", "S", nothing, hall.outbox)
        live.join(connection, None)
        await asyncio.sleep(0)
        live.leave(connection)


def later(hall: Hall) -> None:
    """Some minutes pass in which nobody looks."""
    hall.clock = partial(_after, hall.clock() - time.time() + 2 * hall.pace.linger)
    hall.sweeper.sweep()


def _after(seconds: float) -> float:
    return time.time() + seconds


def left(tables: int) -> bool:
    """Whether memory returns after the tables are left."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Journal(Path(folder) / "rightbower.journal") as journal,
    ):
        before, most, after = asyncio.run(visits(journal, tables))
    growth = after.held / before.held - 1
    print(f"{tables} tables opened, {OPENED_A_SECOND} a second, and left; the process holds")
    print(
        f"{before.held:.1f} MB before, {most.held:.1f} at their end, {after.held:.1f} minutes later"
    )
    print(f"({growth:+.1%}); blocks in use: {before.blocks}, {most.blocks}, {after.blocks}")
    return growth < MOST_GROWTH


def main() -> int:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("make", "start", "left"))
    parser.add_argument("data", type=Path, nargs="?", default=Path("/tmp/rightbower-history"))
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--tables", type=int, default=10_000)
    args = parser.parse_args()
    match args.what:
        case "make":
            make(args.data, args.games)
            return 0
        case "start":
            return 0 if start(args.data, args.games) else 1
        case _:
            return 0 if left(args.tables) else 1


if __name__ == "__main__":
    raise SystemExit(main())
