"""Who runs the hall: whoever opened the link that only the terminal it runs in has shown."""

from __future__ import annotations

import hmac
import secrets
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response

from rightbower.web.common.identity import Keys, cookie_of, give_cookie
from rightbower.web.state.access import desk_of

COOKIE = "rightbower-owner"
HALF_A_DAY = 12 * 3600


def key_of(data: Path, shared: bool) -> str:
    """The key of the link: a new one with each start, or the same for all halls that share their keys."""
    if not shared:
        return secrets.token_urlsafe(16)
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    return Keys.of(data).derived("owner")[:32]


async def own(request: Request) -> Response:
    """Take the key of the link; wrong ones are counted like wrong codes."""
    keys: Keys = request.app.state.keys
    key: str = request.app.state.owner
    right = hmac.compare_digest(str(request.path_params["key"]).encode(), key.encode())
    if not right and not await desk_of(request).codes.take(request):
        raise HTTPException(429, "Too many wrong keys. Wait a minute, then try again.")
    if not right:
        raise HTTPException(404, "This link has ended: the hall prints a new one when it starts.")
    response = RedirectResponse("/events", 303)
    text = keys.sealed({"key": keys.code(key, 12)}, "owner", seconds=HALF_A_DAY)
    give_cookie(request, response, COOKIE, text, HALF_A_DAY, strict=True)
    return response


def is_owner(connection: HTTPConnection) -> bool:
    """Whether this browser was let in by the link of the hall that is running now."""
    keys: Keys = connection.app.state.keys
    held = keys.opened(cookie_of(connection, COOKIE), "owner")
    return held.get("key", "") == keys.code(connection.app.state.owner, 12)
