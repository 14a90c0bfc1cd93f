"""Prizes: who wins what, high and low, shared where places are shared."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rightbower.events.event import Award, Event, Place, Prize
from rightbower.events.standings import standings


def awards(event: Event) -> tuple[Award, ...]:
    """Who wins each prize as things stand; those who share a place share its prizes."""
    return event.awards if event.finished else award(event, standings(event))


def award(event: Event, places: Sequence[Place]) -> tuple[Award, ...]:
    """The prizes of a plan given to places."""
    high = [prize for prize in event.plan.prizes if not prize.low]
    low = [prize for prize in event.plan.prizes if prize.low]
    ranked = [place for place in places if place.rank is not None]
    counted = event.plan.standings
    by_points = counted.ranking == "points made"
    given = [*_given(high, _groups(ranked), event.plan.clause("standings.ranking"))]
    path = "standings.low_wins" if counted.low_wins else "standings.ranking"
    given += _given(low, _groups(_lowest_first(ranked, by_points)), event.plan.clause(path))
    return tuple(given)


def _lowest_first(ranked: Sequence[Place], by_points: bool) -> list[Place]:
    """Places counted from the bottom; where points are counted, by them alone: level totals share."""

    def height(place: Place) -> int:
        assert place.rank is not None
        return place.points if by_points else -place.rank

    return [
        replace(place, rank=1 + sum(height(other) < height(place) for other in ranked))
        for place in sorted(ranked, key=lambda each: (height(each), each.entrant))
    ]


def _groups(places: Sequence[Place]) -> dict[int, list[int]]:
    """The entrants of each rank."""
    found: dict[int, list[int]] = {}
    for place in places:
        assert place.rank is not None
        found.setdefault(place.rank, []).append(place.entrant)
    return found


def _given(prizes: Sequence[Prize], groups: dict[int, list[int]], clause: str) -> list[Award]:
    found = []
    for rank, winners in groups.items():
        mine = [prize for prize in prizes if rank <= prize.place < rank + len(winners)]
        if not mine:
            continue
        each, left = divmod(sum(prize.amount for prize in mine), len(winners))
        shared = f", shared by {len(winners)}" if len(winners) > 1 else ""
        names = tuple(prize.name for prize in mine)
        found.append(
            Award(names, tuple(winners), each, left, f"{' and '.join(names)}{shared} ({clause})")
        )
    return found
