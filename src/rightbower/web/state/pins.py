"""The director's PIN: kept hashed, asked for once in a browser, guessed at only slowly."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from rightbower.office.workers import pool
from rightbower.web.common.guard import Bucket
from rightbower.web.common.identity import Keys, cookie_of
from rightbower.web.common.refusal import Refused
from rightbower.web.state.notes import PinSet

COOKIE = "rightbower-desk"
MOST_DESKS = 12
A_DAY = 24 * 3600
PER_PLACE = (1 / 60, 5)
PER_EVENT = (1 / 10, 20)


def new_pin(pin: str) -> PinSet:
    """A PIN as it is kept."""
    if not re.fullmatch(r"[0-9]{4,12}", pin):
        raise Refused("A PIN is four to twelve digits.")
    salt = secrets.token_hex(16)
    return PinSet(salt, hashed_pin(pin, salt))


async def chosen_pin(pin: str, place: str) -> PinSet:
    """A PIN that somebody chose, as it is kept; a worker takes the time it needs."""
    return await pool("secrets").run(new_pin, pin, key=place)


def hashed_pin(pin: str, salt: str) -> str:
    """A PIN with its salt, as it is compared; slow on purpose."""
    return hashlib.scrypt(pin.encode(), salt=bytes.fromhex(salt), n=2**14, r=8, p=1).hex()


class Guesses:
    """How often a PIN may be tried, by address and by event."""

    def __init__(self) -> None:
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def _take(self, key: tuple[str, str], limit: tuple[float, float]) -> bool:
        return self._buckets.setdefault(key, Bucket(*limit)).take()

    async def right(self, kept: PinSet, pin: str, stream: str, place: str) -> bool:
        """Whether a PIN is the one kept; refused where there were too many guesses."""
        if not self._take((stream, place), PER_PLACE) or not self._take((stream, ""), PER_EVENT):
            raise Refused("Too many wrong PINs. Wait a minute, then try again.")
        tried = await pool("secrets").run(hashed_pin, pin, kept.salt, key=place)
        if not hmac.compare_digest(tried, kept.hashed):
            return False
        self._buckets.pop((stream, place), None)
        return True


def desks_of(connection: HTTPConnection) -> dict[str, str]:
    """The desks this browser was let in to, each with the salt of its PIN."""
    keys: Keys = connection.app.state.keys
    return keys.opened(cookie_of(connection, COOKIE), "desk")


def let_in(request: Request, response: Response, stream: str, pin: PinSet) -> Response:
    """Remember in the browser that it may direct this event."""
    keys: Keys = request.app.state.keys
    held = {key: salt for key, salt in desks_of(request).items() if key != stream}
    held = dict([*held.items(), (stream, pin.salt)][-MOST_DESKS:])
    response.set_cookie(
        COOKIE,
        keys.sealed(held, "desk", seconds=A_DAY),
        max_age=A_DAY,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return response


def directs(connection: HTTPConnection, stream: str, pin: PinSet | None) -> bool:
    """Whether this browser gave the PIN that holds now."""
    return pin is not None and desks_of(connection).get(stream) == pin.salt
