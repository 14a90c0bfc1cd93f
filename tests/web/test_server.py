"""The hall as a process: killed in the middle, fed with nonsense, knocked at by strangers."""

from __future__ import annotations

import json
import random
import socket
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.sync.client import ClientConnection

from rightbower.office.journals import journal_of
from rightbower.web.common.identity import COOKIE, Keys, Person
from rightbower.web.hall.archive import after
from rightbower.web.hall.entries import decode
from rightbower.web.hall.sealing import Seals
from rightbower.web.hall.table import HallTable
from web.serving import Player, Server, prepared, serving

TABLES = 5


def play_until_killed(
    player_of: dict[str, Player], chance: random.Random, stop: threading.Event
) -> None:
    """The four people of a table act in turn until the line breaks."""
    turn = "N"
    while not stop.is_set():
        try:
            player = player_of[turn]
            game = player.state["game"]
            if game.get("result"):
                return
            if game.get("turn") == turn and game.get("legal"):
                player.move(chance.choice(game["legal"]))
                for other in player_of.values():
                    while other.state["version"] < player.acknowledged:
                        other.hear("state")
                turn = player.state["game"].get("turn") or turn
            elif game.get("turn"):
                turn = game["turn"]
                if player_of[turn].state["game"].get("turn") != turn:
                    player_of[turn].hear("state")
            else:
                player.hear("state")
        except (ConnectionClosed, TimeoutError, OSError):
            return


def folded(data: Path, table: str) -> HallTable:
    """The table as the journal has it."""
    found: HallTable | None = None
    seals = Seals(Keys.of(data).derived("sealed tables"))
    with journal_of(data) as journal:
        for entry in seals.opened(f"table/{table}", journal.read(f"table/{table}")):
            found, _ = after(found, decode(entry.body))
    assert found is not None
    return found


def at_tables(server: Server, names: Sequence[str]) -> dict[str, dict[str, Player]]:
    """Four people at each table, by its name and their seats."""
    return {
        name: {letter: Player(server, name, f"p{name[1:]}-{letter}") for letter in "NESW"}
        for name in names
    }


def set_playing(
    people: Mapping[str, dict[str, Player]], stop: threading.Event
) -> list[threading.Thread]:
    """Every table plays in a thread of its own until it is stopped or its server killed."""
    threads = [
        threading.Thread(target=play_until_killed, args=(table, random.Random(name), stop))
        for name, table in people.items()
    ]
    for thread in threads:
        thread.start()
    return threads


def kill_in_the_middle(data: Path, tables: int, times: int) -> int:
    """Kill the server among live games, again and again; how many moves were acknowledged."""
    names = prepared(data, tables)
    server = Server(data)
    chance = random.Random(7)
    people = at_tables(server, names)
    for _ in range(times):
        stop = threading.Event()
        threads = set_playing(people, stop)
        stop.wait(0.3 + chance.random())
        server.kill()
        stop.set()
        for thread in threads:
            thread.join()
        for name in names:
            shown = max(player.state["version"] for player in people[name].values())
            acknowledged = max(player.acknowledged for player in people[name].values())
            assert folded(data, name).version >= max(shown, acknowledged)
        server.start()
        for name in names:
            for player in people[name].values():
                before = player.state["version"]
                player.connect()
                assert player.state["version"] >= before
    moves = sum(player.acknowledged for table in people.values() for player in table.values())
    server.kill()
    return moves


def test_a_killed_server_goes_on_from_the_last_acknowledged_move(tmp_path: Path) -> None:
    assert kill_in_the_middle(tmp_path / "data", tables=4, times=3) > 0


@pytest.mark.soak
def test_fifty_live_games_survive_twenty_kills(tmp_path: Path) -> None:
    assert kill_in_the_middle(tmp_path / "data", tables=50, times=20) > 0


