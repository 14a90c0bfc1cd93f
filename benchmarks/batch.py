"""Tables side by side on one core, in CPU time: acts a second, with masks and with observations.

The acts are chosen by the compiled players, or at random by NumPy from the masks; that is counted too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from rightbower.players.kernel.measure import best_rate
from rightbower.rules.book import names
from rightbower.study.environments.batch import Tables

TABLES = 4096
STEPS = 100
SECONDS = 2.0
GOALS = {"steps with masks": 10_000_000, "steps with observations": 5_000_000}


def rate(tables: Tables, once: Callable[[], object]) -> float:
    """Acts a second when this is done over and over."""

    def work() -> None:
        for _ in range(STEPS):
            once()

    return best_rate(work, STEPS * len(tables), SECONDS)


def measure() -> Iterator[tuple[str, float, str, float | None]]:
    """What was measured, the figure, its unit and the goal."""
    tables, chance = Tables("standard", TABLES, seed=1), np.random.default_rng(1)

    def step() -> None:
        tables.step(tables.acts_of("random"))

    def with_masks() -> None:
        step()
        tables.masks()

    def with_observations() -> None:
        step()
        tables.observations()

    def by_numpy() -> None:
        chances = chance.random((TABLES, 64), dtype=np.float32) * tables.masks()
        tables.step(chances.argmax(axis=1))

    def by_league() -> None:
        tables.step(tables.acts_of("league"))

    doings: dict[str, Callable[[], object]] = {
        "steps": step,
        "steps with masks": with_masks,
        "steps with observations": with_observations,
        "steps, chosen by NumPy": by_numpy,
        "steps of league players": by_league,
    }
    for what, once in doings.items():
        yield what, rate(tables, once), "/s", GOALS.get(what)
    for book in names():
        tables = Tables(book, TABLES, seed=1)
        yield f"steps with masks, {book}", rate(tables, with_masks), "/s", None


if __name__ == "__main__":
    for what, figure, unit, goal in measure():
        print(f"{what:42} {figure:14,.0f} {unit:4} {'' if goal is None else f'goal {goal:,}'}")
