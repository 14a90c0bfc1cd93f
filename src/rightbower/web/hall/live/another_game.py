"""Another game of the same people, at a new table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rightbower.cards import Seat
from rightbower.web.hall.archive import lists
from rightbower.web.hall.commands.seating import begin
from rightbower.web.hall.table.dealing import first_dealer
from rightbower.web.hall.table.entries import Followed, Sat
from rightbower.web.hall.table.table import HallTable

if TYPE_CHECKING:
    from rightbower.web.hall.live.hall import Hall


async def follow_up(hall: Hall, table: HallTable) -> Followed:
    """A new table with the same people, for another game."""
    now = hall.clock()
    sitters = [
        Sat(seat, sitter.who, sitter.name, now, sitter.bot)
        for seat in Seat
        if (sitter := table.seats[seat]) is not None
    ]
    old = table.opened
    live = await hall.open(
        old.book,
        old.by,
        old.mode,
        old.target,
        old.overlay,
        old.turn_seconds,
        old.listed,
        friendly=old.friendly,
        then=sitters,
        manners=replace(old.manners, bots_after=None),
    )
    if None not in live.table.seats:
        await live.commit(begin(live.table, first_dealer(live.table), now))
    return Followed(live.name.removeprefix(lists.PREFIX), max(now, table.touched))
