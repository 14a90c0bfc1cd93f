"""What people argue about: the page says what the expert does, what it is worth, and what it says."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rightbower.players import player
from rightbower.players.position import Position
from rightbower.rules.acts import read_action
from rightbower.study.explain import explain, imperative
from rightbower.study.reasons import SYMBOLS
from rightbower.study.teacher import gains_by_network

ROOT = Path(__file__).parents[2]
PARTS = (ROOT / "docs" / "positions.md").read_text("utf-8").split("\n## ")[1:]


@pytest.fixture(autouse=True, scope="module")
def _tools() -> Iterator[None]:
    sys.path.insert(0, str(ROOT / "tools"))
    yield
    sys.path.remove(str(ROOT / "tools"))


def situation(number: int) -> Any:
    """One of the situations of the tool."""
    from positions import SITUATIONS

    return SITUATIONS[number]


def test_there_are_twenty_five() -> None:
    from positions import HEAD, SITUATIONS

    assert len(SITUATIONS) == len(PARTS) == 25
    assert len({each.text for each in SITUATIONS}) == 25
    assert (ROOT / "docs" / "positions.md").read_text("utf-8").startswith(HEAD)


@pytest.mark.parametrize("number", range(25))
def test_the_page_tells_what_the_expert_does_and_says(number: int) -> None:
    each, part = situation(number), PARTS[number]
    seen = Position(each.text).view
    first = player("expert")(seen)
    assert part.startswith(f"{number + 1}. {each.title}\n")
    assert f"`{each.text}`" in part
    assert f"**{SYMBOLS(imperative(seen, first))}**: " in part
    others = [
        act
        for act in seen.legal
        if f"over *{SYMBOLS(imperative(seen, act)).lower()}*." in part.lower()
    ]
    other = others[0]
    assert f"> {explain(seen, first, other).text}\n" in part
    assert seen.seat is not None
    assert other in (read_action(f"{seen.seat} {each.other}"), other)
    found = re.search(r"\*\*: ([+-][\d.]+) ± ([\d.]+) and ([+-][\d.]+) ± ([\d.]+)", part)
    assert found is not None
    told, error, played, played_error = map(float, found.groups())
    gains = gains_by_network(seen, first, 3, seed=8, least=3, others=[other])
    assert gains is not None
    (gain,) = gains
    now, doubt = (
        (gain.points, gain.points_error)
        if "points over" in part
        else (100 * gain.chance, 100 * gain.error)
    )
    assert abs(now - told) < 5 * (error + doubt) + 0.15 * (1 if "points over" in part else 10)
    assert abs(told - played) < 3.5 * (error**2 + played_error**2) ** 0.5 + 0.3
    assert told > -3 * error - (0.25 if "points over" in part else 1.5), "the expert's own choice"
