"""The bells of the events: rung when the time of a round is up, and again where that was not written."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from rightbower.store.claims import HandedOver
from rightbower.store.contract import JournalError
from rightbower.tournament.events import planning as timing
from rightbower.tournament.events.state.clock import bell_at
from rightbower.tournament.events.state.entrants import EventError
from rightbower.tournament.events.state.event import Event

# After so many seconds the bell is rung again where it could not be written down.
RETRY = 2.0


class Bells:
    """A bell for each event whose clock runs; ``ring`` writes it down."""

    def __init__(
        self,
        event: Callable[[str], Event],
        clock: Callable[[], float],
        ring: Callable[[str], Awaitable[object]],
    ) -> None:
        self._event, self._clock, self._write = event, clock, ring
        self._planned: dict[str, asyncio.TimerHandle] = {}
        self._ringing: set[asyncio.Task[None]] = set()

    def close(self) -> None:
        """Stop them all."""
        for handle in self._planned.values():
            handle.cancel()

    def plan(self, event: Event) -> None:
        """Ring when the time of the round is up, or not at all."""
        handle = self._planned.pop(event.id, None)
        if handle is not None:
            handle.cancel()
        due = bell_at(event.clock)
        if due is not None and not event.finished:
            self._in(max(0.0, due - self._clock()), event.id)

    def _in(self, seconds: float, id_: str) -> None:
        loop = asyncio.get_running_loop()
        self._planned[id_] = loop.call_later(seconds, self._ring, id_)

    def _ring(self, id_: str) -> None:
        task = asyncio.get_running_loop().create_task(self._rung(id_))
        self._ringing.add(task)
        task.add_done_callback(self._ringing.discard)

    async def _rung(self, id_: str) -> None:
        with contextlib.suppress(EventError):
            event = self._event(id_)
            if not timing.bell_is_due(event, self._clock()):
                self.plan(event)
                return
            try:
                await self._write(id_)
            except (JournalError, HandedOver):  # its owner rings it, as long as it lives
                self._in(RETRY, id_)
