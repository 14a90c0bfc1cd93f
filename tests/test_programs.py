"""Twelve short programs of a researcher: in the guide, in the examples, and run."""

from __future__ import annotations

import doctest
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "researcher.md").read_text("utf-8")
SAYS = {
    "bot_match": "club against shy: +",
    "own_position": "(<W pass>, <W order>, <W order alone>)",
    "solve_a_deal": "4 tricks for South with best play by all",
    "draw_a_deal": "Alberta 55 plus Games: NS 0, EW 0, to 10\n            North (dealer)",
    "read_and_print": "North and South won, 11–5 (points).\n10 deals, (11, 5)",
    "house_book": "1. South dealt, J♠ up; thrown in; 0–0",
    "deals_to_parquet": "The makers take three tricks in 34.4%",
    "learning_loop": "The deal brought South ",
    "four_agents": "Passed API test",
    "bidding_chart": "Dealer, round two",
    "try_puzzles": " of 100.",
    "other_program": "W pass\nclub against ",
}
MOST_LINES = 10


def code_of(name: str) -> str:
    """A program without the line that says what it is."""
    text = (ROOT / "examples" / f"{name}.py").read_text("utf-8")
    return text.partition('"""\n')[2].strip()


@pytest.mark.parametrize("name", SAYS)
# The API test of PettingZoo would like observations without a mask.
@pytest.mark.filterwarnings("ignore:Observation:UserWarning")
def test_it_runs(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(ROOT / "examples" / f"{name}.py"))
    assert SAYS[name] in capsys.readouterr().out


@pytest.mark.parametrize("name", SAYS)
def test_it_is_short_and_stands_in_the_guide(name: str) -> None:
    code = code_of(name)
    assert len([line for line in code.splitlines() if line.strip()]) <= MOST_LINES
    assert f"```python\n{code}\n```\n\n(`examples/{name}.py`)" in PAGE


def test_there_are_twelve() -> None:
    assert len(SAYS) == PAGE.partition("## Twelve programs")[2].partition("\n## ")[0].count(
        "```python"
    )
    assert len(SAYS) == 12


def test_the_session_of_the_readme_is_what_happens() -> None:
    found = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert found.attempted >= 10
    assert found.failed == 0


def test_what_the_guide_begins_with_runs(capsys: pytest.CaptureFixture[str]) -> None:
    started = (
        PAGE.partition("## Getting started")[2].partition("```python\n")[2].partition("```")[0]
    )
    exec(compile(started, "docs/researcher.md", "exec"), {})
    assert capsys.readouterr().out.startswith("The common North American game: NS ")


LEARNING = {
    "many_tables": "League players won +1.0",
    "vector_learning": "The first legal act brings -0.",
    "search_by_openspiel": "The search says: ",
    "open_bids": "Seat 4 takes JC with ",
}


@pytest.mark.parametrize("name", LEARNING)
def test_a_program_for_learning_runs_and_stands_in_the_guide(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if name == "search_by_openspiel":
        pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    runpy.run_path(str(ROOT / "examples" / f"{name}.py"))
    assert LEARNING[name] in capsys.readouterr().out
    code = code_of(name)
    assert len([line for line in code.splitlines() if line.strip()]) <= MOST_LINES + 4
    assert f"```python\n{code}\n```\n\n(`examples/{name}.py`)" in PAGE


def learned(*options: str) -> list[str]:
    """What the program that learns to play prints."""
    program = [sys.executable, str(ROOT / "examples" / "learn_to_play.py"), *options]
    return subprocess.run(program, capture_output=True, text=True, check=True).stdout.splitlines()


def test_a_little_learning_beats_none() -> None:
    told = learned("--steps", "60", "--tables", "256", "--deals", "4")
    points = [float(line.split()[2]) for line in told[1:-1]]
    assert len(points) == 10
    assert points[-1] > points[0] + 0.1
    assert told[-1].startswith("the learner against club: ")


@pytest.mark.soak
def test_what_was_learned_in_minutes_beats_club() -> None:
    told = learned()
    points = [float(line.split()[2]) for line in told[1:-1]]
    assert points[-1] > -0.06
    assert points == sorted(points) or points[-1] > points[4] > points[0]
    mean, _, wide = told[-1].partition(": ")[2].split()[:3]
    assert float(mean) - float(wide) > 0.05
