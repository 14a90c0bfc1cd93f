"""Erase a person from an open hall: its lists, its tables, and all that is read from now on."""

from __future__ import annotations

from rightbower.store.contract import JournalError, Projection
from rightbower.web.hall.archive import lists
from rightbower.web.hall.archive.erasing import STREAM
from rightbower.web.hall.archive.reading import read_table
from rightbower.web.hall.live.hall import Hall


async def erase_person(hall: Hall, who: str) -> None:
    """Erase a person: no page, list or file has the name from now on, and the games stay."""
    label, every = lists.label(who), lists.EVERY
    past = await hall.reads(hall.journal.listed, lists.PAST, label, every)
    under_way = await hall.reads(hall.journal.listed, lists.OPEN, label, every)
    before = hall.erased.many
    entry = hall.erased.add(who, hall.clock())
    sitting = [live for live in hall.tables.values() if live.table.seat_of(who) is not None]
    try:
        for live in sitting:
            await live.read_anew()
        changed = [lists.without_name(each, hall.erased.game) for each in past]
        changed += [_listed_anew(hall, each.stream) for each in under_way]
        await hall.async_journal.write(STREAM, before, [entry], changed)
    except JournalError:
        hall.erased.read()
        for live in sitting:
            await live.read_anew()
        raise


def _listed_anew(hall: Hall, stream: str) -> Projection:
    return lists.projection(stream, read_table(hall.stored(stream))[0])
