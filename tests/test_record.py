"""Records: what is written is read back, what is read was possible, and faults are found by line."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from recorded import Drawn, records
from rightbower import book as rule_books
from rightbower.book import load, overlay
from rightbower.cards import PACK, Seat, card
from rightbower.deal import Bury, read_action
from rightbower.game import TurnUp
from rightbower.record import (
    ActionEntry,
    BellEntry,
    DealtEntry,
    NoteEntry,
    Record,
    RecordError,
    TurnUpEntry,
    VoidEntry,
    read,
    replay,
    stories,
    summary,
    write,
)
from table import DEALS, cards_out

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


def entry_of(name: str) -> DealtEntry:
    """One of the worked deals as an entry."""
    words, north, east, south, west, stock = DEALS[name]
    dealer, turn_up = (part.split()[0] for part in words.split(","))
    return DealtEntry(Seat.of(dealer), cards_out(turn_up, stock, N=north, E=east, S=south, W=west))


def acts(words: str) -> list[ActionEntry]:
    return [ActionEntry(read_action(each)) for each in words.split(",")]


def begun(*entries: DealtEntry | ActionEntry, book: str = "alberta-55plus") -> Record:
    return Record(load(book), Seat.S).then(*entries)


def lines(text: str, *changes: tuple[str, str]) -> str:
    """The text with some lines changed; a change that finds no line fails the test."""
    for old, new in changes:
        assert f"\n{old}\n" in text, old
        text = text.replace(f"\n{old}\n", f"\n{new}\n", 1)
    return text


def refusal(text: str) -> str:
    with pytest.raises(ValueError, match=r"^line \d+") as found:
        read(text)
    return str(found.value)


# What is written is read back.


@given(records())
@settings(max_examples=150)
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


def test_only_a_bury_can_be_assumed() -> None:
    with pytest.raises(AssertionError, match="only a bury"):
        ActionEntry(read_action("W pass"), assumed=True)


# What was not possible is refused where it stands.


def test_entry_that_the_book_forbids_is_refused_by_number() -> None:
    record = begun(entry_of("D1"), *acts("W pass,W pass"))
    with pytest.raises(RecordError, match=r"^entry 3, deal 1: West passes: it is North's turn"):
        replay(record)
    with pytest.raises(RecordError, match=r"^entry 3 cannot be written: West passes"):
        write(record)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("W pass @34.5", "S pass @34.5", "it is West's turn (A01-4.2)"),
        ("N 9S @61.5", "N KC @61.5", "spades was led and North holds 9S (A01-6.3)"),
        ("N 9S @61.5", "N QD @61.5", "North does not hold QD"),
        ("N 9S @61.5", "N 8S @61.5", "'8s' is not one of the 24 cards"),
        ("N 9S @61.5", "N 9S @soon", "@soon is no time; write seconds, such as @12.5"),
        ("N 9S @61.5", "N 9S @1e999", "@1e999 is no time"),
        ("N 9S @61.5", "N 9S @2", "time runs backward"),
        ("N 9S @61.5", "N 9S@61.5", "'9s@61.5' is not one of the 24 cards"),
        ("N 9S @61.5", "N", "is no action: write a seat"),
        ("N 9S @61.5", "claim N", "'claim' is no kind of line known here"),
        ("S bury JC @52.5", "S bury 9H @52.5", "the card taken up may not be buried"),
        ("deal 1 by S @30", "deal 1 by W @30", "it is South's deal, not West's (A01-3.6)"),
        ("deal 1 by S @30", "deal 2 by S @30", "this is deal 1, not deal 2"),
        ("deal 1 by S @30", "deal one", "a deal is written as deal 1 by S"),
        ("hand N JD AD 9S KC TH", "hand N JD AD 9S KC", "North holds 4 cards, not 5"),
        ("hand N JD AD 9S KC TH", "hand N JD AD 9S KC AH", "AH is there twice"),
        ("hand N JD AD 9S KC TH", "hand E JD AD 9S KC TH", "the hand N of the deal has to stand"),
        ("turn-up 9H", "turn-up", "is not one of the 24 cards"),
        ("turn-up 9H", "turn-up 9H sideways", "'sideways' is not in pack, put down or faced"),
        ("stock 9C TD JS", "stock 9C TD", "there are 23 cards, not 24"),
        ("stock 9C TD JS", "stock 9C TD JS JS", "JS is there twice"),
        ("stock 9C TD JS", "W pass", "the stock of the deal has to stand here"),
        ("bell end @1500", "bell lunch", "a bell is written as bell start or bell end"),
        ("bell end @1500", "void, X deals", "a deal that does not count is written as void"),
        ("bell end @1500", "void, S deals", "no deal is under way"),
        ("note A march: all five tricks.", 'note "A march', "the quotes do not hold one text"),
    ],
)
def test_impossible_line_is_refused(old: str, new: str, reason: str) -> None:
    text = lines(WORKED, (old, new))
    assert reason in refusal(text)


def test_refusal_names_the_line() -> None:
    text = lines(WORKED, ("N 9S @61.5", "N KC @61.5"))
    wrong = text.splitlines().index("N KC @61.5") + 1
    assert refusal(text).startswith(f"line {wrong}: North plays KC: ")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (
            "mark NS 2 score.march A01-8.2",
            "mark NS 1 score.make A01-8.1",
            "says 'mark NS 1 score.make A01-8.1', and the replay gives 'mark NS 2 score.march A",
        ),
        ("score NS 2 EW 0", "score NS 0 EW 2", "and the replay gives 'score NS 2 EW 0'"),
        ("mark NS 2 score.march A01-8.2", "score NS 9 EW 0", "the replay gives 'score NS 2 EW 0'"),
        ("W pass @34.5", "score NS 2 EW 0", "and nothing of the kind follows here"),
        (
            "result NS wins at NS 8 EW 6 clock.minutes A01-C.1",
            "result EW wins at NS 8 EW 6 clock.minutes A01-C.1",
            "and the replay gives 'result NS wins at NS 8 EW 6",
        ),
    ],
)
def test_stated_fact_that_did_not_follow_is_refused(old: str, new: str, reason: str) -> None:
    assert reason in refusal(lines(WORKED, (old, new)))


def test_record_that_breaks_off_in_the_deal() -> None:
    cut = WORKED[: WORKED.index("hand E")]
    wrong = cut.splitlines().index("deal 1 by S @30") + 1
    assert refusal(cut) == f"line {wrong}: the record ends before the hand E of this deal"


# The heading.


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("book alberta-55plus", "book whist", "there is no book called 'whist'"),
        ("book alberta-55plus", "book /etc/hosts.toml", "there is no book called"),
        ("book alberta-55plus", 'book "alb', "the quotes do not hold one text"),
        (
            "edition undated web text",
            "edition 2031",
            "the edition '2031' of alberta-55plus, and the one installed is 'undated web text'",
        ),
        ("edition undated web text", "title A game", "title was given in line 3"),
        ("first dealer S", "first dealer up", "'up' is not a seat"),
        ("first dealer S", "first lady S", "only the first dealer is named here"),
        ("player N Ada", "player Q Ada", "'Q' is not a seat"),
        ("player N Ada", "player E Ada", "player E was given in line"),
        ("start score NS 0 EW 0", "start score 0-0", "is written as start score NS 0 EW 0"),
        ("start score NS 0 EW 0", "start NS 0 EW 0", "is written as start score NS 0 EW 0"),
        ("begun @0", "begun now", "when the game began is written as begun @0"),
        ("begun @0", "begun late @0", "when the game began is written as begun @0"),
        ("begun @0", "target ten", "'ten' is no target; write a number of points"),
        ("begun @0", "target 0", "a target is at least one point"),
    ],
)
def test_heading_that_cannot_be(old: str, new: str, reason: str) -> None:
    assert reason in refusal(lines(WORKED, (old, new)))


@pytest.mark.parametrize("what", ["book", "edition", "first dealer"])
def test_heading_that_lacks_something(what: str) -> None:
    text = "".join(
        line for line in WORKED.splitlines(keepends=True) if not line.startswith(f"{what} ")
    )
    assert refusal(text) == f"line 1: the record does not say its {what}"


@pytest.mark.parametrize(
    ("first", "reason"),
    [
        ("rightbower record 2", "reads version 1 of the record, not 'rightbower record 2'"),
        ("", "a record begins with rightbower record 1"),
        ("{}", "a record begins with rightbower record 1"),
    ],
)
def test_first_line(first: str, reason: str) -> None:
    assert reason in refusal(f"{first}\nbook standard\n")


THREE = "{ value = 3, note = 'Three.' }"
HOUSE = """rightbower record 1
book standard
edition Rightbower
house name Mill Lane
house score.march = { value = 3, note = "Three." }
first dealer N
"""


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('house score.march = { value = "x", note = "Three." }', "line 5: house, score.march"),
        ('house score.marsh = { value = 3, note = "Three." }', "unknown setting score.marsh"),
        ("house score.march = 3", "line 5: "),
        ("house score.march", "line 5: this is not a setting as a house sheet writes it"),
        ("house # nothing", "a house setting is written as topic.setting ="),
        ("house officer = 'me'", "a house setting is written as topic.setting ="),
        ("house a = " + "[" * 5000, "line 5: this is not a setting as a house sheet writes it"),
        (f"house score = {{ march = {THREE} }}\nhouse score.march = {THREE}", "line 6: the house"),
    ],
)  # fmt: skip
def test_house_line_that_cannot_be(line: str, reason: str) -> None:
    good = 'house score.march = { value = 3, note = "Three." }'
    assert read(HOUSE).book.score.march == 3
    assert reason in refusal(lines(HOUSE, (good, line)))


def test_house_settings_need_a_name() -> None:
    text = HOUSE.replace("house name Mill Lane\n", "")
    assert refusal(text) == "line 4: house settings need a line that gives the house name"


def test_house_of_the_same_title_says_none() -> None:
    text = HOUSE.replace("house name Mill Lane\n", "house name Mill Lane\nhouse title Ours\n")
    assert read(HOUSE).book.title == load("standard").title
    assert read(text).book.title == "Ours"


def test_another_book_than_the_record_names_is_refused() -> None:
    assert read(WORKED, load("alberta-55plus")) == read(WORKED)
    with pytest.raises(RecordError, match="by alberta-55plus, not by the standard asked for"):
        read(WORKED, load("standard"))


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
