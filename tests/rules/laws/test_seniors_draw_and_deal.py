"""The seniors' table, draws, cuts, pack and deal (sections 1 to 3, and T4 where it says the same)."""

from itertools import product

import pytest

from rightbower.rules.acts import read_action
from rightbower.rules.book import RuleBook, load, overlay
from rightbower.rules.cards import PACK, Card, Seat, Side, card, cards
from rightbower.rules.ceremonies import (
    DrawAgain,
    Partners,
    cut_for_deal,
    cut_pack,
    deal_cards,
    draw_partners,
    packets_objection,
)
from rightbower.rules.deal import start
from rightbower.rules.game import act, deal_out, start_game, void
from rightbower.rules.judge import legal
from table import after, allowed, cards_out, dealt

TWOS_AND_THREES = ((3, 2, 3, 2), (2, 3, 2, 3))
THROWN_IN = "W pass, N pass, E pass, S turn down, W pass, N pass, E pass, S pass"


def shown(text: str) -> dict[str, Card]:
    """Cards drawn or cut, written ``N AH, E QD``."""
    return {part.split()[0]: card(part.split()[1]) for part in text.split(",")}


def test_A01_1_1_a_table_is_two_pairs_of_two(seniors: RuleBook) -> None:
    deal = dealt("S deals, 9C up", seniors, S="JH", N="JD", W="AH", E="KH")
    deal = after(deal, "W pass, N pass, E pass, S turn down, W name hearts, W AH, N JD, E KH, S JH")
    assert [deal.tricks_of(side) for side in Side] == [1, 0]
    assert (Seat.N.partner, Seat.E.partner) == (Seat.S, Seat.W)
    assert seniors.clause("laws.partnerships") == f"{seniors.document}-1.1"


def test_A01_1_1_three_hands_make_no_table(seniors: RuleBook) -> None:
    out = cards_out("9H")
    with pytest.raises(ValueError, match=r"shorter|four"):
        start(seniors, Seat.S, out.hands[:3], out.turn_up, out.stock)


def test_A01_1_2_one_draw_gives_the_pairs_and_the_first_deal(seniors: RuleBook) -> None:
    found = draw_partners([shown("Ann KH, Bob 9D, Cy AS, Dot TC")], seniors)
    assert found == Partners(("Cy", "Ann"), ("Dot", "Bob"), "Bob")
    assert f"{seniors.document}-1.2" in seniors.cite("draw.partners").clauses


def test_A01_1_2_a_pair_fixed_beforehand_only_cuts(seniors: RuleBook) -> None:
    assert cut_for_deal([shown("Ann KH, Bob 9D")], seniors) == "Bob"


def test_A01_1_3_the_two_who_drew_higher_play_the_two_lower(seniors: RuleBook) -> None:
    found = draw_partners([shown("N QH, E JD, S TS, W 9C")], seniors)
    assert found == Partners(("N", "E"), ("S", "W"), "W")
    assert seniors.clause("draw.partners") == f"{seniors.document}-1.3"


def test_A01_1_3_only_those_level_across_the_pairs_draw_again(seniors: RuleBook) -> None:
    """SC-002: the new cards rank East and South alone, however high they are."""
    first = shown("N AH, E QD, S QS, W 9C")
    assert draw_partners([first], seniors) == DrawAgain(("E", "S"))
    found = draw_partners([first, shown("E TD, S KC")], seniors)
    assert found == Partners(("N", "S"), ("E", "W"), "W")
    assert seniors.cite("draw.ties").see == "G-01"


def test_A01_1_3_a_tie_inside_a_pair_needs_no_second_draw(seniors: RuleBook) -> None:
    found = draw_partners([shown("N AH, E AD, S TS, W 9C")], seniors)
    assert found == Partners(("N", "E"), ("S", "W"), "W")


def test_A01_1_4_the_lowest_of_the_draw_deals_first(seniors: RuleBook) -> None:
    found = draw_partners([shown("N TH, E JD, S 9S, W QC")], seniors)
    assert isinstance(found, Partners)
    assert found.dealer == "S"
    assert f"{seniors.document}-1.4" in seniors.cite("draw.first_dealer").clauses


def test_A01_1_4_two_level_at_the_bottom_draw_again_for_the_deal(seniors: RuleBook) -> None:
    first = shown("N AH, E KD, S 9S, W 9C")
    assert draw_partners([first], seniors) == DrawAgain(("S", "W"))
    found = draw_partners([first, shown("S AS, W KC")], seniors)
    assert found == Partners(("N", "E"), ("S", "W"), "W")


