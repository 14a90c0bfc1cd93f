"""How often something may be done: by one device, and by all devices of an address together."""

from __future__ import annotations

import time

from msgspec import Struct
from starlette.requests import HTTPConnection

from rightbower.web.common.guard import device_of, place_of

MOST_REMEMBERED = 10_000


class Rate(Struct, frozen=True):
    """So many at once, then so many a second."""

    at_once: float
    per_second: float


class Tries:
    """How often each of many may do something; whoever did longest ago is forgotten first."""

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._left: dict[str, tuple[float, float]] = {}

    def may(self, key: str) -> bool:
        """Whether one more is within the limit; asking costs nothing."""
        return self._at(key, time.monotonic()) >= 1

    def take(self, key: str) -> bool:
        """Count one; whether it was within the limit."""
        now = time.monotonic()
        left = self._at(key, now)
        self._left.pop(key, None)
        if len(self._left) >= MOST_REMEMBERED:
            del self._left[next(iter(self._left))]
        self._left[key] = (left - 1 if left >= 1 else left, now)
        return left >= 1

    def forget(self, key: str) -> None:
        """Start afresh with somebody."""
        self._left.pop(key, None)

    def _at(self, key: str, now: float) -> float:
        left, since = self._left.get(key, (self.rate.at_once, now))
        return min(self.rate.at_once, left + (now - since) * self.rate.per_second)


class Allowance:
    """What a device, the devices of an address together, and those without a cookie may do.

    A hall's wifi is one address, so an address may do much more than a device.
    """

    def __init__(self, device: Rate, address: Rate, strangers: Rate) -> None:
        self._devices, self._addresses, self._strangers = (
            Tries(device),
            Tries(address),
            Tries(strangers),
        )

    def may_device(self, connection: HTTPConnection) -> bool:
        """Whether the device itself has something left, if it is known; asking costs nothing."""
        device = device_of(connection)
        return not device or self._devices.may(device)

    def take(self, connection: HTTPConnection) -> bool:
        """Count one; whether it was within the limits."""
        own, key = self._own(connection)
        return own.take(key) and self._addresses.take(place_of(connection))

    def _own(self, connection: HTTPConnection) -> tuple[Tries, str]:
        device = device_of(connection)
        return (self._devices, device) if device else (self._strangers, place_of(connection))
