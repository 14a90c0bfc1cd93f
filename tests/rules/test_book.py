"""Rule books: what is refused, and how a house sheet lies over a book."""

from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from rightbower.rules.book import LAWS, BookError, Citation, load, names, overlay, read
from rightbower.rules.cards import Seat, shuffled
from rightbower.rules.ceremonies import deal_cards

TEXT = (
    resources.files("rightbower.rules").joinpath("books", "alberta-55plus.toml").read_text("utf-8")
)
SHEET = """
name = "our-club"
extends = "alberta-55plus"
title = "Our club on Tuesdays"

[game.target]
value = 7
note = "The hall closes at nine."
"""


def test_the_six_books() -> None:
    assert names() == (
        "alberta-55plus",
        "charity-social",
        "national-2025",
        "provincial-55plus",
        "sportcial-league",
        "standard",
    )


@pytest.mark.parametrize("name", names())
def test_every_setting_and_law_is_cited(name: str) -> None:
    book = load(name)
    cited = {*book.paths(), *(f"laws.{law}" for law in LAWS)}
    assert set(book.citations) == cited
    assert all(book.cite(path).clause and book.cite(path).note for path in cited)


def test_a_value_and_its_clause() -> None:
    book = load("alberta-55plus")
    assert book.value("score.lone_march") == book.score.lone_march == 4
    assert book.clause("score.lone_march") == "A01-8.4"
    assert book.cite("score.march").clauses == ("A01-8.2", "A01-7.3")


def test_a_citation_says_what_it_rests_on() -> None:
    assert str(Citation("A01-8.4", "stated", "…")) == "A01-8.4"
    assert str(Citation("A01-4.11", "read", "…", "X-01")) == "A01-4.11 (our reading, X-01)"
    assert str(Citation("A01-6.2", "borrowed", "…", "G-06")) == "A01-6.2 (borrowed, G-06)"


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('name = "alberta-55plus"\n', "", "lacks its name"),
        ("[score.march]", "[score.slam]", "unknown setting score.slam"),
        ("[draw.partners]", 'colour = "red"\n[draw.partners]', "unknown heading colour"),
        ("[score.march]\nvalue = 2", '[score.march]\nvalue = "two"', "score.march: Expected `int`"),
        (
            "[score.march]\nvalue = 2",
            "[score.march]\nvalue = -2",
            "score.march: Expected `int` >= 0",
        ),
        ("[score.march]\nvalue = 2", "[score.march]", "score.march: no value is given"),
        ('clause = "A01-8.2"', 'clause = ""', "score.march: a clause and a note are needed"),
        ('see = "X-57"', 'see = "57"', "draw.ace: a setting that is read names its X- number"),
        ('see = "G-01"', 'see = ""', "draw.ties: a setting that is borrowed names its G- number"),
        (
            'clause = "A01-8.2"',
            'clause = "A01-8.2"\ncolour = "red"',
            "score.march: Object contains",
        ),
        ("[score.march]", "[score.march", "is not a readable rule book"),
    ],
)
def test_a_faulty_book_is_refused_in_one_sentence(old: str, new: str, complaint: str) -> None:
    assert old in TEXT
    with pytest.raises(BookError, match=r"our\.toml") as refusal:
        read(TEXT.replace(old, new, 1), "our.toml")
    assert complaint in str(refusal.value)


def test_a_missing_setting_is_named() -> None:
    start = TEXT.index("[score.march]")
    without = TEXT[:start] + TEXT[TEXT.index("[score.euchre]") :]
    with pytest.raises(BookError, match=r"says nothing of score\.march$"):
        read(without, "our.toml")


def test_a_house_sheet_lies_over_one_book() -> None:
    book = read(SHEET, "our.toml")
    assert (book.name, book.title, book.extends) == (
        "our-club",
        "Our club on Tuesdays",
        "alberta-55plus",
    )
    assert book.game.target == 7
    assert book.cite("game.target") == Citation(
        "our-club:game.target", "house", "The hall closes at nine."
    )
    assert book.clause("score.march") == "A01-8.2"
    assert book.score == load("alberta-55plus").score


