"""How often something may be done: by one device, and by all devices of an address together."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable

from starlette.requests import ClientDisconnect, HTTPConnection

from rightbower.office.workers import Busy, NotDone
from rightbower.store.limits import Limit, Limits, Rate
from rightbower.web.common.guard import GONE, device_of, place_of
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
# So many seconds somebody waits for the guesses of others at most.
LONGEST_WAIT = 20.0


class Guessing:
    """Guesses at secrets: wrong ones alone are counted, and never more are under way than may be wrong."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._under_way: dict[str, set[asyncio.Future[None]]] = {}
        self._lines: dict[str, deque[asyncio.Future[None]]] = {}

    async def right(
        self,
        guess: Callable[[], Awaitable[bool]],
        too_many: str,
        *counted: Limit,
        at_first: tuple[Limit, ...] = (),
        gone: Callable[[], bool] = bool,
    ) -> bool:
        """Whether a guess is right; refused, with a sentence, where too many were wrong.

        Of those who come together with what is right, some wait until others have shown that theirs is: in
        one line for what is counted first, not for long, and nobody is waited for who is ``gone``. Against
        ``at_first`` a guess counts while the first of these has something left.
        """
        until = asyncio.get_running_loop().time() + LONGEST_WAIT
        async with self._line(counted[0].key, until):
            taken = await self._taken(counted, at_first, too_many, until, gone)
            mine = self._begun(taken)
        try:
            right = await guess()
            if right:
                await asyncio.wrap_future(self._limits.give_back(*taken))
            return right
        except (Busy, NotDone):
            await asyncio.wrap_future(self._limits.give_back(*taken))
            raise
        finally:
            self._ended(mine, taken)

    @contextlib.asynccontextmanager
    async def _line(self, key: str, until: float) -> AsyncIterator[None]:
        """Be the first of a line."""
        line = self._lines.setdefault(key, deque())
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.append(mine)
        try:
            if line[0] is not mine:
                await _ended_in_time({mine}, until)
            yield
        finally:
            line.remove(mine)
            if not line:
                del self._lines[key]
            elif not line[0].done():
                line[0].set_result(None)

    async def _taken(
        self,
        counted: tuple[Limit, ...],
        at_first: tuple[Limit, ...],
        too_many: str,
        until: float,
        gone: Callable[[], bool],
    ) -> tuple[Limit, ...]:
        """What one more guess was counted against, once it was; refused where that is too many."""
        again = AGAIN
        while True:
            if gone():
                raise ClientDisconnect
            wanted = counted
            for each in at_first[:1]:
                if await asyncio.wrap_future(self._limits.may(each)):
                    wanted += at_first
            if await asyncio.wrap_future(self._limits.take(*wanted)):
                return wanted
            others = await self._in_the_way(wanted)
            if others:
                await _ended_in_time(others, until)
                again = AGAIN
            elif (again := again - 1) < 0:
                raise Refused(too_many)

    async def _in_the_way(self, wanted: tuple[Limit, ...]) -> set[asyncio.Future[None]]:
        """The guesses under way after which one more may be made; none where waiting does not help."""
        found: set[asyncio.Future[None]] = set()
        for each in wanted:
            if not await asyncio.wrap_future(self._limits.may(each)):
                if not (others := self._under_way.get(each.key)):
                    return set()
                found |= others
        return found

    def _begun(self, taken: tuple[Limit, ...]) -> asyncio.Future[None]:
        mine: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        for each in taken:
            self._under_way.setdefault(each.key, set()).add(mine)
        return mine

    def _ended(self, mine: asyncio.Future[None], taken: tuple[Limit, ...]) -> None:
        mine.set_result(None)
        for each in taken:
            self._under_way[each.key].discard(mine)
            if not self._under_way[each.key]:
                del self._under_way[each.key]


async def _ended_in_time(others: set[asyncio.Future[None]], until: float) -> None:
    """Wait for the first of some; refused as busy where that takes too long."""
    left = until - asyncio.get_running_loop().time()
    ended, _ = await asyncio.wait(
        others, timeout=max(0.0, left), return_when=asyncio.FIRST_COMPLETED
    )
    if not ended:
        raise Busy("The hall has a lot to do just now. Try again in a moment.")


def gone_of(connection: HTTPConnection) -> Callable[[], bool]:
    """What asks whether whoever sent a request has hung up."""
    gone: Callable[[], bool] = connection.scope.get(GONE, bool)
    return gone
