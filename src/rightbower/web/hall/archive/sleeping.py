"""Tables that sleep: what the journal has of one, and why it may be impossible to wake it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import MsgspecError, Struct

from rightbower.refusal import Refusal
from rightbower.store.contract import JournalError, StoredEntry, StreamJournal, Unreachable
from rightbower.web.hall.archive import lists
from rightbower.web.hall.archive.reading import read_table
from rightbower.web.hall.table.entries import encode
from rightbower.web.hall.table.finishing import finished
from rightbower.web.hall.table.folding import fold
from rightbower.web.hall.table.table import HallTable
from rightbower.web.hall.views.play_by_play import PlayByPlay

# What a stream that cannot be read as a table raises.
UNREADABLE: Final = (
    MsgspecError,
    ValueError,
    LookupError,
    TypeError,
    AssertionError,
    JournalError,
)


class SleepingTable(Struct, frozen=True):
    """A table as its stream has it, and with the facts that it lacks; ``aside`` where it is listed as set aside."""

    before: HallTable
    table: HallTable
    facts: list[bytes]
    lines: PlayByPlay
    aside: bool


# What is there of a table that sleeps: itself, why it cannot be read, or nothing.
Slept = SleepingTable | Exception | None


def sleeping(
    journal: StreamJournal, stored: Callable[[str], list[StoredEntry]], stream: str
) -> Slept:
    """What the journal has of a table; why it cannot be read; nothing where there is none."""
    try:
        entries = stored(stream)
        if not entries:
            return None
        table, lines = read_table(entries)
        _by_its_edition(table)
        aside = journal.projection(lists.ASIDE, stream) is not None
        return SleepingTable(table, *with_facts(table), lines, aside)
    except Unreachable:
        raise
    except UNREADABLE as fault:
        return fault


def with_facts(table: HallTable) -> tuple[HallTable, list[bytes]]:
    """A finished game with its facts, and those that its stream does not have yet."""
    if not table.over or table.finished is not None:
        return table, []
    facts = finished(table)
    return fold(table, facts), [encode(facts)]


def _by_its_edition(table: HallTable) -> None:
    """A game that is going on is not judged by another edition than it was begun by."""
    begun_by, now = table.opened.edition, table.book.edition
    if table.finished is None and begun_by and begun_by != now:
        raise Refusal(
            f"it is played by the edition {begun_by!r} of {table.opened.book},"
            f" and the one installed is {now!r}"
        )