def nonsense(chance: random.Random) -> str | bytes:
    """Something no browser of ours would send."""
    good = {"type": "move", "id": "x", "action": "pass"}
    match chance.randrange(10):
        case 0:
            return chance.randbytes(chance.randrange(200))
        case 1:
            return "".join(chr(chance.randrange(32, 0x2FF)) for _ in range(chance.randrange(100)))
        case 2:
            text = json.dumps(good)
            cut = chance.randrange(len(text))
            return text[:cut]
        case 3:
            return json.dumps({**good, "id": chance.choice(["", "y" * 300, 7, None, []])})
        case 4:
            return json.dumps({**good, "action": chance.choice(["S AS", "fold", "", "A" * 400, 9])})
        case 5:
            return json.dumps(
                {"type": chance.choice(["sit", "bot", "say", "call", "dance"]), "id": "q"}
            )
        case 6:
            return json.dumps({"type": "sit", "id": "s", "seat": chance.choice(["N", "X", 4])})
        case 7:
            return "[" * chance.randrange(4000)
        case 8:
            return "x" * chance.choice([8000, 9000, 60_000])
        case _:
            return json.dumps({"type": "hello", "after": chance.choice([-1, 10**30, "a", 3])})


def stranger(server: Server, table: str, chance: random.Random) -> ClientConnection:
    """Somebody unknown, a player whose turn it is not, or one with another's cookie, badly copied."""
    match chance.randrange(3):
        case 0:
            return server.line(table, f"stranger{chance.randrange(5)}")
        case 1:
            return server.line(table, f"p0-{chance.choice('NES')}")
    copied = server.keys.cookie(Person("p0-W", "West"))[: -chance.randrange(1, 8)]
    return server.line(table, "p0-W", headers={"Cookie": f"{COOKIE}={copied}"})


def feed(server: Server, table: str, messages: int) -> int:
    """Send nonsense over as many connections as it takes; how many answers named a reason."""
    chance = random.Random(11)
    answered = 0
    sent = 0
    while sent < messages:
        with stranger(server, table, chance) as line:
            try:
                if chance.random() < 0.8:
                    line.send('{"type":"hello"}')
                    line.recv(timeout=20)
                for _ in range(chance.randrange(1, 30)):
                    line.send(nonsense(chance))
                    sent += 1
                    answer = json.loads(line.recv(timeout=20))
                    assert answer["type"] in ("no", "bye", "done", "state"), answer
                    if answer["type"] in ("no", "bye"):
                        assert answer["reason"]
                        assert "Traceback" not in answer["reason"]
                        answered += 1
            except WebSocketException:
                continue
    return answered


def test_nonsense_gets_a_reason_and_harms_nobody(tmp_path: Path) -> None:
    names = prepared(tmp_path / "data", 1)
    with serving(tmp_path / "data") as server:
        player = Player(server, names[0], "p0-N")
        before = player.state
        assert feed(server, names[0], 1500) > 300
        player.connect()
        assert player.state["game"] == before["game"]
        assert server.stop() == ""


