"""Change the code itself, one small thing at a time; a test must notice each change.

Tries a sample, chosen by seed and spread over all packages: a comparison flipped, a guard or filter
made true or false, a statement deleted, two arguments swapped. The tests are run once to see which
lines each of them runs (``--map`` keeps that; delete the folder to look anew). Then every change is
tried in a process of its own on the tests that run its lines, the fastest first; a test
that fails without the change as well has noticed nothing. One that no test noticed is tried again in
a copy of the tree, where programs that the tests start have it as well, with the tests in a browser
of its package. One that no test noticed is held against the check of types (``make check``), which is
counted apart. What survives is printed. What was noticed is kept beside the map, so a run that was
broken off goes on where it was. What the kernel compiles cannot be changed in a running program: it is
changed in the copy alone, where Numba compiles it anew (``--kernel`` tries nothing else, and needs no
map). ``tests/mutation/equivalent.toml`` lists changes that change no behaviour, and
why. The exit status is 1 when any other survives.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import json
import os
import signal
import sys
import tempfile
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

import pytest
from coverage import CoverageData

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from mutation.code import (  # noqa: E402
    CodeMutant,
    functions,
    package_of,
    put_in_place,
    sample,
    tests_of,
)
from mutation.copies import KERNEL, Copy, Tree, Types  # noqa: E402
from mutation.forking import HUNG, passes, spread  # noqa: E402

# So many tests are run again in the copy.
MOST = 200
# So many changes for each process before it is noted what was found.
AT_ONCE = 8


def batched(mutants: Iterable[CodeMutant], size: int) -> Iterator[list[CodeMutant]]:
    """So many at a time."""
    left = list(mutants)
    while left:
        yield left[:size]
        del left[:size]


class Took:
    """Notes how long each test that passes takes, as a plugin of the run that makes the map."""

    def __init__(self, file: Path) -> None:
        self.file, self.seconds, self.failed = file, defaultdict(float), set()  # type: ignore[var-annotated]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] += report.duration
        if not report.passed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        told = {name: each for name, each in self.seconds.items() if name not in self.failed}
        self.file.write_text(json.dumps(told), "utf-8")


def make_map(tree: Tree) -> None:
    """Run the tests once, noting which lines each of them runs."""
    settings = tree.map / "coveragerc"
    settings.write_text(f"[run]\nsource = {tree.root / tree.code}\n", "utf-8")
    os.environ["COVERAGE_FILE"] = str(tree.map / "coverage")
    words = f"-q -p no:cacheprovider -n {tree.workers} --cov-context=test --cov-report=".split()
    words += ["-m", "not soak and not browser", f"--rootdir={tree.root}"]
    words += [f"--cov={tree.root / tree.code}", f"--cov-config={settings}"]
    pytest.main([*words, *tree.places], plugins=[Took(tree.map / "took.json")])


def chosen(tree: Tree, mutants: Iterable[CodeMutant]) -> dict[CodeMutant, list[str]]:
    """The tests that may notice each mutant, by the map."""
    data = CoverageData(str(tree.map / "coverage"))
    data.read()
    took: dict[str, float] = json.loads((tree.map / "took.json").read_text("utf-8"))
    found = {}
    for mutant in mutants:
        lines = data.contexts_by_lineno(str(mutant.path))
        covered = {
            line: {each.rpartition("|")[0] for each in names} for line, names in lines.items()
        }
        found[mutant] = tests_of(mutant, covered, took)
    return found


class Noticed:
    """The changes that a test noticed, kept in a file as soon as each is known."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.tests: dict[str, str] = json.loads(file.read_text("utf-8")) if file.exists() else {}

    def __contains__(self, mutant: CodeMutant) -> bool:
        return self._name(mutant) in self.tests

    def add(self, mutant: CodeMutant, test: str) -> None:
        """Keep which test noticed it."""
        self.tests[self._name(mutant)] = test
        self.file.write_text(json.dumps(self.tests), "utf-8")

    def _name(self, mutant: CodeMutant) -> str:
        """The same as long as the file has not been edited."""
        return f"{mutant.path}:{hashlib.sha256(mutant.after.encode()).hexdigest()}"


class Trying:
    """A plugin that tries every mutant in a forked process, in which all tests are collected."""

    def __init__(self, tree: Tree, tests: Mapping[CodeMutant, list[str]], noticed: Noticed) -> None:
        self.tree, self.tests, self.noticed = tree, tests, noticed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        self.functions = functions()
        self.unfit: set[str] = set()
        gc.freeze()  # else every process of its own walks through, and copies, all that there is
        for some in batched(self.tests, AT_ONCE * self.tree.workers):
            left = some
            while left:
                left = self._tried(left)
        return True

    def _tried(self, mutants: Sequence[CodeMutant]) -> list[CodeMutant]:
        """Try them; those to try again, since the test that failed fails without the change too."""
        self.found: dict[CodeMutant, str] = {}
        spread(mutants, self._try, self._take, self.tree.workers)
        controls = set(self.found.values()) - set(self.noticed.tests.values()) - {HUNG}
        spread(sorted(controls), self._fails_anyway, self._note_unfit, self.tree.workers)
        for mutant, name in self.found.items():
            if name not in self.unfit:
                self.noticed.add(mutant, name)
        return [mutant for mutant, name in self.found.items() if name in self.unfit]

    def _fails_anyway(self, name: str) -> str:
        return "" if passes(self.items[name]) else name

    def _note_unfit(self, name: str, failed: str) -> None:
        if failed:
            print(f"fails without a change: {name}", flush=True)
            self.unfit.add(name)

    def _try(self, mutant: CodeMutant) -> str:
        """The test that notices, looked for in a process of its own."""
        # A test that hangs may also hold up its own ending: the process ends, which is noticed.
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        if mutant.path.suffix != ".py" or not put_in_place(
            mutant, self.functions.get(str(mutant.path), ())
        ):
            return ""
        since = time.process_time()
        for name in self.tests[mutant]:
            if time.process_time() - since > self.tree.patience:
                break
            signal.setitimer(signal.ITIMER_REAL, 10 * self.tree.patience)
            if name in self.items and name not in self.unfit and not passes(self.items[name]):
                return name
        return ""

    def _take(self, mutant: CodeMutant, name: str) -> None:
        print(f"{name or 'not yet noticed'}: {mutant.path.name}:{mutant.lines.start}", flush=True)
        if name:
            self.found[mutant] = name


