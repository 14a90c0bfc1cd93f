"""Break the rule books one setting at a time; the tests must notice each change.

Run by ``make mutate``. Every number of every book is raised by one (with ``--all`` every other value
is changed as well) in a copy of the project, and the law tests are run on it, those of the book
first. A change that no test notices survives. The exit status is 1 when a number survives.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from rich.console import Console
from rich.progress import Progress

from rightbower.book import load, names
from rightbower.book.rulebook import TOPICS

ROOT = Path(__file__).resolve().parent.parent
BOOKS = Path("src", "rightbower", "books")
COPIED = ("src", "tests", "docs", "examples", "pyproject.toml")
# Beside tests/laws, the tests of the modules that play by a book. Tests of pages and lists, which
# notice every change of the text, have no say here.
MODULES = (
    "book",
    "ceremonies",
    "deal",
    "score",
    "game",
    "markers",
    "referee",
    "events",
    "league",
    "view",
)

# What pytest ends with: all passed, some failed, or a test file could not even be read.
PASSED, FAILED, NOT_COLLECTED = 0, 1, 2


class Change(NamedTuple):
    """One value of one book, before and after."""

    book: str
    path: str
    before: str
    after: str
    number: bool

    def __str__(self) -> str:
        clause = load(self.book).cite(self.path)
        return f"{self.book}  {self.path}: {self.before} -> {self.after}  ({clause})"


def changes(book: str, everything: bool, topics: Sequence[str] = ()) -> Iterator[Change]:
    """Each change to make in a book: the numbers, or every value that has another."""
    data = tomllib.loads((ROOT / BOOKS / f"{book}.toml").read_text("utf-8"))
    for path in load(book).paths():
        topic, name = path.split(".")
        if topics and topic not in topics:
            continue
        value = data[topic][name]["value"]
        if type(value) is int:
            yield Change(book, path, str(value), str(value + 1), number=True)
        elif isinstance(value, list):
            for place, each in enumerate(value):
                raised = [*value[:place], each + 1, *value[place + 1 :]]
                yield Change(book, path, str(value), str(raised), number=True)
        elif everything and (other := _other(path, value)):
            before = str(value).lower() if isinstance(value, bool) else f'"{value}"'
            yield Change(book, path, before, other, number=False)


def _other(path: str, value: Any) -> str | None:
    """Another value the setting may have, as TOML; None for free words."""
    if isinstance(value, bool):
        return str(not value).lower()
    topic, name = path.split(".")
    kind = get_type_hints(TOPICS[topic])[name]
    if get_origin(kind) is Literal:
        allowed = get_args(kind)
        return f'"{allowed[(allowed.index(value) + 1) % len(allowed)]}"'
    return "1" if value == "none" else None


def changed(text: str, change: Change) -> str:
    """The book's text with the one value changed."""
    topic, name = map(re.escape, change.path.split("."))
    entry = re.compile(rf"(^\[{topic}\.{name}\]\n(?:[^\[\n].*\n)*?value = ).*$", re.MULTILINE)
    new, count = entry.subn(lambda found: found[1] + change.after, text)
    assert count == 1, f"{change.path} stands {count} times in {change.book}"
    return new


def own_tests(copy: Path, book: str) -> list[str]:
    """The law tests that speak of a book."""
    document = load(book).document
    marks = [f"test_{document}_", f'"{book}"', *(["seniors"] if document in ("A00", "A01") else [])]
    return [
        path.relative_to(copy).as_posix()
        for path in sorted((copy / "tests" / "laws").glob("test_*.py"))
        if any(mark in path.read_text("utf-8") for mark in marks)
    ]


def all_tests(copy: Path) -> list[str]:
    """The law tests, and the tests of the modules that play by a book."""
    modules = (each for name in MODULES for each in (f"tests/test_{name}.py", f"tests/{name}"))
    return ["tests/laws", *(each for each in modules if (copy / each).exists())]


def failure(copy: Path, tests: list[str]) -> str:
    """What the first failing test of a copy says; nothing when all pass."""
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
    )
    if ran.returncode not in (PASSED, FAILED, NOT_COLLECTED):
        raise SystemExit(f"{ran.stdout}{ran.stderr}\npytest could not be run")
    return ran.stdout if ran.returncode else ""


def survives(copy: Path, change: Change) -> bool:
    """Whether no test notices the change, tried on a copy of the project."""
    file = copy / BOOKS / f"{change.book}.toml"
    text = file.read_text("utf-8")
    file.write_text(changed(text, change), "utf-8")
    try:
        # Those of the book first: they notice most changes, and soonest.
        tests = (own_tests(copy, change.book), all_tests(copy))
        return not any(failure(copy, these) for these in tests if these)
    finally:
        file.write_text(text, "utf-8")


def copied(folder: Path) -> Path:
    """A copy of what the tests need."""
    folder.mkdir()
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name)
        else:
            shutil.copy2(ROOT / name, folder / name)
    return folder


def survivors(wanted: list[Change], workers: int, console: Console) -> list[Change]:
    """Try every change, several at a time, with a progress bar."""
    with tempfile.TemporaryDirectory() as folder, Progress(console=console) as progress:
        free: SimpleQueue[Path] = SimpleQueue()
        for number in range(workers):
            free.put(copied(Path(folder, str(number))))
        first = free.get()
        if said := failure(first, all_tests(first)):
            raise SystemExit(f"{said}\nthe tests fail before anything is changed")
        free.put(first)
        task = progress.add_task("changes tried", total=len(wanted))

        def lives(change: Change) -> bool:
            copy = free.get()
            try:
                lived = survives(copy, change)
            finally:
                free.put(copy)
                progress.advance(task)
            if lived:
                console.print(f"survived: {change}", markup=False, soft_wrap=True)
            return lived

        with ThreadPoolExecutor(workers) as pool:
            return [
                change
                for change, lived in zip(wanted, pool.map(lives, wanted), strict=True)
                if lived
            ]


def main() -> int:
    """Try the changes asked for and name those that no test notices."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("books", nargs="*", choices=[*names(), []], help="only these books")
    parser.add_argument("--all", action="store_true", help="words and yes or no as well")
    parser.add_argument(
        "--topic",
        action="append",
        default=[],
        choices=list(TOPICS),
        help="only the settings of this topic, such as movement; may be given again",
    )
    parser.add_argument("--workers", type=int, default=2, help="how many at a time")
    args = parser.parse_args()
    wanted = [
        each for book in args.books or names() for each in changes(book, args.all, args.topic)
    ]
    console = Console(highlight=False)
    found = survivors(wanted, args.workers, console)
    console.print(f"{len(wanted) - len(found)} of {len(wanted)} changes were noticed")
    return 1 if any(each.number for each in found) else 0


if __name__ == "__main__":
    sys.exit(main())
