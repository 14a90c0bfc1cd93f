"""Load on the desk: every table of an event hands its result in at the same moment.

One phone of each table enters the score, one of the other side confirms it as soon as it may, while
the wall, every entrant's phone and many public pages watch by sockets; phones and public pages look
again as their scripts do: a phone at once when its own table changes, a public page after a while.
The hall is a process of its own with SQLite FULL, and it is killed at the end, so that what counts
is what the journal kept. Printed: how long it took, how long after each answer the wall and the phones
of the table showed it, messages, the server's CPU time, and a verdict.

    python benchmarks/desk.py                     60 tables, 200 public pages
    python benchmarks/desk.py --tables 10         a smaller one
    python benchmarks/desk.py --tables 75 --calm  one table after the other, as in a real evening
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from msgspec import Struct
from websockets.asyncio.client import connect

from rightbower.store.journal import Journal
from rightbower.tournament.contest import Fact, encode
from rightbower.tournament.events.attendance import check_in_all
from rightbower.tournament.events.contest import EVENT, EventEntry
from rightbower.tournament.events.entrants import Player
from rightbower.tournament.events.event import Event, EventHistory
from rightbower.tournament.events.plan import open_event
from rightbower.tournament.events.registration import add
from rightbower.tournament.events.results import enter
from rightbower.tournament.events.seating import seat
from rightbower.tournament.events.simulated import people, quick_score
from rightbower.web import notes
from rightbower.web import notes as note_facts
from rightbower.web.common.identity import COOKIE, Keys, Person
from rightbower.web.common.line_messages import BEAT
from rightbower.web.state.pins import new_pin

SLOWEST = 1.0
MOST_ELSEWHERE = 0.10
TICK = os.sysconf("SC_CLK_TCK")
SPREAD, REST = 1.2, 2.0
TOGETHER = 100
MARKED = "m"  # the letter of a table whose result counts, as phones hear it
SERVER = """
import sys
from pathlib import Path
from rightbower.web.app import make_app
from rightbower.web.app import serve
serve(make_app(Path(sys.argv[1]), connections_per_place=100_000), "127.0.0.1", int(sys.argv[2]))
"""


class Measured(Struct):
    """What came of it; times are in seconds."""

    took: float
    cpu: float
    elsewhere: float
    wall: list[float]
    pages: list[float]
    looks: int
    lost: list[str]
    phones: list[float] = []
    messages: int = 0


def prepared(data: Path, tables: int) -> Event:
    """An event in its third round, everybody seated, a phone for each pair."""
    data.mkdir(exist_ok=True)
    luck = random.Random(7)
    opened = open_event("swiss-pairs", "load", "Load", "2026-11-15", rounds=6)
    history = EventHistory.of([EventEntry(0.0, "load", opened)])

    def write(fact: Fact) -> None:
        nonlocal history
        history = history.extend(EventEntry(time.time(), "load", fact))

    names = people(4 * tables)
    write(
        add(history.event, [[Player(n) for n in names[i : i + 2]] for i in range(0, 4 * tables, 2)])
    )
    write(check_in_all(history.event))
    for round_ in range(3):
        write(seat(history.event, f"load {round_}"))
        for table in history.event.round.tables if round_ < 2 else ():
            write(enter(history.event, table.number, quick_score(opened.plan, luck)))
    noted: list[note_facts.NoteFact] = [new_pin("1234")]
    noted += [note_facts.PhoneTaken(f"p{e.number}", e.number) for e in history.event.entrants]
    with Journal(data / "rightbower.journal") as journal:
        journal.append("event/load", 0, [encode(each) for each in history.entries])
        bodies = [notes.encode(notes.Note(0.0, fact)) for fact in noted]
        journal.append("desk/event/load", 0, bodies)
    return history.event


@contextlib.contextmanager
def serving(data: Path) -> Iterator[tuple[int, int]]:
    """The hall in a process of its own: its port and its process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    process = subprocess.Popen([sys.executable, "-c", SERVER, str(data), str(port)])
    try:
        for _ in range(600):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        yield port, process.pid
    finally:
        process.kill()
        process.wait()


def cpu_of(pid: int) -> float:
    """The seconds of CPU a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def busy() -> float:
    """The seconds of CPU that the whole machine has used, or has been kept from using."""
    ticks = [int(each) for each in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    return (sum(ticks) - ticks[3] - ticks[4]) / TICK


async def ask(
    port: int, path: str, cookie: str = "", form: Mapping[str, object] | None = None
) -> int:
    """One request on a connection of its own; the status of the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    body = urlencode(form).encode() if form is not None else b""
    head = [f"{'GET' if form is None else 'POST'} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}"]
    head += ["Connection: close", f"Cookie: {COOKIE}={cookie}", f"Content-Length: {len(body)}"]
    head += ["Content-Type: application/x-www-form-urlencoded"]
    try:
        writer.write("\r\n".join(head).encode() + b"\r\n\r\n" + body)
        answer = await reader.read()
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
    return int(answer[9:12])


