"""The fair draw: no partner twice while there are others, byes shared, some kept apart."""

import os
import subprocess
import sys
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rightbower.tournament.events.schedules.fair_draw import fair_round, fair_rounds
from rightbower.tournament.events.schedules.quality import (
    ScheduleError,
    partnerships,
    quality,
    seated,
    sitting_out,
)


def test_a_hundred_players_and_eight_rounds_without_a_partner_twice() -> None:
    seen: list[tuple[int, int]] = []
    rounds = fair_rounds(range(100), 8, "hall", progress=lambda *at: seen.append(at))
    sheet = quality(rounds)
    assert sheet.partners.twos == 0
    assert sheet.opponents.most <= 2
    assert sheet.games.least == sheet.games.most == 8
    assert seen == [(number, 8) for number in range(1, 9)]


@settings(max_examples=25, deadline=None)
@given(size=st.integers(4, 26), count=st.integers(1, 8), seed=st.text(max_size=4))
def test_rounds_seat_all_they_can_and_share_the_byes(size: int, count: int, seed: str) -> None:
    rounds = fair_rounds(range(size), count, seed)
    for tables in rounds:
        assert len(tables) == size // 4
        assert len(set(seated(tables))) == 4 * len(tables)
    byes = quality(rounds, range(size)).byes
    assert byes.most - byes.least <= 1


@settings(max_examples=25, deadline=None)
@given(size=st.integers(8, 30), seed=st.text(max_size=4))
def test_nobody_partners_anybody_twice_in_half_the_possible_rounds(size: int, seed: str) -> None:
    # Each player has then more new partners left than half the hall, so a full matching exists.
    playing = size - size % 4
    assert quality(fair_rounds(range(size), playing // 2 - size % 4, seed)).partners.twos == 0


@pytest.mark.parametrize("size", [8, 12, 16])
def test_all_partners_are_found_even_in_a_full_schedule(size: int) -> None:
    met = partnerships(fair_rounds(range(size), size - 1, "full"))
    assert set(met) == {frozenset(two) for two in combinations(range(size), 2)}


def test_those_kept_apart_never_share_a_table() -> None:
    apart = [("Ann", "Bob"), ("Ann", "Cid"), ("Eve", "Fay")]
    names = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal", "Ina", "Jim", "Kay", "Lou")
    for tables in fair_rounds(names, 8, "apart", apart=apart):
        for one, other in tables:
            assert not any(set(two) <= {*one, *other} for two in apart)


def test_those_kept_apart_still_play_where_there_is_only_one_table() -> None:
    (table,) = fair_round("ABCD", (), "one table", apart=[("A", "B")])
    assert sorted(seated((table,))) == ["A", "B", "C", "D"]
    assert {"A", "B"} not in [set(side) for side in table]


def test_the_same_seed_draws_the_same_and_another_seed_another() -> None:
    assert fair_rounds(range(16), 3, "a") == fair_rounds(range(16), 3, "a")
    assert fair_rounds(range(16), 3, "a") != fair_rounds(range(16), 3, "b")


def test_a_draw_does_not_hang_on_how_python_hashes_names() -> None:
    program = (
        "from rightbower.tournament.events.schedules.fair_draw import fair_rounds;"
        "print(fair_rounds('ABCDEFGHIJKLMN', 4, 'seed'))"
    )
    drawn = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": number},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for number in ("1", "2")
    }
    assert len(drawn) == 1


def test_a_late_arrival_has_had_no_bye_and_can_have_the_next() -> None:
    before = fair_rounds("ABCDEFGH", 3, "early")
    nine = "ABCDEFGHZ"
    tables = fair_round(nine, before, "late", sat_out=dict.fromkeys("ABCDEFGH", 1))
    assert sitting_out(nine, tables) == ("Z",)
    assert sitting_out(nine, fair_round(nine, before, "late")) != ("Z",)


def test_nobody_waits_twice_running_while_others_have_waited_as_little() -> None:
    before = fair_rounds("ABCDE", 5, "five")
    last = sitting_out("ABCDE", before[-1])
    assert sitting_out("ABCDE", fair_round("ABCDE", before, "sixth")) != last


def test_three_players_cannot_be_drawn() -> None:
    with pytest.raises(ScheduleError, match="at least 4 entrants; there are 3"):
        fair_round("ABC", (), "few")
