"""Bells of clocks: when they ring, and when they are planned anew."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from rightbower.store.claims import HandedOver
from rightbower.store.contract import JournalError
from rightbower.tournament.events.clock import Clock
from rightbower.tournament.events.entrants import EventError
from rightbower.web.state.desk import RETRY, Bells
from web.clockwork import idle, run


class Ringing:
    """The bell of one event, and when it was written down."""

    def __init__(self, *faults: Exception) -> None:
        self.faults, self.rung = list(faults), list[float]()
        self.found: Any = SimpleNamespace(id="a", finished=False, clock=Clock())
        self.gone: Exception | None = None
        self.bells = Bells(self._event, self._now, self._ring)

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _event(self, id_: str) -> Any:
        assert id_ == "a"
        if self.gone is not None:
            raise self.gone
        return self.found

    async def _ring(self, id_: str) -> None:
        assert id_ == "a"
        self.rung.append(self._now())
        if self.faults:
            raise self.faults.pop(0)

    def plan(self, minutes: float | None, finished: bool = False) -> None:
        """The clock is set."""
        clock = Clock(1, None if minutes is None else minutes * 60, since=self._now())
        self.found = SimpleNamespace(id="a", finished=finished, clock=clock)
        self.bells.plan(self.found)


def test_a_bell_rings_when_the_time_is_up_and_again_where_it_was_not_written() -> None:
    async def story() -> None:
        one = Ringing(JournalError("no"), HandedOver("b"))
        one.plan(2)
        await asyncio.sleep(119)
        assert one.rung == []
        await asyncio.sleep(100)
        assert one.rung == [120.0, 120.0 + RETRY, 120.0 + 2 * RETRY]

    run(story)


def test_a_bell_goes_by_the_clock_as_it_is_now() -> None:
    async def story() -> None:
        one = Ringing()
        one.plan(2)
        one.plan(3)
        await asyncio.sleep(170)
        assert one.rung == []
        await asyncio.sleep(20)
        assert one.rung == [180.0]
        one.plan(1)
        one.plan(None)
        one.plan(1)
        one.plan(1, finished=True)
        await asyncio.sleep(500)
        assert one.rung == [180.0]

    run(story)


def test_a_bell_whose_time_was_extended_meanwhile_is_planned_anew() -> None:
    async def story() -> None:
        one = Ringing()
        one.plan(1)
        one.found = SimpleNamespace(id="a", finished=False, clock=Clock(1, 90.0, since=0.0))
        await asyncio.sleep(200)
        assert one.rung == [90.0]
        one.plan(1)
        one.gone = EventError("it is gone")
        await asyncio.sleep(200)
        assert one.rung == [90.0]

    run(story)


def test_no_bell_rings_once_the_hall_is_closed() -> None:
    async def story() -> None:
        one = Ringing()
        one.plan(1)
        one.bells.close()
        await asyncio.sleep(200)
        assert one.rung == []
        two = Ringing()
        two.plan(-1)
        await idle()
        assert two.rung == [200.0], "one that is overdue rings at once"
        assert two.bells._ringing == set()

    run(story)


def test_a_round_started_in_a_wrong_year_ends_when_its_time_has_run() -> None:
    async def story() -> None:
        one = Ringing()
        years = 70 * 365 * 86400.0
        one.found = SimpleNamespace(
            id="a", finished=False, clock=Clock(1, 420.0, 60.0, since=years)
        )
        one.bells.plan(one.found)
        await asyncio.sleep(300)
        one.bells.plan(one.found)  # something else was written of the event
        await asyncio.sleep(100)
        assert one.rung == [360.0]

    run(story)
