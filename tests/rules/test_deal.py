"""A deal as a value: what it says of itself at each stage."""

from rightbower.rules.book import load, overlay
from rightbower.rules.cards import Suit
from rightbower.rules.deal import Phase
from rightbower.rules.judge import legal
from table import after, allowed, dealt, refused, worked

MARCH = (
    "W pass, N pass, E pass, S pick up, S bury JC, W AS, N 9S, E TS, S 9H / S JH, W QH, N TH, E AH /"
    "S KH, W TC, N JD, E QC / N AD, E KD, S QD, W 9D / N KC, E QS, S AC, W KS"
)


def test_a_finished_deal_offers_nothing() -> None:
    deal = after(worked("D1"), MARCH)
    assert deal.phase is Phase.DONE
    assert legal(deal) == ()
    assert deal.trick is None


def test_the_trick_under_way_is_there_while_cards_are_played() -> None:
    deal = worked("D1")
    assert deal.trick is None
    deal = after(deal, "W order, S bury JC, W AS")
    assert deal.trick is deal.tricks[-1]


def test_the_suit_turned_down_is_known_from_then_on() -> None:
    deal = dealt("S deals, 9H up", S="KH")
    assert deal.turned_down is None
    deal = after(deal, "W pass, N pass, E pass, S turn down")
    assert deal.turned_down is Suit.HEARTS
    assert after(deal, "W name spades").turned_down is Suit.HEARTS
    assert after(worked("D1"), "W order").turned_down is None


def test_a_house_may_want_a_trump_of_whoever_calls_alone() -> None:
    house = overlay(load("standard"), {"alone.needs_trump": True}, "No bluffs.")
    deal = dealt("S deals, 9H up", house, W="AS KS QS TS 9S", N="AH", E="AC KC QC TC 9C")
    assert refused(deal, "W order alone").path == "alone.needs_trump"
    assert allowed(deal, "W order")
    second = after(deal, "W pass, N pass, E pass, S turn down")
    assert refused(second, "W name diamonds alone").path == "alone.needs_trump"
    assert allowed(second, "W name clubs alone") is allowed(second, "W name hearts alone") is False
    assert allowed(second, "W name spades alone")
