"""How often something may be done: by one hall's own count, or over all that share a journal."""

from __future__ import annotations

import time
from concurrent.futures import Future
from typing import Final, Protocol

from msgspec import Struct

from rightbower.store.claims import done

MOST_REMEMBERED: Final = 10_000
# So many seconds pass before a full table is looked through again.
LOOK_AGAIN: Final = 1.0


class Rate(Struct, frozen=True):
    """So many at once, then so many a second."""

    at_once: float
    per_second: float


class Limit(Struct, frozen=True):
    """What is counted, and how often it may be done."""

    key: str
    rate: Rate


class Tries:
    """How often each of many may do something.

    Only those are forgotten who may do all of it again: where too many are remembered, newcomers wait.
    """

    def __init__(self, rate: Rate) -> None:
        self.rate = rate
        self._left: dict[str, tuple[float, float]] = {}
        self._looked = float("-inf")

    def may(self, key: str) -> bool:
        """Whether one more is within the limit; asking costs nothing."""
        now = time.monotonic()
        return self._at(key, now) >= 1 and self._has_room(key, now)

    def is_spent(self, key: str) -> bool:
        """Whether somebody remembered has nothing left; of newcomers it is not known, whatever room there is."""
        return self._at(key, time.monotonic()) < 1

    def take(self, key: str) -> bool:
        """Count one; whether it was within the limit."""
        now = time.monotonic()
        left = self._at(key, now)
        if not self._has_room(key, now):
            return False
        self._left[key] = (left - 1 if left >= 1 else left, now)
        return left >= 1

    def give_back(self, key: str) -> None:
        """Count one less."""
        if key in self._left:
            now = time.monotonic()
            self._left[key] = (self._at(key, now) + 1, now)

    def forget(self, key: str) -> None:
        """Start afresh with somebody."""
        self._left.pop(key, None)

    def _has_room(self, key: str, now: float) -> bool:
        """Whether one more can be remembered; looking for those who need not be takes a millisecond."""
        if key in self._left or len(self._left) < MOST_REMEMBERED:
            return True
        if now >= self._looked + LOOK_AGAIN:
            self._looked = now
            for each in [each for each in self._left if self._at(each, now) >= self.rate.at_once]:
                del self._left[each]
        return len(self._left) < MOST_REMEMBERED

    def _at(self, key: str, now: float) -> float:
        left, since = self._left.get(key, (self.rate.at_once, now))
        return min(self.rate.at_once, left + (now - since) * self.rate.per_second)


class Limits(Protocol):
    """Counts what was done; ``asyncio.wrap_future`` waits for an answer in a loop."""

    def take(self, *limits: Limit) -> Future[bool]:
        """Count one against each; where one of them has nothing left, none is counted."""

    def may(self, limit: Limit) -> Future[bool]:
        """Whether one more is within a limit; asking costs nothing."""

    def give_back(self, *limits: Limit) -> Future[None]:
        """Count one less against each."""

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

    def give_back(self, *limits: Limit) -> Future[None]:
        """Count one less against each."""
        for each in limits:
            self._of(each).give_back(each.key)
        return done(None)

    def forget(self, limit: Limit) -> Future[None]:
        """Start afresh with somebody."""
        self._of(limit).forget(limit.key)
        return done(None)

    def _of(self, limit: Limit) -> Tries:
        return self._tries.setdefault(limit.rate, Tries(limit.rate))
