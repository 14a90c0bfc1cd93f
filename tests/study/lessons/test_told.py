"""Whole explanations, word for word, with all that each reason speaks of; and the cards sure to win."""

from __future__ import annotations

import pytest

from rightbower.study.reasons import number
from study.lessons.told import FILE, Sure, Told, told, written

ALL = told()


@pytest.mark.parametrize("each", ALL.told, ids=lambda each: f"{each.at} | {each.best}")
def test_what_is_said_of_a_choice_and_of_a_mistake(each: Told) -> None:
    assert each.now() == each


@pytest.mark.parametrize("each", ALL.sure, ids=lambda each: each.at)
def test_the_cards_that_are_sure_to_win(each: Sure) -> None:
    assert each.now() == each


def test_the_file_is_as_it_would_be_written() -> None:
    assert FILE.read_text("utf-8") == written(ALL)


def test_numbers_are_words_as_far_as_a_hand_and_its_trumps_go() -> None:
    assert [number(count) for count in (0, 5, 7, 8)] == ["no", "five", "seven", "8"]
