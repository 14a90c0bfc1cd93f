"""Records: what is written is read back, what is read was possible, and faults are found by line."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from recorded import Drawn, acts, begun, entry_of, records, refusal
from rightbower.record.entries import (
    ENTRIES,
    ActionEntry,
    BellEntry,
    NoteEntry,
    Record,
    TurnUpEntry,
    VoidEntry,
)
from rightbower.record.lines import RecordError
from rightbower.record.record import read, replay, stories, write
from rightbower.record.summary import summary
from rightbower.rules import book as rule_books
from rightbower.rules.acts import Bury, read_action
from rightbower.rules.book import load, overlay
from rightbower.rules.cards import PACK, Seat, card
from rightbower.rules.game import TurnUp

GAMES = sorted((Path(__file__).parent / "games").glob("*.txt"))
WORKED = (Path(__file__).parent / "games" / "alberta-worked-deals.txt").read_text("utf-8")

SHEET = """
extends = "alberta-55plus"
name = "Mill Lane"
title = "Mill Lane club nights"
[score.lone_march]
value = 5
note = "Five, \\"as ever\\" \\u007f."
clause = "Mill Lane 3"
see = "the minutes"
also = ["Mill Lane 4"]
[clock.minutes]
value = "none"
note = "No clock."
[dealing.packets]
value = [2, 3]
note = "Twos and threes."
[markers.peg_board]
value = false
note = "No pegs."
"""


# What is written is read back.


@given(records())
@settings(max_examples=100)
def test_record_is_read_back_as_it_was_written(drawn: Drawn) -> None:
    record = drawn.record
    text = write(record)
    again = read(text)
    assert again == record
    assert replay(again) == replay(record)
    assert write(again) == text


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_stored_game_is_in_canonical_form_and_replays(path: Path) -> None:
    text = path.read_text("utf-8")
    record = read(text)
    assert write(record) == text
    told = summary(record)
    last = [line for line in text.splitlines() if line.startswith("score ")][-1]
    assert last == f"score NS {told.final_score[0]} EW {told.final_score[1]}"
    assert told.complete == ("\nresult " in text)


def test_house_sheet_is_replayed_without_the_sheet() -> None:
    sheet = rule_books.read(SHEET, "the sheet")
    text = write(Record(sheet, Seat.N))
    assert "house clock.minutes = " in text
    assert read(text).book == sheet
    assert read(text, sheet).book == sheet


def test_empty_house_sheet_is_kept_as_one() -> None:
    sheet = overlay(load("standard"), {}, "nothing changed")
    assert read(write(Record(sheet, Seat.N))).book == sheet


def test_whole_book_of_ones_own_is_read_with_that_book() -> None:
    own = replace(load("standard"), name="parlour", title="Parlour")
    text = write(Record(own, Seat.E))
    assert read(text, own).book == own
    assert "no book called 'parlour'" in refusal(text)


def test_changed_book_under_an_installed_name_is_not_written() -> None:
    wrong = replace(load("standard"), title="Not the same")
    with pytest.raises(RecordError, match="not the standard that comes with"):
        write(Record(wrong, Seat.N))


def test_every_kind_of_line() -> None:
    dealt = replace(entry_of("D1"), turn_up=TurnUp.IN_PACK, at=1.5)
    record = Record(load("national-2025"), Seat.S, at=0.0).then(
        dealt,
        TurnUpEntry(TurnUp.PUT_DOWN, 2.0),
        BellEntry("start", 3.25),
        TurnUpEntry(TurnUp.FACED),
        NoteEntry("dealt twice"),
        VoidEntry(Seat.W, 4.0),
        BellEntry("end", 5.0),
    )
    text = write(record)
    for line in (
        "begun @0",
        "deal 1 by S @1.5",
        "turn-up 9H in pack",
        "turn-up put down @2",
        "bell start @3.25",
        "turn-up faced",
        "note dealt twice",
        "void, W deals @4",
        "bell end @5",
    ):
        assert f"\n{line}\n" in text
    assert text.endswith("\nresult drawn at NS 0 EW 0 clock.minutes N04-2.2\n")
    assert read(text) == record


def test_facts_may_be_left_out() -> None:
    bare = "".join(
        line
        for line in WORKED.splitlines(keepends=True)
        if not line.startswith(("mark ", "score ", "result "))
    )
    assert read(bare) == read(WORKED)


def test_line_ends_of_another_system_and_a_mark_before_the_text() -> None:
    assert read("\ufeff" + WORKED.replace("\n", "\r\n")) == read(WORKED)


def test_assumed_cards_are_marked() -> None:
    dealt = replace(entry_of("D1"), assumed=frozenset((card("JC"), card("TD"))))
    bury = ActionEntry(Bury(Seat.S, card("JC")), assumed=True)
    record = begun(dealt, *acts("W pass,N pass,E pass,S pick up"), bury)
    text = write(record)
    assert "hand S JH KH QD AC ?JC\n" in text
    assert "stock 9C ?TD JS\n" in text
    assert text.endswith("S bury ?JC\n")
    assert read(text) == record
    assert summary(record).deals[0].assumed == ["JC", "TD"]


def test_a_buried_card_that_nobody_saw_is_told_as_assumed() -> None:
    dealt = replace(entry_of("D1"), assumed=frozenset((card("TD"),)))
    ordered = begun(dealt, *acts("W pass,N pass,E pass,S pick up"))
    unseen = ordered.then(ActionEntry(Bury(Seat.S, card("JC")), assumed=True))
    seen = ordered.then(ActionEntry(Bury(Seat.S, card("JC"))))
    assert summary(unseen).deals[0].assumed == ["JC", "TD"]
    assert summary(seen).deals[0].assumed == ["TD"]


def test_only_a_bury_can_be_assumed() -> None:
    with pytest.raises(AssertionError, match="only a bury"):
        ActionEntry(read_action("W pass"), assumed=True)


# What a game came to.


def test_summary_of_the_worked_deals() -> None:
    told = summary(read(WORKED))
    assert told.book == "alberta-55plus"
    assert told.players == ("Ada", "Bill", "Cora", "Dan")
    assert [deal.score for deal in told.deals] == [
        (2, 0), (6, 0), (6, 0), (6, 0), (6, 2), (6, 6), (8, 6)
    ]  # fmt: skip
    assert [deal.ending for deal in told.deals][2:4] == ["thrown in", "thrown in"]
    march, lone = told.deals[:2]
    assert (march.maker, march.trump, march.tricks, march.buried) == ("S", "hearts", (5, 0), "JC")
    assert (lone.alone, lone.lone_player, lone.marks[0].clause) == (True, "N", "A01-8.4")
    assert lone.calls == ["N order alone"]
    assert len(lone.tricks_played[0]) == 3
    assert told.complete
    assert told.result is not None
    assert (told.result.winner, told.result.reason) == ("NS", "time")


def test_summary_of_a_game_under_way_and_of_a_draw() -> None:
    told = summary(begun(entry_of("D1"), *acts("W pass")))
    assert (told.complete, told.result, told.deals[0].ending) == (False, None, None)
    assert told.deals[0].hands["N"] == ["JD", "AD", "9S", "KC", "TH"]
    drawn = summary(Record(load("national-2025"), Seat.S).then(BellEntry("end")))
    assert drawn.result is not None
    assert drawn.result.winner is None


def test_summary_names_house_settings() -> None:
    sheet = rule_books.read(SHEET, "the sheet")
    told = summary(Record(sheet, Seat.N))
    assert told.house["score.lone_march"] == 5
    assert told.house["clock.minutes"] is None
    assert set(told.house) == {
        "score.lone_march", "clock.minutes", "dealing.packets", "markers.peg_board"
    }  # fmt: skip


def test_voided_deal_has_no_story() -> None:
    record = begun(entry_of("D1")).then(VoidEntry(Seat.S))
    game, told = stories(record)
    assert game.deal is None
    assert told == ()


def test_pack_of_a_record_is_the_pack() -> None:
    for path in GAMES:
        for story in stories(read(path.read_text("utf-8")))[1]:
            cards = story.dealt.cards
            out = [each for hand in cards.hands for each in hand]
            assert sorted([*out, cards.turn_up, *cards.stock]) == list(PACK)


def test_example_tells_the_game_and_finds_the_false_score(
    capsys: pytest.CaptureFixture[str],
) -> None:
    runpy.run_path(str(Path(__file__).parents[2] / "examples" / "replay_a_record.py"))
    out = capsys.readouterr().out
    assert "NS scored 2 (score.march, A01-8.2)" in out
    assert "A false score is found out: line 42" in out


def test_each_kind_of_line_begins_with_a_word_of_its_own() -> None:
    """By which it is read; a bracket at it would be taken for the word."""
    first = [entry.line.partition(" ")[0] for entry in ENTRIES]
    assert len(set(first)) == len(first)
    assert [word for word in first if set("[]{}") & set(word)] == []
