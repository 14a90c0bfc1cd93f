"""Every setting is cited and tested, every clause is traced, and the pages are up to date.

A setting counts as tested when a law test names one of its clauses (``test_A01_4_12_…``) or the
setting with its book (``test_standard_revoke_penalty_…``), or when ``BY_NAME`` points to a test of
it. A law is the same in every book, so one book's test of it will do; and what is no number in the
common game, which has no document, may lean on a book that has the same value tested.
"""

import re
import runpy
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rightbower.rules.book import RuleBook, load, names, overlay
from rightbower.rules.library import (
    DOCUMENTS,
    KINDS,
    PARTS,
    PLACES,
    SHELVES,
    Clause,
    ClauseCount,
    carriers,
    clause_named,
    clauses,
    coverage,
    every_clause,
    gaps,
    lines,
    not_yet,
    readings,
    readings_of,
)

ROOT = Path(__file__).resolve().parents[2]
MATRIX = ROOT.parent / "shared" / "rules" / "matrix.md"
LAWS = runpy.run_path(str(ROOT / "tools" / "laws.py"))
BOOKS = [load(name) for name in names()]

COUNTS = {
    "A00": {"E": 42, "I": 35, "T": 43, "C": 4},
    "A01": {"E": 43, "I": 35, "T": 44, "L": 6, "C": 18},
    "S02": {"E": 42, "I": 8, "T": 12, "C": 3},
    "L03": {"E": 42, "I": 5, "L": 35, "C": 5},
    "N04": {"E": 12, "I": 11, "T": 13, "C": 1},
}

NOBODY_DRAWS = "test_where_nobody_draws_for_partners_it_is_said"
BY_NAME = {
    "charity-social": {NOBODY_DRAWS: "draw.partners"},
    "sportcial-league": {NOBODY_DRAWS: "draw.partners"},
    "national-2025": {
        NOBODY_DRAWS: "draw.partners",
        "test_the_lower_cut_deals_for_the_seniors_and_the_higher_at_the_national": (
            "draw.first_dealer"
        ),
    },
    "standard": {
        "test_standard_packets_are_two_and_three_in_two_rounds": (
            "dealing.packets dealing.packet_rounds"
        ),
        "test_standard_pair_scores_one_and_two": "score.tricks_to_make score.make score.march",
        "test_standard_euchred_pair_gives_two": "score.euchre",
        "test_standard_lone_hand_scores_one_and_four": "score.lone_make score.lone_march",
        "test_standard_euchred_lone_hand_gives_two": "score.lone_euchre",
        "test_standard_ten_points_win_and_more_are_kept": "game.target",
        "test_standard_target_may_be_five_seven_or_agreed": "game.other_targets",
    },
}


@cache
def all_tests() -> Any:
    """Every test of this project, read when it is first asked for."""
    return LAWS["collect"](ROOT / "tests")


@cache
def by_clause() -> dict[str, tuple[str, ...]]:
    """The tests of each clause."""
    found: dict[str, tuple[str, ...]] = LAWS["by_clause"](all_tests())
    return found


def named(book: RuleBook) -> set[str]:
    """The settings of a book that tests are named for, and those of ``BY_NAME``."""
    known = [f"{book.name}-{path}" for path in book.citations]
    begins = f"test_{book.name.replace('-', '_')}_"
    tests = (test.name for test in all_tests() if test.name.startswith(begins))
    found = {each for test in tests if (each := clause_named(test, known))}
    pointed = " ".join(BY_NAME.get(book.name, {}).values()).split()
    return {each.removeprefix(f"{book.name}-") for each in found} | set(pointed)


@cache
def all_named() -> dict[str, set[str]]:
    """The settings of every book that tests are named for."""
    return {book.name: named(book) for book in BOOKS}


def is_tested(book: RuleBook, path: str) -> bool:
    """Whether a test names a clause of this setting, or the setting."""
    return path in all_named()[book.name] or any(
        each in by_clause() for each in book.cite(path).clauses
    )


def is_number(value: object) -> bool:
    """Whether a value is a number, or some numbers."""
    return value != () and isinstance(value, int | tuple) and not isinstance(value, bool)


def leans_on(book: RuleBook, path: str) -> bool:
    """Whether another book has the same law, or the same value in words, and has it tested."""
    others = [other for other in BOOKS if other.document in DOCUMENTS and is_tested(other, path)]
    if path.startswith("laws."):
        return bool(others)
    value = book.value(path)
    return not is_number(value) and any(other.value(path) == value for other in others)


