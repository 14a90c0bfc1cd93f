"""Plots of a chart for researchers, as PNG, SVG or PDF; the extra ``plots`` brings Matplotlib."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rightbower.refusal import Refusal
from rightbower.study.charts.chart import Chart
from rightbower.study.charts.rules import ROWS, kind_words, kinds
from rightbower.study.charts.spots import KINDS, SEATS


def plot(chart: Chart, out: Path) -> None:
    """Points gained by calling, by number of trumps: a row a round, a column a seat."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise Refusal('plots need Matplotlib: pip install "rightbower[plots]"') from None
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
