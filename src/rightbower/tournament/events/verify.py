"""Every draw of an event made again from its seed: the lots, the cuts and the coins."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from rightbower.rules.book import load
from rightbower.tournament.contest import Entry, effective
from rightbower.tournament.events.entrants import CutForPlace, Tossed
from rightbower.tournament.events.event import Event, EventHistory
from rightbower.tournament.events.movements.movement import Move, Seating
from rightbower.tournament.events.plan import EventOpened
from rightbower.tournament.events.seating import Seated, seating_of
from rightbower.tournament.events.tie_steps import cut_for_place, toss_coins


class Verdict(Struct, frozen=True):
    """How many draws were made again, and the entries that came out otherwise."""

    draws: int
    different: tuple[int, ...]


def verify(history: EventHistory) -> Verdict:
    """Go through the journal and draw everything again; cards that people cut are taken as shown."""
    kept = effective(history.entries)
    assert isinstance(kept[0][1].fact, EventOpened)
    event = EventHistory.of([kept[0][1]]).event
    drawn, different = 0, []
    for number, entry in kept[1:]:
        again = _again(event, entry)
        drawn += again is not None
        if again is False:
            different.append(number)
        event = entry.fact.apply(event, entry.at)
    return Verdict(drawn, tuple(different))


def _again(event: Event, entry: Entry[Any]) -> bool | None:
    """Whether a draw comes out the same; None for an entry that draws nothing."""
    match entry.fact:
        case Seated():
            return replays(event, entry.fact, _move(entry.fact))
        case Tossed(seed=seed) if seed:
            return toss_coins(event, seed) == entry.fact
        case CutForPlace(seed=seed) if seed:
            return cut_for_place(event, seed) == entry.fact
        case _:
            return None


def _move(fact: Seated) -> Move:
    moves: dict[str, Move] = {"B down": "B down", "both": "both"}
    return moves.get(fact.round.move, "A up")


def replays(before: Event, fact: Seated, move: Move = "A up") -> bool:
    """Whether the seed of a seated round gives the same seats again to the event before it."""
    book, shown = load(before.plan.book), dict(fact.drawn)
    return seating_of(before, book, fact.round.seed, move, shown) == Seating(
        fact.round.tables, fact.round.byes, fact.round.move, fact.formed, fact.chart
    )
