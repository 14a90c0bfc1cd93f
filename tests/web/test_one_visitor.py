"""While one address tries to hold the hall up, others do not wait, and a known director comes in."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from websockets.sync.client import connect

from rightbower.rules.cards import Seat
from rightbower.web.common.identity import COOKIE, Person
from web.joined import joined
from web.serving import Player, Server, played_out, prepared, serving

ATTACKS = (
    *("flood", "reconnects", "nonsense", "lines", "heads", "pipelines", "readers"),
    *("passphrases", "names", "forms", "pictures", "batches", "compare"),
)
SECONDS, SLOWEST, KNOWN_IN = 10.0, 0.3, 1.0
# Of the attacker's own address, of others, and of whoever prepares it all.
ATTACKER, OTHERS, BEFORE = "127.0.0.2", "127.0.0.3", "127.0.0.4"
PIN = "135790"
SCRIPT = Path(__file__).parent / "one_visitor.py"


class Visitor:
    """A browser at an address, with its cookies."""

    def __init__(self, server: Server, address: str) -> None:
        self.server, self.address, self.cookies = server, address, dict[str, str]()

    async def ask(self, method: str, path: str, **form: str) -> tuple[int, str, str]:
        """Send a request; its status, where it leads, and the page."""
        body = urlencode(form).encode()
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
            f"Cookie: {cookies}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            f"Content-Length: {len(body)}\r\n\r\n"
        )
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self.server.port, local_addr=(self.address, 0)
        )
        writer.write(head.encode() + body)
        answer, _, page = (await reader.read(-1)).decode().partition("\r\n\r\n")
        writer.close()
        for name, value in re.findall(r"set-cookie: ([^=]+)=([^;]*)", answer):
            self.cookies[name] = value
        where = re.search(r"location: (\S+)", answer)
        return int(answer.split()[1]), where[1] if where else "", page


class Besieged:
    """A hall with a game to play, a shared game, an event of a director and one of the attacker."""

    def __init__(self, server: Server, table: str) -> None:
        self.server, self.table = server, table
        self.director = Visitor(server, BEFORE)
        self.needs = asyncio.run(self._prepare())

    async def _made(self, who: Visitor) -> str:
        await who.ask("GET", "/")
        made = {"preset": "alberta-pairs", "name": "Day", "date": "2026-11-18", "pin": PIN}
        _, desk, _ = await who.ask("POST", "/events/new", **made)
        return desk.removesuffix("/desk")

    async def _prepare(self) -> dict[str, str]:
        day = await self._made(self.director)
        own = Visitor(self.server, BEFORE)
        theirs = await self._made(own)
        _, _, page = await own.ask("POST", f"{theirs}/desk/programs", name="x")
        assert "<code>" in page, page
        token = page.split("<code>")[1].split("</code>")[0]
        player = Visitor(self.server, BEFORE)
        player.cookies[COOKIE] = self.server.keys.cookie(Person(f"over-{Seat.S}", "Sue"))
        await player.ask("POST", "/t/over/share", how="named")
        _, _, shared = await player.ask("GET", "/t/over/share")
        game = "/g/" + shared.partition('href="/g/')[2].partition('"')[0]
        return {
            "pin": f"{day}/pin",
            "batch": f"/api/v1{theirs}/commands",
            "token": token,
            "game": game,
        }


class Waits:
    """How long others waited for what they did."""

    def __init__(self) -> None:
        self.took: dict[str, list[float]] = {"page": [], "lobby": [], "move": [], "director": []}

    def worst(self, what: str) -> float:
        """The ninety-ninth of a hundred."""
        took = sorted(self.took[what])
        return took[min(len(took) - 1, len(took) * 99 // 100)]

    def say(self, attack: str) -> None:
        """Print the figures."""
        told = [
            f"{what} {sorted(took)[len(took) // 2] * 1000:.0f} / {self.worst(what) * 1000:.0f} ms ({len(took)})"
            for what, took in self.took.items()
        ]
        print(f"{attack:12} median / p99: {', '.join(told)}")


def moves(hall: Besieged, until: float, took: list[float]) -> None:
    """Four people play at their table; how long each move took until it was durable."""
    players = {letter: Player(hall.server, hall.table, f"p0-{letter}") for letter in "NESW"}
    while time.monotonic() < until:
        for letter, player in players.items():
            game = player.state["game"] or {}
            if game.get("turn") == letter and game.get("legal"):
                began = time.monotonic()
                player.move(game["legal"][0])
                took.append(time.monotonic() - began)
        for player in players.values():
            try:
                while True:
                    message = joined(json.loads(player.socket.recv(timeout=0.005)))
                    player.state = message if message["type"] == "state" else player.state
            except TimeoutError:
                pass
    for player in players.values():
        player.socket.close()


async def others(hall: Besieged, until: float, waits: Waits) -> None:
    """Pages and lobbies from another address, and the director at the attacker's own."""
    visitor, known = Visitor(hall.server, OTHERS), Visitor(hall.server, ATTACKER)
    kept = {name: hall.director.cookies[name] for name in (COOKIE, "rightbower-known")}

    async def page() -> None:
        for number in range(2_000):
            if time.monotonic() > until:
                return
            began = time.monotonic()
            status, _, _ = await visitor.ask("GET", ("/", "/rules", "/events")[number % 3])
            waits.took["page"].append(time.monotonic() - began)
            assert status == 200
            await asyncio.sleep(0.03)

    async def director() -> None:
        while time.monotonic() < until:
            known.cookies = dict(kept)
            began = time.monotonic()
            status, where, _ = await known.ask("POST", hall.needs["pin"], pin=PIN)
            waits.took["director"].append(time.monotonic() - began)
            assert (status, where.endswith("/desk")) == (303, True)
            await asyncio.sleep(0.4)

    def lobby() -> None:
        url = f"ws://127.0.0.1:{hall.server.port}/lobby/live"
        while time.monotonic() < until:
            began = time.monotonic()
            with connect(
                url, source_address=(OTHERS, 0), compression=None, ping_interval=None
            ) as line:
                assert "waiting" in json.loads(line.recv(timeout=20))
                waits.took["lobby"].append(time.monotonic() - began)
            time.sleep(0.05)

    await asyncio.gather(page(), director(), asyncio.to_thread(lobby))


