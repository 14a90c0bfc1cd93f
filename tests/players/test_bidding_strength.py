"""What the bidding tables are worth: on league's calls, against answers, in room and in time."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from rightbower.players.league import league
from rightbower.players.simulate import match, new_game
from rightbower.players.tables import EXPERT, LEAGUE, Basis, basis, call_by_table, unpack_part
from rightbower.players.views import View, view
from rightbower.rules.acts import Action
from rightbower.rules.book import load, names
from rightbower.rules.cards import Seat, shuffled
from rightbower.rules.ceremonies import deal_cards
from rightbower.rules.deal import Phase
from rightbower.rules.game import act, deal_out

TOOLS = Path(__file__).parents[2] / "tools"
LEAST = {"standard": 0.035}  # points a deal on league's calls, with league cards
LEAST_ELSEWHERE = 0.03
MOST_GAIN = 0.001
MOST_BYTES = 100_000
DEALS = 60_000


@pytest.fixture(autouse=True, scope="module")
def _tools() -> Iterator[None]:
    sys.path.insert(0, str(TOOLS))
    yield
    sys.path.remove(str(TOOLS))


@lru_cache
def sampled(seed: int, deals: int, bury: int) -> Any:
    """A store of deals with all their contracts played by league players."""
    from bidding.spread import Here
    from bidding.store import sample

    return Here(sample(seed, 0, deals, bury))


def table_of(book: str) -> Basis:
    """The table of a book that has one for its very auction."""
    found = basis(load(book))
    assert found.exact
    assert found.table is not None
    return found


@pytest.mark.parametrize("book", names())
def test_a_books_table_says_what_it_is_worth_and_fits(book: str) -> None:
    found = table_of(book)
    assert found.table is not None
    header = found.table.header
    assert max(*header.gains, *header.pair_gains) <= MOST_GAIN
    assert min(header.against_league) >= LEAST_ELSEWHERE
    assert max(header.sizes[LEAGUE], header.sizes[EXPERT]) <= MOST_BYTES
    assert header.deals >= 160_000_000
    assert header.held_out_seed != header.seed


@pytest.mark.parametrize("book", names())
def test_the_table_beats_leagues_calls_with_the_same_cards(book: str) -> None:
    from bidding.auction import bury_rule, league_policy, pays, points
    from bidding.solving import of_calls

    rules, found = load(book), table_of(book)
    assert found.table is not None
    policy = of_calls(unpack_part(found.table.parts[LEAGUE]))
    deals = sampled(71, DEALS, bury_rule(rules))
    totals = deals.duel(pays(points(rules), share=0.0), policy, league_policy(rules))
    assert totals[2] / DEALS >= LEAST.get(book, LEAST_ELSEWHERE)


@pytest.mark.soak
@pytest.mark.parametrize("book", names())
def test_the_league_player_by_table_beats_the_league_player(book: str) -> None:
    found = match("league-table", "league", DEALS, seed=7, book=book, workers=os.cpu_count())
    assert found.points_per_deal >= LEAST.get(book, LEAST_ELSEWHERE)


@pytest.mark.soak
@pytest.mark.parametrize("book", names())
def test_no_seat_gains_by_an_answer_to_the_table_and_some_do_by_one_to_league(book: str) -> None:
    from bidding.answers import gains_by_kind
    from bidding.auction import bury_rule, league_policy, legal_calls, pays, points
    from bidding.solving import of_calls

    rules, found = load(book), table_of(book)
    assert found.table is not None
    learnt, paid = (sampled(seed, 200_000, bury_rule(rules)) for seed in (11, 12))
    asked = learnt, paid, pays(points(rules), share=0.0), legal_calls(rules)
    assert max(gains_by_kind(*asked, league_policy(rules))) > 5 * MOST_GAIN
    table = of_calls(unpack_part(found.table.parts[LEAGUE]))
    assert max(gains_by_kind(*asked, table)) <= MOST_GAIN


def auction_views(deals: int) -> list[View]:
    """What the seats see in some auctions."""
    book, found = load("standard"), []
    for number in range(deals):
        dealer = Seat(number % 4)
        cards = deal_cards(shuffled(f"views {number}"), dealer, book)
        game = deal_out(new_game(book, dealer), cards)
        while game.deal is not None and game.deal.phase in (Phase.ROUND_ONE, Phase.ROUND_TWO):
            assert game.deal.turn is not None
            found.append(view(game, game.deal.turn))
            game = act(game, league(found[-1]))
    return found


def cpu_of(call: Callable[[View], Action | None], seen: list[View]) -> float:
    """The least CPU time of nine rounds."""
    spent = []
    for _ in range(9):
        began = time.process_time()
        for each in seen:
            call(each)
        spent.append(time.process_time() - began)
    return min(spent)


def test_looking_a_call_up_takes_less_than_working_it_out_by_rule_of_thumb() -> None:
    seen = auction_views(40)
    assert len(seen) > 80
    assert cpu_of(call_by_table, seen) < cpu_of(league, seen)
