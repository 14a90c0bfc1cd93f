"""Practice by topic: every puzzle has its topic, and what was missed comes again until it is known."""

from __future__ import annotations

import random
from itertools import pairwise

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

# Topics in which not every level has to be there.
FEW_HARD = {"discards"}


def test_every_puzzle_but_those_set_aside_belongs_to_one_topic() -> None:
    found = [number for topic in TOPICS for number in numbers(topic.name)]
    kept = [each for each, puzzle in enumerate(shipped().puzzles) if puzzle.proof != SET_ASIDE]
    assert sorted(found) == kept
    assert {shipped().puzzles[number].level for number in found} == set(LEVELS)
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


@pytest.mark.parametrize("name", [each.name for each in TOPICS])
def test_the_puzzles_of_a_topic_come_from_easy_to_hard_well_mixed(name: str) -> None:
    """The order of a number within its level is its own, so it stays when other puzzles are set aside."""
    found = numbers(name)
    levels = [LEVELS.index(shipped().puzzles[number].level) for number in found]
    assert levels == sorted(levels)
    wanted = {0, 1, 2, 3} if name not in FEW_HARD else {0, 1}
    assert wanted <= set(levels)
    own = {number: number * 2654435761 % 2**32 for number in found}
    places = list(zip(levels, (own[number] for number in found), strict=True))
    assert places == sorted(places)
    assert len(set(places)) == len(found)
    rises = sum(one < two for one, two in pairwise(found))
    assert 0.4 < rises / len(found) < 0.7, "numbers of one game are not beside each other"


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
