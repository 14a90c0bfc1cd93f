"""The clock of a round, as the officer runs it."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Annotated, Literal

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.book import load
from rightbower.rules.game import reminder
from rightbower.rules.message import Message, message, word
from rightbower.tournament.commands import Now, field
from rightbower.tournament.contest import Fact
from rightbower.tournament.events.acts import EventCommand
from rightbower.tournament.events.clock import (
    SECONDS,
    bell_at,
    elapsed,
    extend,
    left,
    not_yet,
    pause,
    resume,
    ring,
    shown,
    start,
)
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event, EventHistory


class ClockStarted(Fact, frozen=True, tag="clock-started"):
    """The start signal."""

    round: int
    minutes: float | None

    def apply(self, state: Event, at: float) -> Event:
        return replace(state, clock=start(self.round, self.minutes, at))

    def says(self, state: Event) -> Message:
        return message("start signal of round {round}", round=self.round)


def start_clock(event: Event, at: float, minutes: float | None = None) -> ClockStarted:
    """The start signal of the latest round; without minutes the plan's limit runs."""
    event.require_open()
    number = event.round.number
    clock = event.clock
    if minutes is not None and not 0 < minutes < inf:
        raise EventError(
            message("a round has to last longer than that; give it more than 0 minutes")
        )
    if clock.round == number and clock.rang_at is None:
        raise EventError(
            message("the clock of round {number} has been started already", number=number)
        )
    if clock.round == number:
        raise EventError(message("round {number} is over: its bell has rung", number=number))
    if clock.rang_at is not None and at < clock.rang_at and not not_yet(clock.rang_at, at):
        raise EventError(message("time cannot run backward"))
    return ClockStarted(number, event.plan.minutes if minutes is None else minutes)


Minutes = Annotated[float | None, field("Minutes", "The plan's if left out.")]


class StartClock(EventCommand, frozen=True, tag="clock-start"):
    """Start the clock of the round."""

    minutes: Minutes = None

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield start_clock(state, now.at, self.minutes)


class ClockPaused(Fact, frozen=True, tag="clock-paused"):
    """The clock was stopped for a while."""

    def apply(self, state: Event, at: float) -> Event:
        return replace(state, clock=pause(state.clock, at))

    def says(self, state: Event) -> Message:
        return message("clock stopped")


def pause_clock(event: Event, at: float) -> ClockPaused:
    """Time stands still for everybody."""
    _running(event, at)
    return ClockPaused()


class PauseClock(EventCommand, frozen=True, tag="clock-pause"):
    """Pause the clock."""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield pause_clock(state, now.at)


class ClockResumed(Fact, frozen=True, tag="clock-resumed"):
    """The clock goes on."""

    def apply(self, state: Event, at: float) -> Event:
        return replace(state, clock=resume(state.clock, at))

    def says(self, state: Event) -> Message:
        return message("clock goes on")


def resume_clock(event: Event) -> ClockResumed:
    """Time goes on."""
    event.require_open()
    if not event.clock.round or event.clock.running or event.clock.rang_at is not None:
        raise EventError(message("the clock is not paused"))
    _this_round(event)
    return ClockResumed()


class ResumeClock(EventCommand, frozen=True, tag="clock-go"):
    """Start the clock again after a pause."""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield resume_clock(state)


class ClockExtended(Fact, frozen=True, tag="clock-extended"):
    """Extra time: so many minutes more, also where the bell has rung."""

    minutes: float

    def apply(self, state: Event, at: float) -> Event:
        return replace(state, clock=extend(state.clock, self.minutes, at))

    def says(self, state: Event) -> Message:
        number = int(self.minutes) if float(self.minutes).is_integer() else self.minutes
        return message("{minutes} {minutes|minute|minutes} of extra time", minutes=number)


def extend_clock(event: Event, minutes: float) -> ClockExtended:
    """Extra time for everybody, also after the bell while the round is the latest one."""
    event.require_open()
    _this_round(event)
    if event.clock.limit is None:
        raise EventError(message("this round has no time limit"))
    if not 0 < minutes <= SECONDS:
        raise EventError(message("extra time is more than 0 minutes and at most an hour"))
    return ClockExtended(minutes)


