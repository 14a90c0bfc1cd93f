"""A web socket at the server: its place among the visitors, its pings, its pieces."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace

import pytest
from uvicorn.server import ServerState
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from rightbower.store import limits
from rightbower.web.common.guard import FLOODED
from rightbower.web.server import http as visitors
from rightbower.web.server.http import Room, Visitors
from rightbower.web.server.socket import (
    BEATS,
    FRAMES,
    MOST_FRAMES,
    MOST_UNREAD,
    PIECE,
    PINGS,
    BoundedSocket,
    text_frame,
)
from web.clockwork import idle, run
from web.guests import UPGRADE, Guest, Line, Pages


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time by which what may be done often is counted."""
    now = [time.monotonic() + 1000.0]
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: now[0]))
    return now


def test_a_socket_is_a_visitor_of_its_own_that_is_not_sent_away() -> None:
    async def story() -> None:
        guest = Guest()
        socket = await guest.upgraded()
        assert guest.told[-5:] == [
            "request left",
            "request is served",
            "socket came from 192.0.2.7",
            "socket waits",
            "socket is served",
        ]
        assert len(guest.at) == 1
        await asyncio.sleep(1000)
        assert guest.line.ended == "", "nothing has to be said on it"
        socket.connection_lost(None)
        await idle()
        assert len(guest.at) == 0
        assert guest.pages.heard == ["gone"]

    run(story)


def test_a_socket_for_which_there_is_no_room_is_closed_at_once() -> None:
    async def story() -> None:
        guest, line = Guest(at=Visitors(Room(10, 1, 1))), Line()
        guest.at.is_served(guest.http)
        socket = BoundedSocket(guest.config, ServerState(), {}, visitors=guest.at)
        socket.connection_made(line)
        assert line.ended == "aborted"
        assert guest.line.ended == ""
        assert socket.logger is visitors.LOG
        assert socket.conn.logger is visitors.LOG

    run(story)


def test_a_socket_that_waits_while_it_comes_is_dropped_by_its_own_line() -> None:
    async def story() -> None:
        at = Visitors(Room(1, 1, 1))
        guest = Guest(at=at)
        line = Line("192.0.2.8")
        socket = BoundedSocket(guest.config, ServerState(), {}, visitors=at)
        socket.connection_made(line)
        assert (guest.line.ended, line.ended) == ("aborted", "")
        at.waits(socket)
        assert at.came("next", "192.0.2.9", lambda: None)
        assert line.ended == "aborted"

    run(story)


def frame(opcode: int, payload: bytes = b"", fin: bool = True) -> bytes:
    """A frame as a browser sends it, masked with zeros."""
    return bytes([opcode | (0x80 if fin else 0), 0x80 | len(payload)]) + bytes(4) + payload


def test_a_few_pings_are_answered_and_more_with_time(clock: list[float]) -> None:
    async def story() -> None:
        guest = Guest()
        socket = await guest.upgraded()
        at_once, rate = PINGS.at_once, PINGS.per_second
        for _ in range(int(at_once)):
            socket.data_received(frame(9, b"?"))
        assert guest.line.sent == b"\x8a\x01?" * int(at_once)
        clock[0] += 1.5 / rate
        socket.data_received(frame(9, b"!"))
        assert guest.line.sent.endswith(b"\x8a\x01!")
        assert guest.line.ended == ""
        sent = guest.line.sent
        socket.data_received(frame(9, b"!"))
        assert (guest.line.ended, guest.line.sent) == ("aborted", sent)

    run(story)


@pytest.mark.parametrize(("unread", "ended"), [(MOST_UNREAD, ""), (MOST_UNREAD + 1, "aborted")])
def test_who_reads_no_answers_to_pings_is_let_go(unread: int, ended: str) -> None:
    async def story() -> None:
        guest = Guest()
        socket = await guest.upgraded()
        guest.line.unread = unread
        socket.data_received(frame(9))
        assert guest.line.ended == ended
        assert bool(guest.line.sent) is not bool(ended)
        assert not guest.pages.scopes[0][FLOODED](), "whose network is slow floods nobody"

    run(story)


