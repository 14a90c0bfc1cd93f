"""Slips in the bidding: the stuck dealer, loose words, early passes, orders without a trump."""

from __future__ import annotations

import pytest

from referee.sitting import TAKEN, did, ruling, sat, set_out, wrong_call
from rightbower.referee.claims import choose, claim
from rightbower.referee.doing import options
from rightbower.referee.irregularities import Kind, LooseWords, WrongCall
from rightbower.referee.spoken import hear
from rightbower.referee.table import TableError
from rightbower.rules.acts import Order, Pass, TurnDown
from rightbower.rules.book import load, names, overlay
from rightbower.rules.cards import Seat, Side
from rightbower.rules.deal import Phase

SENIORS = "alberta-55plus"
NATIONAL = "national-2025"
LEAGUE = "sportcial-league"
STUCK = ("charity-social", "sportcial-league", "standard")
TURNED_DOWN = "W pass, N pass, E pass, S turn down"


def early_pass(seat: str) -> WrongCall:
    return WrongCall(Seat.of(seat), Kind.PASS_OUT_OF_TURN, Pass(Seat.of(seat)))


@pytest.mark.parametrize("book", names())
def test_a_pass_out_of_turn_binds_only_by_a_book_that_says_so(book: str) -> None:
    free = overlay(load(book), {"calls.pass_binds": False}, note="The table plays so.")
    for rules, binds in ((load(book), True), (free, False)):
        table = did(sat("D1", rules), "E pass")
        said = ruling(table)
        assert (said.upheld, said.kind) == (True, Kind.PASS_OUT_OF_TURN)
        assert ("it is that player's pass" in str(said.says)) is binds
        assert ("the player calls again in turn" in str(said.says)) is not binds
        assert said.paths == ("calls.pass_binds",)
        assert table.deal.turn is Seat.W


# ---- the stuck dealer


@pytest.mark.parametrize("book", STUCK)
def test_a_stuck_dealers_early_pass_does_not_free_the_dealer(book: str) -> None:
    table = did(sat("D1", book, TURNED_DOWN), "S pass, W pass, N pass, E pass")
    assert (table.deal.turn, table.deal.ending) == (Seat.S, None)
    assert not ruling(table).upheld
    assert ruling(table).paths == ("bidding.all_pass",)
    assert not any(isinstance(each, Pass) for each in options(table))


@pytest.mark.parametrize("book", STUCK)
def test_a_stuck_dealer_cannot_pass_in_turn_either(book: str) -> None:
    table = did(sat("D1", book, TURNED_DOWN), "W pass, N pass, E pass")
    clause = table.game.book.clause("bidding.all_pass")
    with pytest.raises(TableError, match=f"the dealer has to name a suit .{clause}"):
        did(table, "S pass")


def test_a_dealer_who_is_not_stuck_is_held_to_an_early_pass() -> None:
    table = did(sat("D1", SENIORS, TURNED_DOWN), "S pass, W pass, N pass, E pass")
    assert (table.game.deal, table.game.dealer) == (None, Seat.W)


def test_a_barred_dealer_is_not_stuck() -> None:
    """A house sheet that bars a side and sticks the dealer: the deal is thrown in."""
    house = overlay(load(LEAGUE), {"calls.out_of_turn": "void, side barred"}, "ours")
    table = did(sat("D1", house), "N order")
    table = claim(table, wrong_call(table), Seat.W)
    table = choose(table, "as suggested", None) if table.waiting else table
    table = did(table, f"{TURNED_DOWN}, W pass, N pass, E pass, S pass")
    assert (table.game.deal, table.game.dealer) == (None, Seat.W)


# ---- loose words


def test_a_barred_side_makes_no_trump_by_loose_words() -> None:
    table = did(sat("D1", SENIORS), "N order")
    table = did(claim(table, wrong_call(table), Seat.W), "W pass")
    with pytest.raises(TableError, match=r"North–South may not make trump .* \(A01-11.D1\)"):
        claim(table, LooseWords(Seat.N, "take it"), Seat.W)
    assert claim(did(table, "N pass"), LooseWords(Seat.E, "take it"), Seat.W).deal.maker is Seat.E


def test_loose_words_do_not_revive_the_suit_turned_down() -> None:
    table = sat("D1", SENIORS, TURNED_DOWN)
    with pytest.raises(TableError, match=r"turned down and can no longer be ordered \(A01-4.8\)"):
        claim(table, LooseWords(Seat.W, "take it"), Seat.N)


