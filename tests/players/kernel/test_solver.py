"""The solver, held against trying every card and against the known figures of the game."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from players.kernel.brute import tricks_by_trying
from players.kernel.judged import replayed
from rightbower.players.kernel.bits import mask_of
from rightbower.players.kernel.deals import play_one
from rightbower.players.kernel.measure import random_positions
from rightbower.players.kernel.search import (
    EUCHRED,
    MADE,
    MARCH,
    Positions,
    of_deals,
    positions,
    solve_kinds,
    solve_tricks,
)
from rightbower.rules.book import load
from rightbower.rules.cards import card, cards
from rightbower.rules.deal import Phase
from table import after, dealt

FULL_DEALS = 3_000
KNOWN = (0.113, 0.174, 0.213, 0.212, 0.176, 0.112)


def middles(count: int) -> Positions:
    """Deals of the common game at random, each stopped somewhere in its play."""
    found = []
    for number in range(count):
        played = play_one(load("standard"), 11, number)
        before = next(at for at, (act, _) in enumerate(played.acts) if act >= 40)
        stop = before + number % (len(played.acts) - before)
        found.append(replayed(played, stop))
    return of_deals(found)


def kind_of(tricks: int, enough: int) -> int:
    return EUCHRED if tricks < enough else MARCH if tricks == 5 else MADE


@pytest.mark.parametrize("lone", [False, True])
def test_full_deals_agree_with_trying_every_card(lone: bool) -> None:
    given = random_positions(FULL_DEALS, lone, seed=21)
    found = solve_tricks(given)
    tried = [tricks_by_trying(given, row, hurry=True) for row in range(FULL_DEALS)]
    assert found.tolist() == tried
    assert solve_kinds(given).tolist() == [kind_of(tricks, 3) for tricks in tried]
    assert set(tried) == set(range(6))


def test_trying_every_card_with_no_shortcut_gives_the_same() -> None:
    given = random_positions(100, lone=True, seed=22)
    tried = [tricks_by_trying(given, row) for row in range(100)]
    assert solve_tricks(given).tolist() == tried


def test_positions_in_the_middle_agree_with_trying_every_card() -> None:
    given = middles(3_000)
    left = np.array([int(each).bit_count() for each in given.hands.max(axis=1)])
    tried = [tricks_by_trying(given, row, hurry=bool(left[row] > 3)) for row in range(3_000)]
    assert solve_tricks(given).tolist() == tried
    for enough in (1, 3, 4, 5):
        assert solve_kinds(given, enough).tolist() == [kind_of(each, enough) for each in tried]
    assert (given.table >= 0).any(axis=1).sum() > 1_000
    assert (given.lone >= 0).sum() > 300


def test_perfect_play_by_all_four_takes_the_known_numbers_of_tricks() -> None:
    deals = 100_000
    shares = np.bincount(solve_tricks(random_positions(deals, seed=6)), minlength=6) / deals
    for share, known in zip(shares, KNOWN, strict=True):
        assert abs(share - known) < 0.0005 + 4 * sqrt(known * (1 - known) / deals)


def test_threads_find_the_same() -> None:
    given = random_positions(5_000)
    assert (solve_tricks(given, threads=2) == solve_tricks(given)).all()


def test_a_hand_of_the_five_highest_trumps_marches_alone() -> None:
    deal = dealt("S deals, 9S up", "standard", E="JH JD AH KH QH")
    deal = after(deal, "W pass, N pass, E pass, S turn down, W pass, N pass, E name hearts alone")
    assert deal.phase is Phase.PLAY
    assert solve_kinds(of_deals([deal])).tolist() == [MARCH]


def test_a_card_on_the_table_binds_those_who_follow() -> None:
    hands = [cards("9H"), cards("AC"), cards("9D"), cards("KC")]
    masks = np.array([[mask_of(hand) for hand in hands]])
    masks[0, 1] = 0
    table = np.array([[-1, card("AC").index, -1, -1]])
    given = positions(masks, trump=2, leader=1, makers=0, table=table, won=2)
    assert solve_tricks(given).tolist() == [3]


@pytest.mark.parametrize("threads", [0, -1])
def test_no_thread_is_refused(threads: int) -> None:
    with pytest.raises(ValueError, match="at least one thread"):
        solve_tricks(random_positions(2), threads=threads)


@pytest.mark.parametrize("enough", [0, 6])
def test_a_number_of_tricks_that_nobody_can_need_is_refused(enough: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 5 tricks"):
        solve_kinds(random_positions(1), enough)


def test_hands_of_another_shape_are_refused() -> None:
    with pytest.raises(ValueError, match="rows of four"):
        positions(np.zeros((2, 3), dtype=np.int64), 0, 0, 0)


def test_a_deal_still_in_its_bidding_is_refused() -> None:
    with pytest.raises(ValueError, match="round one"):
        of_deals([dealt("S deals, 9S up")])
