"""Where the tables do not come out even: what is said, what it costs, and what can be decided."""

from __future__ import annotations

import pytest

from in_english import english
from rightbower.tournament.events.attendance import check_in
from rightbower.tournament.events.entrants import Player
from rightbower.tournament.events.event import Event, Prize
from rightbower.tournament.events.outlook import IfBegun, OddNumber, if_begun, odd_number
from rightbower.tournament.events.plan import change_plan
from rightbower.tournament.events.registration import add
from tournament.events.day import Day, individuals

LOW = (Prize("High", 1, 5000), Prize("Low", 1, 1000, low=True))


def found(event: Event) -> OddNumber:
    odd = odd_number(event)
    assert odd is not None
    return odd


def test_the_low_prize_of_a_charity_with_23_is_out_of_reach_and_it_is_said_beforehand() -> None:
    day = individuals("charity-day", 23, prizes=LOW)
    odd = found(day.event)
    assert (odd.over, odd.wanted, odd.average, odd.low) == (3, 1, True, True)
    assert str(odd.says) == "3 players would sit out each round."
    assert english(odd.means) == (
        "A round sat out scores nothing (S02-1.6, X-101).",
        "In 8 rounds 23 of 23 would miss at least one.",
        "The low prize is for those who play all rounds (S02-1.6, X-100): that leaves nobody.",
    )


def test_fewer_rounds_leave_some_and_what_is_decided_is_not_asked_again() -> None:
    day = individuals("charity-day", 21, prizes=LOW, rounds=2)
    odd = found(day.event)
    assert str(odd.says) == "1 player would sit out each round."
    assert str(odd.means[1]) == "In 2 rounds 2 of 21 would miss at least one."
    assert str(odd.means[2]).endswith(": that leaves 19.")
    day.do(change_plan(day.event, sat_out="average", low_prize="everyone still here"))
    odd = found(day.event)
    assert (odd.average, odd.low) == (False, False)
    assert str(odd.means[0]).startswith("A round sat out scores the average of one's own games")


def test_a_floater_makes_the_tables_even() -> None:
    day = individuals("charity-day", 7)
    assert found(day.event).wanted == 1
    day.do(add(day.event, [[Player("The host")]], floater=True))
    day.do(check_in(day.event, [8]))
    assert odd_number(day.event) is None


@pytest.mark.parametrize("preset", ["whist-chart", "knock-out", "round-robin"])
def test_where_a_chart_or_a_bye_is_fair_to_all_nothing_is_asked(preset: str) -> None:
    day = Day(preset)
    pairs = preset != "whist-chart"
    day.enter(*(f"A{n} & B{n}" if pairs else f"A{n}" for n in range(5)))
    assert odd_number(day.event) is None


def test_an_odd_pair_and_a_day_without_a_last_round() -> None:
    pairs = Day("swiss-pairs", rounds=4)
    pairs.enter(*(f"A{n} & B{n}" for n in range(5)))
    odd = found(pairs.event)
    assert (str(odd.says), odd.wanted, odd.average) == (
        "A pair would sit out each round.",
        1,
        False,
    )
    open_end = individuals("national-progressive", 6, prizes=LOW)
    odd = found(open_end.event)
    assert (odd.over, odd.wanted) == (2, 2)
    assert [
        str(each) for each in odd.means if "rounds" in str(each) and "would miss" in str(each)
    ] == []
    assert odd_number(individuals("charity-day", 8).event) is None
    assert odd_number(individuals("charity-day", 3).event) is None


def begun(event: Event) -> IfBegun:
    found = if_begun(event)
    assert found is not None
    return found


def test_what_it_would_be_if_play_began_now_counts_those_who_may_still_come() -> None:
    day = individuals("national-progressive", 6)
    day.do(add(day.event, [[Player(name)] for name in ("Q", "R", "S")]))
    now = begun(day.event)
    assert (now.full, now.open) == (1, 1)
    assert english(now.says) == (
        "6 players are here: 1 table, and 2 left without a table.",
        "2 more make 2 tables.",
        "With everybody who is expected it is 2 tables.",
    )
    pairs = Day("alberta-pairs")
    assert if_begun(pairs.event) is None
    pairs.enter(*(f"A{n} & B{n}" for n in range(3)))
    assert english(begun(pairs.event).says)[1:] == ("1 more makes 2 tables.",)
    pairs.enter("C & D")
    assert (begun(pairs.event).full, begun(pairs.event).open) == (2, 0)
    assert english(begun(pairs.event).says) == ("4 pairs are here: 2 tables.",)
    pairs.seat()
    assert if_begun(pairs.event) is None