@pytest.mark.soak
def test_a_hundred_thousand_pieces_of_nonsense(tmp_path: Path) -> None:
    names = prepared(tmp_path / "data", 1)
    with serving(tmp_path / "data") as server:
        player = Player(server, names[0], "p0-N")
        before = player.state
        assert feed(server, names[0], 100_000) > 20_000
        player.connect()
        assert player.state["game"] == before["game"]
        assert server.stop() == ""


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One hall for the tests that leave it as it is; each has a table of its own."""
    data = tmp_path_factory.mktemp("hall") / "data"
    prepared(data, TABLES)
    with serving(data) as server:
        yield server


def test_nobody_acts_for_another_seat(hall: Server) -> None:
    west = Player(hall, "t0", "p0-W")
    assert west.state["you"] == "W"
    stranger = Player(hall, "t0", "nobody")
    assert stranger.state["you"] is None
    assert "hand" not in stranger.state["game"]
    assert stranger.move("pass")["reason"] == "Take a seat first."
    north = Player(hall, "t0", "p0-N")
    assert north.move("pass")["reason"] == "It is West's turn."


def test_a_forged_cookie_is_nobody(hall: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    good = hall.keys.cookie
    monkeypatch.setattr(hall.keys, "cookie", lambda person: good(person)[:-3] + "abc")
    forged = Player(hall, "t1", "p1-W")
    assert forged.state["you"] is None


def test_a_foreign_page_and_an_unknown_table_are_turned_away(hall: Server) -> None:
    with pytest.raises(InvalidStatus):
        hall.line("t2", "p2-W", headers={"Origin": "https://elsewhere.example"})
    with pytest.raises(InvalidStatus):
        hall.line("nowhere", "p2-W")


def test_one_device_holds_only_so_many_connections(tmp_path: Path) -> None:
    names = prepared(tmp_path / "data", 1)
    with serving(tmp_path / "data", connections=5) as server:
        lines = [server.line(names[0], "s") for _ in range(5)]
        with pytest.raises(InvalidStatus):
            server.line(names[0], "s")
        lines[0].close()
        for _ in range(100):
            try:
                server.line(names[0], "s").close()
                break
            except InvalidStatus:
                threading.Event().wait(0.02)
        else:
            pytest.fail("a place that was left could not be taken again")


def test_a_full_place_lets_a_newcomer_in_and_never_ends_a_players_line(tmp_path: Path) -> None:
    names = prepared(tmp_path / "data", 1)
    with serving(tmp_path / "data", connections=5) as server:
        west = Player(server, names[0], "p0-W")
        many = [server.line(names[0], "greedy") for _ in range(4)]
        Player(server, names[0], "newcomer")
        assert west.move("pass")["type"] == "done"
        with pytest.raises(ConnectionClosed):
            drained(many[0])


def knock(server: Server, table: str, closing: ExitStack) -> str:
    """Ask for a live line by hand and keep it; how it was answered."""
    line = socket.create_connection(("127.0.0.1", server.port), timeout=20)
    closing.enter_context(line)
    line.sendall(
        f"GET /t/{table}/live?protocol=2 HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n".encode()
    )
    return line.recv(4096).split()[1].decode()


def test_thousands_of_connections_from_one_place_leave_the_game_alone(tmp_path: Path) -> None:
    names = prepared(tmp_path / "data", 1)
    with serving(tmp_path / "data", connections=200) as server:
        west = Player(server, names[0], "p0-W")
        began = time.monotonic()
        with ExitStack() as closing:
            answers = Counter(knock(server, names[0], closing) for _ in range(2000))
            # Who says nothing for ten seconds is let go, and makes room for another.
            assert answers.keys() == {"101", "403"}
            assert 199 <= answers["101"] <= 200 * (2 + (time.monotonic() - began) / 10)
            assert west.move("pass")["type"] == "done"
        assert server.stop() == ""


def drained(line: ClientConnection) -> None:
    """Read until the line is closed."""
    while True:
        line.recv(timeout=10)


def test_a_message_too_large_ends_the_line(hall: Server) -> None:
    with hall.line("t3", "p3-W") as line:
        line.send('{"type":"hello"}')
        line.send("x" * 20_000)
        with pytest.raises(ConnectionClosed):
            drained(line)


def test_who_sends_too_fast_is_told_to_slow_down(hall: Server) -> None:
    with hall.line("t4", "p4-E") as line:
        line.send('{"type":"hello"}')
        for number in range(40):
            line.send(json.dumps({"type": "move", "id": str(number), "action": "pass"}))
        heard: dict[str, Any] = {}
        while heard.get("id") != "39" and heard.get("type") != "bye":
            heard = json.loads(line.recv(timeout=10))
        assert "slow down" in heard["reason"]
        with pytest.raises(ConnectionClosed):
            drained(line)
