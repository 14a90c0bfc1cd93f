"""A chart as a picture: SVG for the browser, plots for researchers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import escape

from rightbower.rules.extras import missing
from rightbower.study.charts.chart import ROWS, Chart, kind_words, kinds
from rightbower.study.charts.spots import KINDS, SEATS

WIDE, HIGH, EDGE = 420, 260, 40
NAME_HIGH = 13
LOW, TOP = -1.5, 2.5  # points, from the bottom of the picture to its top
COLOURS: Final = ("#8a1c1c", "#c06a10", "#7a6a00", "#1d6b3a", "#1f5c8a", "#5a3d8a")
DASHES: Final = ("none", "6 3", "2 3", "10 3", "6 2 2 2", "1 4")


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
        f'<text x="{EDGE - 6}" y="{_y(points) + 4}" text-anchor="end">{_signed(points)}</text>'
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


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


def _lines(chart: Chart, number: int, place: int) -> list[str]:
    """A line for each turn-up, and its name where it ends."""
    found: list[str] = []
    ends: list[tuple[float, float, int]] = []
    for style, kind in enumerate(kinds(number)):
        rows = [(trumps, chart.row(number, place, kind, trumps)) for trumps in ROWS]
        points = [(_x(trumps), _y(row.gain)) for trumps, row in rows if row is not None]
        if points:
            path = " ".join(f"{x:.1f},{y}" for x, y in points)
            found.append(
                f'<polyline points="{path}" fill="none" stroke="{COLOURS[style]}"'
                f' stroke-width="2" stroke-dasharray="{DASHES[style]}"/>'
            )
            ends.append((points[-1][1], points[-1][0], style))
    return [*found, *_names(ends, number)]


def _names(ends: list[tuple[float, float, int]], number: int) -> Iterator[str]:
    """The names from the top down, none on another."""
    free = 0.0
    for y, x, style in sorted(ends):
        at = max(y, free)
        free = at + NAME_HIGH
        name = kind_words(kinds(number)[style])
        yield f'<text x="{x + 6:.1f}" y="{at + 4:.1f}" fill="{COLOURS[style]}">{name}</text>'


def plot(chart: Chart, out: Path) -> None:
    """Points gained by calling, by number of trumps: a row a round, a column a seat."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise missing("a plot", "matplotlib") from None
    figure: Any = Figure(figsize=(14, 7), layout="constrained")
    axes = figure.subplots(len(KINDS), len(SEATS), sharex=True, sharey=True)
    for number in KINDS:
        for place, seat in enumerate(SEATS):
            _panel(axes[number - 1][place], chart, number, place)
            axes[number - 1][place].set_title(f"{seat}, round {number}")
    figure.suptitle(f"{chart.book}: points gained by calling, by trumps held ({chart.judge})")
    figure.savefig(out)


def _panel(axis: Any, chart: Chart, number: int, place: int) -> None:
    axis.axhline(0, color="black", linewidth=0.8)
    for kind in kinds(number):
        rows = [(trumps, chart.row(number, place, kind, trumps)) for trumps in ROWS]
        known = [(trumps, row.gain) for trumps, row in rows if row is not None]
        if known:
            axis.plot(*zip(*known, strict=True), marker="o", label=kind_words(kind))
    axis.set_xticks(ROWS)
    if axis.lines[1:]:
        axis.legend(fontsize="small")
