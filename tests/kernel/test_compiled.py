"""How the kernel starts: not before it is asked for, from its cache, and never from an old one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rightbower.kernel import measure

ENTRY = """
from rightbower.kernel.compiled import entry

@entry("int64(int64)")
def twice(number):
    return 2 * number

print(twice(21), sum(twice.stats.cache_hits.values()), twice.stats.cache_path)
"""


def run(*arguments: str, folder: Path | None = None, **environment: str) -> str:
    """What Python prints, in a process of its own."""
    told = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
        env={**os.environ, **environment},
    )
    return told.stdout + told.stderr


def test_nothing_loads_the_compiler_before_it_is_needed() -> None:
    code = (
        "import sys, rightbower, rightbower.cli, rightbower.players; print('numba' in sys.modules)"
    )
    assert run("-c", code).strip() == "False"


def test_a_compiled_function_is_kept_and_an_old_one_is_forgotten(tmp_path: Path) -> None:
    (tmp_path / "double.py").write_text(ENTRY)
    kept = {"NUMBA_CACHE_DIR": str(tmp_path / "kept")}
    assert run("double.py", folder=tmp_path, **kept).startswith("42 0 ")
    assert run("double.py", folder=tmp_path, **kept).startswith("42 1 ")
    (index,) = (tmp_path / "kept").rglob("double.twice-*.nbi")
    os.utime(index, (0, 0))
    assert run("double.py", folder=tmp_path, **kept).startswith("42 0 ")


def test_where_no_folder_can_be_written_it_still_runs(tmp_path: Path) -> None:
    (tmp_path / "double.py").write_text(ENTRY)
    nowhere = {"NUMBA_CACHE_LOCATOR_CLASSES": "ZipCacheLocator"}
    assert run("double.py", folder=tmp_path, **nowhere).strip() == "42 0 None"


def test_warming_says_what_it_does() -> None:
    told = run("-m", "rightbower.kernel.warm").splitlines()
    assert told[0].startswith("Compiling the fast kernel, once: about ")
    assert told[-1].startswith("Compiled in ")
    assert "the solver" in " ".join(told)


def test_the_figures_are_measured() -> None:
    figures = measure.random_deals(0.0) | measure.solves(0.0) | measure.sampling(0.0)
    assert {"random_deals_per_s", "exact_solves_per_s", "class_solves_per_s"} <= set(figures)
    assert all(figure > 0 for figure in figures.values())


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system does not tell")
def test_a_million_deals_leave_no_memory_behind() -> None:
    assert measure.memory_growth(1_000_000) < 4 << 20
