"""Where long work is done: on the cores of this machine, by any executor, or on a dask cluster.

Work is cut into pieces that do not depend on who does them, and what they come to is given in the order
of the pieces, so that the sums are the same wherever and by however many it is done.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from hashlib import sha256
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, TypeVar

from rightbower.rules.extras import missing
from rightbower.rules.refusal import Refusal

P = TypeVar("P")
R = TypeVar("R")
Progress = Callable[[int, int], None]
# Pieces handed out at once: enough for a large cluster, few enough that a long work stays small here.
AT_ONCE: Final = 2000
# How often processes of this machine are started anew after one was lost, without a piece done between.
ATTEMPTS: Final = 3
SECONDS_TO_ANSWER: Final = 15
# What the results hang on: the code, the books, the tables.
CODE: Final = (".py", ".toml", ".table", ".network", ".json")


def spread(
    work: Callable[[P], R],
    pieces: Sequence[P],
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    size: Callable[[P], int] = lambda _: 1,
) -> Iterator[R]:
    """What each piece comes to, in order; by an executor, or on so many cores of this machine."""
    if workers is not None and workers < 1:
        raise Refusal("at least one worker is needed")
    if executor is not None:
        results = _by_executor(executor, work, pieces)
    elif (many := min(workers or os.cpu_count() or 1, len(pieces))) > 1:
        results = _on_cores(many, work, pieces)
    else:
        results = map(work, pieces)
    done, total = 0, sum(map(size, pieces))
    for piece, result in zip(pieces, results, strict=True):
        done += size(piece)
        if progress is not None:
            progress(done, total)
        yield result


def chunks(total: int, length: int) -> list[range]:
    """The numbers from 0 in ranges of a length, the last perhaps shorter."""
    return [range(start, min(start + length, total)) for start in range(0, total, length)]


def _by_executor(
    executor: Executor, work: Callable[[P], R], pieces: Sequence[P], at_once: int = AT_ONCE
) -> Iterator[R]:
    left = iter(pieces)
    under_way: deque[Future[R]] = deque()
    try:
        under_way.extend(executor.submit(work, piece) for piece in islice(left, at_once))
        while under_way:
            yield under_way.popleft().result()
            under_way.extend(executor.submit(work, piece) for piece in islice(left, 1))
    finally:
        for each in under_way:
            each.cancel()


def _on_cores(workers: int, work: Callable[[P], R], pieces: Sequence[P]) -> Iterator[R]:
    """In processes of this machine; where one is lost, what it had is done again."""
    done, lost = 0, 0
    while lost < ATTEMPTS:
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            try:
                for result in _by_executor(pool, work, pieces[done:]):
                    done, lost = done + 1, 0
                    yield result
                return
            except BrokenExecutor:
                lost += 1
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
    raise Refusal("processes end before they are done; this may need more memory, or fewer workers")


@contextmanager
def cluster(address: str | None) -> Iterator[Executor | None]:
    """The workers of the dask scheduler at an address, as an executor; None where none is named.

    A worker that is lost has its share done again by the others. Each must have the same Rightbower.
    """
    if address is None:
        yield None
        return
    try:
        from distributed import Client, KilledWorker
        from distributed.comm import CommClosedError
    except ImportError:
        raise missing("a cluster", "dask") from None
    with ExitStack() as stack:
        try:
            client = stack.enter_context(Client(address, timeout=SECONDS_TO_ANSWER))
            client.wait_for_workers(1, timeout=SECONDS_TO_ANSWER)
        except TimeoutError:
            raise Refusal(f"no worker of a dask scheduler answers at {address}") from None
        except (OSError, ValueError) as fault:
            raise Refusal(f"no dask scheduler answers at {address}: {fault}") from None
        try:
            yield Alike(client.get_executor(pure=False))
        except KilledWorker:
            raise Refusal(
                "the same piece of work ended worker after worker of the cluster"
            ) from None
        except (CancelledError, CommClosedError):
            raise Refusal(f"the cluster at {address} was lost before all was done") from None
        except ModuleNotFoundError as fault:
            raise Refusal(f"a worker of the cluster lacks something: {fault}") from None


class Alike(Executor):
    """An executor over other machines: each refuses to work with another Rightbower than ours."""

    def __init__(self, inner: Executor) -> None:
        self.inner = inner

    def submit(self, fn: Callable[..., R], /, *args: Any, **options: Any) -> Future[R]:
        """Have something done wherever the code is the same as here."""
        return self.inner.submit(_alike, code(), partial(fn, *args, **options))


def _alike(theirs: str, work: Callable[[], R]) -> R:
    if code() != theirs:
        raise Refusal("the cluster has another Rightbower than this one; install the same on both")
    return work()


@cache
def code() -> str:
    """A short name for the code, books and tables of this Rightbower."""
    whole = sha256()
    package = Path(__file__).parent.parent
    for path in sorted(each for each in package.rglob("*") if each.suffix in CODE):
        whole.update(path.relative_to(package).as_posix().encode() + path.read_bytes())
    return whole.hexdigest()[:16]
