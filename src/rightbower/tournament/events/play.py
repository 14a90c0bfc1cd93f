"""A round: seats, a table's own cuts, the clock, and the undoing of the latest entry."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final, Literal

from msgspec import Meta

from rightbower.rules.message import message
from rightbower.tournament.commands import Answer, Now, field
from rightbower.tournament.contest import last_counting
from rightbower.tournament.events import planning as timing
from rightbower.tournament.events.acts import Cards, EventCommand, Seed, Table, Why
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.facts import Fact
from rightbower.tournament.events.finish import undo
from rightbower.tournament.events.fold import EventHistory
from rightbower.tournament.events.labels import by_chair, drawn, draws
from rightbower.tournament.events.lists import ShowTables
from rightbower.tournament.events.movements.movement import Move
from rightbower.tournament.events.seating import seat, show_cut, singles_at

MOVES: Final[dict[str, Move]] = {"a-up": "A up", "b-down": "B down", "both": "both"}
Minutes = Annotated[float | None, field("Minutes", "The plan's if left out.")]


Drawn = Annotated[
    tuple[str, ...],
    field("Drawn", "What people drew with real cards or lots: by person 12=4H, 12=3, 12=out; by"
          " table 3:red=12,15 3:black=7,9 or 3:N=12.", place=True, metavar="who=card",
          each=("drawn",)),
]  # fmt: skip


def chair(title: str, suit: str) -> Meta:
    """Who sits in a chair of each table, for those who write down tables and not people."""
    text = f"TABLE=WHO for each table; with the host's deck the {suit}."
    return field(title, text, each=(title.lower(),), metavar="table=who")


class SeatRound(EventCommand, frozen=True, tag="seat"):
    """Seat the next round."""

    slow: ClassVar[bool] = True
    drawn: Drawn = ()
    north: Annotated[tuple[str, ...], chair("North", "heart")] = ()
    east: Annotated[tuple[str, ...], chair("East", "spade")] = ()
    south: Annotated[tuple[str, ...], chair("South", "diamond")] = ()
    west: Annotated[tuple[str, ...], chair("West", "club")] = ()
    move: Annotated[Literal["a-up", "b-down", "both"], field("Who moves")] = "a-up"
    seed: Seed = ""
    rest: Annotated[bool, field("The rest", "Draw for everybody who is not named.")] = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        chairs = (self.north, self.east, self.south, self.west)
        shown = drawn(state, (*self.drawn, *by_chair(chairs)))
        yield seat(state, self.seed or now.chance(), MOVES[self.move], shown, self.rest)

    def seen(self, state: Event) -> str:
        """The whole event as it was shown."""
        return str(state.version)

    def after(self, state: Event, at: float) -> Answer:
        """The round as it sits."""
        return ShowTables().of_event(state)


class ShowCut(EventCommand, frozen=True, tag="cut"):
    """Enter a table's own cut, made with real cards."""

    table: Table
    purpose: Annotated[Literal["deal", "moves", "losers", "partners"], field("What for")]
    cards: Cards

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        four = singles_at(state.round.table(self.table)) if self.purpose == "partners" else ()
        yield show_cut(state, self.table, self.purpose, draws(state, self.cards, four))


class StartClock(EventCommand, frozen=True, tag="clock-start"):
    """Start the clock of the round."""

    minutes: Minutes = None

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield timing.start_clock(state, now.at, self.minutes)


class PauseClock(EventCommand, frozen=True, tag="clock-pause"):
    """Pause the clock."""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield timing.pause_clock(state, now.at)


class ResumeClock(EventCommand, frozen=True, tag="clock-go"):
    """Start the clock again after a pause."""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield timing.resume_clock(state)


class ExtendClock(EventCommand, frozen=True, tag="clock-more"):
    """Give everybody extra time."""

    minutes: Annotated[float, field("Minutes")] = 1

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield timing.extend_clock(state, self.minutes)


class RingBell(EventCommand, frozen=True, tag="clock-bell"):
    """Ring the bell at the end of the round."""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield timing.ring_bell(state, now.at)


class Undo(EventCommand, frozen=True, tag="undo"):
    """Undo the latest entry; it stays in the history, marked as undone."""

    why: Why = ""
    entry: Annotated[int | None, field("Entry", "Its number; the latest if left out.")] = None

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        latest = last_counting(now.history.entries)
        if self.entry not in (None, latest):
            raise EventError(
                message("only the latest entry can be undone, and there is a newer one by now")
            )
        yield undo(state, latest, self.why)

    def asks(self, state: Event) -> bool:
        """Once play has begun it changes what people saw."""
        return state.started

    def seen(self, state: Event) -> str:
        """The whole event as it was shown."""
        return str(state.version)