@pytest.fixture
def besieged(tmp_path: Path) -> Iterator[Besieged]:
    """The hall."""
    data = tmp_path / "besieged"
    (table,) = prepared(data, 1)
    played_out(data, "over")
    with serving(data) as server:
        yield Besieged(server, table)
        complaints = server.stop()
    # Where nobody reads them, those of a minute would be too many for the pipe, and hold the hall up.
    assert "Traceback" not in complaints
    assert complaints.count("\n") < 100


@pytest.mark.soak
@pytest.mark.parametrize("attack", ["nothing", *ATTACKS])
def test_others_do_not_wait_while_one_address_attacks(besieged: Besieged, attack: str) -> None:
    waits, until = Waits(), time.monotonic() + SECONDS
    command = [
        sys.executable,
        str(SCRIPT),
        attack,
        str(besieged.server.port),
        str(SECONDS),
        json.dumps(besieged.needs),
    ]
    attacker = None
    if attack != "nothing":
        attacker = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    playing = threading.Thread(target=moves, args=(besieged, until, waits.took["move"]))
    playing.start()
    asyncio.run(others(besieged, until, waits))
    playing.join()
    rounds = "" if attacker is None else attacker.communicate(timeout=60)[0].strip()
    waits.say(f"{attack} {rounds}")
    assert attack == "nothing" or int(rounds) >= 4
    # The time counts only where nobody else uses the machine: hall, attacker and visitors are three.
    crowded = max(1.0, float(Path("/proc/loadavg").read_text().split()[0]) / 4)
    assert min(map(len, waits.took.values())) >= max(1, 5 / crowded)
    for what in ("page", "lobby", "move"):
        assert waits.worst(what) < SLOWEST * crowded, what
    assert waits.worst("director") < KNOWN_IN * crowded
