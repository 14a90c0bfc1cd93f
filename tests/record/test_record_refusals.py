"""Records: what was not possible is refused by its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from recorded import acts, begun, entry_of, refusal
from rightbower.record.lines import RecordError
from rightbower.record.record import read, replay, write
from rightbower.rules.book import load

WORKED = (Path(__file__).parent / "games" / "alberta-worked-deals.txt").read_text("utf-8")


def lines(text: str, *changes: tuple[str, str]) -> str:
    """The text with some lines changed; a change that finds no line fails the test."""
    for old, new in changes:
        assert f"\n{old}\n" in text, old
        text = text.replace(f"\n{old}\n", f"\n{new}\n", 1)
    return text


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
        ("N 9S @61.5", "N 6S @61.5", "'6s' is not a card"),
        ("N 9S @61.5", "N 8S @61.5", "North does not hold 8S"),
        ("stock 9C TD JS", "stock 9C TD 8S", "8S is not in this deck (A01-2.1)"),
        ("N 9S @61.5", "N 9S @soon", "@soon is not a time; write seconds, such as @12.5"),
        ("N 9S @61.5", "N 9S @1e999", "@1e999 is not a time"),
        ("N 9S @61.5", "N 9S @2", "time cannot run backward"),
        ("N 9S @61.5", "N 9S@61.5", "'9s@61.5' is not a card"),
        ("N 9S @61.5", "N", "is not an action: write a seat"),
        ("N 9S @61.5", "cheer N", "'cheer' is not a kind of line known here"),
        ("S bury JC @52.5", "S bury 9H @52.5", "the card taken up may not be discarded"),
        ("deal 1 by S @30", "deal 1 by W @30", "it is South's deal, not West's (A01-3.6)"),
        ("deal 1 by S @30", "deal 2 by S @30", "this is deal 1, not deal 2"),
        ("deal 1 by S @30", "deal one", "a deal is written as deal 1 by S"),
        ("hand N JD AD 9S KC TH", "hand N JD AD 9S KC", "North holds 4 cards, not 5"),
        ("hand N JD AD 9S KC TH", "hand N JD AD 9S KC AH", "AH appears twice"),
        ("hand N JD AD 9S KC TH", "hand E JD AD 9S KC TH", "the hand N of the deal has to stand"),
        ("turn-up 9H", "turn-up", "is not a card"),
        ("turn-up 9H", "turn-up 9H sideways", "'sideways' is not in pack, put down or faced"),
        ("stock 9C TD JS", "stock 9C TD", "there are 23 cards, not 24"),
        ("stock 9C TD JS", "stock 9C TD JS JS", "JS appears twice"),
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
        ("begun @0", "target ten", "'ten' is not a target; write a number of points"),
        ("begun @0", "target 0", "a target is at least one point"),
    ],
)
def test_heading_that_cannot_be(old: str, new: str, reason: str) -> None:
    assert reason in refusal(lines(WORKED, (old, new)))


def test_a_target_that_cannot_be_is_refused_at_its_line() -> None:
    text = lines(WORKED, ("begun @0", "target 0"))
    number = text.splitlines().index("target 0") + 1
    assert refusal(text) == f"line {number}: a target is at least one point"


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
