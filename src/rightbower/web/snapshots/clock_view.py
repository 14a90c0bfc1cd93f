"""The clock of a round as it is shown, and what its bell and its reminder say."""

from __future__ import annotations

from msgspec import Struct

from rightbower.rules.book import load
from rightbower.rules.game import reminder
from rightbower.tournament.events.state import clock as clocks
from rightbower.tournament.events.state.event import Event

AT_THE_BELL = {
    "if faced": "Time. A hand whose turn-up is faced is played out.",
    "if put down": "Time. A hand whose turn-up is on the table is played out.",
    "never": "Time. Stop play, please.",
}


class RoundClockView(Struct, frozen=True):
    """The round's clock; ``left`` (or ``ran`` without a limit) was right at the snapshot's ``at``.

    ``advice`` are the seconds in which a game ought to end; after them everybody is reminded.
    """

    round: int
    running: bool
    left: float | None
    ran: float
    rang: bool
    advice: float | None = None


def bell_words(event: Event) -> str:
    """What the bell means by the event's book."""
    return AT_THE_BELL[load(event.plan.book).clock.finish_hand]


def advised(event: Event) -> float | None:
    """In how many seconds a game of the event ought to end."""
    minutes = load(event.plan.book).clock.tournament_advice_minutes
    return None if minutes is None else minutes * clocks.SECONDS


def reminder_words(event: Event) -> str:
    """What everybody is reminded of once that time is over; nothing stops."""
    if advised(event) is None:
        return ""
    return f"{reminder(load(event.plan.book), 'clock.tournament_advice_minutes')}."


def round_clock(event: Event, now: float) -> RoundClockView | None:
    """The clock of the latest round, if it was started."""
    clock = event.clock
    if not clock.round or clock.round != len(event.rounds):
        return None
    return RoundClockView(
        clock.round,
        clock.running,
        clocks.left(clock, now),
        clocks.elapsed(clock, now),
        clock.rang_at is not None,
        advised(event),
    )
