"""The course of a rating as a drawing."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from typing import Final

from msgspec import Struct

from rightbower.study.glicko2 import Rating

WIDE: Final = 1000
HIGH: Final = 200
STEP: Final = 100
FEWEST: Final = 2
# Of a long course the last games are drawn.
LAST: Final = 200


class RatingGraph(Struct, frozen=True):
    """The line and the band around it as points of a drawing, the rules with their numbers, and words."""

    line: str
    band: str
    rules: list[tuple[float, int]]
    words: str


def rating_graph(course: Sequence[Rating]) -> RatingGraph | None:
    """Draw ratings one after the other, with the deviation around each; nothing for fewer than two."""
    course = course[-LAST:]
    if len(course) < FEWEST:
        return None
    low = STEP * floor(min(each.rating - each.deviation for each in course) / STEP)
    high = STEP * ceil(max(each.rating + each.deviation for each in course) / STEP)

    def point(at: int, value: float) -> str:
        return f"{_x(at, course):.1f},{_y(value, low, high):.1f}"

    line = [point(at, each.rating) for at, each in enumerate(course)]
    above = [point(at, each.rating + each.deviation) for at, each in enumerate(course)]
    below = [point(at, each.rating - each.deviation) for at, each in enumerate(course)]
    step = STEP * max(1, (high - low) // (4 * STEP))
    rules = [(_y(value, low, high), value) for value in range(low, high + 1, step)]
    highest = max(each.rating for each in course)
    words = f"From {course[0].rating:.0f} to {course[-1].rating:.0f}, at most {highest:.0f}."
    return RatingGraph(" ".join(line), " ".join([*above, *reversed(below)]), rules, words)


def _x(at: int, course: Sequence[Rating]) -> float:
    return WIDE * at / (len(course) - 1)


def _y(value: float, low: int, high: int) -> float:
    return HIGH * (high - value) / (high - low)
