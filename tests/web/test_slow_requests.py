"""How slow the requests of a connection may be, and how long its answers may stay unread."""

from __future__ import annotations

import asyncio

import pytest
from uvicorn.server import ServerState

from rightbower.web.server.http import (
    SECONDS_FOR_BODY,
    SECONDS_FOR_HEAD,
    SECONDS_TO_READ,
    BoundedHttp,
    Room,
    Visitors,
)
from rightbower.web.server.socket import BoundedSocket
from web.clockwork import run
from web.guests import GET, Guest, Line


def test_a_visitor_is_known_by_address_from_coming_to_leaving() -> None:
    async def story() -> None:
        guest = Guest()
        assert guest.told == ["request came from 192.0.2.7", "request waits"]
        await guest.says(GET)
        assert guest.pages.asked == [("/", b"")]
        assert guest.told[2:] == ["request waits", "request is served", "request waits"]
        assert len(guest.at) == 1
        guest.http.connection_lost(None)
        assert guest.told[5:] == ["request left", "request is served"]
        assert len(guest.at) == 0
        assert guest.http not in guest.http.connections
        await asyncio.sleep(100)
        assert guest.line.ended == "closed", "the line is gone, and nobody is cut off any more"

    run(story)


def test_lines_without_an_address_are_taken_too() -> None:
    async def story() -> None:
        guest, line = Guest(), Line()
        line._extra.clear()  # type: ignore[attr-defined]
        other = BoundedHttp(guest.config, ServerState(), {}, visitors=guest.at)
        other.connection_made(line)
        assert guest.told[2:] == ["request came from ?", "request waits"]
        bare = Line()
        bare._extra.clear()  # type: ignore[attr-defined]
        socket = BoundedSocket(guest.config, ServerState(), {}, visitors=guest.at)
        socket.connection_made(bare)
        assert guest.told[4:6] == ["socket came from ?", "socket waits"]
        assert (line.ended, bare.ended) == ("", "")

    run(story)


def test_the_oldest_of_too_many_that_wait_is_cut_off() -> None:
    async def story() -> None:
        at = Visitors(Room(10, 10, 1))
        one, two = Guest(at=at), Guest(at=at)
        assert (one.line.ended, two.line.ended) == ("aborted", "")

    run(story)


@pytest.mark.parametrize("said", [b"", b"GET / HT"])
def test_a_head_that_is_not_whole_in_time_ends_the_line(said: bytes) -> None:
    async def story() -> None:
        guest = Guest()
        if said:
            await asyncio.sleep(SECONDS_FOR_HEAD - 1)
            await guest.says(said)
        await asyncio.sleep(SECONDS_FOR_HEAD - 0.1)
        assert guest.line.ended == ""
        await asyncio.sleep(0.2)
        assert guest.line.ended == "aborted"

    run(story)


def test_a_body_has_its_own_time_and_an_answer_takes_as_long_as_it_takes() -> None:
    async def story() -> None:
        guest = Guest()
        guest.pages.may_answer.clear()
        await asyncio.sleep(5)
        await guest.says(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab")
        await asyncio.sleep(SECONDS_FOR_BODY - 0.1)
        assert guest.line.ended == ""
        await guest.says(b"cd")
        assert guest.pages.asked == [("/", b"abcd")]
        await asyncio.sleep(1000)
        assert (guest.line.ended, guest.line.sent) == ("", b"")
        slow = Guest()
        await slow.says(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab")
        await asyncio.sleep(SECONDS_FOR_BODY + 0.1)
        assert slow.line.ended == "aborted"

    run(story)


@pytest.mark.parametrize("close", [b"", b"Connection: close\r\n"])
def test_an_answer_has_to_be_read_in_time(close: bytes) -> None:
    async def story() -> None:
        guest = Guest()
        guest.line.unread = 1
        await guest.says(b"GET / HTTP/1.1\r\nHost: x\r\n" + close + b"\r\n")
        assert guest.line.sent.endswith(b"\r\n\r\nok")
        ended = "closed" if close else ""
        await asyncio.sleep(SECONDS_TO_READ - 0.1)
        assert guest.line.ended == ended, "what is to be read goes out first"
        await asyncio.sleep(0.2)
        assert guest.line.ended == "aborted"
        waiting = ["request waits"] if not close else []
        assert guest.told[2:] == ["request waits", "request is served", *waiting]

    run(story)


def test_who_asks_nothing_more_is_let_go_once_all_is_read() -> None:
    async def story() -> None:
        guest = Guest()
        await guest.says(GET)
        await asyncio.sleep(guest.config.timeout_keep_alive - 0.1)
        assert guest.line.ended == ""
        await asyncio.sleep(0.2)
        assert guest.line.ended == "closed"

    run(story)


def test_one_line_asks_again_and_again_with_time_for_each() -> None:
    async def story() -> None:
        guest = Guest()
        for _ in range(30):
            await guest.says(GET)
            await asyncio.sleep(4)
        assert len(guest.pages.asked) == 30
        assert guest.line.ended == ""
        assert guest.line.sent.count(b"HTTP/1.1 200 OK") == 30

    run(story)
