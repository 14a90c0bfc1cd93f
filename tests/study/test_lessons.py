"""The first lesson: every step can be done by playing it, and what it calls right is right."""

from __future__ import annotations

import pytest

from rightbower.advice import advise
from rightbower.book import load, names, overlay
from rightbower.deal import Bury, Play
from rightbower.study.lessons import FIRST, lesson

EVERY = [(book, number) for book in names() for number in range(len(lesson(load(book))))]


@pytest.mark.parametrize(("name", "number"), EVERY)
def test_each_step_can_be_done_and_its_answer_is_as_good_as_the_best(
    name: str, number: int
) -> None:
    book = load(name)
    step = lesson(book)[number]
    seen = step.seen(book)
    answers = step.answers()
    assert answers
    assert set(answers) <= set(seen.legal)
    cards = [each for each in seen.legal if isinstance(each, Play | Bury)]
    if not step.path:
        assert len(seen.legal) > 1 or cards
    worth = {each.action: each.chance for each in advise(seen, 200)}
    assert max(worth[each] for each in answers) >= max(worth.values()) - 0.03


@pytest.mark.parametrize("name", names())
def test_what_is_special_in_a_book_has_a_step_of_its_own_that_bites(name: str) -> None:
    book = load(name)
    steps = {step.path: step for step in lesson(book) if step.path}
    if book.bidding.partner_order == "must be alone":
        assert len(steps["bidding.partner_order"].seen(book).legal) == 2
    if book.bidding.natural_scope != "nobody":
        assert len(steps["bidding.natural_scope"].seen(book).legal) == 1
    stuck = "pass" not in str(steps["bidding.all_pass"].seen(book).legal).lower()
    assert stuck is (book.bidding.all_pass == "stick the dealer")
    if book.burying.turn_up == "never":
        buried = {
            str(each.card)
            for each in steps["burying.turn_up"].seen(book).legal
            if isinstance(each, Bury)
        }
        assert "9H" not in buried


def test_the_numbers_in_the_words_are_the_books() -> None:
    book = overlay(load("standard"), {"score.lone_march": 6}, "Ours.")
    assert "score 6 points" in lesson(book)[len(FIRST)].text
