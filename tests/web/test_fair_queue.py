"""Requests begin in turn: however many one asks, others are not kept waiting."""

from __future__ import annotations

import asyncio

from rightbower.web.common.guard import LONGEST_REST, FairQueue
from web.clockwork import run


def begun(queue: FairQueue, *asked: tuple[str, str], known: bool = True) -> list[str]:
    """In which order requests of addresses and devices begin; all are made at the same moment."""
    order: list[str] = []

    async def ask(address: str, device: str) -> None:
        async with queue.turn(address, device, known) as mine:
            order.append(f"{device}{'' if mine else ' refused'}")
            await asyncio.sleep(0)

    async def all_of_them() -> None:
        await asyncio.gather(*(ask(*each) for each in asked))

    asyncio.run(all_of_them())
    return order


def test_another_address_comes_next_however_many_wait_from_one() -> None:
    order = begun(FairQueue(1, per_device=99), *[("a", "greedy")] * 50, ("b", "ann"))
    assert order.index("ann") <= 2
    assert order.count("greedy") == 50


def test_another_device_of_the_same_wifi_comes_next_too() -> None:
    order = begun(FairQueue(1, per_device=99), *[("a", "greedy")] * 50, ("a", "ann"), ("a", "bob"))
    assert max(order.index("ann"), order.index("bob")) <= 4


def test_a_device_and_an_address_have_only_so_many_in_flight() -> None:
    order = begun(FairQueue(1, per_device=3), *[("a", "greedy")] * 5, ("a", "ann"))
    assert order.count("greedy refused") == 2
    assert "ann" in order
    order = begun(
        FairQueue(1, per_address=4), *[("a", str(number)) for number in range(6)], ("b", "ann")
    )
    assert sum("refused" in each for each in order) == 2
    assert "ann" in order


def test_devices_that_never_came_before_are_counted_by_their_address_alone() -> None:
    order = begun(FairQueue(1, per_device=2), *[("a", "")] * 5, known=False)
    assert order == [""] * 5


def test_a_few_begin_in_each_pass_of_the_loop_and_something_else_runs_between() -> None:
    queue, seen = FairQueue(3), list[str]()

    async def ask(number: int) -> None:
        async with queue.turn("a", str(number), known=True):
            seen.append("page")

    async def game() -> None:
        while seen.count("page") < 30:
            seen.append("move")
            await asyncio.sleep(0)

    async def both() -> None:
        await asyncio.gather(*(ask(number) for number in range(30)), game())

    asyncio.run(both())
    assert "page page page page" not in " ".join(seen[4:])


def test_nothing_is_remembered_of_those_who_have_gone() -> None:
    queue = FairQueue(1)
    begun(queue, ("a", "ann"), ("b", "bob"))
    assert not queue._in_flight
    assert not queue._waiting


def test_who_asks_for_long_pages_rests_as_long_as_they_took_and_others_do_not_wait() -> None:
    queue, begun_at = FairQueue(3), list[tuple[str, float]]()

    async def ask(address: str, cost: float, known: bool = True) -> None:
        async with queue.turn(address, "device", known) as charge:
            assert charge is not None
            begun_at.append(
                (address if known else f"{address}?", asyncio.get_running_loop().time())
            )
            charge(cost)

    async def story() -> None:
        await ask("a", 0.02)
        await asyncio.gather(*(ask("a", 0.02) for _ in range(4)), ask("b", 0.001))
        await asyncio.gather(*(ask("c", 0.003) for _ in range(20)))
        await ask("a", 9.0)
        await asyncio.gather(ask("a", 0.001), ask("a", 0.001, known=False))

    run(story)
    long = [round(at, 3) for who, at in begun_at if who == "a"]
    assert long == [0.0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.1 + LONGEST_REST]
    assert begun_at[1] == ("b", 0.0), "another address does not wait"
    assert {at for who, at in begun_at if who == "c"} == {long[4]}, "short pages cost no rest"
    assert begun_at[-2] == ("a?", begun_at[-3][1]), "nor do the strangers of that address"
    assert set(queue._usual) == {"a"}
    assert not queue._waiting


def test_a_long_page_begins_alone() -> None:
    queue, seen = FairQueue(3), list[str]()

    async def ask() -> None:
        async with queue.turn("a", "device", known=True) as charge:
            assert charge is not None
            charge(0.0)
            queue._usual["a"] = 0.02
            seen.append("page")
            await asyncio.sleep(0)

    async def game() -> None:
        while seen.count("page") < 12:
            seen.append("move")
            await asyncio.sleep(0)

    async def both() -> None:
        await asyncio.gather(*(ask() for _ in range(12)), game())

    asyncio.run(both())
    assert "page page" not in " ".join(seen[4:])
