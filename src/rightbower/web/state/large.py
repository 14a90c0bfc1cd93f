"""Large events and leagues: what is read of them is worked out beside the loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from functools import wraps
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from rightbower.web.common.beside import beside
from rightbower.web.state.access import desk_of
from rightbower.web.state.snapshot import is_many

MANY_ENTRIES = 800

Endpoint = Callable[[Request], Awaitable[Response]]


def is_large(connection: HTTPConnection) -> bool:
    """Whether the event or league of the address is one whose pages take long."""
    desk, asked = desk_of(connection), connection.path_params
    league = "league" in asked or "/leagues/" in connection.url.path
    id_ = str(asked.get("league") or asked.get("event") or asked.get("id") or "")
    if not id_:
        return False
    found: Any = desk.leagues.find(id_) if league else desk.events.find(id_)
    if found is None:
        return False
    return len(found.entries) > MANY_ENTRIES or (not league and is_many(found.event))


def read_beside(endpoint: Endpoint) -> Endpoint:
    """A page that only reads: of a large event it is made in a thread, with a loop of its own."""

    @wraps(endpoint)
    async def served(request: Request) -> Response:
        if request.method not in ("GET", "HEAD") or not is_large(request):
            return await endpoint(request)

        async def made() -> Response:
            return await endpoint(request)

        return await beside(asyncio.run, made())

    return served


def reads_beside(routes: Iterable[BaseRoute]) -> list[BaseRoute]:
    """Routes whose pages of large events are made beside the loop."""
    return [
        Route(
            each.path,
            read_beside(each.endpoint),
            methods=sorted(each.methods or ()),
            name=each.name,
        )
        if isinstance(each, Route) and "{" in each.path
        else each
        for each in routes
    ]
