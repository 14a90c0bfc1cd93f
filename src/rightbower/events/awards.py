"""Who is honoured at the end: the first three places and the winners of prizes, each in words."""

from __future__ import annotations

from msgspec import Struct

from rightbower.events.cash import money
from rightbower.events.people.columns import tally_said
from rightbower.events.standings.places import ordinal, standings
from rightbower.events.standings.prizes import awards
from rightbower.events.state.event import Event
from rightbower.refusal import capital

PLACES = 3


class Honour(Struct, frozen=True):
    """Somebody honoured: the name, for what, and what they came to."""

    name: str
    honour: str
    tally: str = ""


def honours(event: Event) -> list[Honour]:
    """The first places, then prizes that are not for a place among them."""
    if not event.rounds:
        return []
    first = [
        Honour(
            place.name,
            f"{'Shared ' if place.shared else ''}{ordinal(place.rank)} place",
            tally_said(place, event.plan.standings.ranking),
        )
        for place in standings(event)
        if place.rank is not None and place.rank <= PLACES
    ]
    placed = {each.name for each in first}
    prizes = [
        Honour(event.name_of(winner), _prize(each.prizes, each.each))
        for each in awards(event)
        for winner in each.winners
        if event.name_of(winner) not in placed
    ]
    return first + prizes


def _prize(names: tuple[str, ...], cents: int) -> str:
    said = " and ".join(names)
    return f"{capital(said)}{f', {money(cents)}' if cents else ''}"
