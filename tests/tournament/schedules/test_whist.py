"""The whist charts, each played out and counted."""

import json
from collections import Counter
from pathlib import Path

import pytest

from rightbower.tournament.events.schedules.quality import (
    ScheduleError,
    oppositions,
    partnerships,
    seated,
    sitting_out,
)
from rightbower.tournament.events.schedules.schedules import chart_length, charts, whist

SHARED = Path(__file__).resolve().parents[4] / "shared" / "events" / "whist_starters.json"


def test_the_sizes_that_have_a_chart() -> None:
    assert list(charts()) == [
        4, 5, 8, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29, 32, 36, 37, 41, 49, 53,
    ]  # fmt: skip


@pytest.mark.parametrize("size", charts())
def test_all_partner_once_and_oppose_twice(size: int) -> None:
    rounds = whist(range(size))
    twos = size * (size - 1) // 2
    partners, opponents = partnerships(rounds), oppositions(rounds)
    assert len(rounds) == chart_length(size)
    assert len(partners) == len(opponents) == twos
    assert set(partners.values()) == {1}
    assert set(opponents.values()) == {2}


@pytest.mark.parametrize("size", charts())
def test_every_round_seats_whole_tables(size: int) -> None:
    out: Counter[int] = Counter()
    for tables in whist(range(size)):
        assert len(tables) == size // 4
        assert len(set(seated(tables))) == 4 * len(tables)
        out.update(sitting_out(range(size), tables))
    assert set(out.values()) == ({1} if size % 4 else set())


def test_the_charts_are_those_we_were_given() -> None:
    if not SHARED.exists():
        pytest.skip("the shared starters are not here")
    given = json.loads(SHARED.read_text("utf-8"))
    ours = {str(size): json.loads(json.dumps(start)) for size, start in charts().items()}
    assert ours == given


def test_an_evening_takes_the_first_rounds_of_a_chart() -> None:
    assert whist("ABCDEFGHIJKL", 8) == whist("ABCDEFGHIJKL")[:8]


@pytest.mark.parametrize(
    ("players", "rounds", "words"),
    [
        (10, None, "no whist chart for 10 players, only for 4, 5, 8"),
        (12, 12, "the whist chart for 12 players has 11 rounds"),
        (12, 0, "the whist chart for 12 players has 11 rounds"),
        (3, None, "at least 4 entrants; there are 3"),
    ],
)
def test_what_has_no_chart_is_refused_in_words(
    players: int, rounds: int | None, words: str
) -> None:
    with pytest.raises(ScheduleError, match=words):
        whist(range(players), rounds)
