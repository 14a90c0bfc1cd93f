"""How often something may be done: by one device, and by all devices of an address together."""

from __future__ import annotations

import asyncio

from starlette.requests import HTTPConnection

from rightbower.store.limits import Limit, Limits, Rate
from rightbower.web.common.guard import device_of, place_of


class Allowance:
    """What a device, the devices of an address together, and those without a cookie may do.

    A hall's wifi is one address, so an address may do much more than a device. ``what`` it is about
    keeps it apart from others that are counted by the same halls.
    """

    def __init__(
        self, limits: Limits, what: str, device: Rate, address: Rate, strangers: Rate
    ) -> None:
        self._limits, self._what = limits, what
        self._device, self._address, self._strangers = device, address, strangers

    async def may_device(self, connection: HTTPConnection) -> bool:
        """Whether the device itself has something left, if it is known; asking costs nothing."""
        if not device_of(connection):
            return True
        return await asyncio.wrap_future(self._limits.may(self._own(connection)))

    async def take(self, connection: HTTPConnection) -> bool:
        """Count one; whether it was within the limits."""
        address = Limit(f"{self._what}: address {place_of(connection)}", self._address)
        return await asyncio.wrap_future(self._limits.take(self._own(connection), address))

    def _own(self, connection: HTTPConnection) -> Limit:
        if device := device_of(connection):
            return Limit(f"{self._what}: device {device}", self._device)
        return Limit(f"{self._what}: strangers at {place_of(connection)}", self._strangers)
