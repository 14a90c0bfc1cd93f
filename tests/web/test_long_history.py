"""A hall with a long history starts at once, and tables that everybody left give their memory back."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARK = Path(__file__).resolve().parents[2] / "benchmarks" / "journal.py"


def benchmark(*words: str | Path) -> str:
    """What the benchmark prints; it fails where a limit is passed."""
    done = subprocess.run([sys.executable, BENCHMARK, *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]
    return done.stdout


@pytest.mark.soak
def test_a_hundred_thousand_games_cost_a_start_nothing(tmp_path: Path) -> None:
    benchmark("make", tmp_path, "--games", "100000")
    assert "a past game opened: 200" in benchmark("start", tmp_path, "--games", "100000")


@pytest.mark.soak
def test_memory_returns_after_ten_thousand_tables() -> None:
    assert "10000 tables opened" in benchmark("left", "--tables", "10000")
