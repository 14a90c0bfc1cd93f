"""The command line of a hall's own machine: it may do everything there, and at the other halls on the journal."""

from __future__ import annotations

import hmac
from typing import Final

from starlette.requests import HTTPConnection

from rightbower.web.common.guard import near
from rightbower.web.common.identity import Keys

# With this the command line goes on at the hall that owns what it asked for.
PASS: Final = "x-rightbower-pass"
PURPOSE: Final = "command line"
SECONDS: Final = 60


def bearer(connection: HTTPConnection) -> tuple[str, str]:
    """How a call says who makes it, and its token."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return scheme, token


def is_command_line(connection: HTTPConnection) -> bool:
    """Whether a token is the one of this hall's own note, or a pass of another hall with our keys.

    The note's is for this machine alone: through a proxy it counts for nothing.
    """
    door, (_, token) = getattr(connection.app.state, "door", ""), bearer(connection)
    if door and hmac.compare_digest(token.encode(), door.encode()):
        return near(connection)
    keys: Keys = connection.app.state.keys
    return bool(keys.opened(token, PURPOSE))


def pass_on(connection: HTTPConnection) -> dict[str, str]:
    """What lets the command line in at another hall for a moment; nothing for others."""
    if not is_command_line(connection):
        return {}
    keys: Keys = connection.app.state.keys
    return {PASS: keys.sealed({"may": "everything"}, PURPOSE, seconds=SECONDS)}
