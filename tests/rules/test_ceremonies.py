"""Draws, cuts and packets."""

import pytest

from rightbower.rules.book import RuleBook, load, names, overlay
from rightbower.rules.cards import PACK, Card, Seat, card, cards, shuffled
from rightbower.rules.ceremonies import (
    DrawAgain,
    Partners,
    cut_for_deal,
    cut_pack,
    deal_cards,
    draw_partners,
    first_jack,
    higher_cut,
    ordinary_packets,
    packets_objection,
)

ALBERTA = load("alberta-55plus")
CHARITY = load("charity-social")
LEAGUE = load("sportcial-league")
NATIONAL = load("national-2025")


def drawn(text: str) -> dict[str, Card]:
    """Cards drawn, written ``N AH, E QD``."""
    return {part.split()[0]: card(part.split()[1]) for part in text.split(",")}


def test_two_high_sit_against_two_low_and_the_lowest_deals() -> None:
    found = draw_partners([drawn("N AH, E QD, S KS, W 9C")], ALBERTA)
    assert found == Partners(("N", "S"), ("E", "W"), "W")


def test_a_tie_inside_a_pair_does_not_matter() -> None:
    found = draw_partners([drawn("N AH, E AD, S KS, W 9C")], ALBERTA)
    assert found == Partners(("N", "E"), ("S", "W"), "W")


def test_a_tie_across_the_pairs_is_drawn_again_by_the_tied_alone() -> None:
    first = drawn("N AH, E QD, S QS, W 9C")
    assert draw_partners([first], ALBERTA) == DrawAgain(("E", "S"))
    again = [first, drawn("E TD, S KC")]
    assert draw_partners(again, ALBERTA) == Partners(("N", "S"), ("E", "W"), "W")


def test_a_redraw_may_be_level_too() -> None:
    draws = [drawn("N AH, E QD, S QS, W 9C"), drawn("E TD, S TC")]
    assert draw_partners(draws, ALBERTA) == DrawAgain(("E", "S"))
    draws.append(drawn("E AD, S KC"))
    assert draw_partners(draws, ALBERTA) == Partners(("N", "E"), ("S", "W"), "W")


def test_a_tie_for_lowest_is_drawn_again_for_the_deal() -> None:
    first = drawn("N AH, E KD, S 9S, W 9C")
    assert draw_partners([first], ALBERTA) == DrawAgain(("S", "W"))
    assert draw_partners([first, drawn("S QS, W KC")], ALBERTA) == Partners(
        ("N", "E"), ("W", "S"), "S"
    )


def test_two_ties_in_one_draw_are_settled_one_after_the_other() -> None:
    draws = [drawn("N KH, E KD, S KS, W 9C"), drawn("N AH, E AD, S QS")]
    assert draw_partners(draws, ALBERTA) == Partners(("N", "E"), ("S", "W"), "W")
    four = [drawn("N KH, E KD, S KS, W KC")]
    assert draw_partners(four, ALBERTA) == DrawAgain(("N", "E", "S", "W"))
    four.append(drawn("N AH, E QD, S QS, W QC"))
    assert draw_partners(four, ALBERTA) == DrawAgain(("E", "S", "W"))
    four.append(drawn("E AD, S KS, W KC"))
    assert draw_partners(four, ALBERTA) == DrawAgain(("S", "W"))
    four.append(drawn("S 9S, W TC"))
    assert draw_partners(four, ALBERTA) == Partners(("N", "E"), ("W", "S"), "S")


def test_the_wrong_players_drawing_again_are_named() -> None:
    draws = [drawn("N AH, E QD, S QS, W 9C"), drawn("N TD, S KC")]
    with pytest.raises(ValueError, match="E and S draw again, not N and S"):
        draw_partners(draws, ALBERTA)


def test_a_house_where_everybody_draws_again() -> None:
    house = overlay(ALBERTA, {"draw.ties": "all draw again"}, note="We all draw again.")
    draws = [drawn("N AH, E QD, S QS, W 9C")]
    assert draw_partners(draws, house) == DrawAgain(("N", "E", "S", "W"))
    draws.append(drawn("N 9H, E TD, S JS, W AC"))
    assert draw_partners(draws, house) == Partners(("W", "S"), ("E", "N"), "N")


def test_where_nobody_draws_for_partners_it_is_said() -> None:
    with pytest.raises(ValueError, match="Charity social does not draw for partners"):
        draw_partners([drawn("N AH, E QD, S KS, W 9C")], CHARITY)


def test_the_lower_cut_deals_for_the_seniors_and_the_higher_at_the_national() -> None:
    cuts = [drawn("N AD, E 9S")]
    assert cut_for_deal(cuts, ALBERTA) == "E"
    assert cut_for_deal(cuts, NATIONAL) == "N"


def test_the_ace_may_be_low_in_a_house() -> None:
    house = overlay(ALBERTA, {"draw.ace": "low"}, note="Ace is low here.")
    assert cut_for_deal([drawn("N AD, E 9S")], house) == "N"


def test_a_level_cut_is_cut_again() -> None:
    assert cut_for_deal([drawn("N AD, E AS")], NATIONAL) == DrawAgain(("N", "E"))
    assert higher_cut([drawn("N AD, E AS")], NATIONAL) == DrawAgain(("N", "E"))
    assert higher_cut([drawn("N AD, E AS"), drawn("N 9D, E TS")], NATIONAL) == "E"


def test_a_book_that_deals_for_a_jack_does_not_cut_for_the_deal() -> None:
    with pytest.raises(ValueError, match="deals for the first jack instead of cutting"):
        cut_for_deal([drawn("N AD, E 9S")], CHARITY)


