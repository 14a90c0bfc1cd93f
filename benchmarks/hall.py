"""Load on the hall: many tables, four browsers each, one move a second at each table.

One server process with SQLite FULL and the real rules; nobody's bot thinks. The clients run in this
process, the hall in another. Printed: the time from a move being sent until all four browsers have
it, the server's CPU time per move, and a verdict, which is withheld when other programs were using
the machine meanwhile.

    python benchmarks/hall.py                     the load that is asked for: 1,000 tables, 20 s
    python benchmarks/hall.py --tables 100        a smaller one
    python benchmarks/hall.py --engine postgresql upon PostgreSQL, whose own time is told apart
    python benchmarks/hall.py --relay             a bare relay first, and how much more the hall needs
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import functools
import os
import random
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import uvloop
from msgspec import Struct

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from postgres import postgres
from raw_line import RawLine
from rightbower.office.journals import journal_of
from rightbower.rules import cards, shuffles
from rightbower.store.opening import OpenJournal
from rightbower.web.common.identity import Keys, Person
from rightbower.web.hall.entries import HallEntry, Sat, TableOpened, encode
from rightbower.web.hall.seats import begin
from rightbower.web.hall.table import fold

SLOWEST_MS = 50.0
MOST_CPU = 0.60
MOST_ENGINE = 50.0
MOST_ELSEWHERE = 0.10
MOST_STOLEN = 0.02
STRAGGLERS = 2.0
# Of CPU in a second for a hall that only waits, and for each line it speaks to; and how long it is given.
AT_REST, A_LINE, PATIENCE = 0.05, 0.000_04, 30
LETTERS = "NESW"
SERVER = """
import sys
from pathlib import Path
from rightbower.web.app import make_app
from rightbower.web.common.proxies import Front
from rightbower.web.hall.table import Pace
from rightbower.web.app import serve
pace = Pace(bot=float(sys.argv[3]), trick=0, deal=0.2, grace=9999)
place = {"front": Front.of(["127.0.0.1"]), "journal": sys.argv[4], "name": sys.argv[5]}
app = make_app(Path(sys.argv[1]), pace, connections_per_place=100_000, **place)
serve(app, "127.0.0.1", int(sys.argv[2]))
"""


RELAY = str(Path(__file__).with_name("relay.py"))


class Play(Struct):
    """What a player of the load looks at: whose turn it is."""

    turn: str | None = None


class Own(Struct):
    """And what may be done."""

    legal: list[str] = []


class State(Struct, tag_field="type", tag="state"):
    version: int
    trick: Play
    own: Own | None = None


class No(Struct, tag_field="type", tag="no"):
    reason: str


class Bye(Struct, tag_field="type", tag="bye"):
    reason: str


class Done(Struct, tag_field="type", tag="done"):
    id: str


class Beat(Struct, tag_field="type", tag="beat"):
    """The word that each line has every few seconds."""


decoder = msgspec.json.Decoder(State | No | Bye | Done | Beat)


class Browser(RawLine):
    """One seat's connection."""

    def __init__(self, table: Table, letter: str, cookie: str) -> None:
        self.table, self.letter = table, letter
        self.state: State | None = None
        # So many people do not come from one address: a proxy passes them on.
        address = f"10.0.{table.number >> 8}.{table.number & 255}"
        super().__init__(
            f"/t/load{table.number}/live?protocol=2 HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"X-Forwarded-For: {address}\r\nCookie: rightbower={cookie}",
            lambda: self.send(b'{"type":"hello"}'),
            lambda text: table.heard(self, decoder.decode(text)),
        )

    def turned_away(self, head: bytes) -> None:
        raise SystemExit(f"the hall does not let us in: {head!r}")


