"""Schedules: rounds drawn or paired in a second of CPU time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from rightbower.tournament.events.schedules.fair_draw import fair_rounds
from rightbower.tournament.events.schedules.quality import quality
from rightbower.tournament.events.schedules.schedules import charts, round_robin, swiss_round, whist

Made = TypeVar("Made")

# A hundred players and eight rounds should take less than ten seconds, so at least this many:
GOAL = 0.8


def measure() -> Iterator[tuple[str, float, str, float | None]]:
    """What was measured, the figure, its unit and the goal."""
    fair_rounds(range(4), 1, "loads what it needs")
    for players in (40, 100):
        rounds, seconds = timed(partial(fair_rounds, range(players), 8, "bench"))
        sheet = quality(rounds)
        yield f"fair draw, {players} players", 8 / seconds, "rounds/s", GOAL
        yield f"fair draw, {players} players, partners again", sheet.partners.twos, "pairings", None
        yield (
            f"fair draw, {players} players, opponents again",
            sheet.opponents.twos,
            "pairings",
            None,
        )
    standing = range(100)
    _, seconds = timed(lambda: swiss_round(standing, dict.fromkeys(standing, 0), ()))
    yield "Swiss, 100 pairs", 1 / seconds, "rounds/s", GOAL
    _, seconds = timed(lambda: round_robin(range(100)))
    yield "round robin, 100 pairs", 99 / seconds, "rounds/s", None
    _, seconds = timed(lambda: [quality(whist(range(size))) for size in charts()])
    yield "all whist charts with their quality sheets", seconds, "s", None


def timed(make: Callable[[], Made]) -> tuple[Made, float]:
    """What was made, and the CPU seconds it took."""
    began = time.process_time()
    made = make()
    return made, time.process_time() - began
