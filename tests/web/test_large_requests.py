"""How large the requests of a connection may be, how many may wait, and what faults are logged."""

from __future__ import annotations

import asyncio
import logging
import time
from types import SimpleNamespace

import pytest

from rightbower.store import limits
from rightbower.web.common.guard import GONE
from rightbower.web.server import http as visitors
from rightbower.web.server.http import (
    A_CHUNK,
    CRUMBS,
    LARGEST_HEAD,
    LARGEST_HEADER,
    LONGEST_URL,
    MOST_CHUNKS,
    MOST_HEADERS,
    MOST_PIPELINED,
)
from web.clockwork import idle, run
from web.guests import GET, TOO_LARGE, Guest, refusal


def head(*lines: bytes) -> bytes:
    """A request with more lines in its head."""
    return b"\r\n".join((b"GET / HTTP/1.1", b"Host: x", *lines, b"", b""))


CHUNKED = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
LONG = b"X-Y: " + b"y" * (LARGEST_HEADER - 1)
# Two lines as long as one may be, and with the host as much as all may be together.
TWO = LARGEST_HEAD - len(b"Hostx") - 2 * len(b"X-Y") - 2 * LARGEST_HEADER


@pytest.mark.parametrize(
    ("request_", "refused"),
    [
        (b"GET /" + b"a" * (LONGEST_URL - 1) + b" HTTP/1.1\r\nHost: x\r\n\r\n", b""),
        (
            b"GET /" + b"a" * LONGEST_URL + b" HTTP/1.1\r\nHost: x\r\n\r\n",
            refusal(414, "Request-URI Too Long", "Request-URI Too Long."),
        ),
        (head(b"X-Y: " + b"y" * LARGEST_HEADER), b""),
        (head(b"X-Y: " + b"y" * (LARGEST_HEADER + 1)), TOO_LARGE),
        (head(LONG, b"X-Y: " + b"y" * (LARGEST_HEADER + TWO + 1)), b""),
        (head(LONG, b"X-Y: " + b"y" * (LARGEST_HEADER + TWO + 1), b"Z:"), TOO_LARGE),
        (head(*[b"X: y"] * (MOST_HEADERS - 1)), b""),
        (head(*[b"X: y"] * MOST_HEADERS), TOO_LARGE),
        (b"NONSENSE\r\n\r\n", refusal(400, "Bad Request", "Invalid HTTP request received.")),
    ],
)
def test_a_head_is_taken_up_to_its_limits_and_refused_in_a_sentence(
    request_: bytes, refused: bytes
) -> None:
    async def story() -> None:
        guest = Guest()
        await guest.says(request_)
        if refused:
            assert guest.line.sent == refused
            assert guest.line.ended == "closed"
            assert guest.pages.asked == []
            await asyncio.sleep(100)
            assert guest.line.ended == "closed", "it is not cut off beside"
        else:
            assert guest.line.sent.startswith(b"HTTP/1.1 200 OK\r\n")
            assert dict(guest.pages.scopes[0]["headers"])[b"host"] == b"x"

    run(story)


def test_a_head_in_pieces_is_refused_before_it_is_whole() -> None:
    async def story() -> None:
        guest = Guest()
        await guest.says(b"GET / HTTP/1.1\r\nX: ", b"y" * (LARGEST_HEAD - 1), b"y")
        assert (guest.line.sent, guest.line.ended) == (b"", "")
        await guest.says(b"y")
        assert (guest.line.sent, guest.line.ended) == (TOO_LARGE, "closed")
        await guest.says(b"\r\n\r\n", GET)
        assert guest.pages.asked == []
        assert guest.line.sent == TOO_LARGE

    run(story)


def test_a_head_that_is_whole_with_the_piece_that_is_too_much_is_refused_too() -> None:
    async def story() -> None:
        guest = Guest()
        whole = head(LONG, b"X-Y: " + b"y" * (LARGEST_HEADER + TWO + 1))
        first, rest = whole.split(b"\r\n", 1)
        assert len(rest) > LARGEST_HEAD
        await guest.says(first + b"\r\n", rest)
        assert (guest.line.sent, guest.pages.asked) == (TOO_LARGE, [])

    run(story)


def test_each_request_of_a_line_has_a_head_of_its_own() -> None:
    async def story() -> None:
        guest = Guest()
        for _ in range(3):
            some = b"X-Y: " + b"y" * 10_000 + b"\r\n"
            await guest.says(b"GET / HTTP/1.1\r\n", some, some, b"Host: x\r\n\r\n")
        assert len(guest.pages.asked) == 3
        assert guest.line.ended == ""

    run(story)


def test_a_body_in_pieces_is_no_part_of_the_head() -> None:
    async def story() -> None:
        guest, body = Guest(), b"b" * 1000
        await guest.says(b"POST / HTTP/1.1\r\nHost: x\r\n", b"Content-Length: 60000\r\n\r\n")
        await guest.says(*[body] * 60)
        assert guest.pages.asked == [("/", body * 60)]

    run(story)


def test_a_few_requests_may_wait_for_the_one_before_them() -> None:
    async def story() -> None:
        for number in (MOST_PIPELINED + 1, MOST_PIPELINED + 2):
            guest = Guest()
            guest.pages.may_answer.clear()
            await guest.says(GET * number)
            if number > MOST_PIPELINED + 1:
                assert guest.line.sent == refusal(429, "Too Many Requests", "Too Many Requests.")
                continue
            assert guest.line.sent == b""
            guest.pages.may_answer.set()
            await idle()
            assert len(guest.pages.asked) == number

    run(story)


