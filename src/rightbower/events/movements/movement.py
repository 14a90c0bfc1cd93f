"""What a movement is: how it seats a round, how many rounds it has, and what everybody is told of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from msgspec import Struct

from rightbower.book import RuleBook
from rightbower.events.movements.seating import Seating
from rightbower.events.state.event import Event

Move = Literal["A up", "B down", "both"]


class RoundDraw(Struct, frozen=True):
    """What a round is seated by: the seed settles every draw and cut that people do not make.

    ``move`` says which teams of a ring go on, ``shown`` what people drew with real cards or lots;
    ``rest`` has the program draw for those who are not among them.
    """

    book: RuleBook
    seed: str
    move: Move = "A up"
    shown: Mapping[int, str] = {}
    rest: bool = True


def left_to_officer(_: Event) -> int | None:
    """A movement that goes on until the officer ends it."""
    return None


def as_named(event: Event, _: int) -> tuple[str, ...]:
    """What everybody is told where it does not depend on the event."""
    return (event.plan.movement_kind.said,)


class RoundMaker(Struct, frozen=True):
    """How a movement makes its rounds.

    ``rounds``, how many, is asked once the first is seated; ``words`` are the sentences that lie on
    every one of so many tables.
    """

    seat: Callable[[Event, RoundDraw], Seating]
    rounds: Callable[[Event], int | None] = left_to_officer
    words: Callable[[Event, int], tuple[str, ...]] = as_named
