"""The bar league in play: rank, following suit and tricks."""

from itertools import pairwise

import pytest

from rightbower.rules.book import load
from rightbower.rules.cards import Seat, Side, cards
from rightbower.rules.deal import Deal
from rightbower.rules.judge import playable
from table import after, allowed, dealt, happened, refused, worked

BOOK = load("sportcial-league")
TURNED_DOWN = "W pass, N pass, E pass, S turn down"


def on_lead(**hands: str) -> Deal:
    """Hearts are trump, everyone plays, South dealt and West is to lead."""
    held = " ".join(hands.values())
    spare = next(name for name in ("9C", "TC", "QC", "KC", "AC") if name not in held)
    deal = dealt(f"S deals, {spare} up", BOOK, **hands)
    return after(deal, f"{TURNED_DOWN}, W name hearts")


def taker(trick: str) -> str:
    """Which of four cards takes the trick with hearts trump, West leading the first."""
    west, north, east, south = trick.split()
    deal = on_lead(W=west, N=north, E=east, S=south)
    deal = happened(deal, f"W {west}, N {north}, E {east}, S {south}")
    return {Seat.W: west, Seat.N: north, Seat.E: east, Seat.S: south}[deal.tricks[1].leader]


def test_L03_5_6_trump_loses_only_to_a_higher_trump() -> None:
    assert taker("AS KS 9H QS") == "9H"
    assert taker("AS KS 9H TH") == "TH"
    assert "L03-5.6" in BOOK.cite("laws.trick_winner").clauses


def test_L03_5_7_trumps_run_jack_other_jack_ace_to_nine() -> None:
    order = cards("JH JD AH KH QH TH 9H")
    for higher, lower in pairwise(order):
        assert taker(f"{lower} {higher} AS AD") == higher.name
        assert taker(f"{higher} {lower} AS AD") == higher.name


def test_L03_5_7_plain_suits_run_ace_to_nine() -> None:
    order = cards("AS KS QS JS TS 9S")
    for higher, lower in pairwise(order):
        assert taker(f"{lower} {higher} AD AC") == higher.name


def test_L03_5_8_jacks_of_the_other_colour_are_plain() -> None:
    assert taker("JS QS TS 9S") == "QS"
    assert taker("AH JS JC 9H") == "AH"
    deal = after(on_lead(W="AS", N="JS KD QD TD 9D"), "W AS")
    assert playable(deal, Seat.N) == cards("JS")


def test_L03_5_9_left_bower_is_a_trump() -> None:
    deal = after(on_lead(W="JD", N="KD 9H AS QD TD"), "W JD")
    assert playable(deal, Seat.N) == cards("9H")
    assert taker("9H JD AH AS") == "JD"
    assert BOOK.clause("laws.left_bower") == "L03-5.9"


def test_L03_5_10_left_bower_need_not_follow_its_printed_suit() -> None:
    deal = after(on_lead(W="QD", N="JD 9S TS KS QS"), "W QD")
    assert allowed(deal, "N 9S")
    assert allowed(deal, "N JD")
    two = after(on_lead(W="QD", N="JD 9D TS KS QS"), "W QD")
    assert refused(two, "N JD").clause == "L03-6.4"
    assert "L03-5.10" in BOOK.cite("laws.follow_suit").clauses


def test_L03_5_10_left_bower_of_diamonds_may_trump_a_heart() -> None:
    deal = dealt("S deals, 9S up", BOOK, W="AH", N="JH TS JC KC QC", E="9H", S="TH")
    deal = after(deal, f"{TURNED_DOWN}, W name diamonds, W AH")
    assert playable(deal, Seat.N) == cards("JH TS JC KC QC")
    assert after(deal, "N JH, E 9H, S TH").turn is Seat.N


def test_L03_6_1_dealers_left_leads_first() -> None:
    deal = on_lead(W="AS", N="9S")
    assert deal.turn is Seat.W
    assert refused(deal, "N 9S").clause == "L03-6.1"


