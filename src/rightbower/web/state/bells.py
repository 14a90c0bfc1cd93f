"""The bells of the events: rung when the time of a round is up, and again where that was not written."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from rightbower.store.claims import HandedOver
from rightbower.store.contract import JournalError
from rightbower.tournament.events.clock import Clock, bell_at, not_yet
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.round_clock import bell_is_due

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
        self._planned: dict[str, tuple[Clock, asyncio.TimerHandle]] = {}
        self._ringing: set[asyncio.Task[None]] = set()

    def close(self) -> None:
        """Stop them all."""
        for _, handle in self._planned.values():
            handle.cancel()

    def plan(self, event: Event) -> None:
        """Ring when the time of the round is up, or not at all."""
        clock, now = event.clock, self._clock()
        wrong = not_yet(clock.since, now)
        before, handle = self._planned.pop(event.id, (None, None))
        if handle is not None and wrong and before == clock and not event.finished:
            self._planned[event.id] = clock, handle
            return
        if handle is not None:
            handle.cancel()
        due = bell_at(clock)
        if due is not None and clock.since is not None and not event.finished:
            # Where the machine's clock was wrong at the start, all of the time runs from now.
            since = now if not wrong else clock.since
            self._in(max(0.0, due - since), event)

    def _in(self, seconds: float, event: Event) -> None:
        loop = asyncio.get_running_loop()
        self._planned[event.id] = event.clock, loop.call_later(seconds, self._ring, event.id)

    def _ring(self, id_: str) -> None:
        task = asyncio.get_running_loop().create_task(self._rung(id_))
        self._ringing.add(task)
        task.add_done_callback(self._ringing.discard)

    async def _rung(self, id_: str) -> None:
        with contextlib.suppress(EventError):
            event = self._event(id_)
            before, _ = self._planned.pop(id_, (None, None))
            wrong = not_yet(event.clock.since, self._clock()) and before == event.clock
            if not bell_is_due(event, self._clock()) and not wrong:
                self.plan(event)
                return
            try:
                await self._write(id_)
            except (JournalError, HandedOver):  # its owner rings it, as long as it lives
                self._in(RETRY, event)
