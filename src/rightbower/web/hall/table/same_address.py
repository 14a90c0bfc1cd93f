"""Two hats at a card table: whether two of those who sit there come from the same address."""

from __future__ import annotations

from collections.abc import Mapping

from rightbower.cards import Seat
from rightbower.web.common.address import LOOPBACK
from rightbower.web.hall.table.table import HallTable


def one_hand(table: HallTable, places: Mapping[str, str]) -> tuple[Seat, ...]:
    """Two seats whose people come from one address; nothing where more do, or not all are here.

    An address that three or four share is a house or a hall's wifi and says nothing, and so does
    the machine itself.
    """
    people = {
        seat: each.who
        for seat, each in zip(Seat, table.seats, strict=True)
        if each is not None and not each.bot
    }
    if any(who not in places for who in people.values()):
        return ()
    seats: dict[str, list[Seat]] = {}
    for seat, who in people.items():
        if places[who] and places[who] not in LOOPBACK:
            seats.setdefault(places[who], []).append(seat)
    return next((tuple(each) for each in seats.values() if len(each) == 2), ())
