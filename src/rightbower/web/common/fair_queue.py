"""Whose request begins next: a few in each pass of the loop, by address and device in turn."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from functools import partial

# A page takes a few milliseconds of the loop, and the card tables are served in between.
AT_ONCE = 3
# A page that takes the loop longer, in seconds, begins alone, and whoever asked for it rests as long as
# it took, up to the longest rest: so the card tables always have half of the loop.
LIGHT = 0.004
LONGEST_REST = 0.25
MOST_REMEMBERED = 10_000
# In flight from one address, which may be a hall's wifi, and from one device.
PER_ADDRESS = 500
PER_DEVICE = 24

Charge = Callable[[float], None]
Queues = dict[str, deque[asyncio.Future[None]]]


class FairQueue:
    """Requests wait their turn, so that however many one asks others are not kept waiting.

    Those with a cookie and the strangers of an address take turns like two addresses.
    """

    def __init__(
        self, at_once: int = AT_ONCE, per_address: int = PER_ADDRESS, per_device: int = PER_DEVICE
    ) -> None:
        self.at_once, self.per_address, self.per_device = at_once, per_address, per_device
        self._begun = 0
        self._planned = False
        self._waiting: dict[str, Queues] = {}
        self._in_flight: Counter[str] = Counter()
        # Until when somebody rests, and what a page of theirs has cost of late.
        self._rests: dict[str, float] = {}
        self._usual: dict[str, float] = {}

    @contextlib.asynccontextmanager
    async def turn(
        self, address: str, device: str, known: bool, let_in: Callable[[], bool] = bool
    ) -> AsyncIterator[Charge | None]:
        """Wait for one's turn, and what is told what it cost.

        Nothing where this address or this known device has too many in flight; where the address has, those
        who were ``let_in`` before count for themselves.
        """
        most = {address: self.per_address}
        own = {f"{address} {device}": self.per_device} if known else {}
        full = [key for key, limit in (most | own).items() if self._in_flight[key] >= limit]
        if full == [address] and known and let_in():
            full = []
        if full:
            yield None
            return
        most |= own
        self._in_flight.update(most.keys())
        try:
            await self.wait(address, device, known)
            yield partial(self._charge, _who(address, known))
        finally:
            self._in_flight.subtract(most.keys())
            for key in most:
                if not self._in_flight[key]:
                    del self._in_flight[key]
            if not self._in_flight[address]:
                self._forget(_who(address, True), _who(address, False))

    async def wait(self, address: str, device: str, known: bool) -> None:
        """Wait until it is this one's turn to begin."""
        who, loop = _who(address, known), asyncio.get_running_loop()
        if self._begun < self.at_once and not self._waiting and not self._resting(who, loop.time()):
            self._begun += self._weight(who)
            self._plan()
            return
        mine = loop.create_future()
        self._waiting.setdefault(who, {}).setdefault(device, deque()).append(mine)
        self._plan()
        await mine

    def _charge(self, who: str, seconds: float) -> None:
        """A piece of a page has taken the loop so long; most pages have a few, and one that is long."""
        usual = self._usual.get(who, 0.0)
        self._usual[who] = max(seconds, usual + (seconds - usual) / 20)
        if seconds > LIGHT:
            now = asyncio.get_running_loop().time()
            until = max(now, self._rests.get(who, 0.0)) + seconds
            self._rests[who] = min(until, now + LONGEST_REST)

    def _forget(self, *gone: str) -> None:
        """Those who ask nothing more are remembered if their pages were long, as long as there is room."""
        for who in gone:
            if self._weight(who) == 1:
                self._usual.pop(who, None)
        if len(self._usual) > MOST_REMEMBERED:
            self._usual.clear()
            self._rests.clear()

    def _weight(self, who: str) -> int:
        return self.at_once if self._usual.get(who, 0.0) > LIGHT else 1

    def _resting(self, who: str, now: float) -> bool:
        if self._rests.get(who, 0.0) > now:
            return True
        self._rests.pop(who, None)
        return False

    def _plan(self) -> None:
        if not self._planned:
            self._planned = True
            asyncio.get_running_loop().call_soon(self._pass)

    def _pass(self) -> None:
        """A pass of the loop is over: the next few begin."""
        loop = asyncio.get_running_loop()
        self._planned, self._begun, now = False, 0, loop.time()
        while self._begun < self.at_once and (who := self._awake(now)) is not None:
            first = self._next(who)
            if not first.done():
                first.set_result(None)
                self._begun += self._weight(who)
        if self._begun or self._awake(now) is not None:
            self._plan()
        elif self._waiting:
            self._planned = True
            loop.call_at(min(self._rests[who] for who in self._waiting), self._pass)

    def _awake(self, now: float) -> str | None:
        """Who is the first that waits and need not rest."""
        return next((who for who in self._waiting if not self._resting(who, now)), None)

    def _next(self, address: str) -> asyncio.Future[None]:
        """The first of the device whose turn it is; it and those it comes from go to the end."""
        devices = self._waiting.pop(address)
        device = next(iter(devices))
        queue = devices.pop(device)
        first = queue.popleft()
        if queue:
            devices[device] = queue
        if devices:
            self._waiting[address] = devices
        return first


def _who(address: str, known: bool) -> str:
    return address if known else f"strangers at {address}"