@pytest.mark.parametrize(
    ("bids", "leader"),
    [
        ("W order alone, S bury 9C", "W"),
        ("W pass, N order alone", "W"),
        ("W pass, N pass, E pass, S pick up alone, S bury 9C", "W"),
        ("W pass, N pass, E order alone, S bury 9C", "N"),
    ],
)
def test_L03_6_1_next_hand_leads_where_the_dealers_left_sits_out(bids: str, leader: str) -> None:
    assert after(worked("D2", BOOK), bids).turn is Seat.of(leader)


def test_L03_6_3_play_goes_clockwise_one_card_each() -> None:
    deal = on_lead(W="AS KS", N="9S", E="TS", S="QS")
    for seat, name in (("W", "AS"), ("N", "9S"), ("E", "TS")):
        deal = after(deal, f"{seat} {name}")
        assert deal.turn is Seat.of(seat).left
        assert refused(deal, "W KS").clause == "L03-6.3"
    assert after(deal, "S QS").turn is Seat.W


def test_L03_6_4_suit_is_followed_even_with_the_only_card() -> None:
    deal = after(on_lead(W="AS", N="9S KD 9H QD TD"), "W AS")
    assert refused(deal, "N KD").clause == "L03-6.4"
    assert refused(deal, "N 9H").clause == "L03-6.4"
    assert allowed(deal, "N 9S")


def test_L03_6_4_trumps_are_followed_too() -> None:
    deal = after(on_lead(W="AH", N="JD 9S KS QS TS"), "W AH")
    assert refused(deal, "N 9S").clause == "L03-6.4"
    assert allowed(deal, "N JD")


def test_L03_6_5_void_player_trumps_or_throws_off() -> None:
    deal = after(on_lead(W="QD", N="JC AC 9H TS KS"), "W QD")
    assert playable(deal, Seat.N) == cards("JC AC 9H TS KS")
    assert taker("9D AC AS AD") == "AD"
    assert taker("9D AC AS KC") == "9D"
    assert taker("9D AC 9H AD") == "9H"


def test_L03_6_6_left_bower_is_not_of_its_printed_suit() -> None:
    deal = after(on_lead(W="AD", N="JD KD 9S TS KS"), "W AD")
    assert playable(deal, Seat.N) == cards("KD")
    assert taker("AD JD KD QD") == "JD"
    assert "L03-6.6" in BOOK.cite("laws.left_bower").clauses


def test_L03_6_7_best_card_wins_and_leads() -> None:
    assert taker("QD AS KD AC") == "KD"
    assert taker("AH JD JH 9H") == "JH"
    deal = on_lead(W="AS", N="9S", E="TS", S="9H AD KD TD 9D")
    assert after(deal, "W AS, N 9S, E TS, S 9H").turn is Seat.S


def test_L03_6_8_play_runs_until_five_cards_are_gone() -> None:
    deal = after(worked("D2", BOOK), "W order, S bury 9C, W JH, N TC, E JD, S 9H")
    deal = after(deal, "W AH, N TS, E QC, S QH / W AS, N QS, E KS, S KH")
    deal = after(deal, "S QD, W 9S, N 9D, E AD / E KD, S TD, W KC")
    assert (deal.ending, len(deal.tricks)) == (None, 5)
    done = after(deal, "N JC")
    assert (done.ending, [len(hand) for hand in done.hands]) == ("played", [0, 0, 0, 0])
    assert done.tricks_of(Side.EW) == 4
    assert refused(done, "W KC").clause == "L03-6.3"


def test_L03_12_6_any_suit_is_led_trump_included() -> None:
    deal = on_lead(W="KH AS 9D JC TC")
    assert set(playable(deal, Seat.W)) == set(cards("KH AS 9D JC TC"))
    assert "L03-12.6" in BOOK.cite("laws.first_lead").clauses
