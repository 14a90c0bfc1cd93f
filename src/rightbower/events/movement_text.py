"""The movement in words, as it lies on every table, and the rounds that can be told beforehand."""

from __future__ import annotations

from msgspec.structs import replace

from rightbower.book import load
from rightbower.events.movements.registry import MOVEMENTS
from rightbower.events.seating import planned_rounds, seating_of
from rightbower.events.state.entrants import EventError
from rightbower.events.state.event import Event, Round


def movement_words(event: Event, tables: int) -> tuple[str, ...]:
    """Who goes where after a game at one of so many tables, a sentence each with its clause."""
    plan = event.plan
    said = MOVEMENTS[plan.movement.kind].words(event, tables)
    if plan.movement.marked_first:
        clause = plan.clause("movement.marked_first")
        said = (f"Mark your score cards before anyone moves ({clause}).", *said)
    return said


def rounds_ahead(event: Event) -> tuple[Round, ...]:
    """All the rounds of a movement that results do not change: those seated, and those to come.

    Those to come hold as long as nobody arrives, leaves or moves otherwise. Where results settle
    who goes where, only the rounds that were seated are given.
    """
    total = planned_rounds(event)
    if not event.plan.movement_kind.foreseen or not event.rounds or total is None:
        return event.rounds
    book = load(event.plan.book)
    while len(event.rounds) < total and not event.finished:
        try:
            seating = seating_of(event, book, event.round.seed, "A up")
        except EventError:
            break  # So many have left that nobody would play.
        number = len(event.rounds) + 1
        coming = Round(number, event.round.seed, seating.move, seating.tables, seating.byes)
        event = replace(event, rounds=(*event.rounds, coming))
    return event.rounds
