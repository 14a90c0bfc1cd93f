"""What every schedule is made of: a round is its tables in order, a table two sides of entrants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeAlias, TypeVar

from rightbower.refusal import Refusal

Who = TypeVar("Who", bound=Hashable)

Side: TypeAlias = tuple[Who, ...]
Table: TypeAlias = tuple[Side[Who], Side[Who]]
Round: TypeAlias = tuple[Table[Who], ...]

# Two entrants, whichever is named first.
Two: TypeAlias = frozenset[Who]

# Called with the rounds made and the rounds wanted, for a progress bar.
Progress: TypeAlias = Callable[[int, int], object]


class ScheduleError(Refusal):
    """A schedule that cannot be made, in one sentence."""


def seated(tables: Round[Who]) -> Iterator[Who]:
    """Everyone who plays in a round."""
    return (who for table in tables for side in table for who in side)


def sitting_out(entrants: Iterable[Who], tables: Round[Who]) -> tuple[Who, ...]:
    """Those of the entrants who have no place in a round.

    >>> sitting_out("ABC", ((("A",), ("B",)),))
    ('C',)
    """
    playing = set(seated(tables))
    return tuple(who for who in entrants if who not in playing)


def partnerships(rounds: Iterable[Round[Who]]) -> Counter[Two[Who]]:
    """How often each two have been partners."""
    return Counter(
        frozenset(two)
        for tables in rounds
        for table in tables
        for side in table
        for two in combinations(side, 2)
    )


def oppositions(rounds: Iterable[Round[Who]]) -> Counter[Two[Who]]:
    """How often each two have been opponents."""
    return Counter(
        frozenset((first, second))
        for tables in rounds
        for one, other in tables
        for first in one
        for second in other
    )


def different(entrants: Sequence[Who], least: int) -> tuple[Who, ...]:
    """The entrants, once it is clear that there are enough and that none is named twice."""
    twice = [who for who, count in Counter(entrants).items() if count > 1]
    if twice:
        raise ScheduleError(f"{twice[0]} is entered twice")
    if len(entrants) < least:
        raise ScheduleError(
            f"this schedule needs at least {least} entrants; there are {len(entrants)}"
        )
    return tuple(entrants)
