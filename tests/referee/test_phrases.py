"""What people say when something went wrong: the irregularity meant is found first or second, in every book."""

import tomllib
from importlib import resources
from pathlib import Path

import pytest

from rightbower.referee.irregularities import Kind
from rightbower.referee.spoken import OTHERS, Other, clearly, meant
from rightbower.rules.book import load, names
from rightbower.rules.library import line

SAID = tomllib.loads((Path(__file__).parent / "said.toml").read_text("utf-8"))
PHRASES = [
    (what, phrase)
    for what, said in SAID.items()
    for phrase in (said if isinstance(said, list) else said["said"])
]


def test_there_are_enough_of_them_and_for_every_irregularity() -> None:
    stored = tomllib.loads(
        resources.files("rightbower.referee").joinpath("phrases.toml").read_text("utf-8")
    )
    others = stored.pop("other")
    known = {each for said in (*others.values(), *(each["said"] for each in stored.values())) for each in said}  # fmt: skip
    assert set(stored) == set(Kind)
    assert set(others) == {each.name for each in OTHERS}
    assert len({phrase for _, phrase in PHRASES} - known) >= 150, "not word for word"
    assert {what for what, _ in PHRASES} >= set(Kind)


@pytest.mark.parametrize(("what", "phrase"), PHRASES)
def test_what_is_said_is_understood_in_every_book(what: str, phrase: str) -> None:
    for name in names():
        found = meant(phrase, load(name))[:2]
        assert what in [_name(each.what) for each in found], (name, found)


def _name(what: Kind | Other) -> str:
    return what.value if isinstance(what, Kind) else what.title


@pytest.mark.parametrize("name", names())
def test_what_is_no_irregularity_says_why_by_a_clause(name: str) -> None:
    book = load(name)
    for other in OTHERS:
        assert line(book, other.why).note
        assert "{" not in str(other.answer(book))
        assert (other.instead is not None) is bool(other.only)
        for path, values in other.only.items():
            assert set(values) & {load(each).value(path) for each in names()}


def test_a_book_that_allows_it_says_so_and_another_rules_on_it() -> None:
    for name in names():
        first = meant("he buried the turn-up", load(name))[0].what
        allowed = load(name).burying.turn_up != "never"
        assert isinstance(first, Other) is allowed, name
        assert allowed or first is Kind.FORBIDDEN_CALL
        stuck = meant("everyone passed twice", load(name))[0].what
        assert isinstance(stuck, Other) is (load(name).bidding.all_pass == "throw in")


@pytest.mark.parametrize("text", ["", " ", "?!", "☃", "x" * 500, "qqqq zzzz"])
def test_words_that_mean_nothing_find_nothing(text: str) -> None:
    assert meant(text, load("standard")) == ()
    assert clearly(()) is None


def test_only_what_is_likelier_than_all_else_is_taken_at_its_word() -> None:
    book = load("alberta-55plus")
    assert clearly(meant("misdeal", book)) is None, "it may be one of three"
    sure = clearly(meant("dealer forgot to discard", book))
    assert sure is not None
    assert (sure.what, sure.title) == (Kind.NOT_BURIED, "the dealer plays before discarding")


def test_what_is_allowed_within_limits_says_which_by_their_clause() -> None:
    """N04-2.7 and 2.8a, A01-4.5: neither the discard nor the order is good without more ado."""
    national, social = load("national-2025"), load("charity-social")
    order, buried = (next(each for each in OTHERS if each.name == name) for name in ("partner orders", "turn-up discarded"))  # fmt: skip
    assert str(order.answer(national)) == "The order is good. It takes a trump in the partner's hand."  # fmt: skip
    assert [line(national, path).clause for path in order.cites(national)] == ["N04-2.1", "N04-2.8a"]  # fmt: skip
    assert (
        str(order.answer(load("alberta-55plus"))) == "The order is good. The partner plays alone."
    )
    assert str(order.answer(social)) == "The order is good."
    assert order.cites(social) == ("bidding.partner_order",)
    assert "five more cards" in str(buried.answer(national))
    assert str(buried.answer(load("sportcial-league"))) == "That is allowed."
