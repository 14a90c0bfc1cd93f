"""A statistic is filled by somebody, and goes by what a game counts for."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import fields

from rightbower.tournament import events
from rightbower.tournament.club.night import NightLine
from rightbower.tournament.club.season import NightsTally

# What a result counts for is worked out in the one, and the score as written is told by the other.
MAY_READ_THE_SCORE = {"outcome.py"}
STANDINGS = ("outcome", "tally", "columns", "places", "ties", "tie_steps", "prizes")


@pytest.mark.parametrize("figures", [NightLine, NightsTally])
def test_a_season_s_figures_have_no_defaults(figures: type[Struct]) -> None:
    assert [each.name for each in fields(figures) if not each.required] == []


def test_standings_and_seasons_go_by_what_a_game_counts_for() -> None:
    home = Path(str(events.__file__)).parent
    files = [home / f"{name}.py" for name in STANDINGS]
    files += (home.parent / "club").rglob("*.py")
    assert len(files) > 10
    raw = {path.name for path in files if "result.points" in path.read_text("utf-8")}
    assert raw <= MAY_READ_THE_SCORE, "ask counted() of events/outcome.py"
