"""What waits and what is counted: allowances, reads beside the loop, and the turns of a queue."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from starlette.requests import HTTPConnection

from rightbower.store.limits import Limit, OwnLimits, Rate
from rightbower.web.common import background
from rightbower.web.common.allowance import Allowance
from rightbower.web.common.guard import FairQueue
from rightbower.web.common.identity import COOKIE
from web.apart import run_apart
from web.clockwork import idle, run
from web.layers import ANN, KEYS, scope


class Counted(OwnLimits):
    """Limits that note what is counted."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[tuple[Limit, ...]] = []

    def take(self, *limits: Limit) -> Any:
        self.taken.append(limits)
        return super().take(*limits)


def test_what_a_device_and_an_address_may_do() -> None:
    limits = Counted()
    device, place, strangers = Rate(1, 0), Rate(9, 0), Rate(2, 0)
    may = Allowance(limits, "things", device, place, strangers)
    ann = HTTPConnection(scope(cookie=f"{COOKIE}={KEYS.cookie(ANN)}"))
    nobody = HTTPConnection(scope())

    async def story() -> None:
        assert await may.may_device(ann)
        assert [await may.take(ann) for _ in range(2)] == [True, False]
        assert not await may.may_device(ann)
        assert [await may.take(nobody) for _ in range(3)] == [True, True, False]
        assert await may.may_device(nobody), "who is not known is never kept out by itself"

    run_apart(story())
    at = Limit("things: address 192.0.2.7", place)
    assert limits.taken[0] == (Limit("things: device ann-0", device), at)
    assert limits.taken[2] == (Limit("things: strangers at 192.0.2.7", strangers), at)


def test_a_far_journal_is_read_beside_the_loop_and_a_near_one_at_once() -> None:
    async def story() -> None:
        here = threading.current_thread()
        for far in (True, False):
            journal: Any = SimpleNamespace(remote=far)

            def read(*args: int) -> tuple[Any, int]:
                return threading.current_thread(), sum(args)

            thread, total = await background.read_apart(journal, read, 1, 2)
            assert ((thread is not here), total) == (far, 3)
            if far:
                assert thread.name.startswith("reads")
            done = list[threading.Thread]()
            background.read_soon(journal, lambda seen=done: seen.append(threading.current_thread()))  # type: ignore[misc]
            for _ in range(500):
                if done:
                    break
                await asyncio.sleep(0.01)
            assert (done[0] is not here) is far
        worker = await background.beside(threading.current_thread)
        assert worker.name.startswith("beside")
        assert await background.beside(max, 1, 2) == 2

    run_apart(story())


def turned(queue: FairQueue, story: Callable[[list[str]], Any]) -> list[str]:
    """In which order things were done."""
    done = list[str]()

    async def told() -> None:
        await story(done)

    run(told)
    return done


def test_a_few_begin_at_once_and_the_next_in_the_next_pass() -> None:
    queue = FairQueue(at_once=2)

    async def story(done: list[str]) -> None:
        async def ask(name: str) -> None:
            async with queue.turn("a", name, True) as mine:
                done.append(name if mine else f"not {name}")

        asking = [asyncio.create_task(ask(str(number))) for number in range(5)]
        await asyncio.sleep(0)
        assert done == ["0", "1"]
        await asyncio.gather(*asking)
        await idle()
        assert not queue._planned
        await ask("again")
        assert queue._begun == 1
        await idle()
        assert queue._begun == 0

    assert turned(queue, story) == ["0", "1", "2", "3", "4", "again"]


def test_who_gave_up_waiting_takes_no_turn() -> None:
    queue = FairQueue(at_once=1)

    async def story(done: list[str]) -> None:
        async def ask(name: str) -> None:
            async with queue.turn("a", "one device", True):
                done.append(name)

        asking = [asyncio.create_task(ask(str(number))) for number in range(4)]
        await asyncio.sleep(0)
        asking[1].cancel()
        asking[2].cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        await idle()
        assert not queue._in_flight
        assert not queue._waiting

    assert turned(queue, story) == ["0", "3"]


def test_how_many_are_in_flight_is_counted_to_the_limit() -> None:
    queue = FairQueue(at_once=9, per_address=3, per_device=2)

    async def story(done: list[str]) -> None:
        async def ask(device: str, known: bool, then: Any) -> None:
            async with queue.turn("a", device, known) as mine:
                done.append(device if mine else f"not {device}")
                if then:
                    await then()

        async def within() -> None:
            await ask("ann", True, more)

        async def more() -> None:
            await ask("ann", True, None)
            await ask("bob", False, fourth)

        async def fourth() -> None:
            await ask("cat", False, None)

        await ask("ann", True, within)
        assert not queue._in_flight

    assert turned(queue, story) == ["ann", "ann", "not ann", "bob", "not cat"]
