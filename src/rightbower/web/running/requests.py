"""Each request has an id: in the log, in the answer, and on the page that says what went wrong."""

from __future__ import annotations

import logging
import re
import secrets
import time
from contextvars import ContextVar

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rightbower.web.common.guard import PASSED_ON
from rightbower.web.running.metrics import Counts

_log = logging.getLogger("rightbower.requests")
# Where a page finds the id of its request.
SCOPE = "rightbower.request"
# Nobody was there any more to be answered; the log calls it what nginx calls it.
HUNG_UP = 499
CLAIMS = (b"forwarded", b"x-forwarded-for", b"x-real-ip")
# Proxies ask for these every second or two; as long as all is well nobody wants to read it.
PROBES = ("/healthz", "/readyz")
FAILED = 400
# What opens the pages of whoever runs the hall is in no log.
OWNERS_LINK = re.compile(r"(/owner/)[^/]+")
request_id: ContextVar[str] = ContextVar("request_id", default="")


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
            path = OWNERS_LINK.sub(r"\1…", scope["path"])
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
