"""Which boards lie at which table in which round, and in which line a pair sits."""

from __future__ import annotations

from collections.abc import Sequence

from rightbower.tournament.events.boards import numbers_of
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.schedules.boards import (
    MAKERS,
    BoardRound,
    at_once,
    with_lines_turned,
)


def schedule(event: Event, chart: Sequence[int] = ()) -> tuple[BoardRound, ...]:
    """All the rounds of an event's movement, for the pairs of its chart or of another."""
    plan, kind = event.plan.duplicate, event.plan.movement.kind
    rounds = MAKERS[kind](len(chart or event.chart))
    if plan is None:
        return rounds
    if event.plan.movement_kind.lines and plan.winners == 1:
        rounds = with_lines_turned(rounds, min(event.plan.rounds or len(rounds), len(rounds)))
    return at_once(rounds) if plan.at_once else rounds


def rounds_of(event: Event) -> int:
    """How many rounds are played: those of the whole movement, or fewer where the plan says so."""
    whole = len(schedule(event))
    return min(event.plan.rounds or whole, whole)


def boards_at(event: Event, round_: int, table: int) -> tuple[int, ...]:
    """The boards that are played at a table in a round."""
    plan = event.plan.duplicate
    if plan is None or not event.chart:
        return ()
    return numbers_of(schedule(event)[round_ - 1][table - 1].boards, plan)


def line_of(event: Event, entrant: int) -> int:
    """The line in which a pair first sat: 1 North–South, 2 East–West; 0 before that."""
    for round_ in event.rounds:
        for table in round_.tables:
            if entrant in table.entrants:
                return 1 + table.side_of(entrant)
    return 0
