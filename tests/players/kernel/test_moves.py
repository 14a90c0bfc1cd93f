"""What each card leads to, held against trying every card."""

from __future__ import annotations

import numpy as np
import pytest

from players.kernel.brute import tricks_by_trying
from players.kernel.judged import replayed
from rightbower.players.kernel.deals import play_one
from rightbower.players.kernel.measure import worlds_of_a_leader
from rightbower.players.kernel.search import Positions, move_values, of_deals, on_turn
from rightbower.rules.acts import Play
from rightbower.rules.book import load
from rightbower.rules.cards import Seat, card
from rightbower.rules.deal import Deal
from rightbower.rules.judge import legal


def stopped(number: int, left: int) -> Deal:
    """A random deal of the common game with about so many acts to come."""
    played = play_one(load("standard"), 31, number)
    return replayed(played, len(played.acts) - left)


def tried(given: Positions, seat: Seat, index: int, row: int = 0) -> int:
    """The makers' tricks after a card, by trying everything."""
    hands, table = given.hands.copy(), given.table.copy()
    hands[row, seat] ^= 1 << index
    table[row, seat] = index
    return tricks_by_trying(given._replace(hands=hands, table=table), row, hurry=True)


@pytest.mark.parametrize("left", [1, 2, 5, 8, 10, 11, 12])
def test_the_worth_of_each_card_agrees_with_trying_everything(left: int) -> None:
    for number in range(120):
        deal = stopped(number, left)
        given = of_deals([deal])
        found = move_values(given, enough=None)
        assert deal.turn is on_turn(given)
        assert set(found.cards) == {each.card for each in legal(deal) if isinstance(each, Play)}
        for each, counts in zip(found.cards, found.counts, strict=True):
            assert counts[tried(given, deal.turn, each.index)] == counts.sum() == 1
        kinds = np.stack([found.counts[:, :3], found.counts[:, 3:]], axis=0).sum(axis=2)
        euchred_or_not = move_values(given).counts
        assert (euchred_or_not[:, 0] == kinds[0]).all()
        assert (euchred_or_not[:, 2] == found.counts[:, 5]).all()


def test_worlds_are_counted_one_by_one() -> None:
    worlds = worlds_of_a_leader(150)
    found = move_values(worlds)
    for row, each in enumerate(found.cards):
        tricks = [tried(worlds, Seat.N, each.index, world) for world in range(150)]
        kinds = [sum(t < 3 for t in tricks), sum(3 <= t < 5 for t in tricks), tricks.count(5)]
        assert found.counts[row].tolist() == kinds
    assert (move_values(worlds, threads=2).counts == found.counts).all()


def test_worlds_that_differ_in_what_the_seat_sees_are_refused() -> None:
    worlds = worlds_of_a_leader(3)
    hands = worlds.hands.copy()
    hands[1, 0], hands[1, 1] = hands[1, 1], hands[1, 0]
    with pytest.raises(ValueError, match="North sees its hand"):
        move_values(worlds._replace(hands=hands))
    with pytest.raises(ValueError, match="same moment"):
        move_values(worlds._replace(won=np.array([0, 1, 0])))
    with pytest.raises(ValueError, match="no world"):
        move_values(Positions(*(column[:0] for column in worlds)))
    with pytest.raises(ValueError, match="from 1 to 5 tricks"):
        move_values(worlds, enough=7)


def test_a_lone_players_partner_is_passed_over() -> None:
    worlds = worlds_of_a_leader(1)
    table = worlds.table.copy()
    table[0, 0] = card("9H").index
    alone = worlds._replace(table=table, lone=np.array([3]))
    assert on_turn(alone) is Seat.S
    assert on_turn(alone._replace(lone=np.array([-1]))) is Seat.E