def test_a_house_sheet_without_a_title_keeps_the_books() -> None:
    sheet = SHEET.replace('title = "Our club on Tuesdays"\n', "")
    assert read(sheet, "our.toml").title == load("alberta-55plus").title


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('name = "our-club"\n', "", "our.toml lacks its name"),
        ('"alberta-55plus"', '"berta"', "extends 'berta', which is not one of the books"),
        ("[game.target]", "[game.targets]", "unknown setting game.targets"),
        ("value = 7", "value = 0", "game.target: Expected `int` >= 1"),
    ],
)
def test_a_faulty_sheet_is_refused(old: str, new: str, complaint: str) -> None:
    with pytest.raises(BookError) as refusal:
        read(SHEET.replace(old, new), "our.toml")
    assert complaint in str(refusal.value)


def test_a_sheet_is_opened_by_its_path(tmp_path: Path) -> None:
    sheet = tmp_path / "our.toml"
    sheet.write_text(SHEET, "utf-8")
    assert load(str(sheet)).game.target == 7


def test_an_unknown_book_names_those_there_are() -> None:
    with pytest.raises(BookError, match="no book called 'bridge'; the books are alberta-55plus"):
        load("bridge")


def test_settings_laid_over_a_book_are_marked_as_house_rules() -> None:
    house = overlay(load("standard"), {"game.deals": 12, "game.target": None}, note="Twelve deals.")
    assert (house.game.deals, house.game.target) == (12, None)
    assert house.cite("game.deals").basis == "house"
    again = overlay(house, {"game.deals": 6}, note="Six.")
    assert (again.extends, again.game.deals) == ("standard", 6)
    with pytest.raises(BookError, match=r"no setting game\.bells"):
        overlay(house, {"game.bells": 1}, note="…")


def test_a_sheet_by_which_no_game_would_end_is_refused() -> None:
    with pytest.raises(BookError, match="a game would never end"):
        overlay(load("standard"), {"game.target": "none"}, note="Play for ever.")
    timed = overlay(load("standard"), {"game.target": "none", "clock.minutes": 20}, note="By time.")
    assert timed.game.target is None


@pytest.mark.parametrize(
    ("packets", "rounds"), [((2, 3), 3), ((1, 4), 3), ((2,), 2), ((2, 3), 500_000)]
)
def test_packets_that_make_no_hand_are_refused(packets: tuple[int, ...], rounds: int) -> None:
    with pytest.raises(BookError, match="do not make hands of 5 cards"):
        overlay(
            load("standard"),
            {"dealing.packets": packets, "dealing.packet_rounds": rounds},
            note="x",
        )


@pytest.mark.parametrize(("packets", "rounds"), [((1, 2), 3), ((1, 4), 2), ((5,), 1), ((1,), 5)])
def test_a_house_may_deal_other_packets(packets: tuple[int, ...], rounds: int) -> None:
    house = overlay(
        load("standard"), {"dealing.packets": packets, "dealing.packet_rounds": rounds}, note="x"
    )
    dealt = deal_cards(shuffled(1), Seat.S, house)
    assert [len(hand) for hand in dealt.hands] == [5, 5, 5, 5]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a." * 20_000 + "a = 1", "too long"),
        ("x = { " + "a." * 20_000 + "a = 1 }", "too long"),
        ("[" + "a." * 20_000 + "a]", "too long"),
        ("# " + "x" * 300_000, "too long"),
        ("a = " + "[" * 20_000, "brackets are too deep"),
        ("a = " + "{ a = " * 20_000, "brackets are too deep"),
        ("a = " + "9" * 20_000, "is not a readable rule book"),
    ],
)
def test_a_sheet_that_is_not_worth_reading_is_refused_before_it_is_read(
    text: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import tomllib

    read_through, loads = [], tomllib.loads

    def counted(text: str) -> Any:
        read_through.append(len(text))
        return loads(text)

    monkeypatch.setattr("rightbower.rules.book.tomllib.loads", counted)
    with pytest.raises(BookError, match=why):
        read(text, "sheet")
    assert bool(read_through) is (why != "too long")


def test_a_sheet_in_other_letters_than_utf_8_is_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "sheet.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BookError, match="is not a readable rule book"):
        load(str(path))
