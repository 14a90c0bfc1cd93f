"""Single elimination: the best seeds meet as late as can be, and have the byes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TypeAlias

from rightbower.tournament.events.schedules.quality import Round, ScheduleError, Who, different

# The places of a bracket from top to bottom, a power of two of them; None is a bye.
Bracket: TypeAlias = tuple[Who | None, ...]


def bracket(seeds: Sequence[Who]) -> Bracket[Who]:
    """The entrants, best first, in their places: 1 meets the last seed, 1 and 2 only in the final.

    >>> bracket(("Ash", "Birch", "Cedar"))
    ('Ash', None, 'Birch', 'Cedar')
    """
    order = different(seeds, 2)
    places = [0]
    while len(places) < len(order):
        last = 2 * len(places) - 1
        places = [seed for place in places for seed in (place, last - place)]
    return tuple(order[place] if place < len(order) else None for place in places)


def matches(places: Bracket[Who]) -> Round[Who]:
    """The games of this round of the bracket."""
    twos = zip(places[::2], places[1::2], strict=True)
    return tuple(((one,), (other,)) for one, other in twos if one is not None and other is not None)


def advance(places: Bracket[Who], winners: Collection[Who]) -> Bracket[Who]:
    """The next round of the bracket: winners and those with a bye go on.

    >>> advance(("Ash", None, "Birch", "Cedar"), {"Cedar"})
    ('Ash', 'Cedar')
    """
    strangers = [who for who in winners if who not in places]
    if strangers:
        raise ScheduleError(f"{strangers[0]} is not in this round of the bracket")
    twos = zip(places[::2], places[1::2], strict=True)
    return tuple(_through(one, other, winners) for one, other in twos)


def _through(one: Who | None, other: Who | None, winners: Collection[Who]) -> Who | None:
    if one is None or other is None:
        return other if one is None else one
    through = [who for who in (one, other) if who in winners]
    if len(through) != 1:
        raise ScheduleError(f"{one} against {other} needs one winner")
    return through[0]
