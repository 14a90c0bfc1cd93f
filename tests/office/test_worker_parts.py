"""Workers and their processes in their parts: what is sent, answered, ended and refused."""

from __future__ import annotations

import atexit
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any

import pytest

from rightbower.office import worker, workers
from rightbower.office import workers as warming
from rightbower.rules.cards import Seat
from rightbower.rules.deal import Phase
from rightbower.rules.refusal import Refusal


class Pipe:
    """A line whose other end is told what to answer."""

    def __init__(self, *answers: Any) -> None:
        self.answers, self.sent, self.closed = list(answers), list[Any](), False

    def send_bytes(self, data: bytes) -> None:
        self.sent.append(data)

    def poll(self, seconds: float) -> bool:
        self.sent.append(seconds)
        return bool(self.answers)

    def recv_bytes(self, most: int = 0) -> bytes:
        found = self.answers.pop(0)
        if isinstance(found, BaseException):
            raise found
        return found if isinstance(found, bytes) else pickle.dumps(found)

    def close(self) -> None:
        self.closed = True


def at_work(line: Pipe) -> workers.Worker:
    """A worker whose process is made up."""
    found = workers.Worker(100)
    calls: list[str] = []
    found._line = line  # type: ignore[assignment]
    found._process = SimpleNamespace(  # type: ignore[assignment]
        poll=lambda: None, kill=lambda: calls.append("kill"), wait=lambda: calls.append("wait"), calls=calls,
    )  # fmt: skip
    return found


def piece(tell: Callable[..., object] | None = None) -> workers.Piece:
    """A piece of work."""
    return workers.Piece(b"REQUEST", Future(), workers.NOBODY, tell)


def test_a_worker_hands_on_what_it_is_told_until_the_work_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        workers, "monotonic", iter([100.0, 101.0, 104.0, 107.0, 0.0, 0.0, 0.0]).__next__
    )
    heard: list[Any] = []
    line = Pipe(("told", (1, 2)), ("told", (3, 4)), ("done", "RESULT"))
    assert at_work(line).done(piece(lambda *words: heard.append(words)), 5.0) == "RESULT"
    assert heard == [(1, 2), (3, 4)]
    assert line.sent == [b"REQUEST", 4.0, 1.0, 0.0]
    assert not line.closed
    assert at_work(Pipe(("told", (1,)), ("done", 7))).done(piece(), -1.0) == 7
    monkeypatch.undo()
    with pytest.raises(KeyError, match="x"):
        at_work(Pipe(("failed", KeyError("x")))).done(piece(), 5.0)


@pytest.mark.parametrize(
    ("answers", "why"),
    [((), "This took too long."), ((EOFError(),), "This took more than the hall can spare."), ((MemoryError(),), "This took more than the hall can spare.")],
)  # fmt: skip
def test_a_worker_that_does_not_answer_is_ended(answers: tuple[Any, ...], why: str) -> None:
    line = Pipe(*answers)
    found = at_work(line)
    with pytest.raises(workers.NotDone) as told:
        found.done(piece(), 5.0)
    assert str(told.value) == why
    assert line.closed
    assert found._process.calls == ["kill", "wait"]  # type: ignore[union-attr]


def test_a_process_is_started_once_with_its_share_of_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[tuple[Any, ...]] = []
    registered: list[Any] = []

    class Process:
        gone: int | None = None

        def __init__(self, command: list[str], **options: Any) -> None:
            started.append((command, options))

        def poll(self) -> int | None:
            return self.gone

        def kill(self) -> None:
            pass

        def wait(self) -> None:
            pass

    monkeypatch.setattr(subprocess, "Popen", Process)
    monkeypatch.setattr(atexit, "register", registered.append)
    monkeypatch.setattr(atexit, "unregister", registered.remove)
    found = workers.Worker(123)
    line = found._ready()
    assert found._ready() is line
    ((command, options),) = started
    (number,) = options["pass_fds"]
    assert command == [sys.executable, "-m", "rightbower.office.worker", str(number), "123"]
    assert options["stdin"] == subprocess.DEVNULL
    assert {key: options["env"][key] for key in ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS")} == {"NUMBA_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # fmt: skip
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(number)
    assert registered == [found._process.kill]  # type: ignore[union-attr]
    Process.gone = 1
    assert found._ready() is not line
    assert line.closed
    assert len(started) == 2
    assert registered == [found._process.kill]  # type: ignore[union-attr]
    found.end()
    assert registered == []


ANN = workers.Asker("Ann")


def never(*_: object) -> None:
    """Nobody takes any work."""


def test_work_is_refused_where_too_much_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers.Workers, "_work", never)
    pool = workers.Workers(2, waiting=5)
    first = pool.submit(max, 1, 2)
    assert pool.waiting == 1
    waiting = pool._others.take()
    assert waiting is not None
    assert pickle.loads(waiting.request) == (max, (1, 2), {})
    assert waiting.future is first
    for _ in range(workers.PER_KEY):
        pool._put(b"", ANN, None)
    with pytest.raises(workers.Busy, match=r"^One thing at a time, please\."):
        pool._put(b"", ANN, None)
    pool._put(b"", workers.Asker("Bob"), None)
    pool._put(b"", workers.NOBODY, None)
    with pytest.raises(workers.Busy, match=r"^The hall has a lot to do just now\."):
        pool._put(b"", workers.Asker("Cid"), None)
    assert pool._keys == {"": 2, "Ann": 3, "Bob": 1}
    pool.shutdown(cancel_futures=True)
    assert pool.waiting == 0


