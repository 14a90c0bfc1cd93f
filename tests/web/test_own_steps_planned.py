"""The plan of a table's own steps: one after the other, tried again, stopped."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from rightbower.rules.cards import Seat
from rightbower.web.hall.autoplay import Autoplay
from rightbower.web.hall.entries import HallEntry, Played
from rightbower.web.hall.table import HallTable, folded
from web.clockwork import run
from web.own_table import PACE, AtTable, Thinks, begins, bots, strict


class Lasting(AtTable):
    """The same, which writes down what happens and may fail."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.written: list[tuple[float, list[HallEntry]]] = []
        self.fault: Exception | None = None

    def turn(self) -> Lasting:
        """The table for oneself."""
        return self

    async def __aenter__(self) -> None:
        if self.fault is not None:
            fault, self.fault = self.fault, None
            raise fault

    async def __aexit__(self, *_: object) -> None:
        pass

    async def write(self, entries: list[HallEntry]) -> None:
        """Keep them, and the time."""
        self.written.append((asyncio.get_running_loop().time(), entries))
        self.table = folded(self.table, entries)


def lasting(table: HallTable) -> Lasting:
    """A table that goes on by itself in the story's time."""
    hall = SimpleNamespace(
        pace=PACE,
        clock=lambda: asyncio.get_running_loop().time(),
        thinking=Thinks(),
        beginning=begins,
    )
    audience = SimpleNamespace(people_here=True)
    return Lasting(
        table=table, hall=hall, audience=audience, pace=PACE, unsaved=False, gone=(), name="t"
    )


def test_bots_act_one_after_the_other_at_their_pace() -> None:
    live = lasting(bots(strict(), Seat.W, Seat.N))

    async def story() -> None:
        own = Autoplay(live)  # type: ignore[arg-type]
        own.plan()
        own.plan()
        await asyncio.sleep(10)

    run(story)
    assert [at for at, _ in live.written] == [1.0, 2.0]


@pytest.mark.parametrize("stopped", [True, False])
def test_a_table_that_was_stopped_does_nothing(stopped: bool) -> None:
    live = lasting(bots(strict(), Seat.W))

    async def story() -> None:
        own = Autoplay(live)  # type: ignore[arg-type]
        own.plan()
        await asyncio.sleep(0.5)
        if stopped:
            own.stop()
            own.plan()
        await asyncio.sleep(10)

    run(story)
    assert bool(live.written) is not stopped


def test_what_failed_is_tried_again_later(caplog: pytest.LogCaptureFixture) -> None:
    live = lasting(bots(strict(), Seat.W))
    live.fault = ValueError("of ours")

    async def story() -> None:
        own = Autoplay(live)  # type: ignore[arg-type]
        own.plan()
        await asyncio.sleep(20)

    run(story)
    assert [at for at, _ in live.written] == [8.0]
    assert "what t does by itself failed" in caplog.text


def test_what_could_not_be_saved_is_tried_again_later() -> None:
    live = lasting(bots(strict(), Seat.W))
    live.unsaved = True

    async def story() -> None:
        own = Autoplay(live)  # type: ignore[arg-type]
        own.plan()
        await asyncio.sleep(7.5)

    run(story)
    assert [at for at, _ in live.written] == [7.0]


def test_the_bell_is_rung_before_anything_else() -> None:
    live = lasting(strict(overlay={"clock.minutes": 1}))

    async def story() -> None:
        own = Autoplay(live)  # type: ignore[arg-type]
        own.plan()
        await asyncio.sleep(61)

    run(story)
    assert [at for at, _ in live.written] == [60.0]
    (rung,) = live.written[0][1]
    assert isinstance(rung, Played)
    assert rung.at == 60.0


def test_while_something_is_done_nothing_else_is_planned() -> None:
    live = lasting(bots(strict(), Seat.W))
    own: Autoplay
    begun: list[float] = []

    async def slowly(entries: list[HallEntry]) -> None:
        begun.append(asyncio.get_running_loop().time())
        own.plan()
        await asyncio.sleep(5)
        await Lasting.write(live, entries)

    live.write = slowly  # type: ignore[method-assign]

    async def story() -> None:
        nonlocal own
        own = Autoplay(live)  # type: ignore[arg-type]
        own.plan()
        await asyncio.sleep(20)

    run(story)
    assert begun == [1.0]
    assert [at for at, _ in live.written] == [6.0]


def test_who_stops_a_table_stops_what_it_is_doing() -> None:
    live = lasting(bots(strict(), Seat.W))

    async def slowly(entries: list[HallEntry]) -> None:
        await asyncio.sleep(5)
        await Lasting.write(live, entries)

    live.write = slowly  # type: ignore[method-assign]

    async def story() -> None:
        own = Autoplay(live)  # type: ignore[arg-type]
        own.plan()
        await asyncio.sleep(2)
        own.stop()
        await asyncio.sleep(20)

    run(story)
    assert live.written == []