def test_nothing_more_is_read_of_a_line_that_is_being_closed() -> None:
    async def story() -> None:
        guest = Guest()
        guest.line.close()
        await guest.says(GET)
        assert guest.pages.asked == []
        guest.http.send_400_response("no")
        assert guest.line.sent == b""

    run(story)


def test_a_page_can_ask_whether_somebody_is_still_there() -> None:
    async def story() -> None:
        guest = Guest()
        await guest.says(GET)
        (scope,) = guest.pages.scopes
        assert scope[GONE]() is False
        guest.line.close()
        assert scope[GONE]() is True

    run(story)


def test_faults_of_visitors_and_faults_of_ours_are_kept_apart_in_the_log(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visitors, "_lines", limits.Tries(visitors._lines.rate))

    async def story() -> None:
        await Guest().says(b"NONSENSE\r\n\r\n")
        ours = Guest()
        ours.pages.fails = True
        await ours.says(GET)
        assert b"500 Internal Server Error" in ours.line.sent

    with caplog.at_level(logging.WARNING):
        run(story)
    assert [(each.name, each.levelname) for each in caplog.records] == [
        ("rightbower.visitors", "WARNING"),
        ("uvicorn.error", "ERROR"),
    ]
    assert caplog.records[1].exc_info


@pytest.mark.parametrize("silent", [False, True], ids=["answered", "a page that asks first"])
def test_who_has_hung_up_is_answered_nothing_and_nothing_is_logged(
    silent: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        guest = Guest()
        guest.pages.silent = silent
        guest.pages.may_answer.clear()
        await guest.says(GET * 3)
        guest.line.abort()
        guest.pages.may_answer.set()
        await idle()
        assert guest.line.sent == b""
        # The server hears of it a little later than the line itself.
        guest.http.connection_lost(None)
        await idle()
        assert len(guest.pages.asked) == 1, "what waits behind it is for nobody either"

    with caplog.at_level(logging.WARNING):
        run(story)
    assert caplog.records == []


def test_a_page_that_a_closing_hall_waits_for_no_longer_is_no_fault(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def story() -> None:
        guest = Guest()
        guest.pages.may_answer.clear()
        await guest.says(GET)
        (task,) = guest.http.tasks
        task.cancel()
        await idle()
        assert task.done()
        assert (guest.line.ended, guest.line.sent) == ("closed", b"")

    run(story)
    assert not caplog.records


def test_who_reads_slowly_and_hangs_up_is_no_fault(caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        guest = Guest()
        guest.http.pause_writing()
        await guest.says(GET)
        assert guest.line.sent == b""
        guest.line.abort()
        guest.http.resume_writing()
        await idle()
        assert guest.line.sent == b""

    with caplog.at_level(logging.WARNING):
        run(story)
    assert caplog.records == []


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time by which what may be done often is counted."""
    now = [time.monotonic() + 1000.0]
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: now[0]))
    return now


def test_what_visitors_do_wrong_fills_no_log(
    clock: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    # What tests before this one logged does not count.
    monkeypatch.setattr(visitors, "_lines", limits.Tries(visitors._lines.rate))
    assert visitors.LOG.level == logging.WARNING
    assert visitors.LOG.name == "rightbower.visitors"
    fault = RuntimeError("with a trace")
    made = [
        logging.LogRecord("x", logging.ERROR, "x.py", 1, "said", (), (type(fault), fault, None))
        for _ in range(24)
    ]

    def passes(record: logging.LogRecord) -> bool:
        return bool(visitors.LOG.filter(record))

    assert [passes(each) for each in made[:22]] == [True] * 20 + [False] * 2
    assert all(each.exc_info is None for each in made[:22])
    clock[0] += 0.5
    assert not passes(made[22])
    clock[0] += 0.6
    assert [passes(each) for each in made[22:]] == [True, False]


@pytest.mark.parametrize("more", [0, 1])
def test_a_body_does_not_come_in_crumbs(more: int) -> None:
    async def story() -> None:
        guest = Guest()
        await guest.says(CHUNKED)
        await guest.says(b"1\r\nb\r\n" * (CRUMBS + more) + b"0\r\n\r\n")
        assert guest.pages.asked == ([] if more else [("/", b"b" * CRUMBS)])
        assert (b" 413 " in guest.line.sent) is bool(more)

    run(story)


@pytest.mark.parametrize("more", [0, 1])
def test_after_the_first_pieces_of_a_body_each_holds_something(more: int) -> None:
    async def story() -> None:
        guest, piece = Guest(), b"%x\r\n%s\r\n" % (A_CHUNK, b"b" * A_CHUNK)
        await guest.says(CHUNKED, piece * 10, b"1\r\nb\r\n" * (CRUMBS + more), b"0\r\n\r\n")
        assert len(guest.pages.asked) == (not more)
        assert (guest.line.ended == "closed") is bool(more)

    run(story)


@pytest.mark.parametrize("more", [0, 1])
def test_a_body_has_only_so_many_pieces_however_large(more: int) -> None:
    async def story() -> None:
        guest, piece = Guest(), b"%x\r\n%s\r\n" % (2 * A_CHUNK, b"b" * 2 * A_CHUNK)
        await guest.says(CHUNKED, *[piece * (MOST_CHUNKS // 10)] * 10, piece * more + b"0\r\n\r\n")
        assert len(guest.pages.asked) == (not more)
        assert (b" 413 " in guest.line.sent) is bool(more)

    run(story)
