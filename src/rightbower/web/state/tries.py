"""How often something may be tried from one address: codes typed in, names put on a list."""

from __future__ import annotations

import time

MOST_PLACES = 5_000


class Tries:
    """A few tries at once, then so many a second, for each address apart."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left: dict[str, tuple[float, float]] = {}

    def _at(self, place: str, now: float) -> float:
        left, since = self._left.get(place, (self.burst, now))
        return min(self.burst, left + (now - since) * self.rate)

    def may(self, place: str) -> bool:
        """Whether this address may try once more; asking costs nothing."""
        return self._at(place, time.monotonic()) >= 1

    def take(self, place: str) -> bool:
        """Count a try; whether it was within the limit."""
        now = time.monotonic()
        left = self._at(place, now)
        self._left.pop(place, None)
        if len(self._left) >= MOST_PLACES:
            # Whoever tried longest ago starts afresh; memory has to end somewhere.
            del self._left[next(iter(self._left))]
        self._left[place] = (left - 1 if left >= 1 else left, now)
        return left >= 1
