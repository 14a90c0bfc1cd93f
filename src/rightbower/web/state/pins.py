"""The director's PIN: kept hashed, asked for once in a browser, guessed at only slowly."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import re
import secrets

from starlette.requests import HTTPConnection

from rightbower.office.workers import Asker, pool
from rightbower.store.limits import Limit, Limits, Rate
from rightbower.web.common.allowance import Guessing, gone_of
from rightbower.web.common.guard import asker_of, device_of, place_of
from rightbower.web.common.identity import KNOWN_DESKS, Keys, cookie_of
from rightbower.web.common.refusal import Refused
from rightbower.web.notes import PinSet

KNOWN, KNOWN_AS = KNOWN_DESKS
SHORTEST = 4
# Wrong PINs at once and a second: on a device, from an address, and for one desk by all who were
# never let in to it. Ten thousand PINs last for two months of guessing from everywhere.
OWN_GUESSES = Rate(8, 1 / 30)
# An address never uses up what all have.
PLACE_GUESSES = Rate(20, 1 / 1200)
DESK_GUESSES = Rate(30, 1 / 600)
TOO_MANY = "Too many wrong PINs. Wait a minute, then try again."


def fit_pin(pin: str, shortest: int = SHORTEST) -> None:
    """Refuse what cannot be a PIN here."""
    if 0 < len(pin) < shortest > SHORTEST:
        raise Refused(f"On a public hall a PIN has at least {shortest} digits.")
    if not re.fullmatch(r"[0-9]{4,12}", pin):
        raise Refused("A PIN is four to twelve digits.")


def new_pin(pin: str) -> PinSet:
    """A PIN as it is kept."""
    fit_pin(pin)
    salt = secrets.token_hex(16)
    return PinSet(salt, hashed_pin(pin, salt))


async def chosen_pin(pin: str, asker: Asker) -> PinSet:
    """A PIN that somebody chose, as it is kept; a worker takes the time it needs."""
    return await pool("secrets").run(new_pin, pin, asker=asker)


def hashed_pin(pin: str, salt: str) -> str:
    """A PIN with its salt, as it is compared; slow on purpose."""
    return hashlib.scrypt(pin.encode(), salt=bytes.fromhex(salt), n=2**14, r=8, p=1).hex()


class Guesses:
    """How often a PIN may be tried; a device that was let in before is never kept out by others."""

    def __init__(self, limits: Limits) -> None:
        self._limits, self._guessing = limits, Guessing(limits)

    async def right(self, connection: HTTPConnection, kept: PinSet, pin: str, stream: str) -> bool:
        """Whether a PIN is the one kept; refused where there were too many guesses."""
        place = place_of(connection)
        own = Limit(f"PIN of {stream}: device {device_of(connection) or place}", OWN_GUESSES)
        known = knows(connection, stream)
        others = [] if known else guesses_of_others(stream, place)
        asker = asker_of(connection, first=known)

        async def guess() -> bool:
            tried = await pool("secrets").run(hashed_pin, pin, kept.salt, asker=asker)
            return hmac.compare_digest(tried, kept.hashed)

        gone = gone_of(connection)
        if not await self._guessing.right(guess, TOO_MANY, own, *others, gone=gone):
            return False
        await asyncio.wrap_future(self._limits.forget(own))
        return True


def guesses_of_others(stream: str, place: str) -> list[Limit]:
    """What is counted of those who were never let in: by their address, and all of them together."""
    return [
        Limit(f"PIN of {stream}: address {place}", PLACE_GUESSES),
        Limit(f"PIN of {stream}", DESK_GUESSES),
    ]


def knows(connection: HTTPConnection, stream: str) -> bool:
    """Whether this device was let in to a desk before, though perhaps with another PIN."""
    keys: Keys = connection.app.state.keys
    return stream in keys.opened(cookie_of(connection, KNOWN), KNOWN_AS)
