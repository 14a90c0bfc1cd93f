"""What a table sends its browsers after every change: the same for all, and each seat's own beside it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from rightbower.cards import Seat
from rightbower.web import wire
from rightbower.web.judged import judged
from rightbower.web.seen import chairs, seen_by_all, with_own
from rightbower.web.table import Table

Tale = Sequence[tuple[int, str]]


def public(table: Table, tale: Tale, away: frozenset[Seat], since: int) -> wire.State:
    """The table as an onlooker sees it, with the news after a version."""
    first = len(tale)
    while first and tale[first - 1][0] > since:
        first -= 1
    return wire.State(
        version=table.version,
        you=None,
        chairs=chairs(table, away),
        news=[line for _, line in tale[first:]],
        game=seen_by_all(table),
        followed=table.followed,
        referee=judged(table),
    )


def for_seat(state: wire.State, table: Table, seat: Seat | None) -> str:
    """The message for a seat, or for an onlooker."""
    if seat is not None:
        own = None if state.game is None else with_own(state.game, table, seat)
        state = replace(state, you=seat.name, game=own)
    return wire.write_reply(state).decode()
