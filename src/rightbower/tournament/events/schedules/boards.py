"""Movements of pairs and boards: Mitchell in two lines, Howell with everybody against everybody."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from rightbower.rules.message import message
from rightbower.tournament.events.schedules.quality import ScheduleError

FEWEST, MOST = 4, 40
# With one round in so many turned, every two pairs are compared about equally often.
TURNED: Final = 8


class BoardTable(msgspec.Struct, frozen=True):
    """A table in a round: who sits North–South and East–West, and which set of boards lies there.

    Pairs and sets are numbered from 0; the pair after the last is nobody.
    """

    north_south: int
    east_west: int
    boards: int


BoardRound = tuple[BoardTable, ...]


class _Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pairs: int
    first_round: tuple[tuple[int, int, int], ...]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    start: tuple[_Start, ...]


@cache
def _starts() -> dict[int, tuple[tuple[int, int, int], ...]]:
    text = Path(__file__).with_name("howell.toml").read_text("utf-8")
    file = msgspec.convert(tomllib.loads(text), _File)
    return {start.pairs: start.first_round for start in file.start}


def places(pairs: int) -> int:
    """How many places a movement has for so many pairs: with one more where they are odd.

    >>> places(8), places(9)
    (8, 10)
    """
    if not FEWEST <= pairs <= MOST:
        raise ScheduleError(
            message(
                "boards can be played by {least} to {most} pairs, not {count}",
                least=FEWEST,
                most=MOST,
                count=pairs,
            )
        )
    return pairs + pairs % 2


@cache
def howell(pairs: int) -> tuple[BoardRound, ...]:
    """Everybody against everybody else once, each on a set of boards of its own.

    The last pair stays at its table; the others go on by one number a round, and so do the boards.

    >>> [(each.north_south, each.east_west, each.boards) for each in howell(4)[0]]
    [(3, 0, 0), (2, 1, 0)]
    """
    last = places(pairs) - 1
    return tuple(_turned(last, turn) for turn in range(last))


def _turned(last: int, turn: int) -> BoardRound:
    # The pair that stays sits in either line by turns.
    stays = (last, turn) if turn % 2 == 0 else (turn, last)
    others = [
        BoardTable((one + turn) % last, (other + turn) % last, (boards + turn) % last)
        for one, other, boards in _starts()[last + 1]
    ]
    return (BoardTable(*stays, turn), *others)


@cache
def mitchell(pairs: int) -> tuple[BoardRound, ...]:
    """One line stays, the other goes a table up and the boards a table down.

    Where tables are even the line that goes skips a table half-way. Two tables share their boards.

    >>> [(each.north_south, each.east_west, each.boards) for each in mitchell(6)[1]]
    [(0, 5, 1), (1, 3, 2), (2, 4, 0)]
    """
    tables = places(pairs) // 2
    return tuple(_gone_on(tables, turn) for turn in range(_turns(tables)))


def _turns(tables: int) -> int:
    return tables if tables % 2 or tables == 2 else tables - 1


def _gone_on(tables: int, turn: int) -> BoardRound:
    skipped = tables % 2 == 0 and turn >= tables // 2 and tables > 2
    back = turn + skipped
    return tuple(
        BoardTable(
            table,
            tables + (table - back) % tables,
            turn if tables == 2 else (table + turn) % tables,
        )
        for table in range(tables)
    )


def with_lines_turned(rounds: tuple[BoardRound, ...], played: int) -> tuple[BoardRound, ...]:
    """A Mitchell with one winner: in the last of the rounds that are played both lines change seats."""
    turned = max(1, round(played / TURNED))
    return tuple(
        tuple(BoardTable(each.east_west, each.north_south, each.boards) for each in tables)
        if played - turned <= turn < played
        else tables
        for turn, tables in enumerate(rounds)
    )


def at_once(rounds: tuple[BoardRound, ...]) -> tuple[BoardRound, ...]:
    """The same seats where every table has the boards of the round at the same time."""
    return tuple(
        tuple(BoardTable(each.north_south, each.east_west, turn) for each in tables)
        for turn, tables in enumerate(rounds)
    )


MAKERS: Final[dict[str, Callable[[int], tuple[BoardRound, ...]]]] = {
    "mitchell": mitchell,
    "howell": howell,
}