@pytest.mark.parametrize(("pieces", "taken"), [(MOST_FRAMES, True), (MOST_FRAMES + 1, False)])
def test_a_message_comes_in_few_pieces(pieces: int, taken: bool) -> None:
    async def story() -> None:
        guest = Guest()
        socket = await guest.upgraded()
        socket.data_received(frame(1, b"a", fin=False))
        socket.data_received(frame(0, b"a", fin=False) * (pieces - 2))
        socket.data_received(frame(0, b"b"))
        await idle()
        assert guest.pages.heard == (["a" * (pieces - 1) + "b"] if taken else [])
        assert guest.line.ended == ("" if taken else "aborted")

    run(story)


@pytest.mark.parametrize("opcode", [0, 1, 2, 9, 10])
def test_of_a_flood_little_is_parsed_and_the_line_is_cut(opcode: int, clock: list[float]) -> None:
    async def story() -> None:
        guest = Guest()
        socket = await guest.upgraded()
        parsed = 0
        receive = socket.conn.receive_data

        def counted(data: bytes | bytearray) -> None:
            nonlocal parsed
            parsed += len(data)
            receive(data)

        socket.conn.receive_data = counted  # type: ignore[method-assign]
        flood = (frame(1, fin=False) if opcode == 0 else b"") + frame(
            opcode, fin=opcode != 0
        ) * 40_000
        socket.data_received(flood)
        await idle()
        most = int(FRAMES.at_once)
        assert parsed <= most * len(frame(1)) + PIECE
        assert len(guest.pages.heard) <= most
        assert guest.line.ended == "aborted"
        assert guest.pages.scopes[0][FLOODED](), "pings and pieces end sooner, and count as much"

    run(story)


NONSENSE = {
    "a message of a kind that there is not": frame(3),
    "a piece of nothing": frame(0),
    "no mask": b"\x81\x05hello",
    "letters that are none": frame(1, b"\xff"),
    "too long": b"\x81\xff" + (2**40).to_bytes(8) + bytes(4),
}


