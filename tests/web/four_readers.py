"""Four people at a table and one who watches, and what each of them reads."""

from __future__ import annotations

from msgspec.structs import replace

from rightbower.rules.cards import Seat
from rightbower.web.hall.table import HallTable, Sitter

NAMES = ("Nan", "Eve", "Sam", "Wes")
PASSED = "W pass, N pass, E pass"
TAKEN = f"{PASSED}, S pick up, S bury JC"
READERS = (None, *Seat)


def named(table: HallTable) -> HallTable:
    """The table with people whose names are not those of their seats."""
    seats = tuple(Sitter(seat.name, name) for seat, name in zip(Seat, NAMES, strict=True))
    return replace(table, seats=seats)
