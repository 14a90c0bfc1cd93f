"""Round robins, knock-outs, Swiss rounds and whist."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

import msgspec

from rightbower.rules.message import message
from rightbower.tournament.events.schedules.quality import (
    Round,
    ScheduleError,
    Table,
    Who,
    cheapest_twos,
    different,
    oppositions,
)


def round_robin(entrants: Sequence[Who], rounds: int | None = None) -> tuple[Round[Who], ...]:
    """Pairs or teams in rounds until all have met, or for as many rounds as are wanted.

    An even number meets in one round less than there are entrants. An odd number takes as many
    rounds as there are entrants, and each sits out once. More rounds begin again with sides changed.

    >>> for tables in round_robin(("Ash", "Birch", "Cedar")):
    ...     print(tables)
    ((('Cedar',), ('Birch',)),)
    ((('Ash',), ('Cedar',)),)
    ((('Birch',), ('Ash',)),)
    """
    order = different(entrants, 2)
    cycle = rounds_to_meet_all(len(order))
    wanted = cycle if rounds is None else rounds
    if wanted < 1:
        raise ScheduleError(message("a schedule has at least one round"))
    return tuple(
        _round(order, number % cycle, number // cycle % 2 == 1) for number in range(wanted)
    )


def rounds_to_meet_all(entrants: int) -> int:
    """The rounds in which everyone meets everyone once.

    >>> rounds_to_meet_all(8), rounds_to_meet_all(9)
    (7, 9)
    """
    return entrants - 1 + entrants % 2


def _round(order: tuple[Who, ...], turn: int, changed: bool) -> Round[Who]:
    """One turn of the circle; the place of the missing one in an odd circle is the bye."""
    circle = len(order) - 1 + len(order) % 2
    tables: list[Table[Who]] = []
    if len(order) % 2 == 0:
        tables.append(_table(order[-1], order[turn], changed ^ (turn % 2 == 1)))
    for step in range(1, (circle + 1) // 2):
        first, second = order[(turn + step) % circle], order[(turn - step) % circle]
        # Sides change from one step to the next, so that each is named first about half the time.
        tables.append(_table(first, second, changed ^ (step % 2 == 1)))
    return tuple(tables)


def _table(first: Who, second: Who, changed: bool) -> Table[Who]:
    return ((second,), (first,)) if changed else ((first,), (second,))


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
        raise ScheduleError(
            message("{who} is not in this round of the bracket", who=str(strangers[0]))
        )
    twos = zip(places[::2], places[1::2], strict=True)
    return tuple(_through(one, other, winners) for one, other in twos)


def _through(one: Who | None, other: Who | None, winners: Collection[Who]) -> Who | None:
    if one is None or other is None:
        return other if one is None else one
    through = [who for who in (one, other) if who in winners]
    if len(through) != 1:
        raise ScheduleError(
            message("{one} against {other} needs one winner", one=str(one), other=str(other))
        )
    return through[0]


# What a pairing avoids, dearest first.
SECOND_BYE = 10**18
KEPT_APART = 10**17
MET_AGAIN = 10**15
BYE_FURTHER_UP = 10**12
POINT_APART = 10**7
FLOATED_AGAIN = 10**5


def swiss_round(
    standing: Sequence[Who],
    scores: Mapping[Who, int],
    before: Sequence[Round[Who]],
    *,
    byes: Collection[Who] = (),
    floated: Collection[Who] = (),
    apart: Iterable[Collection[Who]] = (),
) -> Round[Who]:
    """The next round for the entrants in the order of the standings, best first.

    Within a score the upper half meets the lower half in order. Where a score has an odd number,
    or all in it have met, someone floats to the next score, if possible not one who ``floated``
    in the round before. With an odd number the lowest who has had no bye sits out; ``byes`` names
    those who have had one. ``apart`` names twos who should not meet.
    """
    order = different(standing, 2)
    met = oppositions(before)
    bye = len(order)
    level = Counter(scores[who] for who in order)
    unwanted = {frozenset(two) for two in apart}

    def cost(first: int, second: int) -> int:
        one = order[first]
        if second == bye:
            return SECOND_BYE * (one in byes) + BYE_FURTHER_UP * (bye - first)
        other = order[second]
        two = frozenset((one, other))
        between = scores[one] - scores[other]
        avoided = KEPT_APART * (two in unwanted) + MET_AGAIN * met[two]
        floats = FLOATED_AGAIN * ((one in floated) + (other in floated)) if between else 0
        half = 0 if between else (level[scores[one]] + 1) // 2
        return avoided + POINT_APART * between**2 + floats + (second - first - half) ** 2

    twos = cheapest_twos(len(order) + len(order) % 2, cost)
    return tuple(((order[one],), (order[two],)) for one, two in twos if two != bye)


def floaters(tables: Round[Who], scores: Mapping[Who, int]) -> tuple[Who, ...]:
    """Those whose opponent in a round has another score.

    >>> floaters(((("Ash",), ("Birch",)), (("Cedar",), ("Elm",))), {"Ash": 2, "Birch": 2, "Cedar": 1, "Elm": 0})
    ('Cedar', 'Elm')
    """
    return tuple(
        who for (one,), (other,) in tables if scores[one] != scores[other] for who in (one, other)
    )


Start: TypeAlias = tuple[tuple[tuple[int, int], tuple[int, int]], ...]


class _Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    players: int
    first_round: Start


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    chart: tuple[_Chart, ...]


@cache
def charts() -> dict[int, Start]:
    """The first round of each chart by its number of players, who are numbered from 0."""
    text = Path(__file__).with_name("whist.toml").read_text("utf-8")
    file = msgspec.convert(tomllib.loads(text), _File)
    return {chart.players: chart.first_round for chart in file.chart}


def whist(players: Sequence[Who], rounds: int | None = None) -> tuple[Round[Who], ...]:
    """The chart for that many players, or its first rounds.

    >>> for tables in whist("NESW"):
    ...     print(tables)
    ((('W', 'N'), ('E', 'S')),)
    ((('W', 'E'), ('S', 'N')),)
    ((('W', 'S'), ('N', 'E')),)
    """
    order = different(players, 4)
    start = charts().get(len(order))
    if start is None:
        sizes = ", ".join(map(str, charts()))
        raise ScheduleError(
            message(
                "there is no whist chart for {count} players, only for {sizes}",
                count=len(order),
                sizes=sizes,
            )
        )
    length = chart_length(len(order))
    wanted = length if rounds is None else rounds
    if not 1 <= wanted <= length:
        raise ScheduleError(
            message(
                "the whist chart for {count} players has {length} rounds",
                count=len(order),
                length=length,
            )
        )
    return tuple(_turned(order, start, turn) for turn in range(wanted))


def chart_length(players: int) -> int:
    """The rounds of a full chart; with one over, each sits out once.

    >>> chart_length(12), chart_length(13)
    (11, 13)
    """
    return players if players % 4 == 1 else players - 1


def _turned(order: tuple[Who, ...], start: Start, turn: int) -> Round[Who]:
    """The first round with every number but a fixed last one moved on by the turn."""
    length = chart_length(len(order))

    def at(number: int) -> Who:
        return order[number if number == length else (number + turn) % length]

    return tuple(((at(a), at(b)), (at(c), at(d))) for (a, b), (c, d) in start)
