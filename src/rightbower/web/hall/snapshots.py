"""What a table sends its browsers after every change: the same for all, and each seat's own beside it."""

from __future__ import annotations

from collections.abc import Sequence

from rightbower.cards import Seat
from rightbower.web.hall import protocol as wire
from rightbower.web.hall.judged import judged
from rightbower.web.hall.table import Table
from rightbower.web.hall.views import chairs, own, seen_by_all, told

Tale = Sequence[tuple[int, wire.News]]


def public(table: Table, tale: Tale, away: frozenset[Seat], since: int) -> bytes:
    """The table as an onlooker sees it, with the news after a version."""
    first = len(tale)
    while first and tale[first - 1][0] > since:
        first -= 1
    state = wire.State(
        version=table.version,
        chairs=chairs(table, away),
        news=[line for _, line in tale[first:]],
        followed=table.followed,
        referee=judged(table),
        game=seen_by_all(table),
    )
    return wire.write_reply(state)


def for_seat(state: bytes, table: Table, seat: Seat | None) -> str:
    """The message for a seat, or for an onlooker: what everyone gets, and the seat's own beside it."""
    letter = None if seat is None else seat.letter
    cards = None if seat is None else own(table, seat)
    return wire.for_seat(state, letter, cards, told(table, seat))