class Table:
    """Four browsers; once a second whoever is on turn moves."""

    every = 1.0  # seconds between moves

    def __init__(self, number: int, count: Count) -> None:
        self.number, self.count = number, count
        self.browsers: dict[str, Browser] = {}
        self.waiting: set[str] = set()
        self.version = 0
        self.sent_at = 0.0

    def heard(self, browser: Browser, message: State | No | Bye | Done | Beat) -> None:
        if isinstance(message, State):
            browser.state = message
            if self.waiting and message.version > self.version:
                self.waiting.discard(browser.letter)
                if not self.waiting:
                    self.count.times.append(time.perf_counter() - self.sent_at)
        elif isinstance(message, No | Bye):
            raise SystemExit(f"the hall refused: {message.reason}")

    def tick(self, loop: asyncio.AbstractEventLoop, due: float, until: float) -> None:
        """Move, unless the cards are just being dealt, and come back in a second."""
        following = due + self.every
        if following < until:
            loop.call_at(following, self.tick, loop, following, until)
        if self.waiting:
            self.count.late += 1
            return
        for browser in self.browsers.values():
            state = browser.state
            if state is None or state.own is None:
                continue
            if state.trick.turn == browser.letter and state.own.legal:
                self.version, self.waiting = state.version, set(LETTERS)
                self.sent_at = time.perf_counter()
                action = random.choice(state.own.legal)
                move = f'{{"type":"move","id":"{self.version}","action":"{action}"}}'
                browser.send(move.encode())
                self.count.moves += 1
                return


class Count:
    """What the load did."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.moves = 0
        self.late = 0


def prepare(data: Path, tables: int, journal_at: str = "") -> None:
    """Write tables with four people each, the first deal out, straight into the journal."""
    with journal_of(data, journal_at) as journal:
        fill(journal, tables)


def fill(journal: OpenJournal, tables: int) -> None:
    """Tables with four people each, the first deal out."""
    waiting = []
    for number in range(tables):
        opened = TableOpened("standard", "strict", shuffles.new_seed(), "x", 0.0, listed=False)
        entries: list[HallEntry] = [opened]
        entries += [Sat(seat, f"{number}-{seat}", seat.word, 0.0) for seat in cards.Seat]
        table = None
        for entry in entries:
            table = fold(table, entry)
        assert table is not None
        entries += begin(table, cards.Seat.S, 0.0)
        stream = f"table/load{number}"
        waiting.append(journal.submit(stream, 0, [encode(entry) for entry in entries]))
    for each in waiting:
        each.result()


@contextlib.contextmanager
def hall(
    data: Path, bot: float = 0.0, journal: str = "", name: str = ""
) -> Iterator[tuple[int, int]]:
    """A hall over the data folder in a process of its own: its process and its port.

    ``bot`` is how many seconds bots wait before they move, ``journal`` the address of one that is not
    in the folder, and ``name`` that of the hall among those that share it.
    """
    with served("-c", SERVER, str(data), "{port}", str(bot), journal, name) as at:
        yield at


@contextlib.contextmanager
def served(*command: str) -> Iterator[tuple[int, int]]:
    """A program of Python that serves on a port: its process and its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [sys.executable, *(each.replace("{port}", str(port)) for each in command)]
    )
    try:
        while True:
            assert server.poll() is None, "the hall did not open"
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield server.pid, port
    finally:
        server.kill()
        server.wait()


class Cpu(Struct):
    """CPU seconds used so far: by the hall, the clients here, other programs, stolen, the engine."""

    server: float
    client: float
    others: float
    stolen: float
    engine: float = 0.0

    @classmethod
    def now(cls, pid: int, engine: int = 0) -> Cpu:
        used, of_engine = dict[int, float](), 0.0
        for each, parent, seconds in _used():
            if engine and engine in (each, parent):
                of_engine += seconds
            else:
                used[each] = seconds
        server, client = used.pop(pid, 0.0), used.pop(os.getpid(), 0.0)
        stolen = int(Path("/proc/stat").read_text().split(maxsplit=9)[8])
        return cls(server, client, sum(used.values()), stolen / TICK, of_engine)

    def since(self, before: Cpu) -> Cpu:
        return Cpu(
            self.server - before.server,
            self.client - before.client,
            self.others - before.others,
            self.stolen - before.stolen,
            self.engine - before.engine,
        )


TICK = os.sysconf("SC_CLK_TCK")