def test_shutting_down_cancels_what_waits_only_if_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers.Workers, "_work", never)
    for cancel in (False, True):
        pool = workers.Workers(1, waiting=5)
        found = pool.submit(max, 1, 2)
        pool.shutdown(wait=False, cancel_futures=cancel)
        assert found.cancelled() is cancel
        assert pool.waiting == (0 if cancel else 1)
    unused = workers.Workers(1)
    unused.shutdown()
    assert unused.waiting == 0


def test_a_thread_works_off_its_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[Any, ...]] = []

    class Doing:
        running = False

        def __init__(self, megabytes: int) -> None:
            calls.append(("made", megabytes))

        def done(self, work: workers.Piece, seconds: float) -> str:
            calls.append((work.request, work.asker.who, work.tell, seconds))
            self.running = True
            if work.request == b"bad":
                raise KeyError("x")
            return work.request.decode()

        def end(self) -> None:
            calls.append(("ended",))

    monkeypatch.setattr(workers, "Worker", Doing)
    pool = workers.Workers(1, waiting=9, seconds=7.0, megabytes=50, warm=dict)
    pieces = [workers.Piece(word, Future(), ANN, None) for word in (b"one", b"bad", b"two")]
    pieces[2].future.cancel()
    for each in pieces:
        pool._others.put(each)
    pool._keys["Ann"] = 4
    pool.shutdown()
    pool._work(pool._first, pool._others)
    assert calls == [
        ("made", 50),
        (pickle.dumps((dict, (), {})), "", None, workers.SECONDS_TO_WARM),
        (b"one", "Ann", None, 7.0),
        (b"bad", "Ann", None, 7.0),
        ("ended",),
    ]
    assert pieces[0].future.result() == "one"
    refused = pieces[1].future.exception()
    assert isinstance(refused, KeyError)
    assert refused.__traceback__ is None, "through it the piece and all that was sent would be kept"
    assert pool._keys == {"Ann": 1}
    calls.clear()
    cold = workers.Workers(1)
    cold._others.put(workers.Piece(b"one", Future(), workers.NOBODY, None))
    cold._keys[""] = 1
    cold.shutdown()
    cold._work(cold._first, cold._others)
    assert [each[0] for each in calls] == ["made", b"one", "ended"]
    assert dict(cold._keys) == {}


@pytest.mark.parametrize(("cores", "thinkers"), [(None, 1), (1, 1), (2, 1), (5, 4), (64, 8)])
def test_the_pools_of_a_hall(
    cores: int | None, thinkers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[Any, ...]] = []
    monkeypatch.setattr(workers, "Workers", lambda *args, **options: made.append((args, options)))
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    for kind in ("papers", "study", "secrets", "bots"):
        workers.pool.__wrapped__(kind)
    assert made == [
        ((2,), {"waiting": 32, "seconds": 20.0, "megabytes": 400}),
        ((2,), {"waiting": 24, "seconds": 120.0, "megabytes": 1500, "warm": warming.advisers}),
        (
            (1,),
            {
                "waiting": 128,
                "seconds": 20.0,
                "megabytes": 300,
                "warm": warming.hashers,
                "kept": 1,
            },
        ),
        ((thinkers,), {"waiting": 64, "megabytes": 1500, "warm": warming.thinkers}),
    ]


def test_a_worker_answers_until_its_line_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    line = Pipe(pickle.dumps((max, (3, 9), {})), pickle.dumps((int, ("x",), {})), EOFError())
    numbers: list[Any] = []

    def connection(number: int) -> Pipe:
        numbers.append(number)
        return line

    monkeypatch.setattr(worker, "Connection", connection)
    monkeypatch.setattr(worker, "bounded", lambda megabytes: numbers.append(megabytes))
    monkeypatch.setattr(worker, "_line", [])
    worker.main(7, 55)
    assert numbers == [7, 55]
    done, failed = map(pickle.loads, line.sent)
    assert done == ("done", 9)
    assert (failed[0], type(failed[1])) == ("failed", ValueError)
    worker.tell("half", 2)
    assert pickle.loads(line.sent[-1]) == ("told", ("half", 2))


def out_of_memory() -> None:
    """More than there is."""
    raise MemoryError


class Unsendable(Exception):
    """A fault that cannot be sent."""

    def __reduce__(self) -> Any:
        raise TypeError("no")


def fails_unsendably() -> None:
    """Fail so that the fault cannot be sent."""
    raise Unsendable("words")


