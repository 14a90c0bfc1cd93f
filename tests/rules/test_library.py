"""The rule library: settings shown, compared and searched, and a club's own sheet."""

import re
import runpy
from collections.abc import Mapping
from pathlib import Path

import pytest

from rightbower.rules.book import BookError, load, names, sheet_names
from rightbower.rules.library import (
    PLACES,
    SHELVES,
    choices,
    compare,
    every_clause,
    gaps,
    line,
    lines,
    look_up,
    open_book,
    readings,
    say,
    summary,
)

ROOT = Path(__file__).resolve().parents[2]
SHEET = ROOT / "examples" / "our-club.toml"
ALBERTA = load("alberta-55plus")


def test_readings_and_gaps_are_told_apart_by_their_numbers() -> None:
    assert {number[:2] for number in readings()} == {"X-"}
    assert {number[:2] for number in gaps()} == {"G-"}


def test_a_book_is_opened_by_name_document_or_path() -> None:
    assert open_book("alberta-55plus") is ALBERTA
    assert open_book("a01") is ALBERTA
    assert open_book(str(SHEET)).name == "our-club"


@pytest.mark.parametrize(
    ("word", "answer"),
    [
        ("alberta", r"did you mean alberta-55plus\?"),
        ("charty-social", r"did you mean charity-social\?"),
        ("55plus", r"did you mean alberta-55plus or provincial-55plus\?"),
        ("qqq", "try alberta-55plus, charity-social"),
        ("nowhere/sheet.toml", "there is no sheet nowhere/sheet.toml"),
    ],
)
def test_an_unknown_book_is_answered_with_near_ones(word: str, answer: str) -> None:
    with pytest.raises(BookError, match=answer):
        open_book(word)


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("score.march", "A01-8.2"),
        ("clock.minutes", "A01-C.1, read X-11"),
        ("dealing.cut", "S02-2.3, borrowed G-05"),
        ("laws.follow_suit", "A01-6.3"),
    ],
)
def test_a_line_says_where_it_comes_from(path: str, source: str) -> None:
    assert line(ALBERTA, path).source == source


def test_a_custom_or_house_rule_says_so() -> None:
    assert line(load("standard"), "score.march").source == "custom rule"
    assert line(open_book(str(SHEET)), "game.target").source == "house rule"


def test_lines_are_all_settings_and_laws_by_topic() -> None:
    assert {each.path for each in lines(ALBERTA)} == set(ALBERTA.citations)
    by_topic = [each.path for topic in SHELVES for each in lines(ALBERTA, topic)]
    assert by_topic == [each.path for each in lines(ALBERTA)]


@pytest.mark.parametrize("name", names())
def test_a_summary_counts_every_setting_once(name: str) -> None:
    found = summary(load(name))
    assert found.settings == len(list(load(name).paths()))
    assert found.stated + found.read + found.borrowed + found.own == found.settings
    held = [each for each in every_clause() if each.startswith(found.document)]
    assert found.clauses == len(held)


def test_a_sheet_counts_its_own_rules() -> None:
    assert summary(open_book(str(SHEET))).own == 4


def test_two_books_side_by_side_begin_with_what_differs() -> None:
    rows = compare([ALBERTA, load("provincial-55plus")])
    differing = [row.path for row in rows if row.differs]
    assert differing[:2] == ["clock.minutes", "clock.advice_minutes"]
    assert [row.path for row in rows[: len(differing)]] == differing
    assert [each.value for each in rows[0].lines] == [25, None]
    assert len(rows) == len(list(ALBERTA.paths()))


def test_a_book_agrees_with_itself() -> None:
    assert not any(row.differs for row in compare([ALBERTA, ALBERTA]))


def test_look_up_by_topic_setting_place_clause_and_number() -> None:
    assert look_up(ALBERTA, "Score").lines == lines(ALBERTA, "score")
    scope = look_up(ALBERTA, "bidding.natural_scope")
    assert [each.path for each in scope.lines] == ["bidding.natural_scope"]
    assert [each.id for each in scope.clauses] == ["A01-4.11"]
    assert [each.number for each in scope.readings] == ["X-01"]
    courtesies = look_up(ALBERTA, "courtesies").clauses
    assert "A01-C.2" in {each.id for each in courtesies}
    assert look_up(ALBERTA, "4.12") == look_up(ALBERTA, "a01-4.12")
    assert [each.path for each in look_up(ALBERTA, "S02-2.3").lines] == [
        "dealing.cut",
    ]
    assert [each.question for each in look_up(ALBERTA, "x-01B").readings] == [
        "What is a natural card?"
    ]
    assert [each.number for each in look_up(ALBERTA, "g-05").gaps] == ["G-05"]
    for number in ("x-01", "g-05"):
        told = [each.path for each in look_up(ALBERTA, number).lines]
        assert told == [each.path for each in lines(ALBERTA) if each.see == number.upper()]
        assert len(told) < len(lines(ALBERTA))


