"""Another game of the same people, at a new table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from rightbower.cards import Seat
from rightbower.web.common.refusal import Refused
from rightbower.web.hall.archive import lists
from rightbower.web.hall.commands.seating import begin
from rightbower.web.hall.table.dealing import first_dealer
from rightbower.web.hall.table.entries import Followed, Sat
from rightbower.web.hall.table.table import HallTable

if TYPE_CHECKING:
    from rightbower.web.hall.live.hall import Hall
    from rightbower.web.hall.live.live_table import Live


async def another_game(live: Live, who: str) -> None:
    """Somebody who sat here wants another game: it is opened once, for all of them."""
    if live.table.seat_of(who) is None or not live.table.over:
        raise Refused("a new game begins when this one is over")
    async with live.turn():
        if not live.table.followed:
            await live.write([await _follow_up(live.hall, live.table)])


async def _follow_up(hall: Hall, table: HallTable) -> Followed:
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
