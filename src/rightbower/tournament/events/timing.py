"""The officer at the clock: start signal, pause, going on, bell; only for a round that is seated."""

from __future__ import annotations

from math import inf

from rightbower.tournament.events.state.clock import SECONDS, bell_at
from rightbower.tournament.events.state.entrants import EventError
from rightbower.tournament.events.state.event import Event
from rightbower.tournament.events.state.facts import (
    BellRang,
    ClockExtended,
    ClockPaused,
    ClockResumed,
    ClockStarted,
)


def start_clock(event: Event, at: float, minutes: float | None = None) -> ClockStarted:
    """The start signal of the latest round; without minutes the plan's limit runs."""
    event.require_open()
    number = event.round.number
    clock = event.clock
    if minutes is not None and not 0 < minutes < inf:
        raise EventError("a round has to last longer than that; give it more than 0 minutes")
    if clock.round == number and clock.rang_at is None:
        raise EventError(f"the clock of round {number} has been started already")
    if clock.round == number:
        raise EventError(f"round {number} is over: its bell has rung")
    if clock.rang_at is not None and at < clock.rang_at:
        raise EventError("time cannot run backward")
    return ClockStarted(number, event.plan.minutes if minutes is None else minutes)


def pause_clock(event: Event, at: float) -> ClockPaused:
    """Time stands still for everybody."""
    _running(event, at)
    return ClockPaused()


def resume_clock(event: Event) -> ClockResumed:
    """Time goes on."""
    event.require_open()
    if not event.clock.round or event.clock.running or event.clock.rang_at is not None:
        raise EventError("the clock is not paused")
    _this_round(event)
    return ClockResumed()


def extend_clock(event: Event, minutes: float) -> ClockExtended:
    """Extra time for everybody, also after the bell while the round is the latest one."""
    event.require_open()
    _this_round(event)
    if event.clock.limit is None:
        raise EventError("this round has no time limit")
    if not 0 < minutes <= SECONDS:
        raise EventError("extra time is more than 0 minutes and at most an hour")
    return ClockExtended(minutes)


def ring_bell(event: Event, at: float) -> BellRang:
    """The end signal, at the limit or when the officer gives it."""
    event.require_open()
    _this_round(event)
    if event.clock.rang_at is not None:
        raise EventError(f"the bell of round {event.clock.round} has rung already")
    if event.clock.running:
        _running(event, at)
    return BellRang()


def bell_is_due(event: Event, at: float) -> bool:
    """Whether the time is up and the bell has not rung yet."""
    due = bell_at(event.clock)
    return due is not None and at >= due


def _running(event: Event, at: float) -> None:
    event.require_open()
    since = event.clock.since
    if since is None:
        raise EventError("the clock is not running")
    _this_round(event)
    if at < since:
        raise EventError("time cannot run backward")


def _this_round(event: Event) -> None:
    if event.clock.round != event.round.number:
        raise EventError("no clock has been started for this round")