def test_all_459_clauses_are_held() -> None:
    held = {
        document: Counter(each.kind for each in clauses(document).values())
        for document in DOCUMENTS
    }
    assert held == COUNTS
    assert len(every_clause()) == 459


@pytest.mark.skipif(not MATRIX.is_file(), reason="the rules matrix is not beside this checkout")
def test_clauses_are_those_of_the_matrix() -> None:
    row = re.compile(
        r"^\| ((?:A0[01]|S02|L03|N04)-\S+) \|[^|]*\| ([EITLC]) \| ([^|]*?) \|", re.MULTILINE
    )
    written = {name: (kind, rule) for name, kind, rule in row.findall(MATRIX.read_text("utf-8"))}
    assert {each.id: (each.kind, each.rule) for each in every_clause().values()} == written


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: str(book.name))
def test_every_setting_cites_a_clause_there_is(book: RuleBook) -> None:
    unknown = [
        f"{path}: {clause}"
        for path, citation in book.citations.items()
        for clause in citation.clauses
        if clause not in every_clause() and clause != f"{book.name}:{path}"
    ]
    assert not unknown


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: str(book.name))
def test_every_number_a_setting_names_is_explained(book: RuleBook) -> None:
    explained = {**readings(), **gaps(), "": None}
    assert not [path for path, each in book.citations.items() if each.see not in explained]


@pytest.mark.parametrize("topic", SHELVES)
@pytest.mark.parametrize("book", BOOKS, ids=lambda book: str(book.name))
def test_every_setting_is_tested(book: RuleBook, topic: str) -> None:
    leaning = topic == "laws" or book.document not in DOCUMENTS
    untested = [
        f"{each.path}, {each.source}"
        for each in lines(book, topic)
        if not is_tested(book, each.path) and not (leaning and leans_on(book, each.path))
    ]
    assert not untested


def test_every_law_test_names_a_clause() -> None:
    assert LAWS["nameless"](all_tests()) == []


def test_every_test_that_is_pointed_to_is_there() -> None:
    there = {test.name for test in all_tests()}
    pointed = {test for each in every_clause().values() for test in each.tests}
    assert not pointed - there
    assert not {test for tests in BY_NAME.values() for test in tests} - there
    for book, paths in all_named().items():
        assert paths <= set(load(book).paths())


def test_every_game_rule_has_a_test() -> None:
    rules = [each.id for each in every_clause().values() if each.kind == "E"]
    assert not [each for each in rules if each not in by_clause()]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_clause_is_carried_or_its_part_is_named(document: str) -> None:
    (book,) = (book for book in BOOKS if book.document == document)
    assert not [each.id for each in not_yet(book) if not each.later]
    for each in clauses(document).values():
        assert each.shown in ("", *PLACES), each.id
        assert each.later in ("", *PARTS), each.id
        assert each.shown or each.kind != "C", f"{each.id} is a text and shown nowhere"


def test_pages_and_lists_of_tests_are_up_to_date() -> None:
    late = LAWS["stale"](LAWS["wanted"]())
    assert not late, "run make laws"


def test_each_reading_is_the_one_the_books_have() -> None:
    for reading in readings().values():
        assert set(reading.clauses) <= set(every_clause()), reading.number
        documents = {clause[:3] for clause in reading.clauses}
        assert set(reading.elsewhere) <= documents, reading.number
        for book in BOOKS:
            if book.document in documents:
                chosen = reading.option(book.document)
                held = overlay(book, chosen.set, note="As read.")
                assert [held.value(path) for path in chosen.set] == [
                    book.value(path) for path in chosen.set
                ], f"{reading.number} in {book.name}"


def test_each_other_reading_can_be_chosen_by_a_house() -> None:
    base = load("alberta-55plus")
    for reading in readings().values():
        for option in reading.options:
            house = overlay(base, option.set, note="Our house.")
            assert all(house.cite(path).basis == "house" for path in option.set)


def test_each_gap_names_documents_there_are() -> None:
    assert "G-00" in gaps()
    assert all(set(gap.silent) <= set(DOCUMENTS) for gap in gaps().values())


