"""The cheapest way to put things two by two."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations


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
