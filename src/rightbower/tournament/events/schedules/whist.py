"""Whist charts: in a full chart each player partners every other once and opposes every other twice."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

import msgspec

from rightbower.rules.message import message
from rightbower.tournament.events.schedules.quality import Round, ScheduleError, Who, different

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
