"""A result typed at the desk in one line: table, points, points, and of a drawn game who dealt last."""

from __future__ import annotations

import re

from msgspec import Struct

from rightbower.events.entrants import EventError
from rightbower.events.event import Event
from rightbower.events.scorecards import SEATS


class Typed(Struct, frozen=True):
    """A line as it was read; ``dealer`` is a chair, or empty."""

    table: int
    points: tuple[int, int]
    dealer: str = ""


def read_line(line: str) -> Typed:
    """The table and the points of a line.

    >>> read_line("12 10 7")
    Typed(table=12, points=(10, 7), dealer='')
    >>> read_line("3 6-6 e")
    Typed(table=3, points=(6, 6), dealer='E')
    """
    words = re.split(r"[\s,;:/–-]+", line.strip())
    dealer = words.pop().upper() if words and words[-1].upper() in SEATS and words[-1] else ""
    if len(words) != 3 or not all(word.isdecimal() and len(word) < 5 for word in words):
        raise EventError("write the table and both sides' points, such as 12 10 7")
    table, first, second = map(int, words)
    return Typed(table, (first, second), dealer)


def dealer_of(event: Event, table: int, chair: str) -> int:
    """The entrant in a chair of a table of the latest round; 0 for no chair."""
    if not chair:
        return 0
    there = event.round.table(table)
    side, place = SEATS.index(chair) % 2, SEATS.index(chair) // 2
    if len(there.sides[side]) <= place:
        raise EventError(f"nobody sits {chair} at table {table}")
    return there.sides[side][place]
