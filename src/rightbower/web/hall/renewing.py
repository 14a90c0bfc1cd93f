"""Entries of the first form as they are written today; the table before them says what they meant."""

from __future__ import annotations

from msgspec.structs import replace

from rightbower.cards import Seat, cards
from rightbower.record import ActionEntry, BellEntry, DroppedEntry, Entry, SlipEntry, read_entry
from rightbower.referee import improper
from rightbower.web.hall.acts import read_action
from rightbower.web.hall.dealing import dealt, one_too_many
from rightbower.web.hall.entries import HallEntry, Played
from rightbower.web.hall.older import Acted, Dealt, OlderEntry, Rang, Slipped
from rightbower.web.hall.table import Table, fold


def after(table: Table | None, entry: HallEntry | OlderEntry) -> tuple[Table, HallEntry]:
    """The table after one more entry of either form, and the entry in today's."""
    if isinstance(entry, OlderEntry):
        assert table is not None, "a table is opened first"
        entry = renewed(table, entry)
    return fold(table, entry), entry


def renewed(table: Table, entry: OlderEntry) -> Played:
    """An entry of the first form as a record has it."""
    match entry:
        case Dealt():
            return dealt(table, entry.at)
        case Acted():
            action = read_action(entry.action)
            slip = table.referee is not None and improper(table.referee, action) is not None
            said = SlipEntry(action, entry.at) if slip else ActionEntry(action, entry.at)
            return Played(said, entry.move, entry.by_bot)
        case Rang():
            return Played(BellEntry("end", entry.at))
        case Slipped(what={"deal": _, "extra": letter}):
            return one_too_many(dealt(table, entry.at, entry.move), Seat.of(letter))
        case Slipped():
            return Played(_slipped(entry), entry.move)


def _slipped(entry: Slipped) -> Entry:
    match entry.what:
        case {"line": str(line)}:
            said = read_entry(line)
            return replace(said, at=entry.at)
        case {"drop": str(shown)}:
            return DroppedEntry(Seat.of(shown[0]), cards(shown[2:]), entry.at)
    raise ValueError(f"this table does not know {entry.what}")
