"""The researcher's page: its examples run, and say what the page says of them."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from rightbower.players import PLAYERS

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "researcher.md").read_text("utf-8")
TOLD = {
    "million_deals.py": "1,000,000 deals; the makers take three tricks in 0.",
    "open_hands.py": "5 tricks: 0.1",
    "ask_the_expert.py": "expert-quick v a shy player: +",
}


@pytest.mark.parametrize("name", TOLD)
def test_the_examples_run(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(ROOT / "examples" / name))
    assert TOLD[name] in capsys.readouterr().out
    assert f"examples/{name}" in PAGE


def test_the_four_lines_of_the_page_are_those_of_the_example() -> None:
    code = (ROOT / "examples" / "million_deals.py").read_text("utf-8").splitlines()
    for line in code[2:]:
        assert line in PAGE


def test_the_page_names_every_player() -> None:
    for name in PLAYERS:
        assert f"`{name}`" in PAGE
