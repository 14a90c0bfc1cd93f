"""Each round every player draws a card from the host's deck: its rank is the table, its suit the seat."""

from __future__ import annotations

from random import Random
from typing import Final

from rightbower.events.draws import chance, lot
from rightbower.events.event import Event, Table
from rightbower.events.movements.seating import Seating, best_of
from rightbower.events.taking_part import in_fours, sit_out

# A full pack has thirteen ranks; with more tables the deck is numbered cards.
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
# North, East, South, West: hearts opposite diamonds, the red pair; spades opposite clubs, the black.
SUITS: Final = "HSDC"


def next_round(event: Event, seed: str) -> Seating:
    """Seats drawn for everybody; extras sit out, those first who have done so least."""

    def draw(attempt: int) -> Seating:
        return _drawn(event, chance(seed, f"deck {attempt}" if attempt else "deck"))

    return best_of(event, draw)


def _drawn(event: Event, luck: Random) -> Seating:
    players = in_fours(event)
    out = sit_out(event, players, len(players) % 4, luck)
    drawing = [number for number in players if number not in out]
    order = lot(drawing, luck)
    tables = tuple(
        Table(place + 1, ((north, south), (east, west)))
        for place, (north, east, south, west) in enumerate(zip(*[iter(order)] * 4, strict=True))
    )
    return Seating(tables, out, "everyone draws from the host's deck")


def numbered(event: Event, tables: int) -> bool:
    """Whether the deck is plain numbers: by the plan, or because the ranks run out."""
    return event.plan.movement.draw_card == "number" or tables > len(RANKS)


def card_for(event: Event, tables: int, table: int, seat: int) -> str:
    """The card that sends a player to a seat (N 0, E 1, S 2, W 3) of a table.

    With more than thirteen tables, or where the plan says so, it is a plain number.
    """
    if numbered(event, tables):
        return str(4 * (table - 1) + seat + 1)
    return RANKS[table - 1] + SUITS[seat]
