"""The places of an event as they are shown, with how far each moved since the round before."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from rightbower.tournament.events.standings.places import table as standings_table
from rightbower.tournament.events.state.entrants import Entrant, Place
from rightbower.tournament.events.state.event import Event, EventPlan, Round

MOST_REMEMBERED = 64


class Standing(Struct, frozen=True):
    """A place; ``moved`` is how many places up since the round before, negative for down."""

    rank: int | None
    entrant: int
    name: str
    why: str
    clauses: tuple[str, ...]
    won: int
    drawn: int
    lost: int
    points: int
    event_points: int
    moved: int | None
    shared: bool
    open: bool


class _Earlier(Struct, frozen=True):
    """The ranks before the latest round, and what they were worked out from."""

    rounds: tuple[Round, ...]
    entrants: tuple[Entrant, ...]
    plan: EventPlan
    ranks: dict[int, int]


_earlier: dict[str, _Earlier] = {}


def _ranks_before(event: Event) -> dict[int, int]:
    """The ranks before the latest round with a result; worked out seldom, asked for often."""
    played = [any(table.result for table in each.tables) for each in event.rounds]
    rounds = event.rounds[: max(0, played.count(True) - 1)]
    if not rounds:
        return {}
    held = _earlier.get(event.id)
    if held is None or (held.rounds, held.entrants, held.plan) != (rounds, event.entrants, event.plan):  # fmt: skip
        then = standings_table(replace(event, rounds=rounds, finished=False, ties=()))
        ranks = {place.entrant: place.rank for place in then.places if place.rank is not None}
        if len(_earlier) >= MOST_REMEMBERED:
            _earlier.clear()
        held = _earlier[event.id] = _Earlier(rounds, event.entrants, event.plan, ranks)
    return held.ranks


def standings(event: Event, places: tuple[Place, ...]) -> tuple[Standing, ...]:
    """Everybody's place as it is shown."""
    before = _ranks_before(event)
    return tuple(
        Standing(
            place.rank,
            place.entrant,
            place.name,
            place.why,
            place.clauses,
            place.won,
            place.drawn,
            place.lost,
            place.points,
            place.event_points,
            before[place.entrant] - place.rank
            if place.rank is not None and place.entrant in before
            else None,
            place.shared,
            place.open,
        )
        for place in places
    )