def test_A01_2_1_the_pack_is_nine_to_ace_in_four_suits(seniors: RuleBook) -> None:
    assert sorted(each.name for each in PACK) == sorted(r + s for r in "9TJQKA" for s in "CDHS")
    with pytest.raises(ValueError, match="not the 24 cards"):
        deal_cards(PACK[1:], Seat.S, seniors)
    with pytest.raises(ValueError, match="not the 24 cards"):
        deal_cards((*PACK[1:], PACK[5]), Seat.S, seniors)
    assert len(deal_cards(PACK, Seat.S, seniors).stock) == 3
    assert seniors.clause("laws.pack") == f"{seniors.document}-2.1"


def test_A01_3_1_after_a_draw_for_partners_nobody_cuts_again(seniors: RuleBook) -> None:
    found = draw_partners([shown("N QH, E JD, S TS, W 9C")], seniors)
    assert isinstance(found, Partners)
    game = deal_out(start_game(seniors, Seat.of(found.dealer)), cards_out("9H"))
    assert game.deal is not None
    assert (game.deal.dealer, game.deal.turn) == (Seat.W, Seat.N)
    assert f"{seniors.document}-3.1" in seniors.cite("draw.first_dealer").clauses


@pytest.mark.parametrize(("cuts", "dealer"), [("N TD, E 9S", "E"), ("N AD, E KS", "E")])
def test_A01_3_2_with_fixed_pairs_the_lower_cut_deals(
    seniors: RuleBook, cuts: str, dealer: str
) -> None:
    assert cut_for_deal([shown(cuts)], seniors) == dealer
    assert seniors.clause("draw.first_dealer") == f"{seniors.document}-3.2"


def test_A01_3_2_a_level_cut_is_cut_again(seniors: RuleBook) -> None:
    level = shown("N KD, E KS")
    assert cut_for_deal([level], seniors) == DrawAgain(("N", "E"))
    assert cut_for_deal([level, shown("N TD, E JS")], seniors) == "N"


def test_A01_3_2_reading_the_ace_is_the_top_of_the_cut(seniors: RuleBook) -> None:
    """X-57 and SC-005: ace to nine names the order downward; a house may have it low."""
    cuts = [shown("N AD, E 9S")]
    assert cut_for_deal(cuts, seniors) == "E"
    assert seniors.cite("draw.ace").see == "X-57"
    low = overlay(seniors, {"draw.ace": "low"}, note="The ace is low here.")
    assert cut_for_deal(cuts, low) == "N"


def test_A01_3_3_two_rounds_of_twos_and_threes_give_five_each(seniors: RuleBook) -> None:
    """SC-007."""
    out = deal_cards(PACK, Seat.S, seniors, TWOS_AND_THREES)
    assert out.hands[Seat.W] == cards("9C TC JC KD AD")
    assert [len(hand) for hand in out.hands] == [5, 5, 5, 5]


def test_A01_3_3_a_cut_before_the_deal_is_offered_and_may_be_declined(seniors: RuleBook) -> None:
    """The text is silent; the cut is borrowed."""
    assert cut_pack(PACK, 10, seniors) == PACK[10:] + PACK[:10]
    assert cut_pack(PACK, None, seniors, asked=False) == PACK
    assert seniors.cite("dealing.cut").see == "G-05"


@pytest.mark.parametrize(
    ("packets", "reason"),
    [
        (((2,) * 4, (2,) * 4, (1,) * 4), "the hands go out in 2 rounds of four packets"),
        (((5,) * 4,), "the hands go out in 2 rounds of four packets"),
        (((4,) * 4, (1,) * 4), "a packet holds 2, 3 cards, not 4"),
        (((1,) * 4, (4,) * 4), "a packet holds 2, 3 cards, not 1"),
        (((3, 3, 3, 3), (3, 2, 2, 2)), "everyone gets 5 cards"),
        (((2, 3, 3, 3), (2, 2, 2, 2)), "everyone gets 5 cards"),
    ],
)
def test_A01_3_3_other_packets_are_refused(
    seniors: RuleBook, packets: tuple[tuple[int, ...], ...], reason: str
) -> None:
    """SC-010 and the cases just outside."""
    assert str(packets_objection(packets, seniors)) == f"{reason} ({seniors.document}-3.3)"


def test_A01_3_4_the_dealer_may_vary_the_packets_from_player_to_player(seniors: RuleBook) -> None:
    for first in product((2, 3), repeat=4):
        second = tuple(5 - size for size in first)
        assert packets_objection((first, second), seniors) is None
    out = deal_cards(PACK, Seat.S, seniors, ((3, 3, 2, 2), (2, 2, 3, 3)))
    assert out.hands[Seat.N] == cards("QC KC AC 9H TH")
    assert seniors.clause("laws.packet_pattern") == f"{seniors.document}-3.4"


