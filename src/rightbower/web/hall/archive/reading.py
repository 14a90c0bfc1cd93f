"""A table from its stream; entries of the first form are renewed by the table before them."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from msgspec.structs import replace

from rightbower.record.entries import (
    ActionEntry,
    BellEntry,
    ClaimEntry,
    DealtEntry,
    DroppedEntry,
    Entry,
    SlipEntry,
)
from rightbower.record.older_records import as_known
from rightbower.record.record import read_entry
from rightbower.referee.doing import improper
from rightbower.referee.rulings import dismissed
from rightbower.referee.table import Ruled, TableError
from rightbower.rules.cards import Seat, cards
from rightbower.rules.refusal import Refusal
from rightbower.store.contract import StoredEntry
from rightbower.web.hall.table.acts import read_action
from rightbower.web.hall.table.dealing import dealt, one_too_many
from rightbower.web.hall.table.entries import Begun, CalledOff, HallEntry, Played, TakenBack, decode
from rightbower.web.hall.table.finishing import same_result
from rightbower.web.hall.table.folding import fold
from rightbower.web.hall.table.older_entries import Acted, DealtByNumber, OlderEntry, Rang, Slipped
from rightbower.web.hall.table.results import GameFinished
from rightbower.web.hall.table.table import HallTable
from rightbower.web.hall.views.play_by_play import PlayByPlay

# What happens in the game itself.
InGame = Begun | Played | TakenBack | CalledOff


def read_table(stored: Sequence[StoredEntry]) -> tuple[HallTable, PlayByPlay]:
    """A table as its stream has it.

    What a finished game came to is what its facts say; it is played again only to be looked at, and
    where today's book no longer comes to the same it is told by the facts alone.
    """
    entries = [decode(each.body) for each in stored]
    if not entries:
        raise Refusal("there is nothing in it")
    if not any(isinstance(each, GameFinished) for each in entries):
        return _played(entries)
    with contextlib.suppress(ValueError, LookupError, AssertionError):
        return _played(entries)
    return _unplayed(entries)


def _played(entries: Sequence[HallEntry | OlderEntry]) -> tuple[HallTable, PlayByPlay]:
    table: HallTable | None = None
    lines = PlayByPlay()
    for entry in entries:
        if isinstance(entry, GameFinished) and (table is None or not same_result(table, entry)):
            raise Refusal("the book has changed since")
        table, today = after(table, entry)
        lines.add(table, today)
    assert table is not None
    return table, lines


def _unplayed(entries: Sequence[HallEntry | OlderEntry]) -> tuple[HallTable, PlayByPlay]:
    table: HallTable | None = None
    lines = PlayByPlay()
    for entry in entries:
        table = without_game(table, entry)
        if not isinstance(entry, Played | OlderEntry):
            lines.add(table, entry)
    assert table is not None
    return table, lines


def without_game(table: HallTable | None, entry: HallEntry | OlderEntry) -> HallTable:
    """The table after one more entry, without its game, whose facts are stored."""
    if table is None or not isinstance(entry, InGame | OlderEntry):
        assert not isinstance(entry, OlderEntry)
        return fold(table, entry)
    return replace(
        table,
        dealt=table.dealt + _deals(entry),
        taken_back=table.taken_back + isinstance(entry, TakenBack),
        version=table.version + 1,
        touched=entry.at,
    )


def _deals(entry: InGame | OlderEntry) -> bool:
    match entry:
        case DealtByNumber() | Slipped(what={"deal": _}) | Played(entry=DealtEntry()):
            return True
    return False


def after(table: HallTable | None, entry: HallEntry | OlderEntry) -> tuple[HallTable, HallEntry]:
    """The table after one more entry of either form, and the entry in today's."""
    if not isinstance(entry, OlderEntry):
        return fold(table, entry), entry
    assert table is not None, "a table is opened first"
    today = renewed(table, entry)
    try:
        return fold(table, today), today
    except TableError as fault:
        return _let_pass(table, today, fault), today


def _let_pass(table: HallTable, played: Played, fault: TableError) -> HallTable:
    """A claim that was heard then and would be refused today has its place in the log, and no more.

    Later entries name rulings by their numbers, so that none may be missing.
    """
    claim, referee = played.entry, table.referee
    if referee is None or not isinstance(claim, ClaimEntry):
        raise fault
    ruling = dismissed(claim.fact.kind, str(fault), "rulings.borrowed")
    log = (*referee.log, Ruled(claim.fact, claim.by, ruling, len(referee.game.finished) + 1))
    version = table.version + 1
    return replace(table, referee=replace(referee, log=log), version=version, touched=played.at)


def renewed(table: HallTable, entry: OlderEntry) -> Played:
    """An entry of the first form as a record has it."""
    match entry:
        case DealtByNumber():
            return dealt(table, entry.at)
        case Acted():
            return Played(_acted(table, entry), entry.move, entry.by_bot)
        case Rang():
            return Played(BellEntry("end", entry.at))
        case Slipped(what={"deal": _, "extra": letter}):
            return one_too_many(dealt(table, entry.at, entry.move), Seat.of(letter))
        case Slipped():
            return Played(_slipped(entry), entry.move)


def _acted(table: HallTable, entry: Acted) -> ActionEntry | SlipEntry:
    proper = ActionEntry(read_action(entry.action), entry.at)
    if table.referee is None or not improper(as_known(table.referee, proper), proper.action):
        return proper
    return SlipEntry(proper.action, entry.at)


def _slipped(entry: Slipped) -> Entry:
    match entry.what:
        case {"line": str(line)}:
            said = read_entry(line)
            return replace(said, at=entry.at)
        case {"drop": str(shown)}:
            return DroppedEntry(Seat.of(shown[0]), cards(shown[2:]), entry.at)
    raise Refusal(f"this table does not know {entry.what}")
