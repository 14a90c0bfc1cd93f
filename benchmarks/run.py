"""Run the benchmarks of this folder and print what they measured.

    python benchmarks/run.py            all of them
    python benchmarks/run.py engine     only those named

A module with a ``measure`` function yields its figures: what was measured, the figure, its unit,
and the least it should be, or the most where the unit is a time (or None); a goal that is missed
makes the run fail. Any other module is run as a program and prints for itself.
"""

from __future__ import annotations

import gc
import importlib
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

FOLDER = Path(__file__).resolve().parent
TIMES = ("s", "ms", "µs")
NAMES = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "run")


def main(chosen: Sequence[str]) -> int:
    """Run the benchmarks; 1 when one of them failed or there is none of that name."""
    if unknown := sorted(set(chosen) - set(NAMES)):
        print(f"there is no benchmark {unknown[0]}; there are {', '.join(NAMES)}", file=sys.stderr)
        return 1
    console = Console()
    table = Table("benchmark", "measured", "figure", "unit", "goal")
    failed = 0
    with Progress(console=console, transient=True) as progress:
        for name in progress.track(chosen or NAMES, description="measuring"):
            module = importlib.import_module(name)
            gc.collect()
            gc.freeze()  # what the last one left is not looked through while this one is timed
            if hasattr(module, "measure"):
                for what, figure, unit, goal in module.measure():
                    table.add_row(name, *written(what, figure, unit, goal))
                    failed |= goal is not None and not met(figure, unit, goal)
            else:
                failed |= run_as_program(name, console)
    if table.row_count:
        console.print(table)
    return failed


def written(what: str, figure: float, unit: str, goal: float | None) -> tuple[str, ...]:
    """A row of the table."""
    if goal is None:
        return what, plainly(figure), unit, ""
    verdict = "met" if met(figure, unit, goal) else "missed"
    return what, plainly(figure), unit, f"{plainly(goal)} {verdict}"


def plainly(figure: float) -> str:
    """A figure with as many digits as matter."""
    return f"{figure:,.4g}" if figure < 100 else f"{figure:,.0f}"


def met(figure: float, unit: str, goal: float) -> bool:
    """Whether a figure reaches its goal: a time at most, anything else at least."""
    return figure <= goal if unit in TIMES else figure >= goal


def run_as_program(name: str, console: Console) -> int:
    """Run a benchmark that prints for itself; 1 when it failed."""
    ended = subprocess.run(
        [sys.executable, FOLDER / f"{name}.py"], capture_output=True, text=True, check=False
    )
    console.rule(name)
    console.print(ended.stdout + ended.stderr, markup=False, highlight=False)
    return int(ended.returncode != 0)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
