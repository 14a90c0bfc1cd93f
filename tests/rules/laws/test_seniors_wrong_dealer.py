"""The wrong player deals at the seniors' table: stopped, standing, void, dealt again (11.M5, 11.M6)."""

import pytest

from referee.sitting import cards_of, cited, did, exposed_in_deal, opened, ruling
from rightbower.referee.claims import claim, overrule
from rightbower.referee.doing import deal_at_table, face, irregularities
from rightbower.referee.irregularities import WrongDealer
from rightbower.referee.remedies import Redeal, read_remedy, write_remedy
from rightbower.referee.table import Table
from rightbower.rules.book import RuleBook, overlay
from rightbower.rules.cards import Seat
from rightbower.rules.game import TurnUp


def is_void(table: Table, dealer: Seat) -> bool:
    """Whether the deal is void and this player deals next."""
    return table.game.deal is None and table.game.dealer is dealer


def wrong_dealer(book: RuleBook, turn_up: TurnUp) -> Table:
    """West deals although it is South's turn."""
    return deal_at_table(opened(book), cards_of("D1"), dealer=Seat.W, turn_up=turn_up)


@pytest.mark.parametrize("turn_up", [TurnUp.IN_PACK, TurnUp.PUT_DOWN])
def test_A01_11_M5_a_wrong_deal_is_stopped_before_the_turn_up(
    seniors: RuleBook, turn_up: TurnUp
) -> None:
    table = wrong_dealer(seniors, turn_up)
    assert irregularities(table) == (WrongDealer(Seat.W, Seat.S),)
    stopped = claim(table, WrongDealer(Seat.W, Seat.S), Seat.E)
    assert is_void(stopped, Seat.S)
    assert stopped.misdeals == ()
    assert f"{seniors.document}-11.M5" in cited(stopped)


@pytest.mark.parametrize("turn_up", [TurnUp.IN_PACK, TurnUp.PUT_DOWN])
def test_A01_11_M5_a_wrong_player_who_misdeals_does_not_keep_the_deal(
    seniors: RuleBook, turn_up: TurnUp
) -> None:
    """X-81: until the turn-up is faced a void deal goes back to the player whose turn it was."""
    table = wrong_dealer(seniors, turn_up)
    again = claim(table, exposed_in_deal("W"), Seat.N)
    assert is_void(again, Seat.S)
    assert ruling(again).remedies == (Redeal("misdeal.exposed_card", "right dealer"),)
    assert f"{seniors.document}-11.M5" in cited(again)
    assert irregularities(deal_at_table(again, cards_of("D1"))) == ()
    faced = claim(face(table), exposed_in_deal("W"), Seat.N)
    assert is_void(faced, Seat.W), "it stood as West's deal"
    assert irregularities(deal_at_table(faced, cards_of("D1"), turn_up=turn_up)) == ()


def test_A01_11_M5_a_redeal_does_not_forget_whose_turn_it_was(seniors: RuleBook) -> None:
    """X-81 b and c: back in any case, or dealt again by the same player and stopped all the same."""
    always = overlay(seniors, {"misdeal.void_by_wrong_dealer": "right dealer"}, "X-81 b")
    faced = wrong_dealer(always, TurnUp.FACED)
    assert is_void(claim(faced, exposed_in_deal("W"), Seat.N), Seat.S)
    never = overlay(seniors, {"misdeal.void_by_wrong_dealer": "actual dealer"}, "X-81 c")
    kept = claim(wrong_dealer(never, TurnUp.PUT_DOWN), exposed_in_deal("W"), Seat.N)
    assert is_void(kept, Seat.W)
    again = deal_at_table(kept, cards_of("D1"), turn_up=TurnUp.PUT_DOWN)
    assert irregularities(again) == (WrongDealer(Seat.W, Seat.S),)
    assert is_void(claim(again, WrongDealer(Seat.W, Seat.S), Seat.E), Seat.S)
    right = deal_at_table(kept, cards_of("D1"), dealer=Seat.S)
    assert irregularities(right) == (), "the right player deals"


def test_A01_11_M6_the_missed_player_deals_after_a_deal_dealt_again(seniors: RuleBook) -> None:
    """X-14 b: the same dealer deals a void deal again, and the missed player's turn comes then."""
    house = overlay(seniors, {"misdeal.after_wrong_dealer": "the missed player"}, "X-14 b")
    void = claim(wrong_dealer(house, TurnUp.FACED), exposed_in_deal("W"), Seat.N)
    assert is_void(void, Seat.W)
    again = did(deal_at_table(void, cards_of("D1")), "N pass, E pass, S pass, W turn down")
    assert did(again, "N pass, E pass, S pass, W pass").game.dealer is Seat.S


def test_A01_T9_1_the_director_may_have_the_right_player_deal_again(seniors: RuleBook) -> None:
    table = claim(face(wrong_dealer(seniors, TurnUp.PUT_DOWN)), WrongDealer(Seat.W, Seat.S), Seat.E)
    order = read_remedy("redeal by right dealer")
    assert write_remedy(order) == "redeal by right dealer"
    assert is_void(overrule(table, "R. Marsh", "It was plain to see", (order,)), Seat.S)


def test_A01_T9_1_a_deal_the_director_ordered_is_not_stopped(seniors: RuleBook) -> None:
    table = claim(wrong_dealer(seniors, TurnUp.PUT_DOWN), exposed_in_deal("W"), Seat.N)
    order = read_remedy("redeal by same dealer")
    kept = overrule(table, "R. Marsh", "West has begun", (order,))
    assert is_void(kept, Seat.W)
    assert irregularities(deal_at_table(kept, cards_of("D1"), turn_up=TurnUp.PUT_DOWN)) == ()


def test_A01_11_M6_once_the_turn_up_is_faced_it_stands(seniors: RuleBook) -> None:
    table = face(wrong_dealer(seniors, TurnUp.PUT_DOWN))
    late = claim(table, WrongDealer(Seat.W, Seat.S), Seat.E)
    assert not ruling(late).upheld
    assert late.deal.dealer is Seat.W
    thrown = did(late, "N pass, E pass, S pass, W turn down, N pass, E pass, S pass, W pass")
    assert thrown.game.dealer is Seat.N, "left of the player who dealt (X-14)"


def test_A01_11_M6_a_house_may_go_back_to_the_missed_player(seniors: RuleBook) -> None:
    house = overlay(seniors, {"misdeal.after_wrong_dealer": "the missed player"}, "X-14 b")
    table = did(wrong_dealer(house, TurnUp.FACED), "N pass, E pass, S pass, W turn down")
    thrown = did(table, "N pass, E pass, S pass, W pass")
    assert thrown.game.dealer is Seat.S
