"""Who runs the hall, and the button that lets phones in.

That is whoever opened the link that only the terminal shows, or says so on the laptop itself.
"""

from __future__ import annotations

import hmac
import secrets
from pathlib import Path
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response

from rightbower.rules.message import word
from rightbower.web.common.address import LOOPBACK, address, only_here, own_address, picture
from rightbower.web.common.guard import near
from rightbower.web.common.identity import Keys, cookie_of, give_cookie
from rightbower.web.common.proxies import Front
from rightbower.web.common.rendering import render
from rightbower.web.state.access import desk_of

COOKIE = "rightbower-owner"
NOT_YOURS = word(
    "Only whoever runs the hall can do this, at the laptop it runs on or by the link in its terminal."
)
NOT_OPEN = word("Phones cannot come in yet: whoever runs the hall can open it to them.")
NO_NETWORK = word(
    "This laptop is on no network. Join the wifi that the phones use, then press again."
)
HALF_A_DAY = 12 * 3600


def key_of(data: Path, shared: bool) -> str:
    """The key of the link: a new one with each start, or the same for all halls that share their keys."""
    if not shared:
        return secrets.token_urlsafe(16)
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    return Keys.of(data).derived("owner")[:32]


async def own(request: Request) -> Response:
    """Take the key of the link; wrong ones are counted like wrong codes."""
    key: str = request.app.state.owner
    right = hmac.compare_digest(str(request.path_params["key"]).encode(), key.encode())
    if not right and not await desk_of(request).codes.take(request):
        raise HTTPException(429, "Too many wrong keys. Wait a minute, then try again.")
    if not right:
        raise HTTPException(404, "This link has ended: the hall prints a new one when it starts.")
    return _owned(request, RedirectResponse("/events", 303))


def _owned(request: Request, response: Response) -> Response:
    """The answer with the owner's key for this browser."""
    keys: Keys = request.app.state.keys
    text = keys.sealed({"key": keys.code(request.app.state.owner, 12)}, "owner", seconds=HALF_A_DAY)
    give_cookie(request, response, COOKIE, text, HALF_A_DAY, strict=True)
    return response


def at_the_laptop(request: Request) -> bool:
    """Whether somebody presses a button on the machine of a hall that stands in a room.

    A hall with a name, a proxy or the public before it is never asked so. Programs that pass requests
    on without saying so mostly speak HTTP/1.0, or bring the name of a page that is not the laptop's.
    """
    front: Front = request.app.state.front
    alone = not (request.app.state.public or front.proxies or front.hosts)
    pages = [urlsplit(request.headers.get(name, "")).hostname for name in ("origin", "referer")]
    return (
        alone
        and near(request)
        and request.scope["http_version"] != "1.0"
        and request.base_url.hostname in LOOPBACK
        and all(page in (None, "", *LOOPBACK) for page in pages)
        and any(pages)
    )


def is_owner_here(request: Request) -> bool:
    """Whether whoever presses a button now runs the hall."""
    return is_owner(request) or at_the_laptop(request)


async def claim(request: Request) -> Response:
    """Whoever sits at the laptop runs the hall, and needs no link from its terminal."""
    if not is_owner_here(request):
        raise HTTPException(403, NOT_YOURS)
    return _owned(request, RedirectResponse("/events", 303))


async def room_page(request: Request) -> Response:
    """Whether phones can come in: by which address, or what stands in the way."""
    return _room(request)


async def open_room(request: Request) -> Response:
    """Let the phones in the room in, from now until the hall closes."""
    if not is_owner_here(request):
        raise HTTPException(403, NOT_YOURS)
    state = request.app.state
    if not state.room:
        found = own_address()
        if found in LOOPBACK:
            return _room(request, NO_NETWORK, 409)
        if state.listen is None:
            return _room(request, word("This hall cannot be opened while it runs."), 409)
        try:
            await state.listen(found)
        except OSError:
            return _room(
                request,
                word(
                    "Another program stands at that address. Close it, or start the hall with another PORT."
                ),
                409,
            )
        state.room = True
    back = str((await request.form()).get("back", ""))
    wanted = back if back.startswith("/") and back[1:2] not in ("/", "\\") else "/room"
    return _owned(request, RedirectResponse(wanted, 303))


def may_open(request: Request) -> bool:
    """Whether the button that lets phones in is shown: on the laptop itself, or to the owner."""
    return is_owner(request) or (near(request) and not request.app.state.public)


def _room(request: Request, fault: str = "", status: int = 200) -> Response:
    here = only_here(request)
    return render(
        request,
        "room.html",
        status,
        link="" if here else address(request, "/"),
        fault=fault or (NO_NETWORK if here and own_address() in LOOPBACK else ""),
        may=may_open(request),
    )


async def room_qr(request: Request) -> Response:
    """The way to the hall as a picture, while there is one."""
    if only_here(request):
        raise HTTPException(404, NOT_OPEN)
    return Response(picture(address(request, "/")), media_type="image/svg+xml")


def is_owner(connection: HTTPConnection) -> bool:
    """Whether this browser was let in by the link of the hall that is running now."""
    keys: Keys = connection.app.state.keys
    held = keys.opened(cookie_of(connection, COOKIE), "owner")
    return held.get("key", "") == keys.code(connection.app.state.owner, 12)
