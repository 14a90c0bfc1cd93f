"""Results that are sent: from the phones of the two sides, and from the tables of the hall."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from rightbower.rules.message import Term, message
from rightbower.tournament.commands import Now, field
from rightbower.tournament.contest import Fact
from rightbower.tournament.events.acts import EventCommand, Points, Table
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event, EventHistory, EventTable
from rightbower.tournament.events.results import Short, confirm, dispute, enter, take_back


class FromPhone(EventCommand, frozen=True):
    """An act from the phone of an entrant, about the table where that entrant sits now."""

    entrant: Annotated[int, field("Entrant")]
    round: Annotated[int, field("Round")]
    table: Table

    def here(self, event: Event) -> tuple[EventTable, int]:
        """The table and the side, if it is still the one the page was made for."""
        tables = event.round.tables if event.rounds and not event.finished else ()
        found = next((each for each in tables if self.entrant in each.entrants), None)
        if found is None:
            raise EventError(message("You have no table now."))
        if (len(event.rounds), found.number) != (self.round, self.table):
            raise EventError(
                message("This was for another round. Look at where you sit now, please.")
            )
        return found, found.side_of(self.entrant)


class PhoneResult(FromPhone, frozen=True, tag="phone-result"):
    """Send a score from the phone of one side."""

    ours: Points
    theirs: Points
    last_dealer: Annotated[int | None, field("Dealt last")] = None
    short: Short = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        table, own = self.here(state)
        points = (self.ours, self.theirs) if own == 0 else (self.theirs, self.ours)
        dealt = self.last_dealer or 0
        yield enter(state, table.number, points, side=own, last_dealer=dealt, short=self.short)


class PhoneConfirm(FromPhone, frozen=True, tag="phone-confirm"):
    """Confirm from the other side's phone the score it was shown."""

    shown: Annotated[str, field("The score it was shown", option=True)]

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        table, own = self.here(state)
        if table.result is not None and self.shown != "{}-{}".format(*table.result.points):
            raise EventError(
                message("The score has been changed in the meantime. Look at it again, please.")
            )
        yield confirm(state, table.number, side=own)


class PhoneTakeBack(FromPhone, frozen=True, tag="phone-take-back"):
    """Take back a score from the phone of the side that sent it, until the other side agrees."""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        table, own = self.here(state)
        yield take_back(state, table.number, own)


class PhoneDispute(FromPhone, frozen=True, tag="phone-dispute"):
    """Say from a phone that the score is not right; the director comes."""

    why: Annotated[str, field("What is disputed", option=True)] = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        table, _ = self.here(state)
        if table.result is not None and table.result.marked:
            raise EventError(
                message(
                    "Both sides stand by this score. Ask the {officer}.",
                    officer=Term(state.plan.officer),
                )
            )
        yield dispute(state, table.number, why=" ".join(self.why.split())[:200])


class HallResult(EventCommand, frozen=True, tag="hall-result"):
    """Enter the result of a game that was played in the hall, once and only if it is due."""

    round: Annotated[int, field("Round")]
    seed: Annotated[str, field("The seed of the round")]
    table: Table
    first: Points
    second: Points
    lost: Annotated[int | None, field("Lost outright")] = None
    last_dealer: Annotated[int, field("Dealt last")] = 0

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        if len(state.rounds) != self.round or state.round.seed != self.seed:
            raise EventError(message("this game belongs to another round"))
        yield enter(
            state,
            self.table,
            (self.first, self.second),
            lost=self.lost,
            last_dealer=self.last_dealer,
            why="played in the hall",
        )