def _used() -> Iterator[tuple[int, int, float]]:
    """Each program, its parent and its CPU time, its finished children's included."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = path.read_text().rsplit(")", 1)[1].split()
            children = 0 if int(path.parent.name) == os.getpid() else sum(map(int, fields[13:15]))
            seconds = (sum(map(int, fields[11:13])) + children) / TICK
            yield int(path.parent.name), int(fields[1]), seconds


def _as_it_is(browser: Browser) -> Browser:
    return browser


async def load(
    data: Path, tables: int, seconds: float, pid: int, port: int, engine: int = 0
) -> tuple[Count, Cpu]:
    """Seat everybody, then let every table move once a second."""
    keys, count, loop = Keys.of(data), Count(), asyncio.get_running_loop()
    every = [Table(number, count) for number in range(tables)]
    for table in every:
        for letter in LETTERS:
            cookie = keys.cookie(Person(f"{table.number}-{letter}", letter))
            table.browsers[letter] = Browser(table, letter, cookie)
            browser = table.browsers[letter]
            await loop.create_connection(functools.partial(_as_it_is, browser), "127.0.0.1", port)
    while any(browser.state is None for table in every for browser in table.browsers.values()):
        await asyncio.sleep(0.2)
    await at_rest(pid, 4 * tables)
    began, before = loop.time() + 0.1, Cpu.now(pid, engine)
    for table in every:
        first = began + random.random()
        loop.call_at(first, table.tick, loop, first, began + seconds)
    await asyncio.sleep(seconds + 0.1)
    used = Cpu.now(pid, engine).since(before)
    await asyncio.sleep(STRAGGLERS)
    return count, used


async def at_rest(pid: int, lines: int) -> None:
    """Wait until the hall has done what it does after a start: it makes its pages ready, for one."""
    for _ in range(PATIENCE):
        used = Cpu.now(pid).server
        await asyncio.sleep(1)
        if Cpu.now(pid).server - used <= AT_REST + lines * A_LINE:
            return


def report(count: Count, used: Cpu, tables: int, seconds: float) -> bool:
    """Print what was measured, and whether it is what it should be."""
    times = sorted(count.times)
    p50, p99 = (1000 * times[int(len(times) * part)] for part in (0.5, 0.99))
    share, elsewhere, stolen = (part / seconds for part in (used.server, used.others, used.stolen))
    lost = count.moves - len(times)
    print(f"{tables:,} tables, {4 * tables:,} browsers, {count.moves:,} moves in {seconds:.0f} s")
    print(
        f"a move reaches all four seats: p50 {p50:.1f} ms, p99 {p99:.1f} ms, worst {1000 * times[-1]:.1f} ms"
    )
    print(
        f"moves that never arrived: {lost}; moves put off because the last was still out: {count.late}"
    )
    print(
        f"the hall: {1e6 * used.server / count.moves:.0f} us of CPU per move, {share:.0%} of one core"
    )
    engine = 1e6 * used.engine / count.moves
    if engine:
        print(f"the engine: {engine:.0f} us of CPU per move (at most {MOST_ENGINE:.0f})")
    print(
        f"the clients {used.client / seconds:.0%}, other programs {elsewhere:.0%}, stolen {stolen:.0%} of one core"
    )
    good = p99 < SLOWEST_MS and share < MOST_CPU and not lost and engine <= MOST_ENGINE
    goal = f"p99 under {SLOWEST_MS:.0f} ms and under {MOST_CPU:.0%} of one core"
    if elsewhere > MOST_ELSEWHERE or stolen > MOST_STOLEN:
        print(f"verdict: none, the machine was busy elsewhere (goal: {goal})")
        return True
    print(f"verdict: {'met' if good else 'MISSED'} ({goal})")
    return good


@contextlib.contextmanager
def engine_of(name: str) -> Iterator[tuple[str, int]]:
    """Where the journal is, and the process of its engine where it has one."""
    if name == "sqlite":
        yield "", 0
        return
    with postgres(durable=True) as server:
        process = int((server.data / "postmaster.pid").read_text().split()[0])
        yield server.fresh(), process


def main() -> int:
    """Run the load; 1 when the goal was missed on a quiet machine."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--relay", action="store_true")
    parser.add_argument("--engine", choices=("sqlite", "postgresql"), default="sqlite")
    args = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder, engine_of(args.engine) as (place, engine):
        data = Path(folder)
        floor = 0.0
        if args.relay:
            with served(RELAY, folder, "{port}") as (pid, port):
                count, used = uvloop.run(load(data, args.tables, args.seconds, pid, port))
            floor = used.server / count.moves
            print("the bare relay:")
            report(count, used, args.tables, args.seconds)
        prepare(data, args.tables, place)
        with hall(data, journal=place) as (pid, port):
            count, used = uvloop.run(load(data, args.tables, args.seconds, pid, port, engine))
    good = report(count, used, args.tables, args.seconds)
    if floor:
        print(
            f"the hall needs {used.server / count.moves / floor:.2f} times the relay's CPU a move"
        )
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
