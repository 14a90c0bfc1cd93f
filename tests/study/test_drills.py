"""Practice by topic: every puzzle has its topic, and what was missed comes again until it is known."""

from __future__ import annotations

import random

import pytest

from rightbower.cards import Seat
from rightbower.study.drills import (
    AGAIN,
    TOPICS,
    PracticeState,
    answered,
    next_number,
    numbers,
    to_come_again,
)
from rightbower.study.puzzles import shipped


def test_every_puzzle_belongs_to_one_topic() -> None:
    found = [number for topic in TOPICS for number in numbers(topic.name)]
    assert sorted(found) == list(range(len(shipped().puzzles)))
    assert min(len(numbers(topic.name)) for topic in TOPICS) > 100


def test_the_seats_are_counted_from_the_dealer() -> None:
    for name, chairs in (("first-seat", 1), ("second-seat", 2), ("third-seat", 3), ("dealer", 0)):
        for number in numbers(name):
            puzzle = shipped().puzzles[number]
            at = Seat.of(puzzle.dealer)
            for _ in range(chairs):
                at = at.left
            assert at is Seat.of(puzzle.seat)


def test_a_missed_one_comes_again_twice_and_then_no_more() -> None:
    practice, missed, came = PracticeState(), next_number(PracticeState(), "leads"), []
    for answer in range(40):
        number = next_number(practice, "leads")
        if number == missed:
            came.append(answer)
        practice = answered(practice, "leads", number, right=bool(came) and answer > 0)
    first, second, third = came
    assert (first, second) == (0, AGAIN[0] + 1)
    assert third >= second + AGAIN[1]
    assert to_come_again(practice)["leads"] == 0
    assert practice.right["leads"] == 39


def test_nothing_comes_twice_before_everything_came_once() -> None:
    practice, came = PracticeState(), []
    for _ in numbers("loners"):
        came.append(next_number(practice, "loners"))
        practice = answered(practice, "loners", came[-1], right=True)
    assert sorted(came) == sorted(numbers("loners"))
    # And when all are done it goes on.
    assert next_number(practice, "loners") in numbers("loners")


@pytest.mark.parametrize("seed", range(3))
def test_topics_do_not_disturb_each_other(seed: int) -> None:
    chance, practice = random.Random(seed), PracticeState()
    for _ in range(200):
        name = chance.choice(TOPICS).name
        number = next_number(practice, name)
        assert number in numbers(name)
        practice = answered(practice, name, number, right=chance.random() < 0.5)
    assert practice.version == practice.count == 200
