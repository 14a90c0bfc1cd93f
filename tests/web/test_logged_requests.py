"""The log of a hall: its lines, how requests are named and counted, and how a hall is stopped."""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from rightbower.web import app as closing
from rightbower.web.common.guard import PASSED_ON
from rightbower.web.running import logs
from rightbower.web.running.logs import SCOPE, Counts, Requests, request_id
from web.apart import run_apart

pytestmark = pytest.mark.sqlite


def record(said: str = "all is %s", *args: Any, **more: Any) -> logging.LogRecord:
    """Something that is logged, with what stands beside it."""
    found = logging.LogRecord("rightbower.x", logging.WARNING, "x.py", 1, said, args, None)
    found.created = 1_780_000_000.25
    vars(found).update(more)
    return found


@pytest.fixture
def asked() -> Iterator[str]:
    """The id of the request that is under way."""
    token = request_id.set("abc123")
    yield "abc123"
    request_id.reset(token)


def test_a_line_for_people_has_the_time_the_words_and_what_it_is_about(asked: str) -> None:
    at = time.strftime("%H:%M:%S", time.localtime(1_780_000_000))
    more = {"ms": 1.5, "status": 200, "path": "/a\x07b", "method": "GET", "other": 9}
    said = logs._OneLine().format(record("all is %s", "well\n", **more))
    about = f"method=GET path=/a?b status=200 ms=1.5 request={asked}"
    assert said == f"{at} warning: all is well? {about}"


def test_a_line_without_a_request_has_only_its_words() -> None:
    at = time.strftime("%H:%M:%S", time.localtime(1_780_000_000))
    assert logs._OneLine().format(record("plain")) == f"{at} warning: plain"
    told = json.loads(logs._Json().format(record("all is %s", "well", path="/x", status=200)))
    assert told == {
        "at": 1_780_000_000.25,
        "level": "warning",
        "logger": "rightbower.x",
        "message": "all is well",
        "path": "/x",
        "status": 200,
    }


def test_a_fault_is_logged_with_where_it_came_from() -> None:
    try:
        raise RuntimeError("a fault")
    except RuntimeError:
        found = record("failed", exc_info=sys.exc_info())
    first, *rest = logs._OneLine().format(found).splitlines()
    assert first.endswith("warning: failed")
    assert rest[0] == "Traceback (most recent call last):"
    assert rest[-1] == "RuntimeError: a fault"
    assert json.loads(logs._Json().format(found))["trace"].splitlines()[-1] == rest[-1]


@pytest.mark.parametrize(
    ("form", "formatter", "level"),
    [("json", logs._Json, logging.INFO), ("plain", logs._OneLine, logging.NOTSET)],
)
def test_the_log_goes_to_standard_error_in_its_form(form: Any, formatter: Any, level: int) -> None:
    root, own = logging.getLogger(), logging.getLogger("rightbower")
    before = root.handlers, root.level, own.level
    own.setLevel(logging.NOTSET)
    root.setLevel(logging.DEBUG)
    try:
        logs.set_up(form)
        (handler,) = root.handlers
        assert isinstance(handler, logging.StreamHandler)
        assert handler.stream is sys.stderr
        assert isinstance(handler.formatter, formatter)
        assert (root.level, own.level) == (logging.WARNING, level)
    finally:
        root.handlers = before[0]
        root.setLevel(before[1])
        own.setLevel(before[2])


def test_a_log_that_nobody_takes_stops_nobody_and_says_what_it_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reads, writes = os.pipe()
    with os.fdopen(reads, "rb") as taken, os.fdopen(writes, "w") as stream:
        handler = logs.Lines(stream)
        handler.setFormatter(logs._OneLine())
        # Nobody reads: were a line waited for, this would not come to its end.
        for number in range(5 * logs.MOST_WAITING):
            handler.emit(record(f"line {number} {'x' * 100}"))
        assert handler._waiting.full()
        with monkeypatch.context() as shorter:
            shorter.setattr(logs, "LONGEST_END", 0.05)
            handler.flush()
        assert handler._waiting.unfinished_tasks, "the hall ends all the same"
        found: list[bytes] = []
        reading = threading.Thread(target=lambda: found.append(taken.read()))
        reading.start()
        while handler._waiting.unfinished_tasks:
            handler.flush()
        handler.emit(record("at the end"))
        handler.flush()
        stream.close()
        reading.join()
    lines = found[0].decode().splitlines()
    assert " warning: line 0 x" in lines[0]
    assert lines[-1].endswith("warning: at the end")
    left_out = [int(each.split()[0]) for each in lines if "were left out: nobody took" in each]
    assert left_out
    assert sum(left_out) + len(lines) - len(left_out) - 1 == 5 * logs.MOST_WAITING


def test_a_log_whose_reader_is_gone_stops_nobody() -> None:
    reads, writes = os.pipe()
    with os.fdopen(writes, "w") as stream:
        os.close(reads)
        handler = logs.Lines(stream)
        handler.emit(record("for nobody"))
        handler.flush()
        assert not handler._waiting.unfinished_tasks


