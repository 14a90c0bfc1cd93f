"""The front door: requests that are too large, too many, too slow or half sent harm nobody else."""

from __future__ import annotations

import asyncio
import contextlib
import http.cookies
import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import uvicorn
from starlette.requests import HTTPConnection
from uvicorn.server import ServerState

from rightbower.web.common.identity import COOKIE, Keys, Person
from rightbower.web.common.proxies import Front
from rightbower.web.server import http as door
from rightbower.web.server.http import BoundedHttp, Room, Visitors
from web.serving import Player, Server, prepared, serving

ROOM = Room(total=10, per_address=6, waiting_per_address=3)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A hall in a process of its own, with a table at which four people play."""
    data = tmp_path_factory.mktemp("hall")
    prepared(data, 1)
    with serving(data) as server:
        yield server


def answer(server: Server, request: bytes) -> bytes:
    """All that comes back for some bytes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
        with contextlib.suppress(ConnectionError):
            line.sendall(request)
        found = b""
        with contextlib.suppress(ConnectionError):
            while more := line.recv(65536):
                found += more
        return found


def status(server: Server, head: str, body: bytes = b"") -> str:
    """How a request is answered, or that the line was cut."""
    found = answer(server, f"{head}\r\nHost: x\r\nConnection: close\r\n\r\n".encode() + body)
    return found.split()[1].decode() if found else "cut"


def test_a_huge_cookie_is_refused_before_it_is_read(hall: Server) -> None:
    assert status(hall, f'GET / HTTP/1.1\r\nCookie: {COOKIE}="' + "\\1" * 60_000 + '"') in (
        "431",
        "cut",
    )
    assert status(hall, "GET / HTTP/1.1\r\nCookie: x=" + "y" * 13_000) == "431"
    assert status(hall, "GET / HTTP/1.1\r\nCookie: x=" + "y" * 8_000) == "200"


def test_a_cookie_is_taken_as_it_is_and_never_unquoted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http.cookies, "_unquote", None)
    keys = Keys("secret")
    good = keys.cookie(Person("ann", "Ann"))
    for header, name in [(f"a=b; {COOKIE}={good}; c=d", "Ann"), (f'{COOKIE}="{"1" * 8000}"', None)]:
        scope = {"type": "http", "headers": [(b"cookie", header.encode())]}
        found = keys.person(HTTPConnection(scope))
        assert (found and found.name) == name


@pytest.mark.parametrize(
    ("head", "answered"),
    [
        ("GET /" + "a" * 5000 + " HTTP/1.1", "414"),
        ("GET / HTTP/1.1\r\n" + "\r\n".join(f"X-{n}: y" for n in range(200)), "431"),
        ("GET / HTTP/1.1\r\n" + "\r\n".join(f"X-{n}: {'y' * 1000}" for n in range(40)), "431"),
        ("POST /name HTTP/1.1\r\nContent-Length: 70000", "413"),
        ("POST /name HTTP/1.1\r\nContent-Length: " + "9" * 5000, "400"),
        ("GET /events/day/table/" + "9" * 4020 + " HTTP/1.1", "404"),
        ("NONSENSE", "400"),
    ],
)
def test_what_is_too_large_gets_a_plain_refusal(hall: Server, head: str, answered: str) -> None:
    assert status(hall, head) == answered


def test_a_head_without_an_end_is_cut_short(hall: Server) -> None:
    found = answer(hall, b"GET / HTTP/1.1\r\nX: " + b"y" * 2_000_000)
    assert found[:12] in (b"HTTP/1.1 431", b"")


def test_requests_sent_without_waiting_are_bounded(hall: Server) -> None:
    found = answer(hall, b"GET /rules HTTP/1.1\r\nHost: x\r\n\r\n" * 3000)
    assert found.count(b"HTTP/1.1 200") <= 9


def test_half_sent_requests_from_one_address_shut_nobody_out(hall: Server) -> None:
    west = Player(hall, "t0", "p0-W")
    with ExitStack() as lines:
        for _ in range(1100):
            line = socket.create_connection(("127.0.0.1", hall.port), timeout=20)
            lines.enter_context(line)
            with contextlib.suppress(ConnectionError):
                line.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
        assert status(hall, "GET / HTTP/1.1") == "200"
        assert west.move("pass")["type"] == "done"


def frame(opcode: int, payload: bytes = b"", fin: bool = True) -> bytes:
    """A frame as a browser sends it, masked with zeros."""
    head = bytes([opcode | (0x80 if fin else 0), 0x80 | min(len(payload), 126)])
    length = len(payload).to_bytes(2, "big") if len(payload) > 125 else b""
    return head + length + bytes(4) + payload


HELLO = frame(1, json.dumps({"type": "hello"}).encode())


def test_a_ping_is_answered(hall: Server) -> None:
    with socket.create_connection(("127.0.0.1", hall.port), timeout=20) as line:
        line.sendall(UPGRADE)
        heard = line.recv(4096)
        line.sendall(frame(9, b"here?"))
        while b"\x8a\x05here?" not in heard:
            more = line.recv(65536)
            assert more, heard
            heard += more


