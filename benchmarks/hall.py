"""Load on the hall: many tables, four browsers each, one move a second at each table.

One server process with SQLite FULL and the real rules; nobody's bot thinks. The clients run in a
process of their own. Printed: the time from a move being sent until all four browsers have it, and
the server's CPU time per move. It refuses to judge when other programs were using the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SERVER = """
import sys
from pathlib import Path
import uvicorn
from rightbower.web.app import make_app
from rightbower.web.live import Pace
app = make_app(Path(sys.argv[1]), Pace(bot=0, trick=0, deal=0.2, grace=9999), 100_000)
uvicorn.run(app, port=int(sys.argv[2]), log_level="error", ws=sys.argv[3], ws_per_message_deflate=False,
            ws_max_size=4096, loop="uvloop", http="httptools", ws_ping_interval=None)
"""


def prepare(data: Path, tables: int) -> None:
    """Write tables with four people each, the first deal out, straight into the journal."""
    from rightbower.cards import Seat
    from rightbower.journal import Journal
    from rightbower.web import shuffles
    from rightbower.web.entries import Begun, Dealt, Opened, Sat, encode

    with Journal(data / "rightbower.journal") as journal:
        waiting = []
        for number in range(tables):
            entries = [Opened("standard", "strict", shuffles.new_seed(), "x", 0.0, listed=False)]
            entries += [Sat(seat, f"{number}-{seat}", seat.word, 0.0) for seat in Seat]
            entries += [Begun(Seat.S, 0.0), Dealt(1, 0.0)]
            stream = f"table/load{number}"
            waiting.append(journal.submit(stream, 0, [encode(entry) for entry in entries]))
        for each in waiting:
            each.result()


class Seat:
    """One browser of the load."""

    def __init__(self, table: LoadTable, letter: str) -> None:
        self.table, self.letter = table, letter

    async def run(self, url: str, cookie: str) -> None:
        import websockets

        async with websockets.connect(
            url,
            additional_headers={"Cookie": f"rightbower={cookie}"},
            compression=None,
            ping_interval=None,
            max_size=None,
        ) as line:
            self.line = line
            await line.send('{"type":"hello"}')
            async for text in line:
                self.table.heard(self, json.loads(text))


class LoadTable:
    """Four browsers; a move at a time."""

    def __init__(self, number: int, times: list[float]) -> None:
        self.number, self.times = number, times
        self.seats = {letter: Seat(self, letter) for letter in "NESW"}
        self.states: dict[str, dict] = {}
        self.sent_at = 0.0
        self.waiting: set[str] = set()
        self.done = asyncio.Event()
        self.refused = 0

    def heard(self, seat: Seat, message: dict) -> None:
        if message["type"] == "no":
            self.refused += 1
            self.done.set()
        if message["type"] != "state":
            return
        self.states[seat.letter] = message
        if self.waiting and message["version"] > self.version:
            self.waiting.discard(seat.letter)
            if not self.waiting:
                self.times.append(time.perf_counter() - self.sent_at)
                self.done.set()

    async def play(self, until: float, count: list[int]) -> None:
        await asyncio.sleep(random.random())
        while time.time() < until:
            began = time.perf_counter()
            game = next(iter(self.states.values()))["game"]
            turn = game.get("turn")
            state = self.states.get(turn or "", {})
            legal = state.get("game", {}).get("legal")
            if legal:
                self.version = state["version"]
                self.waiting = set("NESW")
                self.done.clear()
                self.sent_at = time.perf_counter()
                move = {"type": "move", "id": os.urandom(6).hex(), "action": random.choice(legal)}
                await self.seats[turn].line.send(json.dumps(move))
                await self.done.wait()
                count[0] += 1
            elif game.get("result"):
                return
            await asyncio.sleep(max(0.0, 1.0 - (time.perf_counter() - began)))


def cpu_of(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def cpu_busy() -> float:
    fields = [int(word) for word in Path("/proc/stat").read_text().split("\n")[0].split()[1:]]
    return (sum(fields) - fields[3] - fields[4]) / os.sysconf("SC_CLK_TCK")


async def load(tables: int, seconds: float, implementation: str) -> dict:
    from rightbower.web.identity import Keys, Person

    folder = tempfile.TemporaryDirectory()
    data = Path(folder.name)
    prepare(data, tables)
    keys = Keys.of(data)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen([sys.executable, "-c", SERVER, str(data), str(port), implementation])
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            await asyncio.sleep(0.1)
        times: list[float] = []
        every = [LoadTable(number, times) for number in range(tables)]
        tasks = []
        for table in every:
            for letter, seat in table.seats.items():
                cookie = keys.cookie(Person(f"{table.number}-{letter}", letter))
                url = f"ws://127.0.0.1:{port}/t/load{table.number}/live"
                tasks.append(asyncio.ensure_future(seat.run(url, cookie)))
            if table.number % 25 == 24:
                await asyncio.sleep(0.05)
        while any(len(table.states) < 4 for table in every):
            await asyncio.sleep(0.2)
            for task in tasks:
                if task.done():
                    task.result()
        await asyncio.sleep(1)
        count = [0]
        began, cpu, own, busy = time.time(), cpu_of(server.pid), time.process_time(), cpu_busy()
        await asyncio.gather(*(table.play(began + seconds, count) for table in every))
        wall = time.time() - began
        cpu, own, busy = cpu_of(server.pid) - cpu, time.process_time() - own, cpu_busy() - busy
        times.sort()
        elsewhere = max(0.0, busy - cpu - own) / wall
        for task in tasks:
            task.cancel()
        return {
            "tables": tables,
            "moves": count[0],
            "moves_per_s": round(count[0] / wall),
            "refused": sum(table.refused for table in every),
            "p50_ms": round(1000 * times[len(times) // 2], 1),
            "p99_ms": round(1000 * times[int(len(times) * 0.99)], 1),
            "cpu_of_one_core": round(cpu / wall, 3),
            "cpu_us_per_move": round(1e6 * cpu / count[0]),
            "client_cpu": round(own / wall, 3),
            "busy_elsewhere": round(elsewhere, 3),
            "judged": elsewhere < 0.15,
        }
    finally:
        server.kill()
        server.wait()
        folder.cleanup()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--ws", default="websockets")
    args = parser.parse_args()
    import uvloop

    print(json.dumps(uvloop.run(load(args.tables, args.seconds, args.ws)), indent=1))


if __name__ == "__main__":
    main()