def test_the_first_jack_deals_and_in_the_league_the_first_black_one() -> None:
    pack = cards("9H JD AS JS") + tuple(c for c in PACK if c.name not in ("9H", "JD", "AS", "JS"))
    assert first_jack(pack, Seat.S, CHARITY) is Seat.N
    assert first_jack(pack, Seat.S, LEAGUE) is Seat.S


def test_the_first_card_may_go_to_the_holder_in_a_house() -> None:
    house = overlay(CHARITY, {"draw.jack_starts": "holder"}, note="The holder gets the first card.")
    assert first_jack(cards("9H JD"), Seat.S, house) is Seat.W


def test_no_jack_in_the_pack_and_a_book_that_cuts() -> None:
    with pytest.raises(ValueError, match="there is no such jack in the deck"):
        first_jack(cards("9H JD"), Seat.S, LEAGUE)
    with pytest.raises(ValueError, match="cuts for the deal"):
        first_jack(PACK, Seat.S, ALBERTA)


def test_a_cut_puts_the_lower_part_on_top() -> None:
    assert cut_pack(PACK, 10, LEAGUE) == PACK[10:] + PACK[:10]
    assert cut_pack(PACK, None, CHARITY) == PACK
    idle = overlay(LEAGUE, {"dealing.cut_completed": False}, note="The cut is put back.")
    assert cut_pack(PACK, 10, idle) == PACK


def test_the_league_dealer_always_asks_for_the_cut() -> None:
    with pytest.raises(ValueError, match=r"has to ask.*L03-4.1"):
        cut_pack(PACK, None, LEAGUE, asked=False)
    assert cut_pack(PACK, None, CHARITY, asked=False) == PACK


def test_a_cut_that_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="from 0 to 23 cards"):
        cut_pack(PACK, 24, CHARITY)
    house = overlay(CHARITY, {"dealing.cut": "none"}, note="No cut here.")
    with pytest.raises(ValueError, match="does not cut the deck"):
        cut_pack(PACK, 5, house)
    assert cut_pack(PACK, None, house) == PACK


MIXED = ((3, 2, 3, 2), (2, 3, 2, 3))


@pytest.mark.parametrize("book", [ALBERTA, CHARITY, LEAGUE, NATIONAL], ids=lambda book: book.name)
def test_packets_of_two_and_three_are_good_everywhere(book: RuleBook) -> None:
    assert packets_objection(MIXED, book) is None
    assert packets_objection(((2, 2, 3, 3), (3, 3, 2, 2)), book) is None


def test_packets_of_one_and_four_are_good_in_the_league_alone() -> None:
    packets = ((1, 4, 1, 4), (4, 1, 4, 1))
    assert packets_objection(packets, LEAGUE) is None
    assert str(packets_objection(packets, ALBERTA)) == "a packet holds 2, 3 cards, not 1 (A01-3.3)"
    assert str(packets_objection(packets, NATIONAL)) == "a packet holds 2, 3 cards, not 1 (N04-1.2)"


def test_three_rounds_and_short_hands_are_refused() -> None:
    three = ((2, 2, 2, 2), (2, 2, 2, 2), (1, 1, 1, 1))
    assert "two rounds" not in str(packets_objection(MIXED, LEAGUE))
    for book in (ALBERTA, CHARITY, LEAGUE, NATIONAL):
        assert "2 rounds of four packets" in str(packets_objection(three, book))
    assert "rounds of four" in str(packets_objection(((3, 2, 3), (2, 3, 2)), ALBERTA))
    assert str(packets_objection(((2, 2, 2, 2), (2, 3, 3, 3)), CHARITY)) == (
        "everyone gets 5 cards (S02-2.4)"
    )


def test_a_deal_goes_clockwise_from_the_left_and_off_the_top() -> None:
    out = deal_cards(PACK, Seat.S, ALBERTA, MIXED)
    west, north, east, south = (out.hands[seat] for seat in (Seat.W, Seat.N, Seat.E, Seat.S))
    assert west == PACK[0:3] + PACK[10:12]
    assert north == PACK[3:5] + PACK[12:15]
    assert east == PACK[5:8] + PACK[15:17]
    assert south == PACK[8:10] + PACK[17:20]
    assert out.turn_up is PACK[20]
    assert out.stock == PACK[21:]


def test_the_bottom_card_may_be_turned_in_a_house() -> None:
    house = overlay(ALBERTA, {"dealing.turn_up": "bottom card"}, note="We turn the bottom card.")
    out = deal_cards(PACK, Seat.S, house)
    assert out.turn_up is PACK[23]
    assert out.stock == PACK[20:23]


def test_what_is_not_a_pack_or_not_a_pattern_is_not_dealt() -> None:
    with pytest.raises(ValueError, match="not the 24 cards"):
        deal_cards(PACK[1:], Seat.S, ALBERTA)
    with pytest.raises(ValueError, match="a packet holds"):
        deal_cards(shuffled(1), Seat.S, ALBERTA, ((4, 4, 4, 4), (1, 1, 1, 1)))


@pytest.mark.parametrize("name", names())
def test_hands_go_out_as_evenly_as_they_can(name: str) -> None:
    assert ordinary_packets(load(name)) == ((3, 2, 3, 2), (2, 3, 2, 3))


def test_a_tie_above_the_lowest_cut_matters_to_nobody() -> None:
    cuts = drawn("N KD, E KS, S 9H")
    assert cut_for_deal([cuts], ALBERTA) == "S"