BAD = {
    "pings": frame(9) * 5000,
    "empty pieces": frame(1, fin=False) + frame(0, fin=False) * 50_000,
    "not text": frame(1, b"\xff\xfe"),
    "no such frame": frame(3, b"x"),
    "reserved bits": frame(0x71, b"x"),
    "not masked": b"\x81\x05hello",
    "too large": frame(1, b"{" * 9000),
    "many at once": HELLO + frame(1, b"{}") * 3000,
}
UPGRADE = (
    b"GET /t/t0/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
)


def test_a_bad_frame_ends_its_socket_with_at_most_a_line_in_the_log(tmp_path: Path) -> None:
    prepared(tmp_path / "data", 1)
    with serving(tmp_path / "data") as server:
        west = Player(server, "t0", "p0-W")
        for bad in BAD.values():
            with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
                line.sendall(UPGRADE)
                assert b"101" in line.recv(4096)
                with contextlib.suppress(ConnectionError):
                    line.sendall(bad)
                    line.shutdown(socket.SHUT_WR)
                    while line.recv(65536):
                        pass
        assert west.move("pass")["type"] == "done"
        log = server.stop()
        assert len(log.splitlines()) <= len(BAD), log


def test_who_hangs_up_in_the_middle_of_a_form_leaves_no_traceback_in_the_log(
    tmp_path: Path,
) -> None:
    kind = b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 99\r\n"
    form = b"POST /play HTTP/1.1\r\nHost: x\r\n" + kind + b"\r\nbook="
    with serving(tmp_path / "data") as server:
        for _ in range(30):
            with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
                line.sendall(form)
        assert status(server, "GET /healthz HTTP/1.1") == "200"
        assert server.stop() == ""


def test_the_oldest_half_sent_request_of_an_address_makes_room_for_the_next() -> None:
    visitors, gone = Visitors(ROOM), list[int]()
    for number in range(5):
        assert visitors.came(number, "a", partial(gone.append, number))
    assert gone == [0, 1]
    visitors.is_served(2)
    assert visitors.came(5, "a", lambda: None)
    assert gone == [0, 1], "a request that is whole is not sent away"


def test_an_address_full_of_served_requests_gets_no_more_and_others_do() -> None:
    visitors = Visitors(ROOM)
    for number in range(6):
        assert visitors.came(number, "a", lambda: None)
        visitors.is_served(number)
    assert not visitors.came(6, "a", lambda: None)
    assert visitors.came(7, "b", lambda: None)
    visitors.left(0)
    assert visitors.came(8, "a", lambda: None)


def test_a_connection_for_which_there_is_no_room_is_closed_at_once() -> None:
    visitors = Visitors(Room(total=0, per_address=0, waiting_per_address=0))

    async def nothing(scope: Any, receive: Any, send: Any) -> None:
        """An application that is never asked."""

    async def closed() -> bool:
        line: Any = Mock(spec=asyncio.Transport)
        line.get_extra_info.return_value = None
        config = uvicorn.Config(nothing, lifespan="off")
        config.load()
        guest = BoundedHttp(config, ServerState(), {}, visitors=visitors)
        guest.connection_made(line)
        told = bool(line.abort.called)
        guest.connection_lost(None)
        return told

    assert asyncio.run(closed())


def test_a_proxy_brings_more_visitors_than_any_other_address() -> None:
    visitors, gone = Visitors(ROOM, Front.of(["10.0.0.9"]).trusts), list[int]()
    for number in range(4):
        assert visitors.came(number, "10.0.0.9", partial(gone.append, number))
    assert gone == [], "it keeps lines open for those who come next"
    for number in range(10):
        if number >= 4:
            assert visitors.came(number, "10.0.0.9", partial(gone.append, number))
        visitors.is_served(number)
    assert not visitors.came(10, "10.0.0.9", lambda: None), "all the room there is"


def test_when_all_is_full_whoever_waits_from_the_busiest_address_goes() -> None:
    visitors, gone = Visitors(ROOM), list[str]()
    for number in range(3):
        visitors.came(f"a{number}", "a", partial(gone.append, f"a{number}"))
    for number in range(7):
        visitors.came(f"served{number}", str(number), lambda: gone.append("served"))
        visitors.is_served(f"served{number}")
    assert visitors.came("new", "b", lambda: None)
    assert gone == ["a0"]
    assert len(visitors) == 10


def test_one_address_never_has_all_the_room() -> None:
    for descriptors in (256, 1024, 65_536):
        room = Room.of(descriptors)
        assert room.waiting_per_address < room.per_address < room.total < descriptors


def test_who_takes_too_long_over_a_request_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SECONDS_FOR_HEAD", "SECONDS_FOR_BODY"):
        monkeypatch.setattr(door, name, 0.05)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        while (message := await receive()).get("more_body"):
            pass
        assert message["type"] == "http.disconnect"

    async def cut(data: bytes) -> bytes:
        config = uvicorn.Config(app, lifespan="off")
        config.load()
        visitors, state = Visitors(Room.of(1024)), ServerState()
        loop = asyncio.get_running_loop()
        server = await loop.create_server(
            lambda: BoundedHttp(config, state, {}, visitors=visitors), "127.0.0.1", 0
        )
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        writer.write(data)
        found = b""
        with contextlib.suppress(ConnectionError):
            found = await asyncio.wait_for(reader.read(), 20)
        writer.close()
        server.close()
        assert len(visitors) == 0
        return found

    for data in (b"", b"GET / HT", b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nabc"):
        assert asyncio.run(cut(data)) == b""