def test_A01_3_5_the_card_after_the_hands_is_turned_on_the_other_three(seniors: RuleBook) -> None:
    out = deal_cards(PACK, Seat.S, seniors)
    assert out.turn_up is card("JS")
    assert out.stock == cards("QS KS AS")
    assert seniors.clause("dealing.turn_up") == f"{seniors.document}-3.5"


def test_A01_3_5_the_turn_up_waits_for_no_signal(seniors: RuleBook) -> None:
    game = act(deal_out(start_game(seniors, Seat.S), cards_out("9H")), read_action("W pass"))
    assert game.deal is not None
    assert game.deal.turn is Seat.N


def test_A01_3_5_reading_a_house_may_turn_the_bottom_card(seniors: RuleBook) -> None:
    """X-05: the last card could be the pack's bottom one."""
    assert seniors.cite("dealing.turn_up").see == "X-05"
    bottom = overlay(seniors, {"dealing.turn_up": "bottom card"}, note="The bottom card is turned.")
    out = deal_cards(PACK, Seat.S, bottom)
    assert out.turn_up is card("AS")
    assert out.stock == cards("JS QS KS")


def test_A01_3_6_the_deal_moves_one_seat_left(seniors: RuleBook) -> None:
    game = deal_out(start_game(seniors, Seat.S), cards_out("9H"))
    for action in THROWN_IN.split(","):
        game = act(game, read_action(action))
    assert game.dealer is Seat.W
    game = deal_out(game, cards_out("9H"))
    assert game.deal is not None
    assert game.deal.turn is Seat.N
    assert seniors.clause("laws.deal_passes") == f"{seniors.document}-3.6"


def test_A01_3_6_a_deal_that_does_not_count_does_not_move_it(seniors: RuleBook) -> None:
    game = void(deal_out(start_game(seniors, Seat.S), cards_out("9H")), Seat.S)
    assert game.dealer is Seat.S


def test_A01_C_5_a_hand_without_ace_or_face_card_is_not_thrown_in() -> None:
    alberta = load("alberta-55plus")
    deal = dealt("S deals, AS up", alberta, W="9C TC 9D TD 9H")
    assert legal(deal) == tuple(map(read_action, ("W pass", "W order", "W order alone")))
    assert not allowed(deal, "W throw in")
    assert alberta.clause("laws.only_stated_rules") == "A01-C.5"


def test_A01_T4_a_ii_each_of_the_four_shows_a_card(seniors: RuleBook) -> None:
    found = draw_partners([shown("N TH, E JD, S 9S, W QC")], seniors)
    assert isinstance(found, Partners)
    assert sorted((*found.high, *found.low)) == ["E", "N", "S", "W"]
    with pytest.raises(ValueError, match=r"4|four"):
        draw_partners([shown("N TH, E JD, S 9S")], seniors)


def test_A01_T4_a_iii_two_high_and_two_low_become_pairs_with_the_ace_high(
    seniors: RuleBook,
) -> None:
    found = draw_partners([shown("N AH, E 9D, S KS, W QC")], seniors)
    assert found == Partners(("N", "S"), ("W", "E"), "E")
    assert f"{seniors.document}-T4.a.iii" in seniors.cite("draw.ace").clauses


def test_A01_T4_a_iv_the_lowest_cutter_deals_the_first_hand(seniors: RuleBook) -> None:
    found = draw_partners([shown("N AH, E TD, S JS, W 9C")], seniors)
    assert isinstance(found, Partners)
    assert start_game(seniors, Seat.of(found.dealer)).dealer is Seat.W
    assert f"{seniors.document}-T4.a.iv" in seniors.cite("draw.first_dealer").clauses


def test_A01_T4_b_ii_one_player_of_each_pair_shows_a_card(seniors: RuleBook) -> None:
    level = shown("Reds QD, Blues QS")
    assert cut_for_deal([level], seniors) == DrawAgain(("Reds", "Blues"))
    with pytest.raises(ValueError, match="Reds and Blues draw again"):
        cut_for_deal([level, shown("Reds 9D")], seniors)


def test_A01_T4_b_iii_the_lower_cutter_deals_first(seniors: RuleBook) -> None:
    assert cut_for_deal([shown("Reds JD, Blues TS")], seniors) == "Blues"
    assert cut_for_deal([shown("Reds 9D, Blues TS")], seniors) == "Reds"
    assert f"{seniors.document}-T4.b.iii" in seniors.cite("draw.first_dealer").clauses
