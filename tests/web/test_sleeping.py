"""Tables that nobody looks at leave memory: after minutes, in a crowded hall after moments."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from rightbower.rules.cards import Seat
from rightbower.web.hall import hall as leaving
from rightbower.web.hall.actor import Live
from rightbower.web.hall.entries import Sat
from rightbower.web.hall.hall import Hall
from web.clockwork import idle
from web.heard import Heard
from web.test_live import in_a_hall

SAT = [Sat(seat, f"person-{seat}", seat.word, 1.0) for seat in Seat]


@pytest.fixture
def without_collector() -> Iterator[None]:
    """The collector hardly runs in a hall; what is let go has to be gone without it."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def alive() -> int:
    """How many tables memory holds."""
    return sum(type(each) is Live for each in gc.get_objects())


async def visited(hall: Hall, event: str = "") -> str:
    """A table that somebody has opened, looked at and left, by its id."""
    live = await hall.open("standard", "person-S", event=event, then=SAT)
    browser = Heard("person-S")
    live.join(browser, None)
    await idle()
    live.leave(browser)
    return live.name.removeprefix("table/")


@pytest.mark.usefixtures("without_collector")
def test_a_table_that_sleeps_is_gone_without_the_collector(tmp_path: Path) -> None:
    async def story(hall: Hall) -> None:
        before = alive()
        names = [await visited(hall) for _ in range(3)]
        assert alive() == before + 3
        now = hall.clock() + 2 * hall.pace.linger
        hall.clock = lambda: now
        hall.sweeper.sweep()
        assert (hall.tables, alive()) == ({}, before)
        woken = hall.find(names[0])
        assert woken is not None
        assert woken.table.seat_of("person-S") is Seat.S

    in_a_hall(tmp_path, story)


def test_in_a_crowded_hall_tables_sleep_after_moments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaving, "CROWD", 4)

    async def story(hall: Hall) -> None:
        hall.sweeper._room, now = 4, hall.clock()
        hall.clock = lambda: now
        event = await visited(hall, event="an event's")
        looked_at, left, just_found = [await visited(hall) for _ in range(3)]
        live = hall.find(looked_at)
        assert live is not None
        live.join(Heard("person-S"), None)
        hall.clock = lambda: now + leaving.MOMENTS
        assert hall.find(just_found) is not None
        assert f"table/{left}" in hall.tables
        await visited(hall)
        awake = {name.removeprefix("table/") for name in hall.tables}
        assert {event, looked_at, just_found} <= awake
        assert left not in awake
        assert len(awake) == 4

    in_a_hall(tmp_path, story)
