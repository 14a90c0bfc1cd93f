"""Somebody who asks with cookies, the cookies an answer gives, and guesses that are counted."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from rightbower.web.common.guard import PASSED_ON
from rightbower.web.common.identity import COOKIE, Keys, Person
from rightbower.web.common.proxies import Front

KEYS = Keys("k" * 32)


def asking(place: str = "192.0.2.7", path: str = "/x", who: str = "", **cookies: str) -> Request:
    """Somebody who asks, with these cookies."""
    held = {name.replace("_", "-"): text for name, text in cookies.items()}
    if who:
        held[COOKIE] = KEYS.cookie(Person(who, who))
    cookie = "; ".join(f"{name}={text}" for name, text in held.items())
    state = SimpleNamespace(keys=KEYS, public=False, front=Front(), room=True)
    return Request(
        {
            "type": "http",
            "method": "GET",
            "path": path,
            "query_string": b"",
            "headers": [(b"host", b"x"), (b"cookie", cookie.encode())],
            "client": (place, 4321),
            "scheme": "http",
            "server": ("x", 80),
            "path_params": {},
            "app": SimpleNamespace(state=state),
            PASSED_ON: False,
        }
    )


def given(response: Response) -> dict[str, str]:
    """The cookies that an answer gives."""
    lines = [v.decode() for k, v in response.raw_headers if k == b"set-cookie"]
    return dict(each.partition(";")[0].split("=", 1) for each in lines)


class Door:
    """Wrong codes that are counted, or no longer."""

    def __init__(self, may: bool, take: bool) -> None:
        self.may, self.left, self.asked = may, take, list[str]()

    async def may_device(self, _: Any) -> bool:
        """Whether a device has something left."""
        self.asked.append("may")
        return self.may

    async def take(self, _: Any) -> bool:
        """Count one."""
        self.asked.append("take")
        return self.left
