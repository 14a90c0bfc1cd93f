"""A hall in a process of its own, and browsers without a browser."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import uvicorn
from websockets.sync.client import ClientConnection, connect

from rightbower.office import journals
from rightbower.office.journals import journal_of
from rightbower.referee.doing import options
from rightbower.referee.table import unturned
from rightbower.rules import shuffles
from rightbower.rules.acts import PickUp, Play, read_action, write_action
from rightbower.rules.cards import Seat
from rightbower.rules.judge import legal
from rightbower.web.common.identity import COOKIE, Keys, Person
from rightbower.web.hall.acts import move, next_deal
from rightbower.web.hall.calls import call
from rightbower.web.hall.entries import CalledOff, HallEntry, Sat, TableOpened, encode
from rightbower.web.hall.seats import begin, bot_sits
from rightbower.web.hall.table import HallTable, fold
from rightbower.web.hall.wire import Turn
from web.joined import joined

SERVER = """
import sys
import threading
from pathlib import Path
from rightbower.web.app import make_app
from rightbower.web.hall.table import Pace
from rightbower.web.app import serve
pace = Pace(bot=0.01, trick=0.01, deal=float(sys.argv[4]), grace=9999, salts=0)
app = make_app(Path(sys.argv[1]), pace, connections_per_place=int(sys.argv[3]))
serve(app, "127.0.0.1", int(sys.argv[2]))
"""


def opened(server: uvicorn.Server, thread: threading.Thread) -> None:
    """Start a hall in a thread of this process, and wait until it is open."""
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the hall did not open"
        time.sleep(0.02)


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A running hall over a data folder."""

    def __init__(self, data: Path, connections: int = 2000, deal: float = 0.05) -> None:
        self.data, self.port, self.connections, self.deal = data, free_port(), connections, deal
        data.mkdir(exist_ok=True)
        journals.place_of(data)
        self.keys = Keys.of(data)
        self.start()

    def start(self) -> None:
        command = [
            sys.executable,
            "-c",
            SERVER,
            str(self.data),
            str(self.port),
            str(self.connections),
            str(self.deal),
        ]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE)
        for _ in range(600):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            assert self.process.poll() is None, self.process.stderr and self.process.stderr.read()
            time.sleep(0.05)
        raise AssertionError("the hall did not open")

    def kill(self) -> None:
        """As when the power fails."""
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    def stop(self) -> str:
        """Close it in order; what it complained of."""
        self.process.terminate()
        _, complaints = self.process.communicate(timeout=20)
        return complaints.decode()

    def line(self, table: str, who: str, **options: Any) -> ClientConnection:
        """An open socket of a person to a table."""
        cookie = self.keys.cookie(Person(who, who))
        headers = {"Cookie": f"{COOKIE}={cookie}", **options.pop("headers", {})}
        url = f"ws://127.0.0.1:{self.port}/t/{table}/live?protocol=2"
        # A thread that pings on its own would outlive a test that leaves its line open.
        options = {
            "ping_interval": None,
            "open_timeout": 60,
            "compression": None,
            "legacy": True,
            **options,
        }
        line: ClientConnection = connect(url, additional_headers=headers, **options)
        return line


@contextlib.contextmanager
def serving(data: Path, connections: int = 2000, deal: float = 0.05) -> Iterator[Server]:
    """A hall that is closed at the end; ``deal`` seconds pass before it deals by itself."""
    server = Server(data, connections, deal)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()


def prepared(data: Path, tables: int, book: str = "standard") -> list[str]:
    """Tables with four people each and the first deal out, straight in the journal."""
    data.mkdir(exist_ok=True)
    # A game that nobody came back to for days would be ended in the middle of a long test.
    now = time.time()
    with journal_of(data) as journal:
        for number in range(tables):
            entries: list[HallEntry] = [TableOpened(book, "strict", shuffles.new_seed(), "x", now)]
            entries += [Sat(seat, f"p{number}-{seat}", seat.word, now) for seat in Seat]
            entries += begin(folded(entries), Seat.S, now)
            journal.append(f"table/t{number}", 0, [encode(entry) for entry in entries])
    return [f"t{number}" for number in range(tables)]


def table_of_bots(data: Path, name: str, watcher: str) -> None:
    """Four bots at a table that somebody opened and looks at, the first deal out."""
    now = time.time()
    entries: list[HallEntry] = [
        TableOpened("standard", "strict", shuffles.new_seed(), watcher, now, 90)
    ]
    entries += [bot_sits(seat, "beginner", now) for seat in Seat]
    entries += begin(folded(entries), Seat.S, now)
    with journal_of(data) as journal:
        journal.append(f"table/{name}", 0, [encode(entry) for entry in entries])


def before_the_cut(data: Path, name: str, book: str) -> None:
    """Four people at a table as at the table, South to deal once East was asked to cut."""
    now = time.time()
    entries: list[HallEntry] = [TableOpened(book, "as-at-the-table", name, f"{name}-S", now)]
    entries += [Sat(seat, f"{name}-{seat}", seat.word, now) for seat in Seat]
    entries += begin(folded(entries), Seat.S, now)
    with journal_of(data) as journal:
        journal.append(f"table/{name}", 0, [encode(entry) for entry in entries])


