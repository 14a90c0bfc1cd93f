"""Glicko-2 against its published example, and what has to be true of any rating."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightbower.study.glicko2 import WIDEST, RatedResult, Rating, rated

RATINGS = st.builds(Rating, st.floats(600, 2800), st.floats(30, 350), st.floats(0.03, 0.09))


def test_the_worked_example_of_the_paper() -> None:
    # Glickman, "Example of the Glicko-2 system": 1500/200/0.06 wins, loses, loses.
    results = [
        RatedResult(Rating(1400, 30), 1.0),
        RatedResult(Rating(1550, 100), 0.0),
        RatedResult(Rating(1700, 300), 0.0),
    ]
    found = rated(Rating(1500, 200, 0.06), results)
    assert found.rating == pytest.approx(1464.06, abs=0.02)
    assert found.deviation == pytest.approx(151.52, abs=0.02)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_games_the_rating_stays_and_is_less_sure() -> None:
    # Step 6 of the paper: the deviation alone grows, by the volatility.
    found = rated(Rating(1500, 200, 0.06), [])
    assert found.rating == 1500
    assert found.deviation == pytest.approx(200.2714, abs=0.0005)
    assert rated(found, [], periods=1e9).deviation == WIDEST


@given(RATINGS, RATINGS)
def test_a_win_lifts_a_loss_lowers_and_a_draw_lies_between(one: Rating, other: Rating) -> None:
    won, drew, lost = (rated(one, [RatedResult(other, score)]) for score in (1.0, 0.5, 0.0))
    assert lost.rating < drew.rating < won.rating
    assert lost.rating < one.rating < won.rating


@given(RATINGS, RATINGS)
def test_two_draws_with_an_equal_say_more_than_one(one: Rating, other: Rating) -> None:
    level = Rating(one.rating, other.deviation)
    once, twice = (rated(one, [RatedResult(level, 0.5)] * many) for many in (1, 2))
    assert twice.deviation < once.deviation