def test_the_clock_has_settings_and_texts() -> None:
    found = look_up(ALBERTA, "clock")
    assert "clock.minutes" in {each.path for each in found.lines}
    assert [each.id for each in found.clauses] == ["A01-9.3", "A01-T5.2"]


@pytest.mark.parametrize("place", PLACES)
def test_each_place_shows_some_books_text(place: str) -> None:
    assert any(look_up(load(name), place).clauses for name in names())


def test_a_word_is_searched_in_settings_clauses_and_readings() -> None:
    scents = look_up(ALBERTA, "scents")
    assert [each.id for each in scents.clauses] == ["A01-D.1"]
    assert not scents.lines
    bowers = look_up(ALBERTA, "left bower")
    assert "laws.left_bower" in {each.path for each in bowers.lines}
    assert "A01-2.3" in {each.id for each in bowers.clauses}
    assert "X-53" not in {each.number for each in bowers.readings}
    assert "X-53" in {each.number for each in look_up(load("national-2025"), "bower").readings}


def test_an_unknown_topic_is_answered_with_near_ones() -> None:
    with pytest.raises(ValueError, match="alberta-55plus says nothing of 'biding'; did you mean"):
        look_up(ALBERTA, "biding")
    with pytest.raises(ValueError, match="try draw, dealing"):
        look_up(ALBERTA, "qqqqq")


@pytest.mark.parametrize("name", names())
def test_what_may_be_written_includes_what_a_book_has(name: str) -> None:
    book = load(name)
    for path in book.paths():
        value, may = book.value(path), choices(path)
        if isinstance(value, bool):
            assert may == "true or false"
        elif isinstance(value, str):
            assert f'"{value}"' in may or may == "any words"
        elif value is None:
            assert '"none"' in may
        else:
            assert may.startswith("a number" if isinstance(value, int) else "numbers"), path


def test_values_are_said_in_words() -> None:
    assert [say(value) for value in (True, False, None, (), (5, 7), 4, "away")] == [
        "yes",
        "no",
        "none",
        "none",
        "5, 7",
        "4",
        "away",
    ]


def test_the_sheet_in_the_guide_is_the_one_in_the_examples() -> None:
    guide = (ROOT / "docs" / "house-rules.md").read_text("utf-8")
    (written,) = re.findall(r"```toml\n(.*?)```", guide, re.DOTALL)
    assert written == SHEET.read_text("utf-8")


def test_the_example_of_house_rules_runs(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(ROOT / "examples" / "house_rules.py"))
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "Thursday Euchre at the hall plays by Alberta 55 plus Games, except:"
    assert len(said) == 6
    assert said[-1].endswith("(our-club:bidding.all_pass)")


@pytest.mark.parametrize("name", sheet_names())
def test_a_sheet_that_comes_along_opens_by_its_name(name: str) -> None:
    laid = open_book(name)
    assert (laid.name, laid.extends) == (name, "standard")
    assert laid.title != load("standard").title


@pytest.mark.parametrize(
    ("name", "cards", "target", "said"),
    [
        ("british", 25, 11, {"alone.defend": "against any maker", "bidding.all_pass": "throw in"}),
        ("cornwall-league", 25, 21, {"bidding.joker_turned": "named blind, makes"}),
        ("earlwood", 32, 10, {"draw.first_dealer": "higher cut"}),
        ("australia-nz", 25, 11, {"bidding.joker_turned": "named blind, proposed"}),
        ("guernsey", 33, 10, {"bidding.partner_order": "ordinary"}),
        ("somerset-1888", 32, 5, {"score.lone_euchre": 4, "alone.who": "makers"}),
        ("railroad", 33, 10, {"bidding.joker_turned": "counts as hearts"}),
    ],
)
def test_a_sheet_of_another_deck_says_its_cards_and_its_target(
    name: str, cards: int, target: int, said: Mapping[str, object]
) -> None:
    laid = load(name)
    assert (len(laid.pack.cards), laid.game.target) == (cards, target)
    assert {path: laid.value(path) for path in said} == said
