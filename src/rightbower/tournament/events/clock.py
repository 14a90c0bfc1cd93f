"""The round's clock and its bell; the time of day is always given from outside."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

SECONDS = 60


class OnlineNight(Struct, frozen=True, omit_defaults=True):
    """A night whose tables are all in the hall: its doors open at a local time such as 2027-01-12T19:00.

    ``late`` is for how many minutes after the first card people may still come in, and how long a
    chair is kept in each round; ``began`` is when the first round was seated, in seconds.
    """

    opens: str
    late: int = 10
    mode: Literal["strict", "as-at-the-table"] = "strict"
    began: float = 0.0


class Clock(Struct, frozen=True):
    """A clock for one round; ``limit`` is in seconds, None where it only counts up.

    ``ran`` is what had run at the last stop, ``since`` when it was last set going.
    """

    round: int = 0
    limit: float | None = None
    ran: float = 0.0
    since: float | None = None
    rang_at: float | None = None

    @property
    def running(self) -> bool:
        """Whether the time is running."""
        return self.since is not None


def start(round_: int, minutes: float | None, at: float) -> Clock:
    """The start signal of a round."""
    return Clock(round_, None if minutes is None else minutes * SECONDS, since=at)


def pause(clock: Clock, at: float) -> Clock:
    """Time stands still."""
    return replace(clock, ran=elapsed(clock, at), since=None)


def resume(clock: Clock, at: float) -> Clock:
    """Time goes on."""
    return replace(clock, since=at)


def extend(clock: Clock, minutes: float, at: float) -> Clock:
    """Extra time; after the bell it begins now.

    >>> left(extend(start(1, 7, at=0.0), 2, at=60.0), now=60.0)
    480.0
    """
    assert clock.limit is not None
    if clock.rang_at is None:
        return replace(clock, limit=clock.limit + minutes * SECONDS)
    return replace(clock, limit=clock.ran + minutes * SECONDS, since=at, rang_at=None)


def ring(clock: Clock, at: float) -> Clock:
    """The end signal."""
    return replace(clock, ran=elapsed(clock, at), since=None, rang_at=at)


def elapsed(clock: Clock, now: float) -> float:
    """How many seconds have run.

    >>> elapsed(start(1, 7, at=100.0), now=160.0)
    60.0
    """
    return clock.ran if clock.since is None else clock.ran + max(0.0, now - clock.since)


def left(clock: Clock, now: float) -> float | None:
    """How many seconds are left, never under zero; None where there is no limit."""
    return None if clock.limit is None else max(0.0, clock.limit - elapsed(clock, now))


def bell_at(clock: Clock) -> float | None:
    """When the bell will ring if the clock is left alone."""
    if clock.limit is None or clock.since is None:
        return None
    return clock.since + clock.limit - clock.ran


def not_yet(then: float | None, now: float) -> bool:
    """Whether something noted is more than a minute in the future: the machine's own clock was wrong.

    >>> not_yet(4_000_000_000.0, now=1_800_000_000.0), not_yet(100.0, now=99.0)
    (True, False)
    """
    return then is not None and then - now > SECONDS


def shown(seconds: float) -> str:
    """Seconds as a clock shows them.

    >>> shown(425), shown(4000)
    ('7:05', '1:06:40')
    """
    minutes, rest = divmod(round(seconds), SECONDS)
    hours, minutes = divmod(minutes, SECONDS)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
