"""Work in processes of their own: bounded in time, memory and number, and one visitor never has all."""

from __future__ import annotations

import asyncio
import operator
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from functools import partial
from pathlib import Path

import pytest

from rightbower.office import worker
from rightbower.office.workers import PER_KEY, Asker, Busy, NotDone, Workers


@pytest.fixture
def workers() -> Iterator[Workers]:
    """One process that may take a short while and little memory."""
    found = Workers(1, waiting=PER_KEY + 1, seconds=20.0, megabytes=200)
    yield found
    found.shutdown(cancel_futures=True)


def test_it_is_an_executor_and_works_in_another_process(workers: Workers) -> None:
    assert isinstance(workers, Executor)
    assert workers.submit(os.getpid).result(60) != os.getpid()
    assert list(workers.map(operator.add, [1, 2], [3, 4])) == [4, 6]


def test_a_refusal_comes_back_as_it_was_raised(workers: Workers) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        workers.submit(int, "x").result(60)


def test_too_much_memory_is_refused_and_the_next_piece_is_done(workers: Workers) -> None:
    with pytest.raises(ValueError, match="too much memory"):
        workers.submit(bytearray, 400_000_000).result(60)
    assert workers.submit(len, "abc").result(60) == 3


def test_what_takes_too_long_is_ended_and_the_next_piece_is_done() -> None:
    workers = Workers(1, seconds=0.2)
    with pytest.raises(NotDone, match="too long"):
        workers.submit(time.sleep, 1000).result(60)
    workers.seconds = 20.0
    assert workers.submit(len, "abc").result(60) == 3
    workers.shutdown()


def test_a_process_that_is_still_getting_warm_ends_with_the_hall(tmp_path: Path) -> None:
    warm = tmp_path / "warm"
    slow = f"import time; open({str(warm)!r}, 'w'); time.sleep(1000)"
    hall = f"""
import os, time
from functools import partial
from rightbower.office.workers import Workers
Workers(1, warm=partial(exec, {slow!r})).start()
while not os.path.exists({str(warm)!r}): time.sleep(0.01)
"""
    # Whoever reads what the hall prints waits for the last process that could print.
    done = subprocess.run([sys.executable, "-c", hall], stdout=subprocess.PIPE, timeout=120)
    assert done.returncode == 0


def test_shutting_down_does_what_was_asked_and_ends_the_process() -> None:
    workers = Workers(1)
    process = workers.submit(os.getpid).result(60)
    last = workers.submit(len, "abc")
    workers.shutdown()
    assert last.done()
    assert last.result() == 3
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)


def test_a_process_that_dies_is_replaced(workers: Workers) -> None:
    with pytest.raises(NotDone):
        workers.submit(os._exit, 1).result(60)
    assert workers.submit(len, "abc").result(60) == 3


def test_one_visitor_has_only_a_few_pieces_and_all_together_only_so_many() -> None:
    workers = Workers(1, waiting=PER_KEY + 1, seconds=1.0)

    async def ask() -> None:
        long = workers.submit(time.sleep, 1000)
        while not long.running():
            await asyncio.sleep(0)
        mine = [
            asyncio.ensure_future(workers.run(len, "a", asker=Asker("ann"))) for _ in range(PER_KEY)
        ]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="One thing at a time"):
            await workers.run(len, "a", asker=Asker("ann"))
        other = asyncio.ensure_future(workers.run(len, "ab", asker=Asker("bob")))
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="a lot to do"):
            await workers.run(len, "a", asker=Asker("eve"))
        for each in [*mine, other]:
            each.cancel()

    asyncio.run(ask())


def test_how_far_it_has_come_is_told(workers: Workers) -> None:
    heard: list[tuple[int, int]] = []
    asyncio.run(workers.run(worker.tell, 3, 10, tell=lambda *far: heard.append(far)))
    assert heard == [(3, 10)]


def test_a_process_is_started_when_there_is_work_and_ended_when_there_is_none() -> None:
    workers = Workers(2, warm=partial(os.chdir, "/"), rest=0.5)
    first = workers.submit(os.getpid).result(60)
    while not workers._resting.total():
        time.sleep(0.01)
    assert workers.submit(os.getpid).result(60) == first, "the other has nothing to do"
    gone(first)
    second = workers.submit(os.getpid).result(60)
    assert second != first
    assert workers.submit(os.getcwd).result(60) == "/", "and it is warm as the first was"
    workers.shutdown()


def test_one_process_is_made_ready_for_what_will_come(tmp_path: Path) -> None:
    warm = partial(exec, f"import os; open(os.path.join({str(tmp_path)!r}, str(os.getpid())), 'w')")
    workers = Workers(3, warm=warm, rest=0.5)
    workers.start()
    while not (ready := list(tmp_path.iterdir())):
        time.sleep(0.01)
    gone(int(ready[0].name))
    assert list(tmp_path.iterdir()) == ready
    workers.shutdown()


def gone(process: int) -> None:
    """Wait until a process has ended."""
    until = time.monotonic() + 60
    while alive(process):
        assert time.monotonic() < until
        time.sleep(0.01)


def alive(process: int) -> bool:
    """Whether a process is there."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