def test_nobody_is_held_to_words_after_a_deal_thrown_in() -> None:
    table = did(sat("D1", SENIORS, TURNED_DOWN), "W pass, N pass, E pass, S pass")
    with pytest.raises(TableError, match="still order"):
        claim(table, LooseWords(Seat.W, "take it"), Seat.N)


@pytest.mark.parametrize(
    "words",
    ["put it down", "No, I can't order", "take that card away", "I won't order", "no order"],
)
def test_words_that_refuse_the_card_are_no_order(words: str) -> None:
    assert hear(sat("D1", SENIORS).deal, Seat.W, words) is None


@pytest.mark.parametrize(
    "words",
    ["don't pass, pick it up", "No, take it", "put it in your hand", "take it and put one down"],
)
def test_words_that_give_the_card_are_an_order(words: str) -> None:
    assert hear(sat("D1", SENIORS).deal, Seat.W, words) == Order(Seat.W)


def test_alone_is_heard_only_where_it_is_meant() -> None:
    deal = sat("D1", SENIORS).deal
    assert hear(deal, Seat.W, "Pick it up, alone") == Order(Seat.W, alone=True)
    assert hear(deal, Seat.W, "Pick it up, but I'm not going alone") == Order(Seat.W)


# ---- passes out of turn


def test_an_early_pass_outlasts_a_call_that_is_voided() -> None:
    table = did(sat("D1", SENIORS), "N pass, E order")
    table = did(claim(table, wrong_call(table), Seat.N), "W pass")
    assert table.deal.turn is Seat.E
    assert table.deal.acts == (Pass(Seat.W), Pass(Seat.N))


def test_an_early_pass_outlasts_a_card_turned_down_too_soon() -> None:
    table = did(sat("D1", SENIORS), "N pass, S turn down, W pass, S pass")
    fact = WrongCall(Seat.S, Kind.TURN_DOWN_OUT_OF_TURN, TurnDown(Seat.S))
    assert (table.deal.phase, table.deal.turn) == (Phase.ROUND_TWO, Seat.N)
    back = claim(table, fact, Seat.W)
    assert (back.deal.phase, back.deal.turn) == (Phase.ROUND_ONE, Seat.W)
    again = did(back, "W pass")
    assert again.deal.turn is Seat.E
    assert again.passed == (Seat.N,), "what South said in the second round is forgotten"
    assert did(did(back, "E pass"), "W pass").deal.turn is Seat.S


def test_a_pass_in_turn_is_not_out_of_turn() -> None:
    table = sat("D1", SENIORS)
    with pytest.raises(TableError, match="it is West's turn to call"):
        claim(table, early_pass("W"), Seat.N)
    with pytest.raises(TableError, match="the bidding is over"):
        claim(did(table, TAKEN), early_pass("W"), Seat.N)
    order = WrongCall(Seat.N, Kind.PASS_OUT_OF_TURN, Order(Seat.N))
    with pytest.raises(TableError, match="that is not a pass"):
        claim(table, order, Seat.W)


# ---- a trump to order


def test_an_order_in_round_two_loses_no_game() -> None:
    table = sat("D2", NATIONAL, f"{TURNED_DOWN}, W pass, N order")
    assert table.game.result is None
    assert wrong_call(table).kind is Kind.DEAD_SUIT
    again = claim(table, wrong_call(table), Seat.W)
    assert (again.deal.turn, again.deal.trump) == (Seat.N, None)


def test_an_order_out_of_turn_with_a_trump_is_only_void() -> None:
    table = sat("D1", NATIONAL, "N order")
    assert table.game.result is None
    assert wrong_call(table).kind is Kind.CALL_OUT_OF_TURN
    assert claim(table, wrong_call(table), Seat.W).deal.turn is Seat.W


def test_words_that_are_an_order_without_a_trump_lose_the_game_and_it_is_logged() -> None:
    table = claim(sat("D2", NATIONAL), LooseWords(Seat.N, "Take it, partner"), Seat.W)
    assert table.game.result is not None
    assert table.game.result.winner is Side.EW
    assert ruling(table).kind is Kind.ORDER_WITHOUT_TRUMP


def test_an_order_in_turn_without_a_trump_still_loses_the_game() -> None:
    result = sat("D2", NATIONAL, "W pass, N order").game.result
    assert result is not None
    assert (result.winner, result.reason) == (Side.EW, "game lost")


def test_a_dealer_who_says_order_for_pick_up_loses_no_game() -> None:
    table = set_out(NATIONAL, "S deals, 9H up", "W pass, N pass, E pass", S="QS KS TD 9C AC")
    assert did(table, "S order").game.result is None
