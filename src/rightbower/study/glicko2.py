"""Glicko-2: a rating, how sure it is, and how steady, after Mark Glickman's published example."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import Final

from msgspec import Struct

MIDDLE: Final = 1500.0
WIDEST: Final = 350.0
SCALE: Final = 173.7178
# How far a volatility may move, and how exactly it is found.
CONSTRAINT: Final = 0.5
EXACT: Final = 1e-6


class Rating(Struct, frozen=True):
    """How strong somebody is, give or take a deviation; the volatility says how steady."""

    rating: float = MIDDLE
    deviation: float = WIDEST
    volatility: float = 0.06


class RatedResult(Struct, frozen=True):
    """One result of a period: whom it was against, and 1 for a win, a half for a draw, 0 for a loss."""

    against: Rating
    score: float


def rated(
    player: Rating,
    results: Sequence[RatedResult],
    periods: float = 1.0,
) -> Rating:
    """The rating after some periods, with all results in the last; without results it grows less sure."""
    mu, phi = _place(player), player.deviation / SCALE
    if not results:
        return _seen(mu, sqrt(phi**2 + periods * player.volatility**2), player.volatility)
    weights = [_weight(each.against.deviation / SCALE) for each in results]
    chances = [
        1 / (1 + exp(-weight * (mu - _place(each.against))))
        for weight, each in zip(weights, results, strict=True)
    ]
    variance = 1 / sum(w**2 * c * (1 - c) for w, c in zip(weights, chances, strict=True))
    surprise = sum(
        w * (each.score - c) for w, c, each in zip(weights, chances, results, strict=True)
    )
    sigma = _volatility(player.volatility, phi, variance, variance * surprise, CONSTRAINT)
    before = phi**2 + periods * sigma**2
    after = 1 / (1 / before + 1 / variance)
    return _seen(mu + after * surprise, sqrt(after), sigma)


def _place(player: Rating) -> float:
    return (player.rating - MIDDLE) / SCALE


def _weight(phi: float) -> float:
    """How much a result counts against somebody whose rating is so sure."""
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _seen(mu: float, phi: float, sigma: float) -> Rating:
    return Rating(MIDDLE + SCALE * mu, min(SCALE * phi, WIDEST), sigma)


def _volatility(sigma: float, phi: float, variance: float, delta: float, tau: float) -> float:
    """The new volatility, by the Illinois method of the published steps."""
    start = log(sigma**2)

    def height(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / tau**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        high = start - tau
        while height(high) < 0:
            high -= tau
    at_low, at_high = height(low), height(high)
    while abs(high - low) > EXACT:
        middle = low + (low - high) * at_low / (at_high - at_low)
        there = height(middle)
        if there * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, there
    return exp(low / 2)
