"""The circle method: everyone meets everyone once, and byes are shared."""

from collections import Counter

import pytest

from rightbower.tournament.events.schedules.quality import (
    Repeats,
    ScheduleError,
    Span,
    quality,
    seated,
    sitting_out,
)
from rightbower.tournament.events.schedules.schedules import (
    round_robin,
    rounds_to_meet_all,
)


@pytest.mark.parametrize("size", range(2, 21))
def test_everyone_meets_everyone_once(size: int) -> None:
    rounds = round_robin(range(size))
    sheet = quality(rounds)
    assert len(rounds) == rounds_to_meet_all(size)
    assert sheet.never_meet == 0
    assert sheet.opponents == Repeats(0, 1)
    assert sheet.games == Span(size - 1, size - 1)
    assert sheet.byes == Span(size % 2, size % 2)


@pytest.mark.parametrize("size", range(2, 21))
def test_nobody_plays_twice_in_a_round(size: int) -> None:
    for tables in round_robin(range(size)):
        assert max(Counter(seated(tables)).values()) == 1


@pytest.mark.parametrize("size", range(2, 21))
def test_each_is_named_first_about_half_the_time(size: int) -> None:
    first = Counter(one for tables in round_robin(range(size)) for (one,), _ in tables)
    second = Counter(other for tables in round_robin(range(size)) for _, (other,) in tables)
    assert max(abs(first[who] - second[who]) for who in range(size)) <= 1


def test_a_short_schedule_gives_no_team_two_byes() -> None:
    byes = [sitting_out("ABCDEFG", tables) for tables in round_robin("ABCDEFG", 5)]
    assert all(len(out) == 1 for out in byes)
    assert len(set(byes)) == 5


def test_a_second_time_round_changes_the_sides() -> None:
    rounds = round_robin("ABCD", 6)
    assert [(other, one) for one, other in rounds[0]] == list(rounds[3])
    assert quality(rounds).opponents == Repeats(6, 2)


@pytest.mark.parametrize(
    ("entrants", "rounds", "words"),
    [
        (("Ash",), None, "at least 2 entrants; there are 1"),
        (("Ash", "Birch", "Ash"), None, "Ash is entered twice"),
        (("Ash", "Birch"), 0, "at least one round"),
    ],
)
def test_what_cannot_be_made_is_refused_in_words(
    entrants: tuple[str, ...], rounds: int | None, words: str
) -> None:
    with pytest.raises(ScheduleError, match=words):
        round_robin(entrants, rounds)
