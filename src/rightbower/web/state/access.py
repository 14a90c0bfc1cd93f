"""What every page of the desk needs: the event asked for, who directs it, and what is read of it beside the loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import wraps
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.websockets import WebSocket

from rightbower.store.streams import LiveStore
from rightbower.tournament.events.contest import EVENT
from rightbower.tournament.events.event import Event, EventHistory
from rightbower.web.common.background import beside
from rightbower.web.common.guard import device_of
from rightbower.web.common.identity import KNOWN_DESKS, Keys, cookie_of, give_cookie
from rightbower.web.common.watching import Made, welcome
from rightbower.web.notes import PinSet
from rightbower.web.snapshots.event_view import as_text, is_many
from rightbower.web.state.accounts import signed_in
from rightbower.web.state.desk import Desk

COOKIE = "rightbower-desk"
MOST_DESKS = 12
A_DAY = 24 * 3600
A_YEAR = 365 * A_DAY
KNOWN, KNOWN_AS = KNOWN_DESKS


def desk_of(connection: HTTPConnection) -> Desk:
    """The desk this came to."""
    desk: Desk = connection.app.state.desk
    return desk


def history_of(request: Request) -> EventHistory:
    """The event of the address, or a plain 404."""
    found = desk_of(request).events.find(request.path_params["event"])
    if found is None:
        raise HTTPException(404, "There is no such event here.")
    if found.state.thrown_away:
        raise HTTPException(404, "This practice event was thrown away.")
    return found


def event_of(request: Request) -> Event:
    """The event of the address as it stands."""
    return history_of(request).state


def stream_of(event: Event) -> str:
    """The stream of an event, by which its notes, watchers and PIN are known."""
    return EVENT.prefix + event.id


def desks_of(connection: HTTPConnection) -> dict[str, str]:
    """The desks this browser was let in to, each with the salt of its PIN."""
    keys: Keys = connection.app.state.keys
    return keys.opened(cookie_of(connection, COOKIE), "desk")


def let_in(request: Request, response: Response, stream: str, pin: PinSet | None) -> Response:
    """Remember in the browser that it may direct this event, where there is a PIN."""
    if pin is None:
        return response
    keys: Keys = request.app.state.keys
    held = _latest(desks_of(request), stream, pin.salt)
    known = _latest(keys.opened(cookie_of(request, KNOWN), KNOWN_AS), stream, "yes")
    for name, text, seconds in (
        (COOKIE, keys.sealed(held, "desk", seconds=A_DAY), A_DAY),
        (KNOWN, keys.sealed(known, KNOWN_AS, seconds=A_YEAR), A_YEAR),
    ):
        give_cookie(request, response, name, text, seconds)
    return response


def _latest(held: dict[str, str], stream: str, value: str) -> dict[str, str]:
    """What a cookie holds with one more; it has room for so many desks."""
    others = [(key, kept) for key, kept in held.items() if key != stream]
    return dict([*others, (stream, value)][-MOST_DESKS:])


def directs(connection: HTTPConnection, stream: str, pin: PinSet | None) -> bool:
    """Whether this browser gave the PIN that holds now."""
    return pin is not None and desks_of(connection).get(stream) == pin.salt


def may_direct(connection: HTTPConnection, stream: str) -> bool:
    """Whether this browser may direct the event or league of a stream."""
    notes = desk_of(connection).notes(stream)
    if directs(connection, stream, notes.pin):
        return True
    who = signed_in(connection) if notes.directors else None
    return who is not None and who.id in notes.directors


class AskPin(Exception):
    """The page is the director's; the PIN is asked for first."""

    def __init__(self, base: str) -> None:
        super().__init__(base)
        self.base = base


async def ask_pin(request: Request, fault: Exception) -> Response:
    """Lead to the PIN and from there back to the page asked for."""
    assert isinstance(fault, AskPin)
    back = request.url.path if request.method != "POST" else f"{fault.base}/desk"
    return RedirectResponse(f"{fault.base}/pin?back={back}", 303)


def directed_history(request: Request) -> EventHistory:
    """The event of the address with all its entries for its director; others are asked for the PIN."""
    history = history_of(request)
    if not may_direct(request, stream_of(history.event)):
        raise AskPin(f"/events/{history.event.id}")
    return history


def directed_event(request: Request) -> Event:
    """The same as it stands."""
    return directed_history(request).event


async def send_changes(
    socket: WebSocket,
    store: LiveStore[Any, Any],
    id_: str,
    state: Made,
    short: Made,
) -> None:
    """Send what a stream comes to, now and whenever it changes; ``short`` to those who ask for it."""
    desk, stream = desk_of(socket), store.type.prefix + id_

    def known_here() -> bool | None:
        if store.find(id_) is None:
            return None
        return device_of(socket) in desk.notes(stream).phones or may_direct(socket, stream)

    known = await desk.reads(known_here)
    if known is None:
        await socket.close(1008)
        return
    few = "short" in socket.query_params
    await welcome(socket, desk.watchers, stream, short if few else state, known, few)


async def live(socket: WebSocket) -> None:
    """Send an event's public state, now and whenever it changes."""
    desk, id_ = desk_of(socket), str(socket.path_params["event"])

    def now() -> str:
        return as_text(desk.views.seen(id_))

    async def state() -> str:
        if desk.remote:
            return await desk.reads(now)
        return await beside(now) if is_many(desk.event(id_)) else now()

    async def short() -> str:
        return await desk.reads(desk.views.short, id_)

    await send_changes(socket, desk.events, id_, state, short)


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
