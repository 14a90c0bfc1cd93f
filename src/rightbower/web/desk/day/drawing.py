"""What people draw with real cards or lots before a round, as the seating page asks for it."""

from __future__ import annotations

from msgspec import Struct

from rightbower.events.movements.hosts_deck import card_for
from rightbower.events.outlook import tables_for
from rightbower.events.state.event import Event
from rightbower.events.state.participants import floaters, here
from rightbower.web.snapshots.whereabouts import drawn_card

CHAIRS = ("north", "east", "south", "west")


class Asked(Struct, frozen=True):
    """The draw that people may make themselves: what each draws, who draws, and where seats are.

    ``chairs`` are the seats of a table and what they are called, for typing by table.
    """

    what: str
    example: str
    people: tuple[tuple[int, str], ...]
    cards: tuple[str, ...] = ()
    tables: int = 0
    chairs: tuple[tuple[str, str], ...] = ()


def asked(event: Event) -> Asked | None:
    """The draw before the next round; None where nobody draws."""
    kind, first = event.plan.movement_kind, not event.rounds
    people = tuple(
        (number, event.name_of(number))
        for number in sorted((*here(event), *floaters(event)), key=event.name_of)
    )
    if kind.by_card:
        return _deck(event, people)
    if kind.parts:
        return _chairs(event, people) if first else _spares(people)
    if not first or not kind.lot:
        return None
    return Asked(kind.lot, "3, or out" if kind.a_up else "3", people)


def _deck(event: Event, people: tuple[tuple[int, str], ...]) -> Asked:
    tables = tables_for(event)
    deck = [
        card_for(event, tables, table, seat) for table in range(1, tables + 1) for seat in range(4)
    ]
    suits = tuple(zip(CHAIRS, ("♥ hearts", "♠ spades", "♦ diamonds", "♣ clubs"), strict=True))
    cards = tuple(map(drawn_card, deck))
    return Asked("card", f"{cards[0] if cards else 'A♥'}, or out", people, cards, tables, suits)


def _chairs(event: Event, people: tuple[tuple[int, str], ...]) -> Asked:
    chairs = tuple((each, each.capitalize()) for each in CHAIRS)
    return Asked("table", "3, 3N, or out", people, (), tables_for(event), chairs)


def _spares(people: tuple[tuple[int, str], ...]) -> Asked | None:
    """Later on only the lot of those who sit out is drawn."""
    return Asked("lot", "out", people) if len(people) % 4 else None
