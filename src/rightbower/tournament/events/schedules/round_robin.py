"""Everyone against everyone by the circle method: one stays, the others turn one place."""

from __future__ import annotations

from collections.abc import Sequence

from rightbower.tournament.events.schedules.quality import (
    Round,
    ScheduleError,
    Table,
    Who,
    different,
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
        raise ScheduleError("a schedule has at least one round")
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
