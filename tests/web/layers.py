"""A request as the server gives it, and an application behind a layer, without a network."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from starlette.requests import HTTPConnection

from rightbower.web.common.guard import (
    PASSED_ON,
)
from rightbower.web.common.identity import COOKIE, Keys, Person
from rightbower.web.common.proxies import Front
from web.apart import run_apart

KEYS = Keys("k" * 32)
ANN = Person("ann-0", "Ann")


def scope(
    method: str = "GET",
    path: str = "/x",
    client: Any = ("192.0.2.7", 4321),
    kind: str = "http",
    **headers: str,
) -> Any:
    """A request as the server gives it; headers are written with underscores."""
    written = [(k.replace("_", "-").encode(), v.encode()) for k, v in headers.items()]
    state = SimpleNamespace(keys=KEYS, room=True, front=Front())
    return {
        "type": kind,
        "method": method,
        "path": path,
        "query_string": b"",
        "headers": written,
        "client": client,
        "scheme": "http" if kind == "http" else "ws",
        "server": ("testserver", 80),
        "app": SimpleNamespace(state=state),
        PASSED_ON: False,
    }


class Through:
    """What an application behind a layer is given, and what comes back."""

    def __init__(self, *messages: Any, fault: BaseException | None = None) -> None:
        self.messages, self.fault = messages, fault
        self.scopes, self.sent = list[Any](), list[Any]()
        self.received: Any = None

    async def app(self, scope: Any, receive: Any, send: Any) -> None:
        """The application."""
        self.scopes.append(scope)
        self.received = receive
        for each in self.messages:
            await send(dict(each))
        if self.fault is not None:
            raise self.fault

    async def send(self, message: Any) -> None:
        """What goes out."""
        self.sent.append(message)

    async def receive(self) -> Any:
        """Nothing comes in."""
        return {"type": "http.request", "body": b""}

    def ask(self, layer: Any, scope: Any) -> Through:
        """Send a request through a layer."""
        run_apart(layer(scope, self.receive, self.send))
        return self

    @property
    def headers(self) -> dict[str, str]:
        """The headers of the answer."""
        return {k.decode(): v.decode() for k, v in self.sent[0]["headers"]}

    @property
    def text(self) -> str:
        """The text of the answer."""
        found: bytes = b"".join(each.get("body", b"") for each in self.sent)
        return found.decode()


START = {"type": "http.response.start", "status": 200, "headers": []}
BODY = {"type": "http.response.body", "body": b"a page"}


def asking(cookie: str = "") -> HTTPConnection:
    """Somebody with a cookie of ours."""
    return HTTPConnection(scope(cookie=f"{COOKIE}={cookie}"))