def played_out(
    data: Path,
    name: str,
    book: str = "standard",
    target: int | None = 5,
    sitters: Sequence[Sat] = (),
    at: float = 0.0,
    resigned_after: int | None = None,
) -> None:
    """A finished game between four people, or those named, straight in the journal."""
    chance = random.Random(name)
    entries: list[HallEntry] = [TableOpened(book, "strict", name * 8, "x", at, target)]
    entries += sitters or [Sat(seat, f"{name}-{seat}", seat.word, at) for seat in Seat]
    entries += begin(folded(entries), Seat.S, at)
    table = folded(entries)
    while not table.over:
        assert table.game is not None
        deal = table.game.deal
        if deal is None:
            more = next_deal(table, table.touched + 1)
        elif resigned_after is not None and len(entries) > resigned_after:
            more = [CalledOff("resigned", "EW", table.touched + 1)]
        else:
            action = chance.choice(legal(deal))
            more = move(table, action, "", table.touched + 1, meant=True)
        entries += more
        table = folded(more, table)
    with journal_of(data) as journal:
        journal.append(f"table/{name}", 0, [encode(entry) for entry in entries])


def folded(entries: list[HallEntry], table: HallTable | None = None) -> HallTable:
    """The table after these entries."""
    for entry in entries:
        table = fold(table, entry)
    assert table is not None
    return table


def table_of_slips(data: Path, name: str, book: str) -> list[str]:
    """Four people as at the table, and what they do in a deal in which East revokes, act by act."""
    now = time.time()
    for number in range(1000):
        opened = TableOpened(book, "as-at-the-table", f"{name} {number}", f"{name}-S", now)
        entries: list[HallEntry] = [opened]
        entries += [Sat(seat, f"{name}-{seat}", seat.word, now) for seat in Seat]
        entries += begin(folded(entries), Seat.S, now)
        if acts := _with_a_revoke(folded(entries)):
            with journal_of(data) as journal:
                journal.append(f"table/{name}", 0, [encode(entry) for entry in entries])
            return acts
    raise AssertionError("East never has a chance to revoke")


def _with_a_revoke(table: HallTable) -> list[str]:
    """The acts of a deal that South makes and in whose first trick East revokes, if it can."""
    acts: list[str] = []
    revoked = False
    while table.game is not None and table.game.deal is not None:
        assert table.referee is not None
        deal, words = table.game.deal, ""
        winner = unturned(table.referee)
        if winner is not None:
            acts.append(f"{winner} turn")
            more = call(table, winner, Turn(), f"t{len(acts)}", table.touched)
        else:
            choice = options(table.referee)
            words = write_action(choice[0])[2:]
            if deal.turn is Seat.S and not deal.trump:
                words = "pick up"
                if PickUp(Seat.S) not in choice:
                    return []
            if deal.turn is Seat.E and len(deal.tricks) == 1:
                wrong = set(deal.hands[Seat.E]) - {a.card for a in choice if isinstance(a, Play)}
                revoked = bool(wrong)
                words = min(wrong).name if wrong else words
            acts.append(f"{deal.turn} {words}")
            assert deal.turn is not None
            action = read_action(acts[-1])
            more = move(table, action, f"m{len(acts)}", table.touched, meant=True)
        table = folded(more, table)
    return acts if revoked else []


class Player:
    """A person at a table: keeps the last state and what was acknowledged."""

    def __init__(self, server: Server, table: str, who: str) -> None:
        self.server, self.table, self.who = server, table, who
        self.state: dict[str, Any] = {}
        self.news: list[str] = []
        self.acknowledged = 0
        self.connect()

    def connect(self) -> None:
        self.socket = self.server.line(self.table, self.who)
        hello: dict[str, Any] = {"type": "hello"}
        if self.state:
            hello["after"] = self.state["version"]
        self.socket.send(json.dumps(hello))
        self.hear("state")

    def hear(self, kind: str) -> dict[str, Any]:
        """Read on until a message of this kind."""
        while True:
            message = joined(json.loads(self.socket.recv(timeout=20)))
            if message["type"] == "state":
                self.state = message
                self.news += message["news"]
            if message["type"] == kind:
                return message

    def move(self, action: str) -> dict[str, Any]:
        """Act and wait for the answer."""
        move_id = os.urandom(6).hex()
        self.socket.send(
            json.dumps({"type": "move", "id": move_id, "action": action, "meant": True})
        )
        while True:
            message = joined(json.loads(self.socket.recv(timeout=20)))
            if message["type"] == "state":
                self.state = message
                self.news += message["news"]
                if move_id not in message.get("done", ()):
                    continue
                message = {"type": "done", "id": move_id, "version": message["version"]}
            if message.get("id") == move_id:
                if message["type"] == "done":
                    self.acknowledged = message["version"]
                return message