def test_what_a_piece_of_work_comes_to(monkeypatch: pytest.MonkeyPatch) -> None:
    def came(work: Any, *args: Any, **options: Any) -> Any:
        return pickle.loads(worker.answered(pickle.dumps((work, args, options))))

    assert came(sorted, [3, 1], reverse=True) == ("done", [3, 1])
    kind, fault = came(out_of_memory)
    assert (kind, type(fault), str(fault)) == ("failed", Refusal, "this needs too much memory")
    kind, fault = came(fails_unsendably)
    assert (kind, type(fault), str(fault)) == ("failed", RuntimeError, "Unsendable: words")
    monkeypatch.setattr(worker, "_line", [])
    worker.tell("nobody")


def test_a_worker_takes_no_more_than_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[Any, ...]] = []
    made = SimpleNamespace(
        RLIMIT_DATA="data", RLIMIT_CORE="core", setrlimit=lambda *args: calls.append(args)
    )
    monkeypatch.setitem(sys.modules, "resource", made)
    monkeypatch.setattr(os, "nice", lambda much: calls.append(("nice", much)))
    worker.bounded(3)
    size = 3 * 1024 * 1024
    assert calls == [("data", (size, size)), ("core", (0, 0)), ("nice", worker.NICE)]
    monkeypatch.setitem(sys.modules, "resource", None)
    worker.bounded(3)
    assert len(calls) == 3


def test_workers_are_warmed_by_the_work_they_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    game = warming.dealt()
    assert game.deal is not None
    assert (game.book.name, game.dealer, game.deal.turn) == ("standard", Seat.N, Seat.E)
    asked: list[Any] = []

    def player(name: str) -> Any:
        return lambda seen: asked.append((name, seen.seat, seen.phase))

    monkeypatch.setattr("rightbower.players.player", player)
    warming.thinkers()
    assert {name for name, _, _ in asked} == {"expert-quick", "expert", "master"}
    assert len(asked) % 3 == 0
    assert len({seat for _, seat, _ in asked}) >= 3
    # the calls, the bury, and a trick with the next lead
    assert {Phase.ROUND_ONE, Phase.PLAY} <= {phase for _, _, phase in asked}
    assert len([phase for _, _, phase in asked if phase is Phase.PLAY]) >= 3 * 4
    told: list[Any] = []
    best = SimpleNamespace(action="ACT")

    def advise(*args: Any) -> list[Any]:
        told.append(args)
        return [best]

    monkeypatch.setattr("rightbower.study.teacher.advise", advise)
    monkeypatch.setattr("rightbower.study.explain.explain", lambda *args: told.append(args))
    warming.advisers()
    (seen, worlds), (again, action) = told
    assert (seen.seat, worlds, again, action) == (Seat.E, 20, seen, "ACT")


def test_a_full_queue_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers.Workers, "_work", never)
    pool = workers.Workers(1, waiting=1)
    pool._put(b"", ANN, None)
    with pytest.raises(workers.Busy):
        pool._put(b"", workers.Asker("Bob"), None)
    assert dict(pool._keys) == {"Ann": 1}


def test_addresses_wait_in_turn_and_none_has_more_than_half_of_the_room() -> None:
    lane = workers.Lane(8)

    def put(who: str, place: str) -> bool:
        request = f"{place} {who}".encode()
        return lane.put(workers.Piece(request, Future(), workers.Asker(who, place), None))

    assert [put("", "far") for _ in range(6)] == [True] * 4 + [False] * 2
    assert put("ann", "near")
    assert put("bob", "near")
    assert put("bob", "near")
    assert put("", "home")
    assert not put("", "another"), "all of it is taken"
    taken = [piece.request.decode() for _ in range(9) if (piece := lane.take())]
    assert taken == [
        "far ",
        "near ann",
        "home ",
        "far ",
        "near bob",
        "far ",
        "near bob",
        "far ",
    ]
    assert len(lane) == 0
    assert put("", "far")


def test_those_who_come_first_have_a_process_and_room_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(workers.Workers, "_work", never)
    pool = workers.Workers(1, waiting=2, kept=1)
    assert len(pool._threads) == 2
    for _ in range(2):
        pool._put(b"stranger", workers.NOBODY, None)
    with pytest.raises(workers.Busy):
        pool._put(b"stranger", workers.NOBODY, None)
    pool._put(b"known", workers.Asker("ann", "far", first=True), None)
    pool.shutdown(wait=False)

    def next_of(*lanes: workers.Lane) -> bytes:
        found = pool._next(lanes, workers.Worker(1))
        return b"" if found is None else found.request

    assert next_of(pool._first) == b"known"
    assert next_of(pool._first) == b"", "its own process does nothing for strangers"
    pool._put(b"known", workers.Asker("ann", "far", first=True), None)
    both = pool._first, pool._others
    assert [next_of(*both) for _ in range(4)] == [b"known", b"stranger", b"stranger", b""]
