"""The door: who may ask, how much and how often, and what a browser may do with a page."""

from __future__ import annotations

import time
from collections import Counter
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 2 * 1024 * 1024
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; font-src 'self'; media-src 'self'; manifest-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
# Where a live connection finds its line, past the layers that only pages need.
LINE = "rightbower.line"
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


def foreign(headers: Headers) -> bool:
    """Whether a request was sent by a page of another site."""
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != headers.get("host")


class Guard:
    """Refuse foreign pages and large bodies; put the safety headers on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            scope[LINE] = (receive, send)
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        changing = scope["method"] not in ("GET", "HEAD")
        if changing and foreign(headers):
            refusal = PlainTextResponse("This came from another site and was not taken.", 403)
            await refusal(scope, receive, send)
            return
        if _announced(headers) > LARGEST_BODY:
            await PlainTextResponse("That is too much at once.", 413)(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    answer.setdefault(name, value)
            await send(message)

        await self.app(scope, _limited(receive), guarded)


class TooMuch(ValueError):
    """A body that grows past the limit."""


def _announced(headers: Headers) -> int:
    length = headers.get("content-length", "0")
    return int(length) if length.isdecimal() else 0


def _limited(receive: Receive) -> Receive:
    taken = 0

    async def limited() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > LARGEST_BODY:
            raise TooMuch("That is too much at once.")
        return message

    return limited


class Bucket:
    """How often something may be done: a few at once, then so many a second."""

    __slots__ = ("_at", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left, self._at = burst, time.monotonic()

    def take(self) -> bool:
        """Whether one more is within the limit."""
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Places:
    """How many connections each address holds; a hall behind one router is one address."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._open: Counter[str] = Counter()

    def enter(self, place: str) -> bool:
        """Count a new connection, unless the place has too many."""
        if self._open[place] >= self.most:
            return False
        self._open[place] += 1
        return True

    def leave(self, place: str) -> None:
        """A connection ended."""
        self._open[place] -= 1
        if self._open[place] <= 0:
            del self._open[place]
