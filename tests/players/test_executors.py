"""Long work on cores, by any executor and on a dask cluster: the same to the digit, also where one is lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from dask_cluster import RealCluster, real_cluster
from rightbower.cli import main
from rightbower.players import executors
from rightbower.players.executors import Alike, cluster, spread
from rightbower.players.simulate import match, simulate
from rightbower.record.record import read
from rightbower.study.review import reviews

GAMES = Path(__file__).parents[1] / "record" / "games"


class Backward(Executor):
    """Does what was handed in last first, once somebody waits for a result."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Any]] = []
        self.most = 0

    def submit(self, fn: Any, /, *args: Any, **options: Any) -> Future[Any]:
        found: Future[Any] = _Asked(self)
        self.waiting.append((found, partial(fn, *args, **options)))
        self.most = max(self.most, len(self.waiting))
        return found


class _Asked(Future[Any]):
    def __init__(self, of: Backward) -> None:
        super().__init__()
        self.of = of

    def result(self, timeout: float | None = None) -> Any:
        while self.of.waiting and not self.done():
            found, work = self.of.waiting.pop()
            found.set_result(work())
        return super().result(timeout)


def test_what_it_comes_to_is_in_the_order_of_the_pieces_whoever_does_them() -> None:
    backward = Backward()
    told: list[tuple[int, int]] = []
    found = spread(
        lambda n: n * n, range(5), executor=backward, progress=lambda *far: told.append(far)
    )
    assert list(found) == [0, 1, 4, 9, 16]
    assert told == [(1, 5), (2, 5), (3, 5), (4, 5), (5, 5)]


def test_only_so_many_pieces_are_handed_out_at_once() -> None:
    backward = Backward()
    found = executors._by_executor(backward, str, range(10), at_once=3)
    assert list(found) == [str(each) for each in range(10)]
    assert backward.most == 3


class Slow(Backward):
    """Does the first piece and never comes to another."""

    def submit(self, fn: Any, /, *args: Any, **options: Any) -> Future[Any]:
        found: Future[Any] = Future()
        if not self.waiting:
            found.set_result(fn(*args, **options))
        self.waiting.append((found, None))
        return found


def test_what_is_not_wanted_any_more_is_taken_back() -> None:
    slow = Slow()
    found = spread(int, ["1", "2", "3"], executor=slow)
    assert next(found) == 1
    found.close()  # type: ignore[attr-defined]  # a generator, given as an iterator
    assert [each.cancelled() for each, _ in slow.waiting] == [False, True, True]


def test_matches_games_and_reviews_take_any_executor() -> None:
    alone = match("beginner", "club", 120, seed=3, workers=1)
    rows = simulate("club", "beginner", 60, workers=1)
    game = read((GAMES / "standard-unfinished.txt").read_text("utf-8"))
    with ThreadPoolExecutor(3) as pool:
        assert match("beginner", "club", 120, seed=3, executor=pool) == alone
        assert match("beginner", "club", 120, seed=3, executor=Backward()) == alone
        assert simulate("club", "beginner", 60, executor=pool) == rows
        both = list(reviews([game, game], worlds=5, executor=pool))
    assert both == list(reviews([game, game], worlds=5, workers=1))
    assert both[0] == both[1]


def test_tools_that_fit_numbers_count_the_same_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "tools"))
    from count_outcomes import counted

    whole = counted(1, range(300))
    pieces = executors.chunks(300, 70)
    with ThreadPoolExecutor(2) as pool:
        in_pieces = sum(spread(partial(counted, 1), pieces, executor=pool))
    assert (whole == in_pieces).all()
    assert whole.sum() == 300


def _once_lost(flag: str, number: int) -> int:
    """Ends its process the first time it comes to the third piece."""
    if number == 3 and not Path(flag).exists():
        Path(flag).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number + 1


