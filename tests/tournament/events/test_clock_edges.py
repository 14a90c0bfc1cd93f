"""The clock of a round at its edges: what is refused, what is left, and when the bell is due."""

from __future__ import annotations

from math import inf

import pytest

from rightbower.tournament.events import clock
from rightbower.tournament.events.acts import EventCommand
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.round_clock import (
    ExtendClock,
    PauseClock,
    ResumeClock,
    RingBell,
    StartClock,
    bell_is_due,
)
from tournament.events.acts import act
from tournament.events.day import Day, finished_day, individuals


def seated(*commands: EventCommand, at: float = 100.0) -> Day:
    """A round that is seated, after these commands."""
    day = individuals("charity-day", 4)
    day.seat()
    return act(day, *commands, at=at)


START, PAUSE, BELL = StartClock(10), PauseClock(), RingBell()


@pytest.mark.parametrize(
    ("before", "command", "at", "reason"),
    [
        ((), StartClock(0), 1, "a round has to last longer than that; give it more than 0 minutes"),
        ((), StartClock(-1), 1, "a round has to last longer than that; give it more than 0 minutes"),
        ((), StartClock(inf), 1, "a round has to last longer than that; give it more than 0 minutes"),
        ((START,), START, 100, "the clock of round 1 has been started already"),
        ((START, BELL), START, 100, "round 1 is over: its bell has rung"),
        ((), PAUSE, 100, "the clock is not running"),
        ((START,), PAUSE, 99, "time cannot run backward"),
        ((START, PAUSE), PAUSE, 100, "the clock is not running"),
        ((), ResumeClock(), 100, "the clock is not paused"),
        ((START,), ResumeClock(), 100, "the clock is not paused"),
        ((START, BELL), ResumeClock(), 100, "the clock is not paused"),
        ((), ExtendClock(1), 100, "no clock has been started for this round"),
        ((StartClock(),), ExtendClock(1), 100, "this round has no time limit"),
        ((START,), ExtendClock(0), 100, "extra time is more than 0 minutes and at most an hour"),
        ((START,), ExtendClock(60.5), 100, "extra time is more than 0 minutes and at most an hour"),
        ((), BELL, 100, "no clock has been started for this round"),
        ((START,), BELL, 99, "time cannot run backward"),
        ((START, BELL), BELL, 100, "the bell of round 1 has rung already"),
    ],
)  # fmt: skip
def test_the_clock_refuses_in_one_sentence(
    before: tuple[EventCommand, ...], command: EventCommand, at: float, reason: str
) -> None:
    day = seated(*before)
    with pytest.raises(EventError) as fault:
        act(day, command, at=at)
    assert str(fault.value) == reason


@pytest.mark.parametrize("command", [START, PAUSE, ResumeClock(), ExtendClock(), BELL])
def test_the_clock_stands_once_the_results_are_final(command: EventCommand) -> None:
    with pytest.raises(EventError, match=r"^the results are final$"):
        act(finished_day(), command)


def test_a_clock_is_of_its_own_round() -> None:
    day = seated(START, PAUSE)
    day.play_all("10–4")
    day.seat()
    for command in (ResumeClock(), ExtendClock(1), BELL):
        with pytest.raises(EventError, match=r"^no clock has been started for this round$"):
            act(day, command)
    act(day, START, at=5.0)
    assert day.event.clock == clock.Clock(2, 600.0, since=5.0)


def test_a_round_begins_after_the_bell_of_the_one_before() -> None:
    day = seated(START)
    act(day, BELL, at=500.0)
    day.play_all("10–4")
    day.seat()
    with pytest.raises(EventError, match=r"^time cannot run backward$"):
        act(day, START, at=499.0)
    act(day, START, at=500.0)


def test_what_is_left_and_when_the_bell_is_due() -> None:
    day = seated(START)
    assert [bell_is_due(day.event, at) for at in (699.9, 700.0)] == [False, True]
    assert [clock.left(day.event.clock, at) for at in (50.0, 100.0, 400.0, 900.0)] == [
        600.0, 600.0, 300.0, 0.0,
    ]  # fmt: skip
    act(day, PAUSE, at=400.0)
    assert clock.bell_at(day.event.clock) is None
    assert not bell_is_due(day.event, 9999.0)
    assert clock.elapsed(day.event.clock, 9999.0) == 300.0
    act(day, ResumeClock(), at=1000.0)
    assert clock.bell_at(day.event.clock) == 1300.0
    act(day, ExtendClock(60), at=1000.0)
    assert clock.bell_at(day.event.clock) == 4900.0
    act(day, BELL, at=1100.0)
    assert (day.event.clock.rang_at, clock.elapsed(day.event.clock, 1.0)) == (1100.0, 400.0)
    act(day, ExtendClock(1), at=2000.0)
    assert clock.bell_at(day.event.clock) == 2060.0
    assert [clock.shown(each) for each in (0, 59.6, 3599, 3600)] == [
        "0:00",
        "1:00",
        "59:59",
        "1:00:00",
    ]
