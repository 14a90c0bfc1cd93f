"""Practice by topic: every puzzle has its topic, and what was missed comes again until it is known."""

from __future__ import annotations

import random

import pytest

from rightbower.rules.cards import Seat
from rightbower.study.lessons import (
    AGAIN,
    TOPICS,
    PracticeState,
    Repeat,
    answered,
    next_number,
    numbers,
    to_come_again,
    topic,
)
from rightbower.study.puzzles import LEVELS, SET_ASIDE, shipped


def test_every_puzzle_but_those_set_aside_belongs_to_one_topic() -> None:
    found = [number for topic in TOPICS for number in numbers(topic.name)]
    kept = [each for each, puzzle in enumerate(shipped().puzzles) if puzzle.proof != SET_ASIDE]
    assert sorted(found) == kept
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


@pytest.mark.parametrize(
    ("name", "count", "first", "last"),
    [
        ("first-seat", 553, (2440, 4969, 68), 4469),
        ("second-seat", 383, (1898, 4105, 3118), 3592),
        ("dealer", 940, (3262, 2275, 1788), 898),
        ("leads", 409, (788, 3406, 1377), 3914),
        ("endings", 565, (4503, 1665, 4859), 1474),
    ],
)
def test_the_puzzles_of_a_topic_come_from_easy_to_hard_well_mixed(
    name: str, count: int, first: tuple[int, ...], last: int
) -> None:
    found = numbers(name)
    assert (len(found), found[:3], found[-1]) == (count, first, last)
    levels = [LEVELS.index(shipped().puzzles[number].level) for number in found]
    assert levels == sorted(levels)
    assert set(levels) == {0, 1, 2, 3}


def test_a_topic_is_found_by_its_name() -> None:
    assert [topic(each.name) for each in TOPICS] == list(TOPICS)
    assert topic("juggling") is None


def test_what_an_answer_changes() -> None:
    first = answered(PracticeState(), "leads", 788, right=False)
    assert first == PracticeState(
        1, {"leads": 1}, {"leads": 0}, frozenset({788}), {788: Repeat(1 + AGAIN[0])}
    )
    second = answered(first, "loners", 2296, right=True)
    assert second.answers == {"leads": 1, "loners": 1}
    assert second.right == {"leads": 0, "loners": 1}
    assert second.repeats == first.repeats
    assert second.seen == {788, 2296}
    third = answered(second, "leads", 788, right=True)
    assert third.repeats == {788: Repeat(3 + AGAIN[1], 1)}
    assert answered(third, "leads", 788, right=True).repeats == {}
    assert answered(third, "leads", 788, right=False).repeats == {788: Repeat(4 + AGAIN[0])}
    assert (third.version, third.count) == (3, 3)


def test_what_is_due_comes_before_what_is_new_and_what_is_new_before_what_waits() -> None:
    own = numbers("leads")
    waiting = {own[5]: Repeat(7), own[9]: Repeat(6), numbers("loners")[0]: Repeat(1)}
    for count, wanted in ((5, own[2]), (6, own[9]), (7, own[9])):
        practice = PracticeState(0, {"x": count}, {}, frozenset(own[:2]), waiting)
        assert next_number(practice, "leads") == wanted
    everything = PracticeState(0, {"x": 5}, {}, frozenset(own), waiting)
    assert next_number(everything, "leads") == own[9]
    none = PracticeState(0, {"x": len(own) + 3}, {}, frozenset(own), {})
    assert next_number(none, "leads") == own[3]
    assert to_come_again(everything) == {
        each.name: {"leads": 2, "loners": 1}.get(each.name, 0) for each in TOPICS
    }
