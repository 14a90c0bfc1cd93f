"""Copies of the tree in which one file at a time is changed: for tests that start programs, and for types."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from mutation.code import CodeMutant, package_of
from mutation.forking import HUNG

# Tests that start programs or a browser: no map says which lines those run.
BEYOND = {
    "players/kernel": "tests/study/environments/test_batch.py tests/study/environments/test_side_by_side.py "
    "tests/players/test_simulate.py tests/players/test_expert.py tests/players/test_bidding_tables.py",
    "store": "tests/store/test_journal.py",
    "cli": "tests/test_package.py tests/cli/test_rules_command.py tests/papers/test_papers.py",
    "web": "tests/web/test_server.py tests/web/browser/test_pages.py",
    "web/common": "tests/web/test_server.py tests/web/browser/test_pages.py",
    "web/hall": "tests/web/test_server.py tests/web/browser/test_play.py tests/web/browser/test_pages.py "
    "tests/web/browser/test_cut_and_words.py tests/web/browser/test_referee.py",
    "web/study": "tests/web/browser/test_practice.py tests/web/browser/test_pages.py",
    "web/desk": "tests/web/browser/test_desk_day.py tests/web/browser/test_desk_pages.py",
    "web/state": "tests/web/browser/test_desk_day.py tests/web/browser/test_phones.py",
    "web/notes": "tests/web/browser/test_desk_day.py tests/web/browser/test_phones.py",
    "web/snapshots": "tests/web/browser/test_wall.py tests/web/browser/test_phones.py",
    "web/public": "tests/web/browser/test_phones.py tests/web/browser/test_wall.py",
    "web/league": "tests/web/browser/test_league_night.py",
    "web/static": "tests/web/test_scripts.py tests/web/browser/test_own_pace.py tests/web/browser/test_play.py tests/web/browser/test_pages.py "
    "tests/web/browser/test_table_sizes.py tests/web/browser/test_cut_and_words.py tests/web/browser/test_referee.py",
    "desk.js": "tests/web/test_scripts.py tests/web/browser/test_desk_pages.py tests/web/browser/test_desk_day.py",
    "wall.js": "tests/web/test_scripts.py tests/web/browser/test_wall.py tests/web/browser/test_desk_day.py",
    "public.js": "tests/web/test_scripts.py tests/web/browser/test_wall.py tests/web/browser/test_phones.py",
    "phone.js": "tests/web/test_scripts.py tests/web/browser/test_phones.py",
    "league.js": "tests/web/test_scripts.py tests/web/browser/test_league_night.py tests/web/browser/test_wall.py",
    "practice.js": "tests/web/browser/test_practice.py tests/web/browser/test_pages.py",
}
FAILED = re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE)
LEFT_OUT = (".git", ".venv", ".tools", ".hypothesis", ".mypy_cache", ".ruff_cache", "shared")
KERNEL = "players/kernel"
# How the kernel is found and how fast it is says nothing of what it does, and takes long.
OF_LOADING = ("test_compiled.py", "test_speed.py")


class Tree(argparse.Namespace):
    """What is changed and tested, and how patiently."""

    root: Path
    code: str
    tests: list[str]
    map: Path
    workers: int
    patience: float
    quick: bool
    kernel: bool

    @property
    def places(self) -> list[str]:
        """Where the tests are."""
        return [str(self.root / each) for each in self.tests]


class Copy:
    """A copy of the tree in which one file at a time is changed."""

    def __init__(self, tree: Tree, folder: Path) -> None:
        self.tree, self.folder = tree, folder
        self.unfit: set[str] = set()
        ignored = shutil.ignore_patterns(*LEFT_OUT)
        shutil.copytree(tree.root, folder, ignore=ignored, symlinks=True)

    def notices(self, mutant: CodeMutant, tests: Sequence[str]) -> str:
        """The test that fails in the copy with the change and passes in it without."""
        place = self.folder / mutant.path.relative_to(self.tree.root)
        home = self.tree.root / self.tree.code
        package = package_of(mutant.path, home)
        script = f"{mutant.path.stem.split('_')[0]}.js" if mutant.path.suffix == ".js" else ""
        beyond = BEYOND.get(script, BEYOND.get(package, ""))
        names = [*tests, *(each for each in beyond.split() if (self.folder / each).exists())]
        if package == KERNEL:
            names = self.of_kernel(mutant.path.stem, names)
        while True:
            place.write_text(mutant.after, "utf-8")
            failed = self.run(names, package == KERNEL)
            shutil.copy2(mutant.path, place)
            if failed in ("", HUNG) or not self.run([failed], package == KERNEL):
                return failed
            self.unfit.add(failed)

    def of_kernel(self, module: str, names: Sequence[str]) -> list[str]:
        """Its tests and these, those of the module first: each compiles what it needs."""
        own = sorted((self.folder / "tests" / KERNEL).glob("test_*.py"))
        found = [str(each.relative_to(self.folder)) for each in own if each.name not in OF_LOADING]

        def of_others(name: str) -> bool:
            file = self.folder / name.partition("::")[0]
            return f".{module} import" not in file.read_text("utf-8")

        return sorted([*found, *names], key=of_others)

    def run(self, names: Sequence[str], anew: bool) -> str:
        """The first of these tests that fails, if any."""
        words = [each for name in self.unfit for each in ("--deselect", name)]
        names = [name for name in names if name not in self.unfit]
        (self.folder / "names.txt").write_text("\n".join((*words, *names)), "utf-8")
        environment = {"PYTHONPATH": str(self.folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        if anew:  # what the changed kernel was compiled to must not be kept
            room = tempfile.mkdtemp(dir=self.folder)
            environment |= {"NUMBA_CACHE_DIR": room, "XDG_CACHE_HOME": room}
            environment["RIGHTBOWER_KERNEL"] = "numba"
        command = [sys.executable, "-m", "pytest", "-qxrfE", "-p", "no:cacheprovider", "@names.txt"]
        try:
            ran = subprocess.run(
                command,
                cwd=self.folder,
                env=os.environ | environment,
                capture_output=True,
                text=True,
                timeout=30 * self.tree.patience,
            )
        except subprocess.TimeoutExpired:
            return HUNG
        found = FAILED.search(ran.stdout)
        if not names or ran.returncode in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return ""
        return found.group(1) if found else names[0]


class Types:
    """The check of types that every change has to pass, upon a copy of the tree."""

    def __init__(self, copy: Copy) -> None:
        self.copy, self._second = copy, 0
        self.scripts = copy.tree.root / ".tools" / "node" / "node_modules" / ".bin" / "tsc"
        self.sound = {suffix: self._pass(suffix) for suffix in (".py", ".js")}

    def notice(self, mutant: CodeMutant) -> bool:
        """Whether the changed file no longer passes; a guard made true or false is found by its look alone."""
        suffix = mutant.path.suffix
        if mutant.kind in ("guard", "filter"):
            return False
        place = self.copy.folder / mutant.path.relative_to(self.copy.tree.root)
        place.write_text(mutant.after, "utf-8")
        # What is checked anew is known by whole seconds and by the size, which may be the same.
        self._second += 1
        os.utime(place, (self._second, self._second))
        try:
            return self.sound[suffix] and not self._pass(suffix)
        finally:
            shutil.copy2(mutant.path, place)

    def _pass(self, suffix: str) -> bool:
        code = self.copy.folder / self.copy.tree.code
        command = [sys.executable, "-m", "mypy", "--strict", str(code)]
        if suffix == ".js":
            command = [
                str(self.scripts),
                "-p",
                str(code / "web" / "static" / "js" / "jsconfig.json"),
            ]
            if not self.scripts.exists():
                return False
        return not subprocess.run(command, cwd=self.copy.folder, capture_output=True).returncode
