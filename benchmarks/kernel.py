"""The fast kernel on one core, in CPU time: random deals, solved deals, and the time to start.

Fails when the kernel keeps memory that it should give back.
"""

from __future__ import annotations

from collections.abc import Iterator

from rightbower.players.kernel.measure import everything, memory_growth, random_deals
from rightbower.rules.book import load, names

GOALS = {
    "random_deals_per_s": 3_000_000,
    "exact_solves_per_s": 350_000,
    "class_solves_per_s": 600_000,
    "lone_exact_solves_per_s": 250_000,
    "lone_class_solves_per_s": 500_000,
    "times_open_spiel": 200,
    "import_and_first_call_s": 0.2,
}
MOST_GROWTH = 4 << 20


def measure() -> Iterator[tuple[str, float, str, float | None]]:
    """What was measured, the figure, its unit and the goal."""
    for what, figure in everything().items():
        unit = "s" if what.endswith("call_s") else "/s" if what.endswith("per_s") else "times"
        yield what, figure, unit, GOALS.get(what)
    for name in names():
        rate = random_deals(0.5, load(name))["random_deals_per_s"]
        yield f"random_deals_per_s, {name}", rate, "/s", None
    growth = memory_growth()
    if growth > MOST_GROWTH:
        raise SystemExit(f"a million deals left {growth:,} bytes behind")
    yield "bytes kept after a million deals", max(growth, 0), "bytes", None


if __name__ == "__main__":
    for what, figure, unit, goal in measure():
        print(f"{what:42} {figure:14,.2f} {unit:6} {'' if goal is None else f'goal {goal:,}'}")
