"""Four pairs on the list of a day."""

from __future__ import annotations

from tournament.events.day import Day

PAIRS = ("Ann & Al", "Bea & Bob", "Cat & Cy", "Dot & Dan", "Eve & Ed")


def four_pairs(*names: str) -> Day:
    day = Day("alberta-pairs", placing="first free")
    day.enter(*(names or PAIRS[:4]))
    return day