def test_the_longest_clause_wins_a_test_name() -> None:
    known = every_clause()
    assert clause_named("test_A01_4_1_the_turn_up_only_offers", known) == "A01-4.1"
    assert clause_named("test_A01_4_12_no_jack_is_a_bower", known) == "A01-4.12"
    assert clause_named("test_N04_2_1b_alone_is_called", known) == "N04-2.1b"
    assert clause_named("test_A01_T4_a_iii_two_highs", known) == "A01-T4.a.iii"
    assert clause_named("test_A01_4_99_no_such_clause", known) is None
    assert clause_named("test_words_of_something_else", known) is None


def law_test(name: str, seniors: bool = False) -> Any:
    return LAWS["LawTest"](name, seniors, "test_x.py")


def test_a_seniors_test_counts_for_both_of_their_texts() -> None:
    both, one = law_test("test_A01_4_5_partner", seniors=True), law_test("test_A01_4_6_swap")
    alone = law_test("test_A01_C_5_no_throwing_in", seniors=True)
    assert LAWS["by_clause"]([both, one, alone]) == {
        "A01-4.5": ("test_A01_4_5_partner",),
        "A00-4.5": ("test_A01_4_5_partner",),
        "A01-4.6": ("test_A01_4_6_swap",),
        "A01-C.5": ("test_A01_C_5_no_throwing_in",),
    }


def test_tests_are_collected_by_their_names(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text(
        "def test_A01_6_3_follow(seniors): ...\ndef test_words(): ...\ndef A01_6_4(): ...\n"
        "class TestMore:\n    def test_S02_8_2_follow(self): ...\n"
    )
    found = LAWS["collect"](tmp_path)
    assert [(each.name, each.seniors, each.of_a_law) for each in found] == [
        ("test_A01_6_3_follow", True, True),
        ("test_S02_8_2_follow", False, True),
        ("test_words", False, False),
    ]
    assert LAWS["nameless"]([*found, law_test("test_S02_99_1_nothing")]) == [
        "test_x.py: test_S02_99_1_nothing"
    ]


def test_a_clause_is_written_as_it_is_read() -> None:
    clause = Clause("A01-8.6", "C", 'Say "five".', "clock", "hall", ("test_A01_8_6_fives",))
    assert LAWS["clause_file"]([clause]).endswith(
        '["A01-8.6"]\ntype = "C"\nrule = "Say \\"five\\"."\nshown = "clock"\nlater = "hall"\n'
        'tests = [\n    "test_A01_8_6_fives",\n]\n'
    )


def test_later_stays_until_its_part_is_there_and_a_test_names_the_clause() -> None:
    soon = Clause("A01-T6.1", "T", "Round robin.", later="nowhere")
    assert LAWS["traced"](soon, {"A01-T6.1": ("test_A01_T6_1_x",)}).later == "nowhere"
    LAWS["PARTS"]["nowhere"] = "rules/score"
    try:
        assert LAWS["traced"](soon, {}).later == "nowhere"
        assert LAWS["traced"](soon, {"A01-T6.1": ("test_A01_T6_1_x",)}).later == ""
    finally:
        del LAWS["PARTS"]["nowhere"]


def test_what_carries_a_clause_and_what_touches_it() -> None:
    book = load("alberta-55plus")
    assert carriers(book)["A01-6.2"] == (
        "alone.lead",
        "laws.lead_past_folded",
        "laws.play_in_turn",
    )
    assert readings_of(book, "A01-4.12") == ("X-01b",)
    assert "G-00" in readings_of(book, "A01-4.11")


def test_coverage_counts_each_kind() -> None:
    book = load("alberta-55plus")
    by_kind = {each.kind: each for each in coverage(book)}
    assert set(by_kind) == set(KINDS)
    assert by_kind["E"].clauses == by_kind["E"].settings == 43
    assert by_kind["C"].shown == 18
    assert sum(each.not_yet for each in by_kind.values()) == len(not_yet(book))
    assert coverage(load("standard")) == ()
    for each in names():
        for row in coverage(load(each)):
            ours = [one for one in clauses(load(each).document).values() if one.kind == row.kind]
            assert row == ClauseCount(
                row.kind,
                clauses=len(ours),
                settings=sum(one.id in carriers(load(each)) for one in ours),
                tests=sum(bool(one.tests) for one in ours),
                shown=sum(bool(one.shown) for one in ours),
                not_yet=sum(one in not_yet(load(each)) for one in ours),
            )
