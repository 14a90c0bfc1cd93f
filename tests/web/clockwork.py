"""An event loop whose time passes only when everybody waits, and then at once."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Told = TypeVar("Told")


class StandsStill(AssertionError):
    """Nobody has anything left to do, and somebody still waits."""


class _Selector(selectors.SelectSelector):
    """Instead of waiting it moves the loop's time on."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if ready or timeout == 0:
            return ready
        if timeout is None:
            raise StandsStill("everybody waits for somebody else")
        self.now += timeout
        return []


class Clockwork(asyncio.SelectorEventLoop):
    """The loop; the same story always takes the same course."""

    def __init__(self) -> None:
        self._moving = _Selector()
        super().__init__(self._moving)

    def time(self) -> float:
        """Seconds since the beginning of the story."""
        return self._moving.now


def run(story: Callable[[], Coroutine[Any, Any, Told]]) -> Told:
    """What a story comes to; a browser test may own the main thread's loop."""

    def apart() -> Told:
        with asyncio.Runner(loop_factory=Clockwork) as runner:
            return runner.run(story())

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(apart).result()


async def idle() -> None:
    """Let everybody do what they can do at this moment."""
    for _ in range(20):
        await asyncio.sleep(0)