class Wall:
    """The wall's socket: when each table was first seen to be in which state."""

    def __init__(self) -> None:
        self.seen: dict[tuple[int, str], float] = {}
        self.heard = 0
        self.ready = asyncio.Event()
        self.last: dict[str, Any] = {}

    async def watch(self, port: int) -> None:
        url = f"ws://127.0.0.1:{port}/events/load/live"
        async with connect(url, compression=None, max_size=None) as line:
            async for text in line:
                if text == BEAT:
                    continue
                now = time.perf_counter()
                self.heard += 1
                self.last = json.loads(text)
                for table in self.last["tables"]:
                    self.seen.setdefault((table["number"], table["state"]), now)
                    if table["state"] == "marked":
                        self.seen.setdefault((table["number"], "entered"), now)
                self.ready.set()


class Watching:
    """An entrant's phone: looks again as soon as the state of its own table changes."""

    def __init__(self, cookie: str, index: int) -> None:
        self.cookie, self.index = cookie, index
        self.right: dict[str, float] = {}
        self.state, self.heard, self.looks = "", 0, 0
        self.ready = asyncio.Event()

    async def watch(self, port: int) -> None:
        url = f"ws://127.0.0.1:{port}/events/load/live?short"
        async with connect(url, compression=None) as line:
            async for text in line:
                if text == BEAT:
                    continue
                self.heard += 1
                state = json.loads(text)["states"][self.index]
                if self.state and state != self.state:
                    await ask(port, "/events/load/phone", self.cookie)
                    self.looks += 1
                    self.right.setdefault(state, time.perf_counter())
                self.state = state
                self.ready.set()


class Page:
    """A public page: hears of each change and looks again as its script does."""

    def __init__(self) -> None:
        self.version, self.heard_at, self.looks, self.heard = 0, 0.0, 0, 0
        self.ready = asyncio.Event()

    async def watch(self, port: int) -> None:
        url = f"ws://127.0.0.1:{port}/events/load/live?short"
        looking: asyncio.Task[None] | None = None
        try:
            async with connect(url, compression=None) as line:
                async for text in line:
                    if text == BEAT:
                        continue
                    before, self.version = self.version, int(json.loads(text)["version"])
                    self.heard += 1
                    self.heard_at = time.perf_counter()
                    self.ready.set()
                    if before and (looking is None or looking.done()):
                        looking = asyncio.create_task(self._look(port))
        finally:
            if looking is not None:
                looking.cancel()
                await asyncio.gather(looking, return_exceptions=True)

    async def _look(self, port: int) -> None:
        await asyncio.sleep(random.random() * SPREAD)
        await ask(port, "/events/load")
        self.looks += 1
        await asyncio.sleep(REST)


async def hand_in(
    port: int, keys: Keys, event: Event, number: int, points: tuple[int, int]
) -> list[tuple[int, str, float]]:
    """A table's two phones: one enters, the other confirms; when each was answered."""
    table = event.round.table(number)
    cookies = [keys.cookie(Person(f"p{side[0]}", "x")) for side in table.sides]
    here = {"round": len(event.rounds), "table": number}
    form = {**here, "ours": points[0], "theirs": points[1]}
    status = await ask(port, "/events/load/phone/enter", cookies[0], form)
    assert status == 303, f"table {number} was not taken: {status}"
    done = [(number, "entered", time.perf_counter())]
    await ask(port, "/events/load/phone", cookies[1])
    seen = {**here, "shown": f"{points[0]}-{points[1]}"}
    status = await ask(port, "/events/load/phone/confirm", cookies[1], seen)
    assert status == 303, f"table {number} was not confirmed: {status}"
    return [*done, (number, "marked", time.perf_counter())]


def scores(event: Event) -> dict[int, tuple[int, int]]:
    """The score that each table will hand in."""
    luck = random.Random(11)
    return {table.number: quick_score(event.plan, luck) for table in event.round.tables}


def phones_of(keys: Keys, event: Event) -> dict[int, list[Watching]]:
    """Every entrant's phone, by table."""
    return {
        table.number: [
            Watching(keys.cookie(Person(f"p{number}", "x")), index) for number in table.entrants
        ]
        for index, table in enumerate(event.round.tables)
    }


