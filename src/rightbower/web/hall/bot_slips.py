"""Bots where slips are ruled on: now and then one of them slips, and they call what people do wrong."""

from __future__ import annotations

from random import Random

from rightbower.record.entries import ClaimEntry, DroppedEntry
from rightbower.referee.table import TableError
from rightbower.rules.cards import Seat
from rightbower.web.hall.acts import move
from rightbower.web.hall.entries import HallEntry, Played
from rightbower.web.hall.table import SEATS, HallTable, fold


def bot_slips(table: HallTable, now: float) -> list[HallEntry]:
    """What a bot does wrong now; nothing where the chance is not for it."""
    from rightbower.players.slips import OFTEN, slip

    chance = _chance(table, "slips")
    if table.referee is None or chance.random() >= OFTEN[table.opened.manners.slips]:
        return []
    match slip(table.referee, _people(table), chance):
        case None:
            return []
        case (seat, fallen):
            return [Played(DroppedEntry(seat, (fallen,), now), by_bot=True)]
        case action:
            return move(table, action, "", now, by_bot=True)


def bot_calls(table: HallTable, now: float) -> list[HallEntry]:
    """What a bot calls now of what people did; what bots do is for people to call."""
    from rightbower.players.slips import noticed

    if table.referee is None or table.opened.manners.slips == "never":
        return []
    people = _people(table)
    found = noticed(table.referee, people, _chance(table, "eyes"), of=people)
    if found is None:
        return []
    by, fact = found
    called = Played(
        ClaimEntry(by, fact, last_hand=table.referee.game.deal is None, at=now), by_bot=True
    )
    try:
        fold(table, called)
    except TableError:
        return []
    return [called]


def _people(table: HallTable) -> tuple[Seat, ...]:
    return tuple(seat for seat in SEATS if not table.player_at(seat))


def _chance(table: HallTable, what: str) -> Random:
    """The same at each look until something happens at the table."""
    return Random(f"{table.opened.seed} {what} {table.version}")