class Asked:
    """A request to the outermost layer, and what became of it."""

    def __init__(self, kind: str = "http", path: str = "/x", headers: Any = ()) -> None:
        self.counts, self.sent, self.ids = Counts(), list[Any](), list[str]()
        self.scope: Any = {"type": kind, "method": "GET", "path": path, "headers": list(headers)}

    def ask(self, *messages: Any, fault: BaseException | None = None) -> None:
        """Let an application answer with these messages, and then perhaps fail."""

        async def app(scope: Any, receive: Any, send: Any) -> None:
            self.ids.append(request_id.get())
            self.lines = self.counts.lines
            assert receive == "receive"
            for each in messages:
                await send(dict(each))
            if fault is not None:
                raise fault

        async def send(message: Any) -> None:
            self.sent.append(message)

        async def story() -> None:
            receive: Any = "receive"
            await Requests(app, self.counts)(self.scope, receive, send)
            assert request_id.get() == ""

        run_apart(story())

    def statuses(self) -> list[int]:
        """With which statuses it was counted."""
        return list(self.counts._status)


START = {"type": "http.response.start", "status": 201, "headers": []}
BODY = {"type": "http.response.body", "body": b"x"}


def test_a_request_is_named_counted_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    one = Asked(path="/owner/sesame/x")
    with caplog.at_level(logging.INFO, "rightbower.requests"):
        one.ask(START, BODY)
    (id_,) = one.ids
    assert (len(id_), one.scope[SCOPE], one.scope[PASSED_ON]) == (12, id_, False)
    assert one.sent == [{**START, "headers": [(b"x-request-id", id_.encode())]}, BODY]
    assert one.statuses() == [201]
    (line,) = [vars(each) for each in caplog.records]
    told = [line[each] for each in ("message", "method", "path", "status")]
    assert told == ["answered", "GET", "/owner/…/x", 201]
    assert 0 <= line["ms"] < 60_000


@pytest.mark.parametrize(
    ("messages", "fault", "status"),
    [
        ([], None, logs.HUNG_UP),
        ([BODY], None, logs.HUNG_UP),
        ([], RuntimeError(), 500),
        ([START], RuntimeError(), 201),
        ([START, BODY], None, 201),
    ],
)
def test_how_a_request_that_ended_otherwise_is_counted(
    messages: list[Any], fault: Exception | None, status: int
) -> None:
    one = Asked()
    if fault is None:
        one.ask(*messages)
    else:
        with pytest.raises(RuntimeError):
            one.ask(*messages, fault=fault)
    assert one.statuses() == [status]


@pytest.mark.parametrize("name", [b"forwarded", b"x-forwarded-for", b"x-real-ip", b"x-other"])
def test_whether_somebody_says_to_have_passed_it_on(name: bytes) -> None:
    one = Asked(headers=[(b"host", b"x"), (name, b"y")])
    one.ask(START)
    assert one.scope[PASSED_ON] is (name != b"x-other")


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/health"])
@pytest.mark.parametrize(("status", "failed"), [(200, False), (399, False), (400, True)])
def test_what_proxies_ask_every_second_is_logged_only_where_it_failed(
    caplog: pytest.LogCaptureFixture, path: str, status: int, failed: bool
) -> None:
    one = Asked(path=path)
    with caplog.at_level(logging.INFO, "rightbower.requests"):
        one.ask({**START, "status": status})
    assert bool(caplog.records) is (failed or path == "/health")
    assert one.statuses() == [status]


def test_a_line_is_counted_while_it_is_open(caplog: pytest.LogCaptureFixture) -> None:
    one = Asked("websocket", "/live")
    with caplog.at_level(logging.INFO, "rightbower.requests"), pytest.raises(RuntimeError):
        one.ask({"type": "websocket.accept"}, fault=RuntimeError())
    assert (one.lines, one.counts.lines, one.statuses()) == (1, 0, [])
    assert one.sent == [{"type": "websocket.accept"}]
    assert len(one.scope[SCOPE]) == 12
    (line,) = [vars(each) for each in caplog.records]
    assert (line["message"], line["path"]) == ("line closed", "/live")


def test_the_beginning_and_the_end_of_a_hall_are_no_requests() -> None:
    one = Asked("lifespan")
    one.ask({"type": "lifespan.startup.complete"})
    assert one.sent == [{"type": "lifespan.startup.complete"}]
    assert SCOPE not in one.scope
    assert (one.ids, one.statuses(), one.counts.lines) == ([""], [], 0)


def test_a_stop_from_outside_ends_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    before = signal.getsignal(signal.SIGTERM)
    reached = []
    with closing.stopped_in_order():
        assert signal.getsignal(signal.SIGTERM) is closing._stopped
        try:
            signal.raise_signal(signal.SIGTERM)
        except SystemExit as asked:
            reached.append(asked.code)
            raise
    assert reached == [0]
    assert signal.getsignal(signal.SIGTERM) is before
    assert capsys.readouterr().err == "The hall is closed.\n"


def test_other_ends_are_none_of_its_business(capsys: pytest.CaptureFixture[str]) -> None:
    before = signal.getsignal(signal.SIGTERM)
    with closing.stopped_in_order():
        pass
    with pytest.raises(SystemExit), closing.stopped_in_order():
        raise SystemExit(3)
    assert capsys.readouterr().err == ""
    with closing.stopped_in_order():
        raise KeyboardInterrupt
    assert capsys.readouterr().err == "The hall is closed.\n"
    assert signal.getsignal(signal.SIGTERM) is before
