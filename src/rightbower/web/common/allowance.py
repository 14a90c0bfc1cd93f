"""How often something may be done: by one device, and by all devices of an address together."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from starlette.requests import HTTPConnection

from rightbower.office.workers import Busy, NotDone
from rightbower.store.limits import Limit, Limits, Rate
from rightbower.web.common.guard import device_of, place_of
from rightbower.web.common.refusal import Refused


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

    async def give_back(self, connection: HTTPConnection) -> None:
        """Count one less: nothing came of it."""
        await asyncio.wrap_future(self._limits.give_back(*self._all(connection)))

    async def take(self, connection: HTTPConnection) -> bool:
        """Count one; whether it was within the limits."""
        return await asyncio.wrap_future(self._limits.take(*self._all(connection)))

    def _all(self, connection: HTTPConnection) -> tuple[Limit, ...]:
        address = Limit(f"{self._what}: address {place_of(connection)}", self._address)
        return self._own(connection), address

    def _own(self, connection: HTTPConnection) -> Limit:
        if device := device_of(connection):
            return Limit(f"{self._what}: device {device}", self._device)
        return Limit(f"{self._what}: strangers at {place_of(connection)}", self._strangers)


# So often somebody asks anew who was refused and then finds that nothing is in the way.
AGAIN = 3


class Guessing:
    """Guesses at secrets: wrong ones alone are counted, and never more are under way than may be wrong."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._under_way: dict[str, set[asyncio.Future[None]]] = {}

    async def right(
        self, guess: Callable[[], Awaitable[bool]], too_many: str, *counted: Limit
    ) -> bool:
        """Whether a guess is right; refused, with a sentence, where too many were wrong.

        Of those who come together with what is right, some wait until others have shown that theirs is.
        """
        again, mine = AGAIN, self._begun(counted)
        while not await asyncio.wrap_future(self._limits.take(*counted)):
            self._ended(mine, counted)
            others = await self._in_the_way(counted, too_many)
            if others:
                await asyncio.wait(others, return_when=asyncio.FIRST_COMPLETED)
            elif (again := again - 1) < 0:
                raise Refused(too_many)
            mine = self._begun(counted)
        try:
            right = await guess()
            if right:
                await asyncio.wrap_future(self._limits.give_back(*counted))
            return right
        except (Busy, NotDone):
            await asyncio.wrap_future(self._limits.give_back(*counted))
            raise
        finally:
            self._ended(mine, counted)

    async def _in_the_way(
        self, counted: tuple[Limit, ...], too_many: str
    ) -> set[asyncio.Future[None]]:
        """The guesses under way after which one more may be made; refused where there are none."""
        found: set[asyncio.Future[None]] = set()
        for each in counted:
            if not await asyncio.wrap_future(self._limits.may(each)):
                if not (others := self._under_way.get(each.key)):
                    raise Refused(too_many)
                found |= others
        return found

    def _begun(self, counted: tuple[Limit, ...]) -> asyncio.Future[None]:
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        for each in counted:
            self._under_way.setdefault(each.key, set()).add(mine)
        return mine

    def _ended(self, mine: asyncio.Future[None], counted: tuple[Limit, ...]) -> None:
        mine.set_result(None)
        for each in counted:
            self._under_way[each.key].discard(mine)
            if not self._under_way[each.key]:
                del self._under_way[each.key]
