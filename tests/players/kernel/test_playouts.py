"""Random play from given positions, held against the exact chances."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from players.kernel.judged import replayed
from rightbower.players.kernel.deals import play_one
from rightbower.players.kernel.measure import random_positions
from rightbower.players.kernel.playouts import play_out
from rightbower.players.kernel.search import of_deals
from rightbower.rules.book import load
from rightbower.rules.deal import Deal
from rightbower.rules.judge import apply, legal

TIMES = 20_000


def chances(deal: Deal) -> dict[int, Fraction]:
    """How likely each number of makers' tricks is when every legal card is as likely."""
    if deal.ending is not None:
        assert deal.maker is not None
        return {deal.tricks_of(deal.maker.side): Fraction(1)}
    found = dict.fromkeys(range(6), Fraction(0))
    choices = legal(deal)
    for action in choices:
        for tricks, share in chances(apply(deal, action)).items():
            found[tricks] += share / len(choices)
    return found


def test_random_play_ends_as_often_as_it_must() -> None:
    deals = []
    for number in range(60):
        played = play_one(load("standard"), 8, number)
        deals.append(replayed(played, len(played.acts) - 3 - number % 5))
    counts = play_out(of_deals(deals), TIMES, seed=1)
    assert (counts.sum(axis=1) == TIMES).all()
    for deal, row in zip(deals, counts, strict=True):
        exact = chances(deal)
        for tricks in range(6):
            share = float(exact[tricks])
            error = 5 * sqrt(share * (1 - share) / TIMES)
            assert abs(row[tricks] / TIMES - share) <= error


def test_the_same_seed_plays_the_same_in_any_number_of_threads() -> None:
    given = random_positions(600)
    counts = play_out(given, 20, seed=4)
    assert (play_out(given, 20, seed=4, threads=2) == counts).all()
    assert (play_out(given, 20, seed=5) != counts).any()
