"""The chance to win over a game as a drawing: a line, its deals, and the choices that cost something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

WIDE: Final = 1000
HIGH: Final = 200


class GraphMark(Struct, frozen=True):
    """A choice on the line: where, its number in the list, and its sign."""

    x: float
    y: float
    number: int
    sign: str


class ChanceGraph(Struct, frozen=True):
    """The line as points of a drawing, the deals under it, and the marks."""

    points: str
    area: str
    deals: list[tuple[float, int]]
    marks: list[GraphMark]
    words: str


def chance_graph(chances: Sequence[float], marked: Sequence[tuple[int, str]]) -> ChanceGraph:
    """Draw the chances before the first deal and after each; marks name the deal they are in."""
    if not chances:
        return ChanceGraph("", "", [], [], "")
    places = [(_x(at, chances), _y(each)) for at, each in enumerate(chances)]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    counts = Counter(deal for deal, _ in marked)
    marks = [
        GraphMark(*_within(places, deal, _share(marked, number, counts[deal])), number, sign)
        for number, (deal, sign) in enumerate(marked, 1)
        if deal < len(places)
    ]
    low = min(range(len(chances)), key=lambda at: chances[at])
    lowest = f", lowest {chances[low]:.0%} after deal {low}" if low else ""
    words = f"From {chances[0]:.0%}{lowest}."
    area = f"0,{HIGH} {line} {WIDE},{HIGH}"
    return ChanceGraph(
        line, area, [(x, at) for at, (x, _) in enumerate(places) if at], marks, words
    )


def _x(at: int, chances: Sequence[float]) -> float:
    return WIDE * at / max(len(chances) - 1, 1)


def _y(chance: float) -> float:
    return HIGH * (1 - chance)


def _share(marked: Sequence[tuple[int, str]], number: int, count: int) -> float:
    """How far into its deal a mark stands, so that those of one deal are apart."""
    deal = marked[number - 1][0]
    before = sum(each == deal for each, _ in marked[: number - 1])
    return (before + 1) / (count + 1)


def _within(places: Sequence[tuple[float, float]], deal: int, share: float) -> tuple[float, float]:
    """A point of a deal's stretch of the line."""
    (x, y), (after_x, after_y) = places[deal - 1], places[deal]
    return x + share * (after_x - x), y + share * (after_y - y)
