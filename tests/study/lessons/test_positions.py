"""Sixty positions with the point a good teacher would make: they are sound themselves."""

from __future__ import annotations

import pytest

from rightbower.study.teacher import advise
from study.lessons.lessons import Position, positions

SIXTY = positions()
CLOSE = 0.01


def test_there_are_sixty() -> None:
    assert len({each.at for each in SIXTY}) == 60


@pytest.mark.parametrize("each", SIXTY, ids=lambda each: each.name)
def test_what_the_teacher_does_is_as_good_as_anything(each: Position) -> None:
    found = advise(each.seen, worlds=600)
    chances = {value.action: value.chance for value in found}
    best, mistake = each.action(each.best), each.action(each.mistake)
    assert best != mistake
    assert chances[best] > found[0].chance - CLOSE
    assert chances[mistake] <= chances[best]
