"""The compiled habits against the league player that one can read, decision by decision."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

from rightbower.book import load, names
from rightbower.cards import Card, Seat, shuffled
from rightbower.ceremonies import deal_cards
from rightbower.deal import Bury, Phase, Play, legal
from rightbower.game import Game, act, deal_out
from rightbower.kernel.numbers.acts import (
    NAME,
    ORDER_ALONE,
    PASS,
    PICK_UP_ALONE,
    TURN_DOWN,
    number_of,
)
from rightbower.kernel.numbers.bits import BIT, mask_of
from rightbower.kernel.numbers.rules import pack
from rightbower.kernel.playing.calls import call_one, call_two, worst
from rightbower.kernel.playing.trick import CONTRACT, NOW, begin, habit, put
from rightbower.players.league import league
from rightbower.players.worlds import bends
from rightbower.simulate import new_game
from rightbower.view import View, view


def decisions(book: str, deals: int) -> Iterator[tuple[Game, View]]:
    """Moments with a choice, from deals in which the players now and then do anything."""
    rules = load(book)
    for number in range(deals):
        chance, dealer = Random(number), Seat(number % 4)
        cards = deal_cards(shuffled(f"{book}:{number}"), dealer, rules)
        game = deal_out(new_game(rules, dealer), cards)
        while game.deal is not None:
            seen = view(game, game.deal.turn)
            if len(seen.legal) > 1:
                yield game, seen
            odd = chance.random() < 0.3
            game = act(game, chance.choice(legal(game.deal)) if odd else league(seen))


def bits_of(cards: tuple[Card, ...], seen: View) -> int:
    assert seen.trump is not None
    return sum(int(BIT[seen.trump, card.index]) for card in cards)


def compiled_card(seen: View) -> int:
    """What the kernel's habit plays, relative to trump."""
    assert seen.maker is not None
    assert seen.turn_up is not None
    assert seen.seat is not None
    now, void = np.zeros(NOW, np.int64), np.zeros(4, np.int64)
    contract = np.zeros(CONTRACT, np.int64)
    seats = [-1 if seat is None else int(seat) for seat in (seen.maker, seen.lone, seen.taken_by)]
    buried = () if seen.buried is None else (seen.buried,)
    contract[:] = [*seats, bits_of((seen.turn_up,), seen), bits_of(buried, seen)]
    begin(now, void, contract, int(seen.tricks[0].leader))
    for trick in seen.tricks:
        for seat, card in trick.plays:
            put(int(seat), bits_of((card,), seen), now, void, contract)
    return int(habit(int(seen.seat), bits_of(seen.hand, seen), now, void, contract))


@pytest.mark.parametrize("book", names())
def test_the_kernel_plays_and_buries_what_a_league_player_does(book: str) -> None:
    kinds = set()
    for _, seen in decisions(book, 25):
        wanted = league(seen)
        if isinstance(wanted, Play):
            assert compiled_card(seen) == bits_of((wanted.card,), seen), seen
            kinds.add(len(seen.tricks[-1].plays))
        elif isinstance(wanted, Bury):
            may = tuple(each.card for each in seen.legal if isinstance(each, Bury))
            found = worst(bits_of(seen.hand, seen), bits_of(may, seen))
            assert found == bits_of((wanted.card,), seen)
            kinds.add(-1)
    assert kinds == {-1, 0, 1, 2, 3}


@pytest.mark.parametrize("book", names())
def test_the_kernel_calls_what_a_league_player_does(book: str) -> None:
    called = set()
    rules = pack(load(book))
    for game, seen in decisions(book, 60):
        if seen.phase not in (Phase.ROUND_ONE, Phase.ROUND_TWO):
            continue
        assert game.deal is not None
        assert seen.turn_up is not None
        assert seen.seat is not None
        hands = np.array([mask_of(hand) for hand in game.deal.hands], dtype=np.int64)
        call = call_one if seen.phase is Phase.ROUND_ONE else call_two
        place = (rules, bends(seen), hands, int(seen.dealer), seen.turn_up.index, int(seen.seat))
        assert without_alone(seen, int(call(*place))) == spoken(seen)
        called.add((seen.phase, spoken(seen) > 0))
    assert len(called) == 4


def spoken(seen: View) -> int:
    """The league player's call as the kernel says it."""
    number = number_of(league(seen))
    if number in (PASS, TURN_DOWN):
        return 0
    if seen.phase is Phase.ROUND_TWO:
        return number - NAME + 1
    return 1 + (number in (ORDER_ALONE, PICK_UP_ALONE))


def without_alone(seen: View, said: int) -> int:
    """The same call where alone is said only after the bury."""
    if said == 0 or seen.book.alone.when == "with the call":
        return said
    return 1 if seen.phase is Phase.ROUND_ONE else 1 + 2 * ((said - 1) // 2)
