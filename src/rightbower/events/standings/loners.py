"""Lone hands, as the score cards have them: who made how many, and the prizes for most."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from rightbower.events.standings.tally import taking_part
from rightbower.events.state.entrants import EventError
from rightbower.events.state.event import Event, Prize
from rightbower.events.state.facts import LonersCounted

MOST_IN_A_ROUND = 20


def count_loners(event: Event, loners: Sequence[tuple[int, int]]) -> LonersCounted:
    """Write down how many lone hands entrants made."""
    if event.finished:
        raise EventError("the results are final")
    if not event.rounds:
        raise EventError("no round has been played")
    if not loners:
        raise EventError("no lone hands were given; write who made how many, such as 7=3")
    most, playing = MOST_IN_A_ROUND * len(event.rounds), taking_part(event)
    for number, count in loners:
        entrant = event.entrant(number)
        if number not in playing:
            raise EventError(f"{entrant.name} does not play here")
        if not 0 <= count <= most:
            raise EventError(f"{entrant.name} cannot have made {count} lone hands; at most {most}")
    changed = tuple(each for each in loners if event.entrant(each[0]).loners != each[1])
    if not changed:
        raise EventError("these lone hands are entered already")
    return LonersCounted(changed)


def lone_prizes(event: Event) -> list[Prize]:
    """The prizes for lone hands."""
    return [prize for prize in event.plan.prizes if prize.loners]


def by_loners(event: Event) -> dict[int, list[int]]:
    """Those who made lone hands, by the place that their number gives them."""
    made = [(-event.entrant(number).loners, number) for number in taking_part(event)]
    counts = sorted(count for count, _ in made)
    found: dict[int, list[int]] = {}
    for count, number in sorted(made):
        if count:
            found.setdefault(1 + bisect_left(counts, count), []).append(number)
    return found


def no_loners_written(event: Event, why: str = "") -> str | None:
    """Why results cannot be final: a prize for lone hands, none written down, and no reason given."""
    if why.strip() or not lone_prizes(event) or by_loners(event):
        return None
    prize = lone_prizes(event)[0].name
    return (
        f"no lone hands are entered, so nobody wins {prize!r}: enter them, or give a reason"
        " to finish without them"
    )
