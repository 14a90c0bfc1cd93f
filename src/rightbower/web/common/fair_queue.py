"""Whose request begins next: a few in each pass of the loop, by address and device in turn."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import AsyncIterator

# A page takes a few milliseconds of the loop, and the card tables are served in between.
AT_ONCE = 3
# In flight from one address, which may be a hall's wifi, and from one device.
PER_ADDRESS = 500
PER_DEVICE = 24

Queues = dict[str, deque[asyncio.Future[None]]]


class FairQueue:
    """Requests wait their turn, so that however many one asks others are not kept waiting."""

    def __init__(
        self, at_once: int = AT_ONCE, per_address: int = PER_ADDRESS, per_device: int = PER_DEVICE
    ) -> None:
        self.at_once, self.per_address, self.per_device = at_once, per_address, per_device
        self._begun = 0
        self._planned = False
        self._waiting: dict[str, Queues] = {}
        self._in_flight: Counter[str] = Counter()

    @contextlib.asynccontextmanager
    async def turn(self, address: str, device: str, known: bool) -> AsyncIterator[bool]:
        """Wait for one's turn; false where this address or this known device has too many in flight."""
        most = {address: self.per_address}
        if known:
            most[f"{address} {device}"] = self.per_device
        if any(self._in_flight[key] >= limit for key, limit in most.items()):
            yield False
            return
        self._in_flight.update(most.keys())
        try:
            await self.wait(address, device)
            yield True
        finally:
            self._in_flight.subtract(most.keys())
            for key in most:
                if not self._in_flight[key]:
                    del self._in_flight[key]

    async def wait(self, address: str, device: str) -> None:
        """Wait until it is this one's turn to begin."""
        if self._begun < self.at_once and not self._waiting:
            self._begun += 1
            self._plan()
            return
        mine = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, {}).setdefault(device, deque()).append(mine)
        self._plan()
        await mine

    def _plan(self) -> None:
        if not self._planned:
            self._planned = True
            asyncio.get_running_loop().call_soon(self._pass)

    def _pass(self) -> None:
        """A pass of the loop is over: the next few begin."""
        self._planned, self._begun = False, 0
        while self._waiting and self._begun < self.at_once:
            first = self._next()
            if not first.done():
                first.set_result(None)
                self._begun += 1
        if self._waiting or self._begun:
            self._plan()

    def _next(self) -> asyncio.Future[None]:
        """The first of the device, and of the address, whose turn it is; both go to the end."""
        address = next(iter(self._waiting))
        devices = self._waiting.pop(address)
        device = next(iter(devices))
        queue = devices.pop(device)
        first = queue.popleft()
        if queue:
            devices[device] = queue
        if devices:
            self._waiting[address] = devices
        return first
