"""The director's guide: its commands work, in the order in which it gives them."""

import re
import runpy
import shlex
from pathlib import Path

import pytest

from rightbower.cli import main
from rightbower.tournament.events.presets import PRESETS

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "director.md").read_text("utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)
COMMANDS = [line for block in BLOCKS[1:] for line in block.splitlines()]


def test_every_command_of_a_whole_day_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RIGHTBOWER_DATA", raising=False)
    assert len(COMMANDS) > 20
    for line in COMMANDS:
        program, *words = shlex.split(line)
        assert program == "rightbower"
        status = main(words)
        err = capsys.readouterr().err
        if words[1] == "finish" and status == 1:
            part_ties(capsys)
            assert main(words) == 0
        else:
            assert (status, err) == (0, ""), line
    assert (tmp_path / "spring.json").is_file()


def part_ties(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever the draw left level is parted as the guide says."""
    for _ in range(12):
        main(["event", "tie"])
        said = capsys.readouterr().out
        if "tie toss" in said:
            main(["event", "tie", "toss"])
        elif "tie game" in said:
            main(["event", "tie", "game", "10-4"])
        elif "tie place" in said:
            listed = re.search(r"entrants ([\d, ]+)\)", said)
            assert listed is not None
            main(["event", "tie", "place", *listed[1].split(", "), "--why", "by lot"])
        else:
            return


def test_the_example_runs_a_day(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(ROOT / "examples" / "run_a_day.py"))
    said = capsys.readouterr().out.splitlines()
    assert said[-2:] == ["highest total: Ann", "lowest total: Ben"]
    assert "they share the place (S02-1.6, X-33)" in said[6]


def test_the_guide_knows_every_preset() -> None:
    table = GUIDE.split("## A whole day")[0]
    assert set(re.findall(r"`([a-z]+(?:-[a-z]+)*)`", table)) == set(PRESETS)
