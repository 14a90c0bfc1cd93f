"""The director's guide and the example: every command and every figure in them is so."""

import re
import runpy
import shlex
from pathlib import Path

import pytest

from rightbower.cli import main
from rightbower.rules.book import load

ROOT = Path(__file__).resolve().parent.parent.parent
GUIDE = (ROOT / "docs" / "referee.md").read_text("utf-8")
BOOKS = {
    "A00": "provincial-55plus",
    "A01": "alberta-55plus",
    "S02": "charity-social",
    "L03": "sportcial-league",
    "N04": "national-2025",
}
WORDS = {
    "the trick is turned": "trick quitted",
    "another card is played": "another card",
    "never": "never",
    "the next lead": "next lead",
    "the first trick is turned": "first trick quitted",
    "the hand is scored": "hand scored",
    "the turn-up is faced": "turn-up faced",
}


def rows(heading: str) -> list[list[str]]:
    """The cells of the table under a heading."""
    part = GUIDE.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_commands_print_what_the_guide_shows(capsys: pytest.CaptureFixture[str]) -> None:
    shown = re.findall(r"```console\n\$ rightbower (.+)\n((?:.*\n)*?)```", GUIDE)
    assert shown
    for command, output in shown:
        assert main(shlex.split(command)) == 0
        assert capsys.readouterr().out == output


def test_the_code_runs() -> None:
    (code,) = re.findall(r"```python\n((?:.*\n)*?)```", GUIDE)
    exec(compile(code, "docs/referee.md", "exec"), {})


def test_the_windows_are_those_of_the_books() -> None:
    for cells in rows("When it is too late"):
        for document in cells[0].split(", "):
            book = load(BOOKS[document])
            assert WORDS[cells[1]] == book.revoke.until
            assert WORDS[cells[2].split(";")[0]] == book.misdeal.count_until
            assert WORDS[cells[3]] == book.misdeal.until
            assert book.turns.lead_until == "trick complete"
            assert book.revoke.claim_until == "next turn-up"


def test_the_costs_are_those_of_the_books() -> None:
    for cells in rows("What a revoke costs"):
        for document in cells[0].split(", "):
            rules = load(BOOKS[document]).revoke
            assert int(cells[1][0]) == rules.penalty == rules.defenders_penalty
            assert int(cells[2]) == rules.lone_penalty == rules.lone_defenders_penalty
            assert ("stops" in cells[3]) == (rules.hand == "stops")
            assert ("choose" in cells[1]) == (rules.as_played and rules.subtract)


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(ROOT / "examples" / "ask_for_a_ruling.py"))
    said = capsys.readouterr().out
    assert "A revoke by the defenders, by Sportcial bar league:" in said
    assert said.count("costs 2 points") == 4
