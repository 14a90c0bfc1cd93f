"""What a phone shows where two scores stand against each other, and while the director is coming."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Struct

from rightbower.rules.message import Message, message
from rightbower.tournament.commands import Now, field
from rightbower.tournament.dates import minute
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event, EventHistory, EventTable
from rightbower.tournament.events.phone_results import FromPhone
from rightbower.tournament.events.results import (
    ResultConfirmed,
    ResultEntered,
    ResultTakenBack,
    enter,
)
from rightbower.web.notes import Notes

Points = tuple[int, int]


class ShownSlip(Struct, frozen=True):
    """A score as one side of the table says it: who, when, and our points before theirs.

    Without ``points`` a side only says that the other score is not right.
    """

    mine: bool
    name: str
    time: str
    points: Points | None


class HelpShown(Struct, frozen=True):
    """When this table called and was seen, and how many called before it and still wait."""

    called: str
    seen: str
    before: int


class TakeTheirs(FromPhone, frozen=True, tag="phone-take-theirs"):
    """End a dispute: the other side is right, with the points it says."""

    points: Annotated[Points, field("The score they say", "North–South or A first.")]

    def decide(
        self,
        state: Event,
        now: Now[EventHistory],  # noqa: ARG002
    ) -> Iterator[ResultConfirmed | ResultEntered | ResultTakenBack]:
        table, own = self.here(state)
        result, round_ = table.result, state.round.number
        if result is None or result.state != "disputed":
            raise EventError(message("The score of this table is not in dispute any more."))
        if result.side == own:
            back = ResultTakenBack(round_, table.number)
            yield back
            yield enter(
                back.apply(state, 0.0),
                table.number,
                self.points,
                side=1 - own,
                last_dealer=result.last_dealer,
                short=result.short,
            )
        elif result.points != self.points:
            raise EventError(
                message("The score has been changed in the meantime. Look at it again, please.")
            )
        yield ResultConfirmed(round_, table.number)


def turned(points: Points, side: int) -> Points:
    """The points of North–South and East–West as a side has them, its own first; and back again."""
    return points if side == 0 else (points[1], points[0])


def slips(
    history: EventHistory, notes: Notes, table: EventTable, own: int
) -> tuple[ShownSlip, ...]:
    """Both scores of a table in dispute, ours first; one where the other side has said none."""
    event, result = history.event, table.result
    if result is None:
        return ()
    side, round_ = table.side_of(own), event.round.number
    found = [
        ShownSlip(result.side == side, entry.by, minute(entry.at), turned(result.points, side))
        for entry in reversed(history.entries)
        if isinstance(entry.fact, ResultEntered)
        and (entry.fact.round, entry.fact.table) == (round_, table.number)
    ][:1]
    slip = notes.slips.get((round_, table.number))
    if slip is not None:
        points = slip.said.points
        found.append(
            ShownSlip(
                table.side_of(slip.said.entrant) == side,
                event.name_of(slip.said.entrant),
                minute(slip.at),
                None if points is None else turned(points, side),
            )
        )
    return tuple(sorted(found, key=lambda each: not each.mine))


def theirs(event: Event, notes: Notes, table: EventTable, own: int) -> Points | None:
    """The score that the other side of a dispute says, North–South first; None where it says none."""
    result, side = table.result, table.side_of(own)
    if result is None or result.state != "disputed":
        return None
    if result.side is not None and result.side != side:
        return result.points
    slip = notes.slips.get((event.round.number, table.number))
    if slip is None or table.side_of(slip.said.entrant) == side:
        return None
    return slip.said.points


def disputed_how(event: Event, number: int, points: Points | None, said: str) -> str:
    """Who does not agree, and what they say, for the desk and the log: North–South or A first."""
    who = event.name_of(number)
    if points is None:
        return said
    return str(
        message("{who}: it was {first}–{second}", who=who, first=points[0], second=points[1])
    )


def help_at(event: Event, notes: Notes, table: int) -> HelpShown | None:
    """How far a table's call is; None where it has not called, or has settled it."""
    round_ = len(event.rounds)
    own = notes.help.get((round_, table))
    if own is None:
        return None
    before = sum(
        at == round_ and other != table and each.called < own.called
        for (at, other), each in notes.help.items()
    )
    return HelpShown(minute(own.called), minute(own.seen) if own.seen else "", before)


def before_you(before: int) -> Message:
    """How many tables the director goes to first."""
    if before == 0:
        return message("You are next")
    return message("{count} {count|table|tables} before you", count=before)
