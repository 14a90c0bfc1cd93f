"""What a movement is: how it seats a round, how many rounds it has, and what everybody is told of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Literal

from msgspec import Struct

from rightbower.rules.book import RuleBook
from rightbower.rules.message import Message
from rightbower.tournament.events.draws import chance
from rightbower.tournament.events.event import Event, EventTable, Formed
from rightbower.tournament.events.participants import clashes

Move = Literal["A up", "B down", "both"]
TRIES = 200  # draws made for the sake of those to be kept apart


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


class Seating(Struct, frozen=True):
    """The next round; ``move`` says in words what moved."""

    tables: tuple[EventTable, ...]
    byes: tuple[int, ...]
    move: str
    formed: tuple[Formed, ...] = ()
    chart: tuple[int, ...] = ()


def left_to_officer(_: Event) -> int | None:
    """A movement that goes on until the officer ends it."""
    return None


def fixed_text(event: Event, _: int) -> tuple[Message, ...]:
    """What everybody is told where it does not depend on the event."""
    said = event.plan.movement_kind.said
    return (said,)


class RoundMaker(Struct, frozen=True):
    """How a movement makes its rounds.

    ``rounds``, how many, is asked once the first is seated; ``words`` are the sentences that lie on
    every one of so many tables.
    """

    seat: Callable[[Event, RoundDraw], Seating]
    rounds: Callable[[Event], int | None] = left_to_officer
    words: Callable[[Event, int], tuple[Message, ...]] = fixed_text


def best_of(event: Event, seed: str, purpose: str, draw: Callable[[Random], Seating]) -> Seating:
    """The first of many draws that keeps apart those it should, or the one that does it best."""
    best = draw(chance(seed, purpose))
    fewest = _faults(event, best)
    for attempt in range(1, TRIES):
        if not fewest:
            break
        other = draw(chance(seed, f"{purpose} {attempt}"))
        if (faults := _faults(event, other)) < fewest:
            best, fewest = other, faults
    return best


def _faults(event: Event, seating: Seating) -> int:
    return len(clashes(event, seating.tables, seating.formed))
