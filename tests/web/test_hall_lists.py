"""What the hall keeps at hand of its tables: each list, what changes it, and who finds what by it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from rightbower.rules.cards import Seat
from rightbower.store.contract import JournalError, Projection
from rightbower.web.hall import archive as lists
from rightbower.web.hall.archive import OpenTable, PastGame, SetAside, changes
from rightbower.web.hall.entries import CalledOff, HallEntry, Hinted, Sat, Stood, TableOpened
from rightbower.web.hall.same_deals import may_look, own_table
from rightbower.web.hall.sealing import AsideTables
from rightbower.web.hall.seats import bot_sits
from rightbower.web.hall.table import HallTable, finished, fold, folded
from web.faults import FaultyJournal
from web.seated import Sitting


def opened(*seats: Seat, **more: Any) -> HallTable:
    """A table with people in these chairs."""
    plain = TableOpened("standard", "strict", "seed", "S", 1.0, shuffle=2)
    sat: list[HallEntry] = [Sat(seat, seat.name, seat.word, 2.0) for seat in seats]
    return folded(fold(None, replace(plain, **more)), sat)


def playing(**more: Any) -> HallTable:
    """A table in its first hand."""
    table = Sitting(mode="strict").table
    return replace(table, opened=replace(table.opened, **more))


def over(table: HallTable, at: float = 9.0) -> HallTable:
    """The same after its game."""
    ended = fold(table, CalledOff("resigned", "NS", at))
    return replace(ended, finished=finished(ended))


def shown(table: HallTable) -> tuple[str, tuple[str, ...], Any]:
    """The list, the labels and what is listed."""
    found = lists.projection("table/t", table)
    kind = PastGame if found.list == lists.PAST else OpenTable
    return found.list, found.labels, json.decode(found.body, type=kind)


TITLE = opened().book.title


def test_how_an_open_table_is_listed() -> None:
    assert shown(opened(Seat.S)) == (
        "open tables",
        ("join", "who S"),
        OpenTable("t", TITLE, ("", "", "South", ""), begun=False, score=(0, 0)),
    )
    assert lists.projection("table/t", opened(Seat.S)).at == 2.0
    names = ("North", "East", "South", "West")
    who = ("who N", "who E", "who S", "who W")
    table = playing()
    assert table.game is not None
    scored = replace(table, game=replace(table.game, score=(3, 4)))
    assert shown(scored) == (
        "open tables",
        ("watch", *who),
        OpenTable("t", TITLE, names, begun=True, score=(3, 4)),
    )


@pytest.mark.parametrize(
    ("table", "labels"),
    [
        (opened(Seat.S, listed=False), ("who S",)),
        (opened(Seat.S, event="day/1/1"), ("who S",)),
        (opened(*Seat), ("who N", "who E", "who S", "who W")),
        (replace(opened(Seat.S), beginning=3.0), ("who S",)),
        (opened(Seat.S, same="key", listed=False), ("who S", "same key", "same key S")),
        (playing(listed=False), ("who N", "who E", "who S", "who W")),
        (playing(event="day/1/1"), ("who N", "who E", "who S", "who W")),
    ],
)
def test_what_a_table_is_found_by(table: HallTable, labels: tuple[str, ...]) -> None:
    assert shown(table)[1] == labels


def test_how_a_finished_game_is_listed() -> None:
    table = fold(playing(event="spring/3/7"), bot_sits(Seat.E, "club", 4.0))
    ended = over(replace(table, hints=(1, 0, 0, 0)))
    list_, labels, game = shown(ended)
    assert list_ == "past games"
    assert labels == ("round spring/3", "who N", "who S", "who W")
    assert game == PastGame(
        "t",
        TITLE,
        ("N", "bot:E", "S", "W"),
        ("North", "Edgar", "South", "West"),
        (0, 0),
        9.0,
        "standard",
        ("", "club", "", ""),
        "NS",
        "resigned",
        helped=True,
        deals=(),
        same="",
        round="spring/3",
        left=((Seat.E, "E"),),
    )
    assert shown(over(playing(same="key")))[1] == (
        "same key",
        "same key E",
        "same key N",
        "same key S",
        "same key W",
        "who E",
        "who N",
        "who S",
        "who W",
    )


def test_a_list_changes_only_with_what_it_shows() -> None:
    table = playing()
    new = lists.projection("table/t", table)
    assert changes("table/t", None, table) == [new]
    assert changes("table/t", table, table) == []
    passed = Sitting(mode="strict")
    before = passed.table
    passed.do("W pass")
    assert changes("table/t", before, passed.table) == []
    assert changes("table/t", table, fold(table, Hinted(Seat.N, 3.0))) == []
    ended = over(table)
    assert changes("table/t", table, ended) == [
        Projection("open tables", "table/t"),
        lists.projection("table/t", ended),
    ]
    waiting = opened(Seat.S)
    for later in (
        fold(waiting, Sat(Seat.N, "n", "Nan", 3.0)),
        fold(waiting, Stood(Seat.S, 3.0)),
        replace(waiting, beginning=3.0),
    ):
        assert changes("table/t", waiting, later) == [lists.projection("table/t", later)]
    begun = replace(opened(*Seat), game=table.game)
    assert changes("table/t", opened(*Seat), begun) == [lists.projection("table/t", begun)]
    assert table.game is not None
    scored = replace(table, game=replace(table.game, score=(1, 0)))
    assert changes("table/t", table, scored) == [lists.projection("table/t", scored)]
    again = replace(opened(*Seat), seats=(*opened(*Seat).seats,))
    assert changes("table/t", opened(*Seat), again) == []


def journal_with(**tables: HallTable) -> FaultyJournal:
    """A journal that lists these tables."""
    journal = FaultyJournal(prompt=True)
    for name, table in tables.items():
        journal.append("", 0, [], [lists.projection(f"table/{name}", table)])
    return journal


def names(found: list[OpenTable]) -> list[str]:
    return [each.table for each in found]


def test_tables_to_join_and_to_watch_and_ones_own() -> None:
    journal = journal_with(
        old=replace(opened(Seat.S), touched=5.0),
        new=replace(opened(Seat.S, Seat.N), touched=8.0),
        game=replace(playing(), touched=7.0),
        quiet=replace(playing(listed=False), touched=9.0),
    )
    assert names(lists.open_tables(journal, lists.JOIN, 0.0, 9)) == ["new", "old"]
    assert names(lists.open_tables(journal, lists.JOIN, 5.0, 9)) == ["new"]
    assert names(lists.open_tables(journal, lists.JOIN, 4.9, 9)) == ["new", "old"]
    assert names(lists.open_tables(journal, lists.JOIN, 0.0, 1)) == ["new"]
    assert names(lists.open_tables(journal, lists.WATCH, 0.0, 9)) == ["game"]
    assert names(lists.open_tables(journal, lists.label("N"), 0.0, 9)) == ["quiet", "new", "game"]
    assert names(lists.open_tables(journal, lists.label("N"), 7.0, 9)) == ["quiet", "new"]
    assert names(lists.open_tables(journal, lists.label("N"), 0.0, 2)) == ["quiet", "new"]
    assert lists.open_tables(journal, lists.label("nobody"), 0.0, 9) == []


def test_games_that_nobody_came_to_are_found() -> None:
    journal = journal_with(
        a=replace(playing(), touched=5.0),
        b=replace(playing(), touched=6.0),
        c=replace(opened(Seat.S), touched=1.0),
        d=replace(playing(), touched=6.1),
    )
    assert set(lists.forgotten(journal, 6.0, 9)) == {"a", "b"}
    assert len(lists.forgotten(journal, 6.0, 1)) == 1
    assert lists.forgotten(journal, 4.9, 9) == []


def test_past_games_are_found_by_person_round_and_deals() -> None:
    journal = journal_with(
        a=over(playing(event="day/1/1"), 5.0),
        b=over(playing(event="day/1/2"), 7.0),
        c=over(playing(event="day/2/1"), 6.0),
        d=over(playing(same="key"), 8.0),
        e=over(fold(playing(), bot_sits(Seat.N, "club", 3.0)), 4.0),
        f=playing(same="key", by="x"),
    )
    assert [each.table for each in lists.past_games(journal, "N", 9)] == ["d", "b", "c", "a"]
    assert [each.table for each in lists.past_games(journal, "N", 2)] == ["d", "b"]
    assert set(lists.played_in(journal, "day/1")) == {"a", "b"}
    assert [each.table for each in lists.same_games(journal, "key")] == ["d"]
    everything = [each.table for each in lists.all_past_games(journal)]
    assert everything == ["e", "a", "c", "b", "d"]
    newest = lists.newest_game(journal)
    assert newest is not None
    assert newest.table == "d"
    assert lists.newest_game(journal_with()) is None
    assert lists.played_before(journal, lists.PAST, "key", "N") == "table/d"
    assert lists.played_before(journal, lists.OPEN, "key", "N") == "table/f"
    assert lists.played_before(journal, lists.OPEN, "key", "x") == ""
    assert own_table(journal, "key", "N") == ("d", True)
    assert own_table(journal, "other", "N") == ("", False)
    going = journal_with(f=playing(same="key"))
    assert own_table(going, "key", "N") == ("f", False)


def test_who_may_look_at_deals_that_others_play_too() -> None:
    now = 1_800_000_000.0
    key = "standard-4-abcdefgh12"
    table = playing(same=key)
    nobody, done = journal_with(), journal_with(x=over(playing(same=key)))
    going = journal_with(x=playing(same=key))
    other = replace(table, seats=(None, None, None, None))
    assert may_look(playing(), nobody, "x", now)
    assert may_look(table, nobody, "N", now)
    assert not may_look(other, nobody, "N", now)
    assert not may_look(other, going, "N", now)
    assert may_look(other, done, "N", now)
    today = replace(other, opened=replace(table.opened, same="day-2027-01-15"))
    past = replace(other, opened=replace(table.opened, same="day-2027-01-13"))
    assert not may_look(today, nobody, "N", now)
    assert may_look(past, nobody, "N", now)


def test_a_name_is_taken_out_of_a_listed_game() -> None:
    listed = lists.projection("table/t", over(playing()))
    renamed = lists.without_name(
        listed, lambda game: replace(game, names=("Erased", *game.names[1:]), people=("e", *"ESW"))
    )
    game = json.decode(renamed.body, type=PastGame)
    assert (game.names[0], renamed.stream, renamed.list) == ("Erased", "table/t", lists.PAST)
    assert renamed.labels == ("who E", "who S", "who W", "who e")


def test_streams_that_no_list_has() -> None:
    journal = journal_with(open=playing(), past=over(playing()))
    old = lists.past_game("older", over(playing()), finished(over(playing())))
    body = json.encode(replace(old, bots=()))
    journal.append("", 0, [], [Projection(lists.PAST, "table/older", 1.0, (), body)])
    journal.append("", 0, [], [Projection(lists.ASIDE, "table/aside", 1.0, (), b"why")])
    streams = [f"table/{name}" for name in ("open", "past", "older", "aside", "new")]
    assert list(lists.unlisted(journal, streams)) == ["table/older", "table/new"]
    assert lists.set_aside(journal) == [SetAside("table/aside", "why")]


def test_tables_are_set_aside_with_the_reason_and_come_back() -> None:
    journal = FaultyJournal(prompt=True)
    aside = AsideTables(journal, lambda: 7.0)
    assert aside.tables() == []
    assert aside.why("a") == ""
    aside.put("table/a", ValueError("it is played by another edition"))
    aside.put("table/a", ValueError("told once"))
    aside.put("table/b", JournalError("at /secret/path"))
    aside.put("table/c", KeyError())
    reasons = {
        "table/a": "it is played by another edition",
        "table/b": "its entries are damaged",
        "table/c": "KeyError",
    }
    assert {each.stream: each.reason for each in aside.tables()} == reasons
    again = AsideTables(journal, lambda: 8.0)
    assert {each.stream: each.reason for each in again.tables()} == reasons
    assert (aside.why("a"), again.why("b")) == (reasons["table/a"], reasons["table/b"])
    noted = journal.projection(lists.ASIDE, "table/a")
    assert noted is not None
    assert noted.at == 7.0
    aside.take_out("table/a", known=True)
    assert aside.why("a") == again.why("a") == ""
    aside.take_out("table/b", known=False)
    assert [each.stream for each in again.tables()] == ["table/b", "table/c"]


def test_a_list_that_cannot_be_written_is_only_noted(caplog: pytest.LogCaptureFixture) -> None:
    journal = FaultyJournal(prompt=True)
    journal.fail()
    aside = AsideTables(journal, lambda: 7.0)
    aside.put("table/a", ValueError("why"))
    assert "a list of the hall could not be written" in caplog.text
    assert aside.why("a") == "why"
    caplog.clear()
    aside.put("table/b", ValueError("why"))
    assert caplog.text == ""