def test_a_lost_process_of_this_machine_has_its_share_done_again(tmp_path: Path) -> None:
    work = partial(_once_lost, str(tmp_path / "flag"))
    assert list(spread(work, range(8), workers=2)) == list(range(1, 9))
    assert (tmp_path / "flag").exists()


def test_a_piece_that_fails_ends_the_work_with_its_own_error() -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        list(spread(int, ["1", "one", "2"], workers=2))


def test_processes_that_are_lost_again_and_again_are_given_up() -> None:
    with pytest.raises(ValueError, match="processes end before they are done"):
        list(spread(os._exit, [1, 1], workers=2))


def test_a_cluster_with_another_rightbower_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with ThreadPoolExecutor(1) as pool:
        there = Alike(pool)
        assert there.submit(len, "abc").result() == 3
        ours = iter([executors.code(), "another"])
        monkeypatch.setattr(executors, "code", lambda: next(ours))
        with pytest.raises(ValueError, match="another Rightbower"):
            there.submit(len, "abc").result()


def test_another_rightbower_is_known_by_its_code_books_and_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executors, "__file__", str(tmp_path / "executors.py"))
    named: list[str] = []

    def written(name: str, text: str) -> str:
        (tmp_path / name).write_text(text, "utf-8")
        return executors.code.__wrapped__()

    named += [
        written("a.py", "1"),
        written("a.py", "2"),
        written("b.py", ""),
        written("c.toml", ""),
    ]
    assert len(set(named)) == 4
    assert [len(each) for each in named] == [16] * 4
    assert written("notes.txt", "nothing that runs") == named[-1]
    (tmp_path / "b.py").rename(tmp_path / "d.py")
    assert executors.code.__wrapped__() not in named


def test_where_no_cluster_is_one_sentence_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(executors, "SECONDS_TO_ANSWER", 0.3)
    words = ["match", "club", "beginner", "--deals", "4", "--cluster"]
    for address in ("tcp://127.0.0.1:1", "moon://x"):
        assert main([*words, address]) == 1
        told = capsys.readouterr().err.strip()
        assert f"no dask scheduler answers at {address}" in told
        assert "\n" not in told
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main([*words, "tcp://127.0.0.1:1"]) == 1
    assert "rightbower[cluster]" in capsys.readouterr().err


def test_nothing_is_asked_of_dask_unless_a_cluster_is_named() -> None:
    code = (
        "import sys; from rightbower.cli import main;"
        "main('match club beginner --deals 4 --workers 1 --json'.split());"
        "import rightbower.web.app, rightbower.cli.review, rightbower.cli.simulate;"
        "sys.exit(bool({'dask', 'distributed'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0


def killed_in_the_middle(there: RealCluster, deals: int) -> None:
    """A match on two workers, one of them killed half-way, is the one of this machine."""
    lost = there.workers[0]

    def kill(done: int, total: int) -> None:
        if done > total // 2 and lost.poll() is None:
            lost.kill()

    with cluster(there.address) as executor:
        spread_out = match("beginner", "club", deals, seed=3, executor=executor, progress=kill)
    assert lost.wait() == -signal.SIGKILL
    assert spread_out == match("beginner", "club", deals, seed=3, workers=os.cpu_count())


def test_a_match_on_a_cluster_with_a_worker_killed_is_the_same_to_the_digit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with real_cluster(tmp_path, workers=2) as there:
        killed_in_the_middle(there, 600)
        words = ["match", "club", "beginner", "--deals", "60", "--json"]
        assert main([*words, "--cluster", there.address]) == 0
        far = json.loads(capsys.readouterr().out)
        assert main([*words, "--workers", "1"]) == 0
        assert json.loads(capsys.readouterr().out) == far


@pytest.mark.soak
def test_a_hundred_thousand_deals_on_two_workers_one_of_them_killed(tmp_path: Path) -> None:
    with real_cluster(tmp_path, workers=2) as there:
        killed_in_the_middle(there, 100_000)
