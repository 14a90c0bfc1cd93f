"""A store in files, worked on by any executor: it can be stopped at any time and goes on later.

Whatever the number of workers, the sums are the same whole numbers, and so is the table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, Final

import numpy as np

from bidding.passes import ONE, TWO, Pays, Policy, duel, sums
from bidding.solving import Learning
from bidding.store import Store, make_chunk, read_chunk

CHUNK: Final = 1_000_000
Progress = Callable[[int, int], None]


def _chunk_sums(path: str, pays: Pays, policy: Policy, place: int) -> tuple[np.ndarray, np.ndarray]:
    return sums(read_chunk(path), pays, policy, place)


def _chunk_duel(path: str, pays: Pays, first: Policy, second: Policy) -> np.ndarray:
    return duel(read_chunk(path), pays, first, second)


class Spread:
    """So many deals of a seed, in files of a folder; what is there already is not made again."""

    def __init__(
        self,
        folder: Path,
        seed: int,
        deals: int,
        bury: int,
        pool: Executor,
        progress: Progress | None = None,
        chunk: int = CHUNK,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.deals, self.pool, self.progress = folder, deals, pool, progress
        starts = range(0, deals, chunk)
        sizes = [min(chunk, deals - start) for start in starts]
        names = [
            str(folder / f"{seed}-{bury}-{size}-{start}.npz")
            for start, size in zip(starts, sizes, strict=True)
        ]
        self.named = [Path(name).name for name in names]
        jobs = zip(names, [seed] * len(names), starts, sizes, [bury] * len(names), strict=True)
        self.files = list(self._told(pool.map(make_chunk, *zip(*jobs, strict=True)), len(names)))

    def __len__(self) -> int:
        return self.deals

    def _told(self, results: Iterator[Any], count: int) -> Iterator[Any]:
        for number, result in enumerate(results, 1):
            if self.progress is not None:
                self.progress(number, count)
            yield result

    def _each(self, work: Callable[..., Any], *arguments: Any) -> Iterator[Any]:
        columns = [[each] * len(self.files) for each in arguments]
        return self.pool.map(work, self.files, *columns)

    def sums(self, pays: Pays, policy: Policy, place: int) -> tuple[np.ndarray, np.ndarray]:
        """What each call of a place is worth, over all files."""
        classes = policy.one.shape[1]
        found = np.zeros((classes, ONE), np.int64), np.zeros((classes, TWO), np.int64)
        for part in self._each(_chunk_sums, pays, policy, place):
            for total, more in zip(found, part, strict=True):
                total += more
        return found

    def duel(self, pays: Pays, first: Policy, second: Policy) -> np.ndarray:
        """Sums of there, back, half the difference, and its square; in the order of the files."""
        return np.sum(list(self._each(_chunk_duel, pays, first, second)), axis=0)

    def solve(
        self, pays: Pays, legal: np.ndarray, start: Policy, rounds: int, learners: int
    ) -> Policy:
        """The mean policy; what is learnt is kept in the folder, and gone on from."""
        name = self._name(pays, legal, start, rounds, learners)
        ended, kept = self.folder / f"mean-{name}.npz", self.folder / f"learning-{name}.npz"
        if ended.exists():
            with np.load(ended) as file:
                return Policy(file["one"], file["two"])
        learning = Learning(legal, start)
        if kept.exists():
            learning.resume(kept)
        while learning.round <= rounds:
            if not learners >> learning.place & 1:
                learning.skip()
                continue
            learning.step(*self.sums(pays, learning.policy, learning.place))
            if learning.place == 0:
                learning.keep(kept)
            if self.progress is not None:
                self.progress(4 * (learning.round - 1) + learning.place, 4 * rounds)
        part = ended.with_suffix(".part")
        with part.open("wb") as file:
            np.savez_compressed(file, one=learning.mean.one, two=learning.mean.two)
        part.replace(ended)
        kept.unlink(missing_ok=True)
        return learning.mean

    def _name(
        self, pays: Pays, legal: np.ndarray, start: Policy, rounds: int, learners: int
    ) -> str:
        """A name for one piece of learning, from all that it depends on."""
        whole = hashlib.sha256()
        for each in (pays.ends, pays.correction, legal, *start):
            whole.update(np.ascontiguousarray(each))
        whole.update(repr((self.named, pays.nobody, rounds, learners)).encode())
        return whole.hexdigest()[:16]


class Here:
    """A store in memory, for what is small."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def __len__(self) -> int:
        return len(self.store.league)

    def sums(self, pays: Pays, policy: Policy, place: int) -> tuple[np.ndarray, np.ndarray]:
        """What each call of a place is worth."""
        return sums(self.store, pays, policy, place)

    def duel(self, pays: Pays, first: Policy, second: Policy) -> np.ndarray:
        """Sums of there, back, half the difference, and its square."""
        return duel(self.store, pays, first, second)

    def solve(
        self, pays: Pays, legal: np.ndarray, start: Policy, rounds: int, learners: int
    ) -> Policy:
        """The mean policy."""
        learning = Learning(legal, start)
        while learning.round <= rounds:
            if learners >> learning.place & 1:
                learning.step(*self.sums(pays, learning.policy, learning.place))
            else:
                learning.skip()
        return learning.mean
