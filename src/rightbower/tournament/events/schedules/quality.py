"""Schedules by their shape, and how good they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import TypeAlias, TypeVar

from msgspec import Struct

from rightbower.rules.extras import needs
from rightbower.rules.message import message
from rightbower.rules.refusal import Refusal, counted

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
        raise ScheduleError(message("{who} is entered twice", who=str(twice[0])))
    if len(entrants) < least:
        raise ScheduleError(
            message(
                "this schedule needs at least {least} entrants; there are {count}",
                least=least,
                count=len(entrants),
            )
        )
    return tuple(entrants)


def cheapest_twos(count: int, cost: Callable[[int, int], int]) -> list[tuple[int, int]]:
    """Numbers below ``count`` two by two, as many as can be, at the lowest total cost.

    ``cost`` gets the lower number first. Costs are whole numbers, which keeps the answer exact.

    >>> cheapest_twos(4, lambda first, second: abs(second - first - 2))
    [(0, 2), (1, 3)]
    """
    needs("a draw of the best twos", "networkx")
    import networkx

    costs = {two: cost(*two) for two in combinations(range(count), 2)}
    dearest = max(costs.values(), default=0)
    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_weighted_edges_from((*two, dearest - each) for two, each in costs.items())
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted((min(two), max(two)) for two in found)


class Repeats(Struct, frozen=True):
    """How many twos meet more than once, and how often the worst of them."""

    twos: int
    most: int


class Span(Struct, frozen=True):
    """The least and the most anyone has."""

    least: int
    most: int


class Quality(Struct, frozen=True):
    """What a director asks of a schedule; ``walked`` counts tables along the ring, the short way."""

    entrants: int
    rounds: int
    partners: Repeats
    opponents: Repeats
    never_meet: int
    games: Span
    byes: Span
    walked: Span


def quality(
    rounds: Sequence[Round[Who]],
    entrants: Sequence[Who] = (),
    byes: Sequence[Who] | None = None,
) -> Quality:
    """The quality sheet; name the entrants where some may never have been seated.

    ``byes`` names everyone once for each round sat out. Without it whoever does not play sits out,
    which is wrong of those who came late, left, or were knocked out.
    """
    everyone = tuple(
        dict.fromkeys((*entrants, *(who for tables in rounds for who in seated(tables))))
    )
    partners, opponents = partnerships(rounds), oppositions(rounds)
    games = Counter(who for tables in rounds for who in seated(tables))
    waits = {who: len(rounds) - games[who] for who in everyone}
    if byes is not None:
        waits = Counter(byes)
    walks = _walks(rounds)
    possible = len(everyone) * (len(everyone) - 1) // 2
    return Quality(
        entrants=len(everyone),
        rounds=len(rounds),
        partners=_repeats(partners),
        opponents=_repeats(opponents),
        never_meet=possible - len(partners.keys() | opponents.keys()),
        games=_span([games[who] for who in everyone]),
        byes=_span([waits[who] for who in everyone]),
        walked=_span([walks[who] for who in everyone]),
    )


def _repeats(met: Counter[Two[Who]]) -> Repeats:
    return Repeats(sum(count > 1 for count in met.values()), max(met.values(), default=0))


def _span(counts: Sequence[int]) -> Span:
    return Span(min(counts, default=0), max(counts, default=0))


def _walks(rounds: Sequence[Round[Who]]) -> Counter[Who]:
    """Tables each one passes from game to game; a bye is spent where the last game was."""
    ring = max((len(tables) for tables in rounds), default=0)
    stations: dict[Who, list[int]] = {}
    for tables in rounds:
        for number, table in enumerate(tables):
            for side in table:
                for who in side:
                    stations.setdefault(who, []).append(number)
    walked: Counter[Who] = Counter()
    for who, numbers in stations.items():
        walked[who] = sum(
            min(abs(to - start), ring - abs(to - start)) for start, to in pairwise(numbers)
        )
    return walked


def in_words(sheet: Quality) -> tuple[tuple[str, str], ...]:
    """The sheet as lines of a heading and what to say beside it."""
    return (
        (
            "Entrants and rounds",
            f"{counted(sheet.entrants, 'entrant')}, {counted(sheet.rounds, 'round')}",
        ),
        ("Partners again", _again(sheet.partners)),
        ("Opponents again", _again(sheet.opponents)),
        ("Never meet", counted(sheet.never_meet, "pairing") if sheet.never_meet else "all meet"),
        ("Games each", _range(sheet.games)),
        ("Byes each", _range(sheet.byes)),
        ("Tables walked each", _range(sheet.walked)),
    )


def _again(repeats: Repeats) -> str:
    return (
        f"{counted(repeats.twos, 'pairing')}, at most {repeats.most} times"
        if repeats.twos
        else "none"
    )


def _range(span: Span) -> str:
    return str(span.least) if span.least == span.most else f"{span.least} to {span.most}"