class ExtendClock(EventCommand, frozen=True, tag="clock-more"):
    """Give everybody extra time."""

    minutes: Annotated[float, field("Minutes")] = 1

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield extend_clock(state, self.minutes)


class BellRang(Fact, frozen=True, tag="bell-rang"):
    """The end signal."""

    def apply(self, state: Event, at: float) -> Event:
        return replace(state, clock=ring(state.clock, at))

    def says(self, state: Event) -> Message:
        return message("end signal")


def ring_bell(event: Event, at: float) -> BellRang:
    """The end signal, at the limit or when the officer gives it."""
    event.require_open()
    _this_round(event)
    if event.clock.rang_at is not None:
        raise EventError(
            message("the bell of round {round} has rung already", round=event.clock.round)
        )
    if event.clock.running:
        _running(event, at)
    return BellRang()


class RingBell(EventCommand, frozen=True, tag="clock-bell"):
    """Ring the bell at the end of the round."""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        yield ring_bell(state, now.at)


def bell_is_due(event: Event, at: float) -> bool:
    """Whether the time is up and the bell has not rung yet."""
    due = bell_at(event.clock)
    return due is not None and at >= due


def _running(event: Event, at: float) -> None:
    event.require_open()
    since = event.clock.since
    if since is None:
        raise EventError(message("the clock is not running"))
    _this_round(event)
    if at < since and not not_yet(since, at):
        raise EventError(message("time cannot run backward"))


def _this_round(event: Event) -> None:
    if event.clock.round != event.round.number:
        raise EventError(message("no clock has been started for this round"))


AT_THE_BELL = {
    "if faced": word("Time. A hand whose turn-up is faced is played out."),
    "if put down": word("Time. A hand whose turn-up is on the table is played out."),
    "never": word("Time. Stop play, please."),
}


class ClockView(Struct, frozen=True):
    """The clock of a round at a moment, as every face shows it.

    ``left`` is None where there is no limit; ``advice`` are the seconds in which a game ought to end, after
    which everybody is reminded.
    """

    round: int
    running: bool
    left: float | None
    ran: float
    rang: bool
    advice: float | None = None

    @property
    def state(self) -> Literal["running", "stopped", "rang"]:
        """Whether it goes, stands, or has rung."""
        return "rang" if self.rang else "running" if self.running else "stopped"

    @property
    def limited(self) -> bool:
        """Whether it counts down to a bell."""
        return self.left is not None

    @property
    def time(self) -> str:
        """What it shows: how much is left, or how much has run where there is no limit."""
        return shown(self.ran if self.left is None else self.left)

    @property
    def early(self) -> bool:
        """Whether nobody has to be reminded yet."""
        return self.advice is None or self.ran < self.advice


def clock_view(event: Event, now: float, round_: int = 0) -> ClockView | None:
    """The clock of a round, the latest where none is named; None where it is not that round's."""
    clock = event.clock
    if not clock.round or clock.round != (round_ or len(event.rounds)):
        return None
    return ClockView(
        clock.round,
        clock.running,
        left(clock, now),
        elapsed(clock, now),
        clock.rang_at is not None,
        advised(event),
    )


def bell_words(event: Event) -> str:
    """What the bell means by the event's book."""
    if event.plan.other is not None:
        return AT_THE_BELL["never"]
    return AT_THE_BELL[load(event.plan.book).clock.finish_hand]


def advised(event: Event) -> float | None:
    """In how many seconds a game of the event ought to end, or the end is near."""
    if (game := event.plan.other) is not None:
        if game.warning is None or event.plan.minutes is None:
            return None
        return max(0, event.plan.minutes - game.warning) * SECONDS
    minutes = load(event.plan.book).clock.tournament_advice_minutes
    return None if minutes is None else minutes * SECONDS


def reminder_words(event: Event) -> str:
    """What everybody is reminded of once that time is over; nothing stops."""
    if advised(event) is None:
        return ""
    if event.plan.other is not None:
        return str(message("{minutes} minutes are left.", minutes=event.plan.other.warning or 0))
    return f"{reminder(load(event.plan.book), 'clock.tournament_advice_minutes')}."
