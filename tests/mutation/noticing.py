"""A pytest plugin that tries every mutant in a process of its own, the likeliest tests first."""

from __future__ import annotations

import json
import os
import signal
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import pytest

from mutation.forking import HUNG, passes, spread
from mutation.mutants import Mutant
from mutation.reading import ANYBODY, Read, Reader

# A test that takes so many seconds more than a mutant gets, hangs.
HANGS: Final = 6
COMMON: Final = "test_standard_settings.py::"
LENT: Final = "test_lent_settings.py::test_what_is_lent"
Told = Callable[[Mutant, str], None]


class Noticing:
    """Finds for each mutant a test that fails on it.

    ``witnesses`` are the tests that noticed each mutant before; with ``only_witnesses`` no other
    test is looked at, so that no test has to be watched first. ``patience`` is how many seconds of
    tests a mutant gets; one that is not noticed by then survives.
    """

    def __init__(
        self,
        mutants: Sequence[Mutant],
        witnesses: Mapping[str, str],
        told: Told,
        workers: int = 2,
        only_witnesses: bool = False,
        reads: Path = Path(os.devnull),
        patience: float = 20,
    ) -> None:
        self.mutants = mutants
        self.witnesses = witnesses
        self.told = told
        self.workers = workers
        self.only_witnesses = only_witnesses
        self.reads = reads
        self.patience = patience
        self.noticed: dict[str, str] = {}
        self.unfit: list[str] = []
        self.readers: dict[Read, set[str]] = defaultdict(set)
        self.cost: dict[str, tuple[int, float]] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self) -> None:
        """A failing example is enough; nobody waits for the smallest one."""
        from hypothesis import Phase, settings

        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutate", settings.default, phases=phases, database=None)
        settings.load_profile("mutate")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Watch the tests once, then try the mutants."""
        items = {item.nodeid: item for item in session.items}
        if not self.only_witnesses:
            self._watch(list(items.values()))
        jobs = [(mutant, self._chosen(mutant, items)) for mutant in self.mutants]
        spread(jobs, self._try, self._take, self.workers)
        return True

    def _watch(self, items: list[pytest.Item]) -> None:
        """Run every test on the true books, noting what it reads and how long it takes."""
        reads = json.loads((self.reads.read_text("utf-8") if self.reads.is_file() else "") or "{}")
        new = [item for item in items if item.nodeid not in reads]
        parts = [new[at :: 4 * self.workers] for at in range(4 * self.workers)]
        spread(
            [part for part in parts if part],
            _watched,
            lambda _, text: reads.update(json.loads(text)),
            self.workers,
        )
        self.reads.write_text(json.dumps(reads), "utf-8")
        for nodeid, (passed, seconds, read) in reads.items():
            if not passed:
                self.unfit.append(nodeid)
                continue
            self.cost[nodeid] = (len(read), seconds)
            for owner, path in read:
                self.readers[owner, path].add(nodeid)

    def _chosen(self, mutant: Mutant, items: Mapping[str, pytest.Item]) -> list[pytest.Item]:
        """The tests that may notice a mutant: its witness, then those that read little, first."""
        witness = self.witnesses.get(mutant.key, "")
        found = [witness] if witness in items else []
        own = self.readers[mutant.book, mutant.path]
        for group in (own, self.readers[ANYBODY, mutant.path] - own):
            found += sorted(group - set(found), key=lambda nodeid: self.cost[nodeid])
        return [items[nodeid] for nodeid in found if nodeid in items and _speaks(nodeid, mutant)]

    def _try(self, job: tuple[Mutant, list[pytest.Item]]) -> str:
        """The test that notices, looked for in a process of its own."""
        mutant, items = job
        mutant.apply()
        since = time.process_time()
        for item in items:
            if time.process_time() - since > self.patience:
                break
            signal.setitimer(signal.ITIMER_VIRTUAL, self.patience + HANGS)
            if not passes(item):
                return item.nodeid
        return ""

    def _take(self, job: tuple[Mutant, list[pytest.Item]], nodeid: str) -> None:
        if nodeid and nodeid != HUNG:
            self.noticed[job[0].key] = nodeid
        self.told(job[0], nodeid)


def _speaks(nodeid: str, mutant: Mutant) -> bool:
    """Whether a test says something of the mutant's book.

    What is lent says nothing of its lender, nor the common game of those it follows.
    """
    if COMMON in nodeid:
        return mutant.home == "standard"
    return LENT not in nodeid or f"[{mutant.document}-" in nodeid


def _watched(items: list[pytest.Item]) -> str:
    reader = Reader()
    reader.switch_on()
    found: dict[str, tuple[bool, float, list[Read]]] = {}
    for item in items:
        reader.read.clear()
        since = time.monotonic()
        passed = passes(item)
        found[item.nodeid] = (passed, time.monotonic() - since, sorted(reader.read))
    return json.dumps(found)
