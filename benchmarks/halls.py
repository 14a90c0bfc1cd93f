"""Several halls on one PostgreSQL: what a move costs the halls and the engine, for one hall and for several.

One hall and then several, each with so many tables, four browsers a table, straight at the halls (a proxy
is not in it). Printed: the CPU that a move costs the halls and the engine, the time until all four
browsers have it, and how the cost compares: as long as it stays the same, four halls hold four times what
one holds, on as many cores. The CPU counts, not the clock: with fewer cores than halls they take turns.

    python benchmarks/halls.py                                 four halls, 100 tables each
    python benchmarks/halls.py --tables 2000 --every 20        8,000 tables, each with a move every 20 s
    python benchmarks/halls.py --journal postgresql://…        a server of yours (its CPU is not seen)
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import functools
import os
import random
import resource
import sys
import tempfile
from collections.abc import Iterator
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

import asyncpg
import uvloop
from msgspec import Struct

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
import hall

from rightbower.office.journals import open_at
from rightbower.web.common.identity import Keys, Person

MOST_MORE = 1.15
AT_ONCE = 50
# How much of the files that a process may open the browsers of one take.
FILLED = 0.9


class Figures(Struct):
    """What one run came to: CPU in microseconds and log in bytes a move, memory in kB a table, times in ms."""

    halls: int
    moves: int
    of_halls: float
    of_engine: float
    log: float
    memory: float
    p50: float
    p99: float
    lost: int
    late: int
    share: float
    elsewhere: float


class Engine(Struct):
    """A journal in PostgreSQL: its address, and the server's process where it is ours."""

    address: str
    process: int = 0

    async def log(self) -> int:
        """How many bytes of log the server has written."""
        connection = await asyncpg.connect(self.address)
        try:
            return int(await connection.fetchval("select pg_current_wal_lsn() - '0/0'::pg_lsn"))
        finally:
            await connection.close()


@contextlib.contextmanager
def engine(given: str) -> Iterator[Engine]:
    """A server of yours, or one of this run's own."""
    if given:
        yield Engine(given)
        return
    from postgres import postgres

    with postgres(durable=True) as server:
        pid = int((server.data / "postmaster.pid").read_text().split()[0])
        yield Engine(server.address(), pid)


@contextlib.contextmanager
def halls(data: Path, address: str, count: int) -> Iterator[list[tuple[int, int]]]:
    """So many halls on one journal: their processes and ports."""
    with contextlib.ExitStack() as stack:
        yield [
            stack.enter_context(hall.hall(data, journal=address, name=f"h{number}"))
            for number in range(count)
        ]


class Used(Struct):
    """CPU seconds so far: of the halls, of the engine, of the browsers here, of all."""

    halls: float
    engine: float
    clients: float
    everything: float

    @classmethod
    def now(cls, halls: set[int], engine: int) -> Used:
        """Read what each has used."""
        found = list(hall._used())

        def of(pids: set[int]) -> float:
            return sum(used for pid, parent, used in found if {pid, parent} & pids)

        here = os.getpid()
        clients = sum(used for pid, parent, used in found if here in (pid, parent)) - of(halls)
        everything = sum(used for *_, used in found)
        return cls(of(halls), of({engine} - {0}), clients, everything)


def held(pids: set[int]) -> float:
    """The kilobytes that some processes hold."""
    texts = (Path(f"/proc/{pid}/status").read_text() for pid in pids)
    return float(sum(int(text.partition("VmRSS:")[2].split()[0]) for text in texts))


async def seated(
    data: Path, numbers: range, ports: list[int], count: hall.Count
) -> list[hall.Table]:
    """Everybody at these tables, each table at one of the halls."""
    keys, loop = Keys.of(data), asyncio.get_running_loop()
    room = asyncio.Semaphore(AT_ONCE)
    every = [hall.Table(number, count) for number in numbers]

    async def sit(table: hall.Table, letter: str) -> None:
        cookie = keys.cookie(Person(f"{table.number}-{letter}", letter))
        browser = table.browsers[letter] = hall.Browser(table, letter, cookie)
        made = functools.partial(hall._as_it_is, browser)
        async with room:
            await loop.create_connection(made, "127.0.0.1", ports[table.number % len(ports)])
            while browser.state is None:
                await asyncio.sleep(0.01)

    await asyncio.gather(*(sit(table, letter) for table in every for letter in hall.LETTERS))
    return every


async def crowd(
    data: Path, args: argparse.Namespace, numbers: range, ports: list[int], line: Connection
) -> None:
    """Seat everybody of these tables; at a word let every table move in its turn, and tell what came of it."""
    count, loop = hall.Count(), asyncio.get_running_loop()
    every = await seated(data, numbers, ports, count)
    line.send("seated")
    await loop.run_in_executor(None, line.recv)
    began = loop.time() + 0.1
    for table in every:
        table.every = args.every
        first = began + args.every * random.random()
        loop.call_at(first, table.tick, loop, first, began + args.seconds)
    await asyncio.sleep(args.seconds + 0.1)
    line.send("over")
    await asyncio.sleep(hall.STRAGGLERS)
    line.send((count.moves, count.late, count.times))


