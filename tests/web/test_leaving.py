"""A hall that is stopped lets go of its tables as fast as others take them up."""

from __future__ import annotations

import asyncio

from rightbower.web.hall.hall import (
    AT_LEISURE,
    LAST_WORDS,
    TAKEN_UP,
    TOGETHER,
    leave,
)
from web.clockwork import run
from web.faults import FaultyJournal
from web.several import SeveralHalls
from web.test_lines import PACE, Ear


async def with_tables(tables: int) -> tuple[SeveralHalls, list[str]]:
    """Two halls, the first of which has so many tables, somebody at each."""
    several = SeveralHalls(FaultyJournal(prompt=True), PACE)
    one, _ = several.open("one"), several.open("two")
    names = []
    for number in range(tables):
        live = await one.open("standard", "S", name=f"t{number}")
        live.join(Ear(f"guest {number}", one).line, None)
        names.append(f"t{number}")
    return several, names


def test_a_hall_that_closes_goes_on_when_the_tables_it_let_go_of_are_taken_up() -> None:
    async def story() -> None:
        several, names = await with_tables(2 * TOGETHER)
        one, two = several.halls["one"], several.halls["two"]
        leaving = asyncio.ensure_future(leave(one))
        await asyncio.sleep(TAKEN_UP / 2)
        assert len(one.tables) == TOGETHER, "all people come to the other hall at once"
        for name in names[:TOGETHER]:
            assert await two.come(name)
        await asyncio.sleep(TAKEN_UP / 4)
        assert one.tables == {}
        await leaving
        several.close()

    run(story)


def test_a_hall_that_closes_does_not_wait_for_those_who_never_come_back() -> None:
    async def story() -> float:
        several, _ = await with_tables(20 * TOGETHER)
        began = asyncio.get_running_loop().time()
        await leave(several.halls["one"])
        several.close()
        return asyncio.get_running_loop().time() - began

    assert AT_LEISURE <= run(story) < AT_LEISURE + 1


def test_a_hall_that_closes_does_not_wait_for_tables_where_nobody_is() -> None:
    async def story() -> float:
        several, _ = await with_tables(0)
        one = several.halls["one"]
        await one.open("standard", "S", name="t0")
        began = asyncio.get_running_loop().time()
        await leave(one)
        assert one.tables == {}
        several.close()
        return asyncio.get_running_loop().time() - began

    assert run(story) == LAST_WORDS


def test_a_hall_that_closes_alone_waits_for_nobody() -> None:
    async def story() -> float:
        several = SeveralHalls(FaultyJournal(prompt=True), PACE)
        one = several.open("one")
        live = await one.open("standard", "S", name="t0")
        live.join(Ear("guest", one).line, None)
        began = asyncio.get_running_loop().time()
        await leave(one)
        several.close()
        return asyncio.get_running_loop().time() - began

    assert run(story) == LAST_WORDS
