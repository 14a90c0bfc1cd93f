"""Making bidding tables: the store, the same table however it is made, and what an answer gains."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rightbower.players.kernel.bits import classes
from rightbower.players.tables import EXPERT, auction_of, read_table, unpack_part
from rightbower.rules.book import load

TOOLS = Path(__file__).parents[2] / "tools"
DEALS = 3000
BOOK = "national-2025"


@pytest.fixture(autouse=True, scope="module")
def _tools() -> Iterator[None]:
    sys.path.insert(0, str(TOOLS))
    yield
    sys.path.remove(str(TOOLS))


class Stopping(Executor):
    """Works at once, and is stopped after so many pieces of work."""

    def __init__(self, pieces: int) -> None:
        self.left = pieces

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        done: Future[Any] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


def solved_in(folder: Path, pool: Executor) -> bytes:
    """What a place learns in a small auction, in a folder and by an executor."""
    from bidding.auction import league_policy, legal_calls, pays, points
    from bidding.spread import Spread

    book = load(BOOK)
    deals = Spread(folder, 1, DEALS, 2, pool, chunk=1000)
    mean = deals.solve(pays(points(book)), legal_calls(book), league_policy(book), 5, 0b0011)
    return bytes(mean.one) + bytes(mean.two)


def test_a_table_is_the_same_for_other_workers_and_after_a_stop(tmp_path: Path) -> None:
    whole = solved_in(tmp_path / "one", Stopping(100_000))
    with ThreadPoolExecutor(3) as pool:
        assert solved_in(tmp_path / "three", pool) == whole
    for pieces in (2, 11, 20):
        with pytest.raises(KeyboardInterrupt):
            solved_in(tmp_path / "stopped", Stopping(pieces))
    assert solved_in(tmp_path / "stopped", Stopping(100_000)) == whole
    assert solved_in(tmp_path / "stopped", Stopping(3)) == whole, "what is ended is not done again"


def test_a_folder_of_more_deals_is_not_taken_for_one_of_fewer(tmp_path: Path) -> None:
    from bidding.spread import Spread
    from bidding.store import read_chunk

    for deals in (60, 20, 60):
        made = Spread(tmp_path, 1, deals, 2, Stopping(100), chunk=50)
        assert sum(len(read_chunk(file).league) for file in made.files) == deals


def test_the_tool_writes_a_table_that_is_read(tmp_path: Path) -> None:
    from bidding.spread import Spread
    from bidding.training import Plan
    from train_bidding import make_table

    def make(seed: int, deals: int, bury: int) -> Spread:
        return Spread(tmp_path, seed, deals, bury, Stopping(100_000), chunk=1000)

    plan = Plan(2000, 1000, rounds=5, score_rounds=5, groups=2)
    table = read_table(make_table(load(BOOK), plan, make, tmp_path / "out"))
    assert (table.header.book, table.header.deals, table.header.seed) == (BOOK, 2000, 1)
    assert table.header.auction == auction_of(load(BOOK))
    assert len(table.header.gains) == 4
    calls = unpack_part(table.parts[EXPERT])
    assert calls.shape == (2, 4, len(classes()[1]))
    assert calls[0].max() == 2
    assert 3 < calls[1].max() < 7


@pytest.mark.skipif(shutil.which("g++") is None, reason="no C++ compiler is here")
@pytest.mark.parametrize("bury", [0, 1, 2])
def test_the_store_of_the_gpu_is_that_of_the_kernel(bury: int, tmp_path: Path) -> None:
    from bidding.store import sample

    built = tmp_path / "on_host.so"
    source = TOOLS / "bidding" / "on_host.cpp"
    command = ["g++", "-O1", "-shared", "-fPIC", str(source), "-o", str(built)]
    subprocess.run(command, check=True)
    hands, kinds = np.zeros((DEALS, 4), np.uint32), np.zeros((2, DEALS), np.uint64)
    places = (each.ctypes.data_as(ctypes.c_void_p) for each in (hands, kinds[0], kinds[1]))
    numbers = ctypes.c_uint64(9), ctypes.c_uint64(100), ctypes.c_int(DEALS), ctypes.c_int(bury)
    ctypes.CDLL(str(built)).kinds(*numbers, *places)
    store = sample(9, 100, DEALS, bury)
    _, masks, _ = classes()
    assert (masks[store.classes >> 1] == hands).all()
    assert (store.league == kinds[0]).all()
    assert (store.open == kinds[1]).all()


def test_league_players_end_each_contract_as_the_store_says() -> None:
    from bidding.auction import league_policy
    from bidding.contracts import play_some

    from rightbower.players import player

    book = load("standard")
    rows = play_some(book, 77, 0, 40, league_policy(book), player("league"))
    assert len(rows) == 40
    assert (rows[:, 3] == rows[:, 4]).all()


def test_a_best_answer_gains_on_its_own_deals_and_legal_calls_are_kept() -> None:
    from bidding.auction import league_policy, legal_calls, pays, points
    from bidding.solving import best_answer, gain_of_answer
    from bidding.spread import Here
    from bidding.store import sample

    book = load("alberta-55plus")
    deals, legal, league = Here(sample(3, 0, DEALS, 1)), legal_calls(book), league_policy(book)
    worths = pays(points(book), share=0.0)
    for place in range(4):
        answer = best_answer(deals, worths, legal, league, place)
        assert gain_of_answer(deals, worths, league, answer, place & 1) > 0.05
        for shares, acts, shift in ((answer.one, 3, 0), (answer.two, 7, 3)):
            called = shares[place, :, :acts].argmax(axis=1)
            assert ((legal[place] >> shift >> called) & 1).all()


def test_a_plan_that_cannot_work_is_refused() -> None:
    from bidding.training import Plan, check_plan

    for plan, fault in (
        (Plan(deals=0), "at least one deal"),
        (Plan(rounds=4), "more than 4 rounds"),
        (Plan(groups=0), "at least one group"),
    ):
        with pytest.raises(ValueError, match=fault):
            check_plan(plan)
