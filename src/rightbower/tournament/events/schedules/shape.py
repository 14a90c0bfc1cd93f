"""What schedules are made of: a round is its tables, a table two sides; and the cheapest pairing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeAlias, TypeVar

from rightbower.rules.refusal import Refusal

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


def cheapest_twos(count: int, cost: Callable[[int, int], int]) -> list[tuple[int, int]]:
    """Numbers below ``count`` two by two, as many as can be, at the lowest total cost.

    ``cost`` gets the lower number first. Costs are whole numbers, which keeps the answer exact.

    >>> cheapest_twos(4, lambda first, second: abs(second - first - 2))
    [(0, 2), (1, 3)]
    """
    import networkx

    costs = {two: cost(*two) for two in combinations(range(count), 2)}
    dearest = max(costs.values(), default=0)
    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_weighted_edges_from((*two, dearest - each) for two, each in costs.items())
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted((min(two), max(two)) for two in found)
