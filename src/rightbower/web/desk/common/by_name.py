"""Sentences of the log with people's names in place of their numbers, for the director's pages."""

from __future__ import annotations

import re

from rightbower.events.state.event import Event

NUMBERED = re.compile(r"\bentrants? (\d+(?:, \d+)*(?: and \d+)?)\b")
FEW = 4  # so many are named one by one


def by_name(event: Event, says: str) -> str:
    """What an entry says, with names where it has numbers; many are counted."""
    return NUMBERED.sub(lambda found: _people(event, found), says)


def _people(event: Event, found: re.Match[str]) -> str:
    numbers = [int(each) for each in re.findall(r"\d+", found[1])]
    if max(numbers) > len(event.entrants):
        return found[0]
    if len(numbers) <= FEW:
        return event.name_of(*numbers)
    unit = "pairs" if event.plan.entering.unit == "pair" else "players"
    every = len(numbers) == len(event.entrants)
    return f"all {len(numbers)} {unit}" if every else f"{len(numbers)} {unit}"
