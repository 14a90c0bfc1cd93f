"""Glicko-2 against its published example, and what has to be true of any rating."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rightbower.web.profile.ratings import WIDEST, RatedResult, Rating, rated

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


def by_halving(player: Rating, results: list[RatedResult], periods: float) -> Rating:
    """The published steps once more, the volatility found by halving."""
    scale = 173.7178
    mu, phi = (player.rating - 1500) / scale, player.deviation / scale
    v = delta = 0.0
    for each in results:
        g = 1 / math.sqrt(1 + 3 * (each.against.deviation / scale) ** 2 / math.pi**2)
        e = 1 / (1 + math.exp(-g * (mu - (each.against.rating - 1500) / scale)))
        v += g * g * e * (1 - e)
        delta += g * (each.score - e)
    v, start = 1 / v, math.log(player.volatility**2)

    def f(x: float) -> float:
        s = phi**2 + v + math.exp(x)
        return math.exp(x) * ((v * delta) ** 2 - s) / (2 * s * s) - (x - start) / 0.25

    low, high = start - 8, start + 8
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) > 0 else (low, middle)
    sigma = math.exp(low / 2)
    after = 1 / (1 / (phi**2 + periods * sigma**2) + 1 / v)
    spread = min(350, scale * math.sqrt(after))
    return Rating(1500 + scale * (mu + after * delta), spread, sigma)


@pytest.mark.parametrize("periods", [1.0, 3.5])
@pytest.mark.parametrize(
    ("player", "results"),
    [
        (Rating(1500, 200, 0.06), [(1400, 30, 1.0), (1550, 100, 0.0), (1700, 300, 0.0)]),
        (Rating(1500, 30, 0.06), [(1900, 30, 1.0)] * 4),
        (Rating(2400, 40, 0.09), [(2000, 60, 0.0)] * 3),
        (Rating(1500, 80, 0.06), [(2000, 50, 1.0)] * 100),
        (Rating(1500, 350, 0.06), [(1500, 350, 0.5)]),
        (Rating(1800, 60, 0.03), [(1700, 90, 1.0), (1900, 40, 0.5)]),
    ],
)
def test_the_steps_of_the_paper_are_taken_however_surprising_the_results(
    player: Rating, results: list[tuple[float, float, float]], periods: float
) -> None:
    played = [RatedResult(Rating(rating, sure), score) for rating, sure, score in results]
    found, wanted = rated(player, played, periods), by_halving(player, played, periods)
    assert found.rating == pytest.approx(wanted.rating, abs=1e-4)
    assert found.deviation == pytest.approx(wanted.deviation, abs=1e-4)
    assert found.volatility == pytest.approx(wanted.volatility, abs=1e-7)


def test_each_period_without_games_makes_a_rating_less_sure() -> None:
    found = rated(Rating(1600, 100, 0.05), [], periods=4)
    assert found.deviation == pytest.approx(math.hypot(100, 2 * 0.05 * 173.7178))
    assert found.rating == pytest.approx(1600)
    assert found.volatility == 0.05