async def rush(
    port: int, pid: int, data: Path, event: Event, pages: int, calm: bool = False
) -> Measured:
    """All tables at once, or one after the other, watched by all."""
    keys, given = Keys.of(data), scores(event)
    wall, crowd, phones = Wall(), [Page() for _ in range(pages)], phones_of(keys, event)
    own_phones = [each for some in phones.values() for each in some]
    watchers: list[Wall | Page | Watching] = [wall, *crowd, *own_phones]
    watching = []
    # People come one after the other; a hall lets only so many knock from one address at a time.
    for start in range(0, len(watchers), TOGETHER):
        some = watchers[start : start + TOGETHER]
        watching += [asyncio.create_task(each.watch(port)) for each in some]
        async with asyncio.timeout(60):
            await asyncio.gather(*(each.ready.wait() for each in some))
    began, cpu, own, all_ = time.perf_counter(), cpu_of(pid), time.process_time(), busy()
    handing = [hand_in(port, keys, event, number, points) for number, points in given.items()]
    answers = [await each for each in handing] if calm else await asyncio.gather(*handing)
    last = time.perf_counter()
    done = [each for answer in answers for each in answer]
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(20):
            while any(key not in wall.seen for *key_, _ in done if (key := tuple(key_))):
                await asyncio.sleep(0.01)
            newest = int(wall.last["version"])
            while any(page.version < newest for page in crowd):
                await asyncio.sleep(0.01)
            while any(MARKED not in each.right for each in own_phones):
                await asyncio.sleep(0.01)
    used = cpu_of(pid) - cpu
    others = busy() - all_ - used - (time.process_time() - own)
    elsewhere = max(0.0, others) / (time.perf_counter() - began) / (os.cpu_count() or 1)
    never = float("inf")
    lags = [wall.seen.get((number, state), never) - at for number, state, at in done]
    late = [max(0.0, page.heard_at - last) for page in crowd]
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    looks = sum(page.looks for page in crowd)
    wall_lags = [max(0.0, lag) for lag in lags]
    phone_lags = [
        max(0.0, each.right.get(MARKED, never) - at)
        for number, state, at in done
        if state == "marked"
        for each in phones[number]
    ]
    messages = sum(each.heard for each in watchers)
    looks += sum(each.looks for each in own_phones)
    return Measured(last - began, used, elsewhere, wall_lags, late, looks, [], phone_lags, messages)


def lost(data: Path, event: Event) -> list[str]:
    """What the journal does not have, after the hall was killed."""
    given = scores(event)
    with Journal(data / "rightbower.journal") as journal:
        kept = EventHistory.of(
            [EVENT.decode(each.body) for each in journal.read("event/load")]
        ).event
    found = []
    for table in kept.round.tables:
        result = table.result
        if result is None or result.points != given[table.number] or not result.marked:
            found.append(f"table {table.number}: {result}")
    return found


def run(data: Path, tables: int, pages: int, calm: bool = False) -> Measured:
    """Prepare, serve, rush, kill, and look what is there."""
    event = prepared(data, tables)
    Keys.of(data)
    with serving(data) as (port, pid):
        measured = asyncio.run(rush(port, pid, data, event, pages, calm))
    measured.lost = lost(data, event)
    return measured


def main() -> int:
    """Measure and say what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--calm", action="store_true", help="one table after the other")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = run(Path(folder), args.tables, args.pages, args.calm)
    print(f"{args.tables} tables entered and confirmed in {found.took:.2f} s")
    print(f"the wall: half within {statistics.median(found.wall):.2f} s of the answer, ", end="")
    print(f"the slowest {max(found.wall):.2f} s")
    print(f"{args.pages} public pages heard the last of it within {max(found.pages):.2f} s")
    half = statistics.median(found.phones)
    print(f"the phones of a table: half right within {half:.2f} s, ", end="")
    print(f"the slowest of {len(found.phones)} {max(found.phones):.2f} s")
    print(f"{found.messages} messages, {found.looks} looks; ", end="")
    print(f"CPU of the server: {found.cpu:.2f} s, {found.cpu / args.tables:.3f} s a table")
    for each in found.lost:
        print(f"LOST {each}")
    return 0 if verdict(found) else 1


def verdict(found: Measured) -> bool:
    """Say whether it is as it should be; a busy machine is no measure of time."""
    if found.lost or max(found.wall) == float("inf"):
        print("verdict: MISSED, something was lost")
        return False
    goal = "nothing lost, wall and phones right within a second"
    slowest = max(*found.wall, *found.phones)
    if slowest > SLOWEST and found.elsewhere > MOST_ELSEWHERE:
        print(f"verdict: none, {found.elsewhere:.0%} of the machine was busy elsewhere ({goal})")
        return True
    good = slowest <= SLOWEST
    print(f"verdict: {'met' if good else 'MISSED'} ({goal})")
    return good


if __name__ == "__main__":
    raise SystemExit(main())
