"""What boards come to: the field of each, matchpoints or differences, and everybody's sums."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from msgspec import Struct

from rightbower.tournament.events.board_tables import boards_at
from rightbower.tournament.events.boards import Scoring
from rightbower.tournament.events.event import Event
from rightbower.tournament.events.outcome import counted

BEATEN: Final = 2
TIED: Final = 1


class BoardLine(Struct, frozen=True):
    """A board as it was played once: where, by whom, and what North–South made of it."""

    board: int
    round: int
    table: int
    sides: tuple[int, int]
    points: int

    def made(self, side: int) -> int:
        """What a side made of it, less than zero where the other did."""
        return -self.points if side else self.points


class BoardScore(Struct, frozen=True):
    """What a board was worth to a pair, of how much it could have been."""

    line: BoardLine
    side: int
    worth: Fraction
    most: Fraction

    @property
    def share(self) -> Fraction | None:
        """The worth as a part of the most that could be had; none where nobody else has played it."""
        return self.worth / self.most if self.most else None


def played(event: Event) -> tuple[BoardLine, ...]:
    """Every board whose result counts, in the order in which they were played."""
    return tuple(
        BoardLine(board, round_, table.number, (table.sides[0][0], table.sides[1][0]), points)
        for round_, table in event.games()
        if counted(event.plan, table) is not None and table.result is not None
        for board, points in zip(
            boards_at(event, round_, table.number), table.result.boards, strict=False
        )
    )


def fields(event: Event) -> dict[int, list[BoardLine]]:
    """All results of each board, by its number."""
    found: dict[int, list[BoardLine]] = {}
    for line in sorted(played(event), key=lambda each: (each.board, each.round, each.table)):
        found.setdefault(line.board, []).append(line)
    return found


def scores(event: Event) -> dict[int, list[BoardScore]]:
    """What each board was worth to each pair, by the number of the pair."""
    plan = event.plan.duplicate
    found: dict[int, list[BoardScore]] = {}
    if plan is None:
        return found
    of_all = fields(event)
    widest = max((len(field) for field in of_all.values()), default=1)
    for field in of_all.values():
        for line in field:
            for side, entrant in enumerate(line.sides):
                worth, most = _worth(plan.scoring, field, line, side, widest)
                found.setdefault(entrant, []).append(BoardScore(line, side, worth, most))
    return found


def _worth(
    scoring: Scoring, field: Sequence[BoardLine], line: BoardLine, side: int, widest: int
) -> tuple[Fraction, Fraction]:
    """What a line is worth to a side, of how much; fewer comparisons count for as much as many."""
    mine = line.made(side)
    if scoring == "total points":
        return Fraction(mine), Fraction(0)
    others = [each.made(side) for each in field if each is not line]
    most = Fraction(BEATEN * (widest - 1))
    if scoring == "matchpoints":
        if not others:
            return most / 2, most
        beaten = sum(BEATEN * (mine > other) + TIED * (mine == other) for other in others)
        return Fraction(beaten * (widest - 1), len(others)), most
    if not others:
        return Fraction(0), Fraction(0)
    ahead = sum(mine - other for other in others)
    return Fraction(ahead * (widest - 1), len(others)), Fraction(0)


class BoardTotal(Struct, frozen=True):
    """A pair's sum over all its boards; ``most`` is what could have been had, nothing where that is open."""

    worth: Fraction = Fraction(0)
    most: Fraction = Fraction(0)
    boards: int = 0

    @property
    def percent(self) -> Fraction | None:
        """The sum as a percentage of what could have been had."""
        return 100 * self.worth / self.most if self.most else None


def totals(event: Event) -> Mapping[int, BoardTotal]:
    """Everybody's sums, by the number of the pair."""
    return {
        entrant: BoardTotal(
            sum((each.worth for each in mine), Fraction(0)),
            sum((each.most for each in mine), Fraction(0)),
            len(mine),
        )
        for entrant, mine in scores(event).items()
    }