def survivors(tree: Tree, mutants: Sequence[CodeMutant]) -> Iterator[CodeMutant]:
    """Those that no test notices."""
    tree.map.mkdir(parents=True, exist_ok=True)
    noticed = Noticed(tree.map / "noticed.json")
    unknown = [each for each in mutants if each not in noticed]
    tests: dict[CodeMutant, list[str]] = {each: [] for each in unknown if each.compiled}
    if plain := [each for each in unknown if not each.compiled]:
        if not (tree.map / "took.json").exists():
            make_map(tree)
        tests |= chosen(tree, plain)
        words = ["-qs", "-p", "no:cacheprovider", "-p", "no:xdist", f"--rootdir={tree.root}"]
        tried = {each: tests[each] for each in plain}
        pytest.main([*words, *tree.places], plugins=[Trying(tree, tried, noticed)])
    left = [each for each in unknown if each not in noticed]
    if tree.quick or not left:
        yield from left
        return
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(tree.workers) as pool:
        copies: SimpleQueue[Copy] = SimpleQueue()
        for number in range(tree.workers):
            copies.put(Copy(tree, Path(folder) / f"tree-{number}"))

        def test_of(mutant: CodeMutant) -> str:
            copy = copies.get()
            try:
                return copy.notices(mutant, tests[mutant][:MOST])
            finally:
                copies.put(copy)

        for mutant, test in zip(left, pool.map(test_of, left), strict=True):
            print(f"{test or 'not noticed'}: {mutant.path.name}:{mutant.lines.start}", flush=True)
            if test:
                noticed.add(mutant, test)
            else:
                yield mutant


def equivalent(tree: Tree, mutants: Sequence[CodeMutant]) -> list[CodeMutant]:
    """Those that are listed with the reason why they change no behaviour."""
    file = tree.root / "tests" / "mutation" / "equivalent.toml"
    told = tomllib.loads(file.read_text("utf-8")) if file.exists() else {}
    listed = {(each["file"], each["line"], each.get("was")) for each in told.get("mutant", ())}
    found = []
    for each in mutants:
        path = str(each.path.relative_to(tree.root / tree.code))
        new, was = each.new_lines[0], each.old_lines[0]
        if not listed.isdisjoint({(path, new, was), (path, new, None)}):
            found.append(each)
    return found


def report(tree: Tree, mutants: Sequence[CodeMutant]) -> int:
    """Try them, print each survivor and the count of each package; how many survive."""
    home = tree.root / tree.code
    tried = Counter(package_of(each.path, home) for each in mutants)
    known, alive, typed = equivalent(tree, mutants), Counter[str](), Counter[str]()
    same = Counter(package_of(each.path, home) for each in known)
    left = list(survivors(tree, [each for each in mutants if each not in known]))
    with tempfile.TemporaryDirectory() as folder:
        types = Types(Copy(tree, Path(folder) / "tree")) if left and not tree.quick else None
        for each in left:
            by_types = types is not None and types.notice(each)
            (typed if by_types else alive)[package_of(each.path, home)] += 1
            how = "noticed by the types alone" if by_types else "survived"
            print(f"{how}: {each.path.relative_to(home)}:{each.lines.start} {each.kind}")
            print(each.diff, flush=True)
    for package, number in sorted(tried.items()):
        gone = alive[package] + typed[package] + same[package]
        print(
            f"{package:18} {number - gone} noticed by tests, {typed[package]} by types,"
            f" {alive[package]} survived, {same[package]} equivalent"
        )
    counts = len(mutants) - same.total()
    tested = counts - alive.total() - typed.total()
    print(
        f"of {counts} changes of behaviour tests noticed {tested}, the check of types"
        f" {typed.total()} more; {alive.total()} survived"
    )
    return alive.total()


def main(words: Sequence[str] | None = None) -> int:
    """Try a sample of changes and name those that no test notices."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=200, help="how many")
    parser.add_argument("--seed", default="0", help="which sample")
    parser.add_argument("--package", action="append", help="only this package, as it is printed")
    parser.add_argument("--kernel", action="store_true", help="only what the kernel compiles")
    parser.add_argument(
        "--map", type=Path, default=ROOT / ".venv" / "map", help="folder for what each test runs"
    )
    parser.add_argument("--root", type=Path, default=ROOT, help="the tree to change and test")
    parser.add_argument("--code", default="src/rightbower", help="the code in it")
    parser.add_argument("--tests", nargs="+", default=["tests", "src/rightbower"])
    parser.add_argument("--workers", type=int, default=2, help="how many at a time")
    parser.add_argument("--patience", type=float, default=60, help="seconds of tests for each")
    parser.add_argument("--quick", action="store_true", help="leave the copy out")
    tree = parser.parse_args(words, Tree())
    packages = [KERNEL] if tree.kernel else tree.package
    mutants = sample(tree.root / tree.code, tree.sample, tree.seed, packages, tree.kernel)
    return 1 if report(tree, mutants) else 0


if __name__ == "__main__":
    sys.exit(main())
