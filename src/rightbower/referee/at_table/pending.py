"""What a table waits for: a choice, a trick to turn, a turn, the cut, a deal, the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from rightbower.referee.at_table.table import Ruled, Table
from rightbower.referee.irregularities import Revoke
from rightbower.referee.judges_play import not_adding
from rightbower.referee.rulings import RulingOption, points
from rightbower.rules.cards import Seat, Side
from rightbower.rules.game import TurnUp, cutter_due


class PendingChoice(Struct, frozen=True):
    """A ruling whose choice is due: ``by`` is the side that has it, None for the officer or nobody.

    ``option`` is what a bot takes: what brings its side the most, or else the first there is.
    """

    number: int
    ruled: Ruled
    by: Side | None
    option: str


class NextStep(Struct, frozen=True):
    """What has to happen next, unasked, and whose it is; nobody's where there are no seats."""

    what: Literal["choice", "trick", "turn", "cut", "deal", "turn-up", "result"]
    seats: tuple[Seat, ...] = ()
    choice: PendingChoice | None = None


def next_step(table: Table, officers: Sequence[Seat] = ()) -> NextStep | None:
    """What has to happen next; ``officers`` are the seats that decide what is left to the officer."""
    choice = pending_choice(table)
    if choice is not None:
        return NextStep("choice", choosers(choice.ruled, officers), choice)
    if table.game.result is not None:
        return None if table.entered else NextStep("result")
    if table.game.deal is None:
        cutter = cutter_due(table.game)
        return NextStep("deal") if cutter is None else NextStep("cut", (cutter,))
    if table.game.turn_up is not TurnUp.FACED:
        return NextStep("turn-up")
    winner = unturned(table)
    if winner is not None:
        return NextStep("trick", (winner,))
    return None if table.deal.turn is None else NextStep("turn", (table.deal.turn,))


def pending_choice(table: Table) -> PendingChoice | None:
    """The ruling whose choice is due now; one for after the hand waits until it is over."""
    for number in table.waiting:
        ruled = table.log[number]
        assert isinstance(ruled, Ruled)
        ruling = ruled.ruling
        if ruling.when == "after the hand" and table.unsettled is None:
            continue
        if ruling.chooser == "other side":
            best = max(ways(table, number), key=lambda option: sum(points(option)))
            return PendingChoice(number, ruled, ruled.fact.seat.side.other, best.name)
        return PendingChoice(number, ruled, None, ways(table, number)[0].name)
    return None


def ways(table: Table, number: int) -> tuple[RulingOption, ...]:
    """The options that a ruling still has: a side that may not score since then adds nothing."""
    ruled = table.log[number]
    assert isinstance(ruled, Ruled)
    options = ruled.ruling.options
    others = ruled.fact.seat.side.other
    barred = others in table.no_score and isinstance(ruled.fact, Revoke) and number in table.waiting
    if not barred or table.game.book.count.late_penalty == "may be added":
        return options
    return not_adding(options)


def choosers(ruled: Ruled, officers: Sequence[Seat]) -> tuple[Seat, ...]:
    """The seats that may choose in a ruling; none where there is nothing to choose."""
    match ruled.ruling.chooser:
        case "officer":
            return tuple(officers)
        case "other side":
            return ruled.fact.seat.side.other.seats
    return ()


def unturned(table: Table) -> Seat | None:
    """Who won the trick that waits to be turned down."""
    deal = table.game.deal
    if deal is None:
        return None
    won = [trick.winner for trick in deal.tricks if trick.winner is not None]
    return won[-1] if len(won) > table.quitted else None