@pytest.mark.parametrize("let_in", [True, False])
@pytest.mark.parametrize("what", NONSENSE)
def test_what_is_no_message_ends_the_line_and_is_no_fault_of_ours(
    what: str, let_in: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        guest = Guest()
        if let_in:
            socket = await guest.upgraded()
        else:
            guest.http.data_received(UPGRADE)
            found = guest.line.protocol
            assert isinstance(found, BoundedSocket)
            socket = found
        socket.data_received(NONSENSE[what])
        assert guest.line.ended == ("closed" if let_in else "aborted")
        assert guest.pages.scopes == [] or FLOODED in guest.pages.scopes[0]
        socket.connection_lost(None)
        await idle()
        assert guest.pages.scopes[0][FLOODED]() is not let_in, (
            "no browser speaks before it is let in"
        )

    run(story)
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize(
    ("more", "answer"),
    [
        (b"X: " + b"x" * 9_000, b"HTTP/1.1 431 "),
        (b"Content-Length: 5", b""),
        (b"Transfer-Encoding: chunked", b""),
        (b"X: \xff", b"HTTP/1.1 101 "),
    ],
)
def test_a_socket_that_is_never_begun_does_not_stay(
    more: bytes, answer: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        guest = Guest()
        await guest.says(UPGRADE[:-2] + more + b"\r\n\r\n")
        assert guest.line.sent.startswith(answer), guest.line.sent
        begun = b" 101 " in guest.line.sent
        assert guest.line.ended == ("" if begun else "closed")
        assert bool(guest.pages.scopes) is begun

    run(story)
    assert "Traceback" not in caplog.text


def test_who_says_much_but_not_too_much_is_heard(clock: list[float]) -> None:
    async def story() -> None:
        guest = Guest()
        socket = await guest.upgraded()
        most, longest = int(FRAMES.at_once), b"x" * 100
        for _ in range(most // 10):
            socket.data_received(frame(1, longest) * 10)
            await idle()
        clock[0] += 1.5 / FRAMES.per_second
        socket.data_received(frame(1, b"last"))
        await idle()
        assert guest.pages.heard == ["x" * 100] * most + ["last"]
        assert guest.line.ended == ""
        assert guest.pages.scopes[0][FLOODED]() is False
        socket.data_received(frame(1, b"one too many"))
        assert guest.line.ended == "aborted"

    run(story)


# Who listens at a table


class Table:
    """What a table hears on a socket."""

    def __init__(self, socket: BoundedSocket) -> None:
        self.heard: list[bytes] = []
        self.told: list[str] = []
        socket.listen(
            self.heard.append, lambda: self.told.append("go on"), lambda: self.told.append("gone")
        )


def test_what_is_said_is_heard_at_once_what_came_before_as_well() -> None:
    async def story() -> None:
        guest = Guest(Quiet())
        socket = await guest.upgraded()
        socket.data_received(frame(1, b"early") + frame(2, b"bytes"))
        table = Table(socket)
        assert table.heard == [b"early", b"bytes"]
        assert not socket.read_paused
        socket.data_received(frame(1, b"a", fin=False) + frame(0, b"b"))
        socket.data_received(frame(1, b"\xff"))
        assert table.heard[2:] == [b"ab", b"\xff"]
        assert socket.queue.empty()

    run(story)


def test_of_a_flood_a_table_hears_little_too(clock: list[float]) -> None:
    async def story() -> None:
        guest = Guest(Quiet())
        socket = await guest.upgraded()
        table = Table(socket)
        socket.data_received(frame(1, b"x") * 40_000)
        assert len(table.heard) <= int(FRAMES.at_once)
        assert guest.line.ended == "aborted"

    run(story)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 1500, 65_535, 65_536, 100_000])
def test_a_text_goes_out_in_the_bytes_of_the_library(size: int) -> None:
    text = b"x" * size
    there = ServerProtocol()
    there.state = OPEN
    there.send_text(text)
    assert text_frame(text) == b"".join(there.data_to_send())


def test_a_line_that_is_full_says_so_and_when_it_goes_on() -> None:
    async def story() -> None:
        guest = Guest(Quiet())
        socket = await guest.upgraded()
        table, before = Table(socket), guest.line.sent
        assert socket.write_text(b"one")
        assert guest.line.sent == before + text_frame(b"one")
        socket.pause_writing()
        assert not socket.write_text(b"two")
        assert table.told == []
        socket.resume_writing()
        assert table.told == ["go on"]
        assert socket.write_text(b"three")

    run(story)


@pytest.mark.parametrize("how", ["lost", "goodbye", "shutdown"])
def test_that_nobody_is_there_any_more_is_told(how: str) -> None:
    async def story() -> None:
        guest = Guest(Quiet())
        socket = await guest.upgraded()
        table = Table(socket)
        if how == "lost":
            socket.connection_lost(None)
        elif how == "goodbye":
            socket.data_received(frame(8, b"\x03\xe8"))
        else:
            socket.shutdown()
        assert table.told == ["gone"]
        sent = guest.line.sent
        assert socket.write_text(b"too late")
        assert guest.line.sent == sent

    run(story)


def test_one_that_takes_nothing_is_cut_off_at_the_end() -> None:
    async def story() -> None:
        guest = Guest(Quiet())
        socket = await guest.upgraded()
        Table(socket)
        socket.pause_writing()
        await socket.close(1000)
        assert guest.line.ended == "aborted"

    run(story)


def test_the_beat_asks_one_that_is_silent_and_lets_it_go() -> None:
    async def story() -> None:
        guest = Guest(Quiet())
        socket = await guest.upgraded()
        socket.ping_interval = 20.0
        socket.start_keepalive()
        assert socket.ping_timer is not None
        Table(socket)
        assert socket.ping_timer is None, "one scheme is enough"
        socket.beat()
        ping, sent = b"\x89\x00", guest.line.sent
        for _ in range(2):
            for _ in range(BEATS):
                socket.beat()
            assert guest.line.sent == sent + ping
            socket.data_received(frame(10))
            socket.beat()
            sent = guest.line.sent
        for _ in range(2 * BEATS):
            socket.beat()
        assert guest.line.ended == ""
        socket.beat()
        assert guest.line.ended == "aborted"

    run(story)


class Quiet(Pages):
    """Pages that take a socket and leave the rest to who listens."""

    async def _talk(self, receive: object, send: object) -> None:
        await receive()  # type: ignore[operator]
        await send({"type": "websocket.accept"})  # type: ignore[operator]
        await asyncio.Event().wait()
