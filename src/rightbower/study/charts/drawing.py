"""A chart as a picture for the browser: points gained by calling, by trumps, a line a turn-up."""

from __future__ import annotations

from typing import Final
from xml.sax.saxutils import escape

from rightbower.study.charts.chart import Chart
from rightbower.study.charts.rules import ROWS, kind_words, kinds
from rightbower.study.charts.spots import SEATS

WIDE, HIGH, EDGE = 420, 260, 40
LOW, TOP = -1.5, 2.5  # points, from the bottom of the picture to its top
COLOURS: Final = ("#8a1c1c", "#c06a10", "#7a6a00", "#1d6b3a", "#1f5c8a", "#5a3d8a")
DASHES: Final = ("", "6 3", "2 3", "10 3", "6 2 2 2", "1 4")


def svg(chart: Chart, number: int, place: int) -> str:
    """One seat's picture in a round."""
    title = f"{SEATS[place].capitalize()}, round {'one' if number == 1 else 'two'}"
    parts = [_axis(), *_lines(chart, number, place)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" role="img"'
        f' font-family="sans-serif" font-size="12"><title>{escape(title)}: points gained by'
        f" calling, by number of trumps</title>{''.join(parts)}</svg>"
    )


def _x(trumps: int) -> float:
    return EDGE + (trumps - ROWS[0]) * (WIDE - 3 * EDGE) / (len(ROWS) - 1)


def _y(points: float) -> float:
    inside = max(LOW, min(TOP, points))
    return round(EDGE / 2 + (TOP - inside) * (HIGH - 1.5 * EDGE) / (TOP - LOW), 1)


def _axis() -> str:
    """Lines for whole points, and the numbers of trumps below."""
    rows = "".join(
        f'<line x1="{EDGE}" x2="{WIDE - 2 * EDGE}" y1="{_y(points)}" y2="{_y(points)}"'
        f' stroke="{"#333" if points == 0 else "#ccc"}"/>'
        f'<text x="{EDGE - 6}" y="{_y(points) + 4}" text-anchor="end">{points:+d}</text>'
        for points in (-1, 0, 1, 2)
    )
    below = "".join(
        f'<text x="{_x(trumps)}" y="{HIGH - 8}" text-anchor="middle">{trumps}</text>'
        for trumps in ROWS
    )
    names = (
        f'<text x="{EDGE}" y="12">points gained</text>'
        f'<text x="{WIDE - 2 * EDGE + 20}" y="{HIGH - 8}">trumps</text>'
    )
    return f"{rows}{below}{names}"


def _lines(chart: Chart, number: int, place: int) -> list[str]:
    found = []
    ends: list[float] = []
    for style, kind in enumerate(kinds(number)):
        rows = [(trumps, chart.row(number, place, kind, trumps)) for trumps in ROWS]
        points = [(_x(trumps), _y(row.gain)) for trumps, row in rows if row is not None]
        if not points:
            continue
        path = " ".join(f"{x:.1f},{y}" for x, y in points)
        x, y = points[-1]
        at = _apart(y, ends)
        found.append(
            f'<polyline points="{path}" fill="none" stroke="{COLOURS[style]}" stroke-width="2"'
            f' stroke-dasharray="{DASHES[style]}"/>'
            f'<text x="{x + 6:.1f}" y="{at + 4}" fill="{COLOURS[style]}">{kind_words(kind)}</text>'
        )
    return found


def _apart(y: float, taken: list[float]) -> float:
    """A height for a name that no other name stands on."""
    while any(abs(y - other) < 12 for other in taken):
        y += 12
    taken.append(y)
    return y
