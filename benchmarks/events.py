"""A big event: 250 tables, 1,000 players, 12 rounds; each step by the slowest seen, on one core.

A step has to take less than a tenth of a second of CPU time, so it could be done ten times in one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TypeVar

from rightbower.tournament.contest import Entry, Fact
from rightbower.tournament.events.attendance import check_in_all
from rightbower.tournament.events.contest import EVENT
from rightbower.tournament.events.draws import chance
from rightbower.tournament.events.entrants import Player
from rightbower.tournament.events.event import EventHistory
from rightbower.tournament.events.places import table
from rightbower.tournament.events.plan import open_event
from rightbower.tournament.events.registration import add
from rightbower.tournament.events.results import correct, enter
from rightbower.tournament.events.seating import seat
from rightbower.tournament.events.simulated import people, quick_score

TABLES = 250
ROUNDS = 12
GOAL = 10.0
PRESETS = ("alberta-pairs", "charity-day", "national-progressive")
Done = TypeVar("Done")


class Timed:
    """The slowest of each step, in seconds of CPU time."""

    def __init__(self) -> None:
        self.slowest: dict[str, float] = {}

    def __call__(self, step: str, work: Callable[[], Done]) -> Done:
        began = time.process_time()
        done = work()
        took = time.process_time() - began
        self.slowest[step] = max(took, self.slowest.get(step, 0.0))
        return done


def measure() -> Iterator[tuple[str, float, str, float | None]]:
    """What was measured, the figure, its unit and the goal, for each preset."""
    for preset in PRESETS:
        timed = Timed()
        history = play(preset, timed)
        timed("everything folded again", lambda history=history: EventHistory.of(history.entries))
        timed("exported as JSON", lambda history=history: EVENT.as_json(history))
        for step, seconds in timed.slowest.items():
            goal = None if step.startswith(("everything", "exported")) else GOAL
            yield f"{preset}: {step} ({seconds * 1000:.1f} ms)", 1 / seconds, "a second", goal


def play(preset: str, timed: Timed) -> EventHistory:
    """A whole event of the preset, each step timed."""
    rounds = 8 if preset == "charity-day" else ROUNDS
    opened = open_event(preset, "big", "A big day", "2026-05-30", rounds=rounds)
    history = EventHistory.of([Entry(0.0, "bench", opened)])

    def write(fact: Fact) -> None:
        nonlocal history
        history = history.extend(Entry(0.0, "bench", fact))

    size = 2 if opened.plan.entering.unit == "pair" else 1
    names = people(4 * TABLES)
    entrants = [
        [Player(name) for name in names[at : at + size]] for at in range(0, len(names), size)
    ]
    write(add(history.event, entrants))
    write(check_in_all(history.event))
    luck = chance("bench", preset)
    for number in range(rounds):
        timed("a round seated", lambda number=number: write(seat(history.event, str(number))))
        for there in history.event.round.tables:
            score = quick_score(history.event.plan, luck)
            dealer = there.entrants[0]
            timed(
                "a result entered",
                lambda there=there, score=score, dealer=dealer: write(
                    enter(history.event, there.number, score, last_dealer=dealer)
                ),
            )
        timed("full standings", lambda: table(history.event))
    timed(
        "a result of round one corrected",
        lambda: write(correct(history.event, 1, 1, (9, 3), why="misread", ruled=True)),
    )
    return history
