"""Tables read from the journal and woken: finished games, first forms, editions."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from rightbower.record.entries import BellEntry, DroppedEntry, TurnedEntry, write_entry
from rightbower.rules.cards import Seat
from rightbower.rules.refusal import Refusal
from rightbower.store.contract import Projection, Unreachable
from rightbower.web.hall import archive as lists
from rightbower.web.hall.archive import read_table, renewed, without_game
from rightbower.web.hall.entries import (
    Acted,
    CalledOff,
    DealtByNumber,
    HallEntry,
    Hinted,
    Played,
    Rang,
    Sat,
    Slipped,
    TableOpened,
    TakenBack,
    encode,
)
from rightbower.web.hall.sealing import SleepingTable, sleeping, with_facts
from rightbower.web.hall.table import finished, fold
from web.faults import FaultyJournal
from web.seated import Sitting

# Reading


def bodies(entries: list[HallEntry]) -> list[Any]:
    return [SimpleNamespace(body=encode(each)) for each in entries]


def test_a_stream_is_read_to_its_table_and_lines() -> None:
    sitting = Sitting(mode="strict")
    sitting.do("W pass")
    table, lines = read_table(bodies(sitting.entries))
    assert table == sitting.table
    assert [line.told("en").text for _, line in lines.lines] == sitting.told
    with pytest.raises(Refusal, match="there is nothing in it"):
        read_table([])


def test_a_finished_game_whose_book_has_changed_is_told_by_its_facts() -> None:
    sitting = Sitting(mode="strict")
    sitting.do("W pass")
    over = fold(sitting.table, CalledOff("resigned", "NS", 9.0))
    facts = finished(over)
    ended: list[HallEntry] = [*sitting.entries, CalledOff("resigned", "NS", 9.0)]
    same, _ = read_table(bodies([*ended, facts]))
    assert (same.game, same.finished) == (over.game, facts)
    other, lines = read_table(bodies([*ended, replace(facts, score=(9, 9))]))
    assert other.game is None
    assert other.finished is not None
    assert (other.finished.score, other.dealt) == ((9, 9), 1)
    told = [line.told("en").text for _, line in lines.lines]
    assert "West passes" not in told
    assert "North sits down" in told


def test_what_is_counted_of_a_game_that_is_not_played_again() -> None:
    table = fold(Sitting(mode="strict").table, Hinted(Seat.N, 1.0))
    table = replace(table, game=None, dealt=2)
    back = without_game(table, TakenBack(Seat.W, 1, 8.0))
    assert (back.taken_back, back.dealt, back.touched) == (1, 2, 8.0)
    assert back.version == table.version + 1
    for older, dealt in (
        (DealtByNumber(3, 8.0), 3),
        (Slipped({"deal": 1, "extra": "E"}, 8.0), 3),
        (Slipped({"line": "turned"}, 8.0), 2),
        (Rang(8.0), 2),
    ):
        assert without_game(table, older).dealt == dealt
    seated = without_game(table, Sat(Seat.N, "x", "Xan", 8.0))
    assert seated.players[0] == "Xan"


def test_entries_of_the_first_form_are_renewed() -> None:
    table = Sitting(mode="strict").table
    acted = renewed(table, Acted("W pass", 5.0, "m", by_bot=True))
    assert (acted.move, acted.by_bot, acted.at) == ("m", True, 5.0)
    assert renewed(table, Rang(6.0)) == Played(BellEntry("end", 6.0))
    dropped = renewed(table, Slipped({"drop": "W AS KS"}, 7.0, "m"))
    assert isinstance(dropped.entry, DroppedEntry)
    assert (dropped.entry.seat, len(dropped.entry.cards), dropped.move) == (Seat.W, 2, "m")
    turned = renewed(table, Slipped({"line": write_entry(TurnedEntry(1.0))}, 7.0))
    assert turned == Played(TurnedEntry(7.0))
    with pytest.raises(Refusal, match="this table does not know"):
        renewed(table, Slipped({"sing": "loud"}, 7.0))


# Waking


def test_what_the_journal_has_of_a_table_that_sleeps() -> None:
    journal = FaultyJournal(prompt=True)
    sitting = Sitting(mode="strict")
    streams = {"table/t": bodies(sitting.entries), "table/bad": [SimpleNamespace(body=b"{")]}

    def kept(stream: str) -> Any:
        if stream == "table/far":
            raise Unreachable("the engine")
        return streams.get(stream, [])

    found = sleeping(journal, kept, "table/t")
    assert isinstance(found, SleepingTable)
    assert (found.table, found.before) == (sitting.table, sitting.table)
    assert (found.facts, found.aside) == ([], False)
    journal.append("", 0, [], [Projection(lists.ASIDE, "table/t", 1.0, (), b"why")])
    again = sleeping(journal, kept, "table/t")
    assert isinstance(again, SleepingTable)
    assert again.aside
    assert sleeping(journal, kept, "table/none") is None
    assert isinstance(sleeping(journal, kept, "table/bad"), ValueError)
    with pytest.raises(Unreachable):
        sleeping(journal, kept, "table/far")


def test_a_game_goes_on_by_the_edition_it_was_begun_by() -> None:
    journal = FaultyJournal(prompt=True)
    sitting = Sitting(mode="strict")
    opened = sitting.entries[0]
    assert isinstance(opened, TableOpened)
    now = sitting.table.book.edition

    def by(edition: str, *more: HallEntry) -> object:
        entries = [replace(opened, edition=edition), *sitting.entries[1:], *more]
        return sleeping(journal, lambda _: bodies(entries), "table/t")

    assert isinstance(by(now), SleepingTable)
    assert isinstance(by(""), SleepingTable)
    assert str(by("of old")) == (
        f"it is played by the edition 'of old' of standard, and the one installed is {now!r}"
    )
    off = CalledOff("resigned", "NS", 9.0)
    facts = finished(fold(sitting.table, off))
    assert isinstance(by("of old", off, facts), SleepingTable)


def test_a_game_that_ended_without_its_facts_gets_them() -> None:
    table = Sitting(mode="strict").table
    assert with_facts(table) == (table, [])
    over = fold(table, CalledOff("resigned", "NS", 9.0))
    whole, facts = with_facts(over)
    assert whole.finished == finished(over)
    assert facts == [encode(finished(over))]
    assert with_facts(whole) == (whole, [])
