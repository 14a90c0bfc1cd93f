"""The clock of a round, with the time of day given from outside."""

import pytest

from in_english import english
from rightbower.tournament.contest import Entry, Fact
from rightbower.tournament.events.clock import bell_at, elapsed, left
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.round_clock import (
    bell_is_due,
    extend_clock,
    pause_clock,
    resume_clock,
    ring_bell,
    start_clock,
)
from tournament.events.day import Day, individuals


def at(day: Day, time: float, fact: Fact) -> None:
    """Write a fact down at a time."""
    day.history = day.history.extend(Entry(time, "test", fact))


@pytest.fixture
def hall() -> Day:
    """Two tables by the seven-minute bell, seated."""
    day = individuals("national-progressive", 8)
    day.seat()
    return day


def test_the_bell_is_due_after_the_minutes_that_ran(hall: Day) -> None:
    at(hall, 1000.0, start_clock(hall.event, 1000.0))
    assert bell_at(hall.event.clock) == 1420.0
    at(hall, 1100.0, pause_clock(hall.event, 1100.0))
    assert (left(hall.event.clock, 5000.0), hall.event.clock.running) == (320.0, False)
    assert not bell_is_due(hall.event, 5000.0)
    at(hall, 1200.0, resume_clock(hall.event))
    assert bell_at(hall.event.clock) == 1520.0
    assert not bell_is_due(hall.event, 1519.9)
    assert bell_is_due(hall.event, 1520.0)
    at(hall, 1521.0, ring_bell(hall.event, 1521.0))
    assert (left(hall.event.clock, 9999.0), hall.event.clock.rang_at) == (0.0, 1521.0)


def test_an_event_without_a_limit_only_counts(hall: Day) -> None:
    day = individuals("charity-day", 8)
    day.seat()
    at(day, 100.0, start_clock(day.event, 100.0))
    assert left(day.event.clock, 700.0) is None
    assert (elapsed(day.event.clock, 700.0), bell_at(day.event.clock)) == (600.0, None)


def test_the_clock_runs_for_a_round_that_is_seated_and_only_once(hall: Day) -> None:
    with pytest.raises(EventError, match="no round has been seated yet"):
        start_clock(individuals("charity-day", 8).event, 0.0)
    with pytest.raises(EventError, match="the clock is not running"):
        pause_clock(hall.event, 5.0)
    with pytest.raises(EventError, match="no clock has been started"):
        ring_bell(hall.event, 5.0)
    at(hall, 10.0, start_clock(hall.event, 10.0))
    with pytest.raises(EventError, match="the clock of round 1 has been started already"):
        start_clock(hall.event, 20.0)
    with pytest.raises(EventError, match="time cannot run backward"):
        pause_clock(hall.event, 9.0)
    with pytest.raises(EventError, match="the clock is not paused"):
        resume_clock(hall.event)
    at(hall, 400.0, ring_bell(hall.event, 400.0))
    with pytest.raises(EventError, match="round 1 is over: its bell has rung"):
        start_clock(hall.event, 500.0)
    hall.play_all("11–4")
    hall.seat("2")
    with pytest.raises(EventError, match="time cannot run backward"):
        start_clock(hall.event, 399.0)
    at(hall, 450.0, start_clock(hall.event, 450.0, minutes=5))
    assert (hall.event.clock.round, left(hall.event.clock, 450.0)) == (2, 300.0)


def test_extra_time_moves_the_bell_also_while_the_clock_stands(hall: Day) -> None:
    at(hall, 1000.0, start_clock(hall.event, 1000.0))
    at(hall, 1100.0, extend_clock(hall.event, 2))
    assert bell_at(hall.event.clock) == 1540.0
    at(hall, 1200.0, pause_clock(hall.event, 1200.0))
    at(hall, 1300.0, extend_clock(hall.event, 0.5))
    assert (left(hall.event.clock, 1300.0), hall.event.clock.running) == (370.0, False)
    assert english(extend_clock(hall.event, 1).says(hall.event)) == "1 minute of extra time"


def test_extra_time_after_the_bell_begins_at_once(hall: Day) -> None:
    at(hall, 1000.0, start_clock(hall.event, 1000.0))
    at(hall, 1420.0, ring_bell(hall.event, 1420.0))
    at(hall, 1500.0, extend_clock(hall.event, 3))
    assert (bell_at(hall.event.clock), hall.event.clock.rang_at) == (1680.0, None)


def test_extra_time_is_refused_where_no_limit_runs(hall: Day) -> None:
    with pytest.raises(EventError, match="no clock has been started for this round"):
        extend_clock(hall.event, 2)
    day = individuals("charity-day", 8)
    day.seat()
    at(day, 100.0, start_clock(day.event, 100.0))
    with pytest.raises(EventError, match="this round has no time limit"):
        extend_clock(day.event, 2)
    at(hall, 1000.0, start_clock(hall.event, 1000.0))
    for minutes in (0, -1, 61):
        with pytest.raises(EventError, match="extra time is more than 0 minutes"):
            extend_clock(hall.event, minutes)


def test_a_clock_started_in_a_wrong_year_can_be_paused_rung_and_followed_by_the_next(
    hall: Day,
) -> None:
    wrong, now = 4_000_000_000.0, 1_800_000_000.0
    at(hall, wrong, start_clock(hall.event, wrong))
    at(hall, now, pause_clock(hall.event, now))
    assert left(hall.event.clock, now) == 420.0
    at(hall, wrong, resume_clock(hall.event))
    at(hall, wrong + 9, ring_bell(hall.event, wrong + 9))
    hall.play_all("11–4")
    hall.seat("2")
    at(hall, now, start_clock(hall.event, now))
    assert (hall.event.clock.round, left(hall.event.clock, now + 60)) == (2, 360.0)
    at(hall, now + 60, ring_bell(hall.event, now + 60))
