"""The league's guide: its commands work, in the order in which it gives them."""

import re
import shlex
from pathlib import Path

import pytest
from msgspec import json

from rightbower.cli import main

ROOT = Path(__file__).resolve().parents[3]
GUIDE = (ROOT / "docs" / "league.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", GUIDE, re.DOTALL | re.MULTILINE)
COMMANDS = [line for kind, block in BLOCKS if not kind for line in block.splitlines()]
(ROSTERS,) = (block for kind, block in BLOCKS if kind == "csv")


def test_every_command_of_the_guide_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("RIGHTBOWER_DATA", raising=False)
    Path("rosters.csv").write_text(ROSTERS, "utf-8")
    assert len(COMMANDS) > 20
    for line in COMMANDS:
        program, *words = shlex.split(line, comments=True)
        assert program == "rightbower"
        assert (main(words), capsys.readouterr().err) == (0, ""), line
    main(["league", "table", "tue", "--json"])
    places = json.decode(capsys.readouterr().out)
    assert [(each["name"], each["won"], each["points"]) for each in places[:2]] == [
        ("Left Bowers", 1, 18),
        ("Marchers", 1, 10),
    ]
