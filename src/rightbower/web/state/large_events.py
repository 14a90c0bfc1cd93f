"""Large events and leagues: what is read of them is worked out beside the loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import wraps
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from rightbower.store.streams import LiveStore
from rightbower.web.common.background import beside
from rightbower.web.snapshots.event_view import is_many
from rightbower.web.state.access import desk_of

MANY_ENTRIES = 800

Endpoint = Callable[[Request], Awaitable[Response]]


def is_large(connection: HTTPConnection) -> bool:
    """Whether the event or league of the address is one whose pages take long."""
    store, id_ = _asked(connection)
    found = store.find(id_) if id_ else None
    if found is None:
        return False
    events = store is desk_of(connection).events
    return len(found.entries) > MANY_ENTRIES or (events and is_many(found.event))


def _asked(connection: HTTPConnection) -> tuple[LiveStore[Any, Any], str]:
    """What the address names: an event, a league, or neither (no id)."""
    desk, asked = desk_of(connection), connection.path_params
    league = "league" in asked or "/leagues/" in connection.url.path
    id_ = str(asked.get("league") or asked.get("event") or asked.get("id") or "")
    return desk.leagues if league else desk.events, id_


async def own_asked(connection: HTTPConnection) -> None:
    """Who changes an event or league, or guesses its PIN, is dealt with by the one hall that owns it."""
    store, id_ = _asked(connection)
    desk, stream = desk_of(connection), store.type.prefix + id_
    if not id_ or desk.ownership.owns(stream):
        return
    if await desk.reads(store.find, id_) is not None:
        await desk.own(stream)


def read_beside(endpoint: Endpoint, light: bool = False) -> Endpoint:
    """A page that only reads: of a large event, or one in an engine, it is made in a thread with a loop of its own.

    A ``light`` one is made on the loop however large the event: it has what takes long made beside.
    """

    @wraps(endpoint)
    async def served(request: Request) -> Response:
        if request.method not in ("GET", "HEAD"):
            await own_asked(request)
            return await endpoint(request)
        desk = desk_of(request)
        if not desk.remote and (light or not is_large(request)):
            return await endpoint(request)

        async def made() -> Response:
            return await endpoint(request)

        if desk.remote:
            return await desk.reads(asyncio.run, made())
        return await beside(asyncio.run, made())

    return served


def reads_beside(routes: Iterable[BaseRoute], light: Sequence[Endpoint] = ()) -> list[BaseRoute]:
    """Routes whose pages of large events are made beside the loop, but for those that are light."""
    return [
        Route(
            each.path,
            read_beside(each.endpoint, each.endpoint in light),
            methods=sorted(each.methods or ()),
            name=each.name,
        )
        if isinstance(each, Route)
        else each
        for each in routes
    ]
