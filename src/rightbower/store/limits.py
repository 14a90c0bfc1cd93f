"""How often something may be done: by one hall's own count, or over all that share a journal."""

from __future__ import annotations

import time
from concurrent.futures import Future
from typing import Final, Protocol

from msgspec import Struct

from rightbower.store.claims import done

MOST_REMEMBERED: Final = 10_000


class Rate(Struct, frozen=True):
    """So many at once, then so many a second."""

    at_once: float
    per_second: float


class Limit(Struct, frozen=True):
    """What is counted, and how often it may be done."""

    key: str
    rate: Rate


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


class Limits(Protocol):
    """Counts what was done; ``asyncio.wrap_future`` waits for an answer in a loop."""

    def take(self, *limits: Limit) -> Future[bool]:
        """Count one against each; where one of them has nothing left, none is counted."""

    def may(self, limit: Limit) -> Future[bool]:
        """Whether one more is within a limit; asking costs nothing."""

    def forget(self, limit: Limit) -> Future[None]:
        """Start afresh with somebody."""


class OwnLimits:
    """The limits of a hall that has its journal to itself; a new start forgets them."""

    def __init__(self) -> None:
        self._tries: dict[Rate, Tries] = {}

    def take(self, *limits: Limit) -> Future[bool]:
        """Count one against each, or none."""
        if not all(self._of(each).may(each.key) for each in limits):
            return done(False)
        return done(all(self._of(each).take(each.key) for each in limits))

    def may(self, limit: Limit) -> Future[bool]:
        """Whether one more is within a limit."""
        return done(self._of(limit).may(limit.key))

    def forget(self, limit: Limit) -> Future[None]:
        """Start afresh with somebody."""
        self._of(limit).forget(limit.key)
        return done(None)

    def _of(self, limit: Limit) -> Tries:
        return self._tries.setdefault(limit.rate, Tries(limit.rate))