@contextlib.contextmanager
def crowds(
    data: Path, args: argparse.Namespace, tables: int, ports: list[int]
) -> Iterator[list[Connection]]:
    """The browsers, in as many processes as they need files; a line to each of these."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    processes = -(-tables * len(hall.LETTERS) // int(most * FILLED))
    kind, lines, running = get_context("fork"), [], []
    for first in range(processes):
        here, there = kind.Pipe()
        work = functools.partial(crowd, data, args, range(first, tables, processes), ports, there)
        running.append(kind.Process(target=lambda work=work: uvloop.run(work()), daemon=True))
        running[-1].start()
        lines.append(here)
    try:
        yield lines
    finally:
        for each in running:
            each.kill()


def load(
    data: Path, args: argparse.Namespace, running: list[tuple[int, int]], server: Engine
) -> Figures:
    """Seat everybody, let every table move in its turn, and measure."""
    pids = {pid for pid, _ in running}
    empty, tables = held(pids), len(running) * args.tables
    with crowds(data, args, tables, [port for _, port in running]) as lines:
        for line in lines:
            assert line.recv() == "seated"
        memory = (held(pids) - empty) / tables
        asyncio.run(rest(pids, 4 * args.tables))
        log, before = asyncio.run(server.log()), Used.now(pids, server.process)
        for line in lines:
            line.send("go")
        for line in lines:
            assert line.recv() == "over"
        after = Used.now(pids, server.process)
        log = asyncio.run(server.log()) - log
        told = [line.recv() for line in lines]
    halls, of_engine, clients, everything = (
        getattr(after, each) - getattr(before, each) for each in Used.__struct_fields__
    )
    moves, late = sum(each[0] for each in told), sum(each[1] for each in told)
    times = sorted(taken for each in told for taken in each[2])
    p50, p99 = (1000 * times[int(len(times) * part)] for part in (0.5, 0.99))
    return Figures(
        halls=len(running),
        moves=moves,
        of_halls=1e6 * halls / moves,
        of_engine=1e6 * of_engine / moves,
        log=log / moves,
        memory=memory,
        p50=p50,
        p99=p99,
        lost=moves - len(times),
        late=late,
        share=halls / args.seconds,
        elsewhere=(everything - halls - of_engine - clients) / args.seconds,
    )


async def rest(pids: set[int], lines: int) -> None:
    """Wait until each hall has done what it does after its start."""
    await asyncio.gather(*(hall.at_rest(pid, lines) for pid in pids))


def measured(args: argparse.Namespace, count: int) -> Figures:
    """One run of so many halls, with an engine of its own."""
    with tempfile.TemporaryDirectory() as folder, engine(args.journal) as server:
        data = Path(folder)
        with open_at(server.address) as journal:
            hall.fill(journal, count * args.tables)
        with halls(data, server.address, count) as running:
            return load(data, args, running, server)


def report(found: Figures, each: int) -> None:
    """Print one run."""
    tables = found.halls * each
    print(
        f"{found.halls} hall{'s' if found.halls > 1 else ''}, {tables:,} tables, {4 * tables:,} lines, {found.moves:,} moves:"
        f" halls {found.of_halls:.0f} us a move ({found.share:.0%} of one core),"
        f" engine {found.of_engine:.0f} us and {found.log:.0f} bytes of log, {found.memory:.0f} kB a table;"
        f" p50 {found.p50:.0f} ms, p99 {found.p99:.0f} ms,"
        f" lost {found.lost}, put off {found.late}; other programs {found.elsewhere:.0%} of one core"
    )


def main() -> int:
    """Measure one hall and several; 1 where a move costs several too much more."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--halls", type=int, default=4)
    parser.add_argument("--tables", type=int, default=100, help="tables of each hall")
    parser.add_argument("--every", type=float, default=1.0, help="seconds between a table's moves")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--journal", default="", help="the address of a server of yours")
    parser.add_argument("--only", action="store_true", help="several halls, without the one")
    args = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    runs = [measured(args, count) for count in ((args.halls,) if args.only else (1, args.halls))]
    for each in runs:
        report(each, args.tables)
    if args.only:
        return 0
    more = runs[1].of_halls / runs[0].of_halls
    good = more <= MOST_MORE and not runs[1].lost
    print(f"a move costs {args.halls} halls {more:.2f} times what it costs one")
    print(f"verdict: {'met' if good else 'MISSED'} (goal: at most {MOST_MORE} times, none lost)")
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
