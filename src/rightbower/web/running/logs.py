"""The hall's log: each request has an id, is counted and has a line, plain for people or JSON for programs."""

from __future__ import annotations

import bisect
import contextlib
import logging
import os
import re
import secrets
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextvars import ContextVar
from queue import Full, Queue
from typing import Final, Literal, TextIO

import msgspec
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rightbower.web.common.guard import PASSED_ON

_log = logging.getLogger("rightbower.requests")
# Where a page finds the id of its request.
SCOPE = "rightbower.request"
# Nobody was there any more to be answered; the log calls it what nginx calls it.
HUNG_UP = 499
CLAIMS = (b"forwarded", b"x-forwarded-for", b"x-real-ip")
# Proxies ask for these every second or two; as long as all is well nobody wants to read it.
PROBES = ("/healthz", "/readyz")
FAILED = 400
# What opens the pages of whoever runs the hall, or of a chair, is in no log.
OWN_LINKS = re.compile(r"(/(?:owner|chair)/)[^/]+")
request_id: ContextVar[str] = ContextVar("request_id", default="")
Form = Literal["plain", "json"]
# What a line carries beside its text, where it is there.
MORE: Final = ("method", "path", "status", "ms")


Sample = tuple[str, str, str, float]  # its name with labels, its type, what it means, its value
STEPS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Counts:
    """What is counted while the hall is open."""

    def __init__(self) -> None:
        self.began = time.time()
        self.lines = 0
        self._status: Counter[int] = Counter()
        self._within = [0] * (len(STEPS) + 1)
        self._seconds = 0.0

    def answered(self, status: int, seconds: float) -> None:
        """A request was answered."""
        self._status[status] += 1
        self._within[bisect.bisect_left(STEPS, seconds)] += 1
        self._seconds += seconds

    def samples(self) -> Iterator[Sample]:
        """The figures of requests and lines."""
        name, means = "rightbower_requests_total", "Requests answered, by status"
        for status, count in sorted(self._status.items()):
            yield f'{name}{{status="{status}"}}', "counter", means, count
        name, means = "rightbower_request_seconds", "How long an answer took"
        so_far = 0
        for step, count in zip((*STEPS, "+Inf"), self._within, strict=True):
            so_far += count
            yield f'{name}_bucket{{le="{step}"}}', "histogram", means, so_far
        yield f"{name}_sum", "histogram", means, self._seconds
        yield f"{name}_count", "histogram", means, so_far
        yield "rightbower_lines", "gauge", "Open live connections", self.lines
        yield "rightbower_started_seconds", "gauge", "When the hall was opened", self.began


class Requests:
    """Give each request an id, count it, and write a line for it."""

    def __init__(self, app: ASGIApp, counts: Counts) -> None:
        self.app, self.counts = app, counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        scope[SCOPE] = secrets.token_hex(6)
        scope[PASSED_ON] = any(name in CLAIMS for name, _ in scope["headers"])
        token = request_id.set(scope[SCOPE])
        try:
            if scope["type"] == "http":
                await self._page(scope, receive, send)
            else:
                await self._line(scope, receive, send)
        finally:
            request_id.reset(token)

    async def _page(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = time.perf_counter(), HUNG_UP

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["x-request-id"] = request_id.get()
            await send(message)

        try:
            await self.app(scope, receive, noted)
        except BaseException:
            status = 500 if status == HUNG_UP else status
            raise
        finally:
            took = time.perf_counter() - began
            self.counts.answered(status, took)
            path = OWN_LINKS.sub(r"\1…", scope["path"])
            about = {"method": scope["method"], "path": path, "status": status}
            if path not in PROBES or status >= FAILED:
                _log.info("answered", extra={**about, "ms": round(took * 1000, 1)})

    async def _line(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.counts.lines += 1
        try:
            await self.app(scope, receive, send)
        finally:
            self.counts.lines -= 1
            _log.info("line closed", extra={"path": scope["path"]})


class _OneLine(logging.Formatter):
    """Plain for people: the time, how grave, the text, the request."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%H:%M:%S", time.localtime(record.created))
        more = "".join(f" {name}={value}" for name, value in _more(record).items())
        lines = [f"{at} {record.levelname.lower()}: {_plain(record.getMessage())}{more}"]
        if record.exc_info:
            lines.append(self.formatException(record.exc_info))
        return "\n".join(lines)


class _Json(logging.Formatter):
    """For programs: one JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "at": record.created,
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_more(record),
        }
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(told).decode()


def _more(record: logging.LogRecord) -> dict[str, object]:
    found = {name: getattr(record, name) for name in MORE if hasattr(record, name)}
    if request := request_id.get():
        found["request"] = request
    return {
        name: _plain(value) if isinstance(value, str) else value for name, value in found.items()
    }


def _plain(text: str) -> str:
    """Text of strangers stays on its line and cannot steer a terminal."""
    return "".join(each if each.isprintable() else "?" for each in text)


# So many lines wait for a terminal that is stopped, or a program that reads no more; others are left out.
MOST_WAITING: Final = 2_000
# At its end the hall waits so long, in seconds, for those that are still to be written.
LONGEST_END: Final = 1.0


class Lines(logging.StreamHandler[TextIO]):
    """Writes each line from a thread of its own: a log that nobody takes never stops the hall."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(stream)
        self._waiting = Queue[str](MOST_WAITING)
        self._left_out = 0
        self._writer = threading.Thread(target=self._write, name="log", daemon=True)

    def emit(self, record: logging.LogRecord) -> None:
        """Have a record written."""
        try:
            line = self.format(record)
        except Exception:
            self.handleError(record)
            return
        if self._writer.ident is None:
            self._writer.start()
        try:
            self._waiting.put_nowait(line)
        except Full:
            self._left_out += 1

    def flush(self) -> None:
        """Wait a moment until all is written."""
        until = time.monotonic() + LONGEST_END
        while self._waiting.unfinished_tasks and time.monotonic() < until:
            time.sleep(0.005)

    def _write(self) -> None:
        while True:
            line = self._waiting.get()
            # Not by the stream itself: whoever waits in there keeps all others out, at the end too.
            with contextlib.suppress(OSError, ValueError):
                _put(self.stream, line)
                if left_out := self._left_out:
                    self._left_out -= left_out
                    _put(
                        self.stream, f"{left_out} lines of the log were left out: nobody took them"
                    )
            self._waiting.task_done()


def _put(stream: TextIO, line: str) -> None:
    data = (line + "\n").encode("utf-8", "backslashreplace")
    while data:
        data = data[os.write(stream.fileno(), data) :]


def set_up(form: Form) -> None:
    """Write the log to standard error; requests are written for programs alone."""
    handler = Lines(sys.stderr)
    handler.setFormatter(_Json() if form == "json" else _OneLine())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    if form == "json":
        logging.getLogger("rightbower").setLevel(logging.INFO)
