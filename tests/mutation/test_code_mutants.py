"""The tool that changes the code itself: what it changes, and what it says of a toy package."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mutation.code import mutants, package_of, sample

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "code_mutants.py"
SCORES = '''"""Scores."""


def best(scores: list[int], least: int) -> int:
    """The best, of those that are enough."""
    enough = [score for score in scores if score >= least]
    if not enough:
        raise ValueError("nobody has enough")
    return max(enough)


def margin(ours: int, theirs: int) -> int:
    """By how many points."""
    return difference(ours, theirs)


def difference(one: int, other: int) -> int:
    return one - other


def told(name: str, points: int) -> str:
    return f"{name} {points}"


def ours(points: int) -> str:
    return told("we", points)
'''
TESTS = """
import pytest
from toy.scores import best, margin, ours

def test_best():
    assert best([3, 5, 9], 5) == 9

def test_just_enough():
    assert best([5, 3], 5) == 5

def test_nobody():
    with pytest.raises(ValueError, match="enough"):
        best([3], 5)

def test_margin():
    assert margin(6, 6) == 0  # careless: who is behind?

def test_ours():
    assert ours(9)
"""


def toy(folder: Path) -> Path:
    """A package with its tests, in a folder of its own."""
    for name, text in {
        "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["src"]\nmarkers = ["soak", "browser"]',
        "src/toy/__init__.py": "",
        "src/toy/scores.py": SCORES,
        "tests/test_scores.py": TESTS,
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def changes(text: str, folder: Path) -> set[tuple[str, str]]:
    """Each kind of change with the changed line."""
    file = folder / "some.py"
    file.write_text(text, "utf-8")
    return {(each.kind, line) for each in mutants(file) for line in each.new_lines}


def test_a_toy_package(tmp_path: Path) -> None:
    """What tests and types notice is counted, and what they do not is shown."""
    root = toy(tmp_path / "tree")
    places = ["--root", str(root), "--code", "src/toy", "--tests", "tests", "--map", str(tmp_path)]
    command = [sys.executable, str(TOOL), *places, "--sample", "12", "--workers", "1"]
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert ran.stdout.count("survived:") == 1
    assert "survived: scores.py:14 swapped" in ran.stdout
    assert "+    return difference(theirs, ours)" in ran.stdout
    assert "noticed by the types alone: scores.py:26 swapped" in ran.stdout
    counts = "of 12 changes of behaviour tests noticed 10, the check of types 1 more; 1 survived"
    assert counts in ran.stdout
    assert (root / "src/toy/scores.py").read_text("utf-8") == SCORES
    again = subprocess.run(command, capture_output=True, text=True)
    assert "tests/test_scores.py::" in ran.stdout
    assert "tests/test_scores.py::" not in again.stdout  # what was noticed is not tried again
    assert counts in again.stdout


@pytest.mark.parametrize(
    ("text", "kind", "after"),
    [
        ("x = a < b", "comparison", "x = a <= b"),
        ("x = a not in b", "comparison", "x = a in b"),
        ("if a:\n    b()", "guard", "if True:"),
        ("x = [a for a in b if a]", "filter", "x = [a for a in b if True]"),
        ("f('ä', b, c)", "swapped", "f('ä', c, b)"),
        ("x = max(a, b, key=c)", "swapped", "x = max(b, a, key=c)"),
        ("for a in b:\n    a.c()", "deleted", "pass"),
        ("x = 1\nx = f(x)", "deleted", "pass"),
    ],
)
def test_a_change(text: str, kind: str, after: str, tmp_path: Path) -> None:
    assert (kind, after) in changes(text, tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "assert a == b",
        "import a",
        "x: int = 1",
        "x = max(a, b)",
        "x = hmac.compare_digest(a, b)",
        "def f(a=b == c): ...",
        '"""Words."""',
    ],
)
def test_what_is_left_alone(text: str, tmp_path: Path) -> None:
    assert changes(text, tmp_path) == set()


def test_a_script_of_the_browser_is_changed_too(tmp_path: Path) -> None:
    file = tmp_path / "some.js"
    file.write_text("// a === b\nif (a === b) return;\n", "utf-8")
    assert [each.new_lines for each in mutants(file)] == [
        ["if (a !== b) return;"],
        ["if (true) return;"],
    ]


def test_a_sample_is_the_same_for_the_same_seed_and_spread_over_packages(tmp_path: Path) -> None:
    root = toy(tmp_path) / "src" / "toy"
    for folder in ("small", "web/hall"):
        (root / folder).mkdir(parents=True)
        (root / folder / "code.py").write_text("a = b == c\nd = e in f", "utf-8")
    assert sample(root, 6, "a") == sample(root, 6, "a")
    packages = [package_of(each.path, root) for each in sample(root, 6, "a")]
    assert sorted(packages) == [".", ".", "small", "small", "web/hall", "web/hall"]
    some = sample(root, 6, "a", {"small"})
    assert [package_of(each.path, root) for each in some] == ["small", "small"]


def test_what_the_kernel_compiles_can_be_a_sample_of_its_own(tmp_path: Path) -> None:
    """A decorated function of the kernel is compiled; what only calls one is not."""
    text = """from rightbower.players.kernel.compiled import entry, part
@entry("int64(int64)")
def a(b):
    return b < 1
@part
def c(d):
    return d in e
def f(g):
    return a(g) > 2
"""
    (tmp_path / "kernel.py").write_text(text, "utf-8")
    (tmp_path / "other.py").write_text(text.replace("kernel.compiled", "other"), "utf-8")
    for each in mutants(tmp_path / "kernel.py"):
        assert each.compiled is (each.lines.start < 8)
    assert len(sample(tmp_path, 99, "a")) == 12
    only = sample(tmp_path, 99, "a", compiled=True)
    assert {each.path.name for each in only} == {"kernel.py"}
    assert [each.lines.start for each in only] == [4, 4, 7, 7]
