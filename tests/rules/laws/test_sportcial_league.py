"""The bar league, before the play: the black jack, the cut, the deal, making trump, alone."""

import pytest

from rightbower.rules.acts import Bury, Name, Order, Pass, read_action
from rightbower.rules.book import RuleBook, load, overlay
from rightbower.rules.cards import PACK, Seat, Suit, card, cards, shuffled
from rightbower.rules.ceremonies import cut_pack, deal_cards, first_jack, packets_objection
from rightbower.rules.deal import Phase
from rightbower.rules.deal import start as start_deal
from rightbower.rules.game import act, deal_out, start_game
from rightbower.rules.judge import legal
from table import after, allowed, dealt, refused, worked

BOOK = load("sportcial-league")
ALL_PASS = "W pass, N pass, E pass, S turn down"
TWICE = f"{ALL_PASS}, W pass, N pass, E pass"


def house(setting: str, value: object) -> RuleBook:
    return overlay(BOOK, {setting: value}, note="The Gamer allows it.")


def test_L03_3_1_four_players_sit_opposite_their_partners() -> None:
    assert [seat.partner for seat in Seat] == [Seat.S, Seat.W, Seat.N, Seat.E]
    assert [seat.side for seat in Seat] == [0, 1, 0, 1]


def test_L03_3_2_pack_has_24_cards() -> None:
    assert len({*deal_cards(PACK, Seat.S, BOOK).stock}) == 3
    with pytest.raises(ValueError, match="24 cards from nine to ace"):
        deal_cards(PACK[:-1], Seat.S, BOOK)
    with pytest.raises(ValueError, match="24 cards from nine to ace"):
        deal_cards((*PACK[1:], card("8C")), Seat.S, BOOK)


def test_L03_3_4_first_black_jack_deals() -> None:
    assert first_jack(cards("9S JH JD QS JC"), Seat.S, BOOK) is Seat.W
    assert first_jack(cards("9S JH JS JC"), Seat.S, BOOK) is Seat.E
    with pytest.raises(ValueError, match="no such jack"):
        first_jack(cards("JH JD"), Seat.S, BOOK)


def test_L03_3_4_first_card_goes_left_of_the_holder() -> None:
    assert first_jack(cards("JC"), Seat.S, BOOK) is Seat.W
    assert first_jack(cards("JC"), Seat.S, house("draw.jack_starts", "holder")) is Seat.S


def test_L03_4_1_dealer_always_asks_for_the_cut() -> None:
    with pytest.raises(ValueError, match=r"ask the player on the right to cut \(L03-4\.1\)"):
        cut_pack(PACK, None, BOOK, asked=False)
    assert cut_pack(PACK, 5, BOOK, asked=True)[0] is PACK[5]


def test_L03_4_1_player_who_refuses_cuts_nothing() -> None:
    assert cut_pack(shuffled(3), None, BOOK, asked=True) == shuffled(3)


def test_L03_4_2_cut_of_ten_puts_the_eleventh_card_on_top() -> None:
    assert cut_pack(PACK, 10, BOOK) == PACK[10:] + PACK[:10]


def test_L03_4_2_house_may_put_the_lifted_part_back() -> None:
    assert cut_pack(PACK, 10, house("dealing.cut_completed", False)) == PACK


def test_L03_4_3_dealing_goes_clockwise_from_the_dealers_left() -> None:
    out = deal_cards(PACK, Seat.E, BOOK, ((1, 2, 3, 4), (4, 3, 2, 1)))
    assert out.hands[Seat.S] == (*PACK[0:1], *PACK[10:14])
    assert out.hands[Seat.W] == (*PACK[1:3], *PACK[14:17])
    assert out.hands[Seat.E] == (*PACK[6:10], *PACK[19:20])


@pytest.mark.parametrize("first", [1, 2, 3, 4])
def test_L03_4_4_any_split_over_two_rounds(first: int) -> None:
    assert packets_objection(((first,) * 4, (5 - first,) * 4), BOOK) is None


def test_L03_4_4_dealer_may_vary_the_packets() -> None:
    assert packets_objection(((3, 2, 3, 2), (2, 3, 2, 3)), BOOK) is None
    assert packets_objection(((1, 4, 3, 2), (4, 1, 2, 3)), BOOK) is None


def test_L03_4_4_exactly_two_rounds() -> None:
    three = ((2, 2, 2, 2), (2, 2, 2, 2), (1, 1, 1, 1))
    assert str(packets_objection(three, BOOK)) == (
        "the hands go out in 2 rounds of four packets (L03-4.4)"
    )
    assert "L03-4.4" in str(packets_objection(((5, 5, 5, 5),), BOOK))
    five = packets_objection(((5, 5, 5, 5), (0, 0, 0, 0)), BOOK)
    assert str(five) == "a packet holds 1, 2, 3, 4 cards, not 5 (L03-4.4)"


def test_L03_4_4_house_may_keep_to_twos_and_threes() -> None:
    twos_and_threes = house("dealing.packets", [2, 3])
    assert packets_objection(((1, 1, 1, 1), (4, 4, 4, 4)), twos_and_threes) is not None
    assert packets_objection(((2, 2, 2, 2), (3, 3, 3, 3)), twos_and_threes) is None


def test_L03_4_5_four_cards_form_the_kitty() -> None:
    out = deal_cards(PACK, Seat.S, BOOK)
    assert (out.turn_up, *out.stock) == PACK[20:24]


def test_L03_4_8_top_card_of_the_kitty_is_turned() -> None:
    assert deal_cards(PACK, Seat.S, BOOK).turn_up is PACK[20]
    assert deal_cards(PACK, Seat.S, house("dealing.turn_up", "bottom card")).turn_up is PACK[23]


def test_L03_4_8_only_with_five_cards_each() -> None:
    out = deal_cards(PACK, Seat.S, BOOK)
    long = (*out.hands[:3], (*out.hands[3], out.stock[0]))
    with pytest.raises(ValueError, match="West holds 6 cards, not 5"):
        start_deal(BOOK, Seat.S, long, out.turn_up, out.stock[1:])


def test_L03_4_8_no_signal_is_waited_for() -> None:
    game = deal_out(start_game(BOOK, Seat.S), deal_cards(PACK, Seat.S, BOOK))
    assert act(game, read_action("W pass")).deal is not None


def test_L03_5_1_each_orders_or_passes_from_the_dealers_left() -> None:
    deal = worked("D2", BOOK)
    for seat in "WNE":
        assert deal.turn is Seat.of(seat)
        assert allowed(deal, f"{seat} order")
        deal = after(deal, f"{seat} pass")
    assert refused(worked("D2", BOOK), "E order").clause == "L03-5.1"
    assert refused(deal, "W order").clause == "L03-5.1"


def test_L03_5_1_words_said() -> None:
    assert (BOOK.bidding.order_word, BOOK.bidding.pass_word) == ("pick it up", "pass")


def test_L03_5_1_order_asks_for_no_trump() -> None:
    deal = after(worked("D2", BOOK), "W pass")
    assert after(deal, "N order, S bury 9C").lone is None
    none = dealt("S deals, AH up", BOOK, S="QS KD 9C AC TD", W="AS KS QC TC 9S")
    assert allowed(none, "W order")
    assert allowed(after(none, "W pass, N pass, E pass"), "S pick up")


def test_L03_5_3_dealer_takes_the_card_or_turns_it_down() -> None:
    deal = after(worked("D2", BOOK), "W pass, N pass, E pass")
    assert allowed(deal, "S pick up")
    assert allowed(deal, "S turn down")
    assert refused(deal, "S pass").clause == "L03-5.3"
    assert refused(deal, "S order").clause == "L03-5.3"
    assert refused(worked("D2", BOOK), "W pick up").clause == "L03-5.3"
    assert refused(worked("D2", BOOK), "W turn down").clause == "L03-5.3"


def test_L03_5_4_dealer_buries_any_of_six() -> None:
    deal = after(worked("D2", BOOK), "W order")
    assert (deal.trump, deal.turn) == (Suit.HEARTS, Seat.S)
    assert legal(deal) == tuple(Bury(Seat.S, card) for card in cards("KH QH 9C QD TD 9H"))
    assert refused(deal, "S bury AS").clause == "L03-5.3"
    assert len(after(deal, "S bury 9H").hands[Seat.S]) == 5


def test_L03_5_4_five_of_the_suit_change_nothing() -> None:
    assert allowed(after(worked("D7", BOOK), "W order"), "S bury JH")


def test_L03_5_4_house_may_keep_the_turn_up_in_hand() -> None:
    deal = after(worked("D2", house("burying.turn_up", "never")), "W order")
    assert refused(deal, "S bury 9H").path == "burying.turn_up"


def test_L03_5_5_trump_is_fixed_before_play() -> None:
    deal = worked("D2", BOOK)
    assert refused(deal, "W JH").clause == "L03-5.1"
    assert after(deal, "W order, S bury 9C").phase is Phase.PLAY
    called = after(deal, f"{ALL_PASS}, W name spades")
    assert (called.phase, called.trump) == (Phase.PLAY, Suit.SPADES)


def test_L03_5_5_turn_up_binds_only_once_accepted() -> None:
    deal = after(worked("D2", BOOK), "W pass")
    assert deal.trump is None
    assert after(deal, "N order").trump is Suit.HEARTS


def test_L03_5_11_each_calls_another_suit_or_passes() -> None:
    deal = after(worked("D2", BOOK), ALL_PASS)
    assert deal.turn is Seat.W
    assert refused(deal, "W name hearts").clause == "L03-5.11"
    assert refused(deal, "N name clubs").clause == "L03-5.11"
    named = {action.suit for action in legal(deal) if isinstance(action, Name)}
    assert named == {Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES}
    assert after(deal, "W pass").turn is Seat.N


def test_L03_5_12_dealer_has_to_call() -> None:
    stuck = after(worked("D2", BOOK), TWICE)
    assert refused(stuck, "S pass").clause == "L03-5.12"
    assert refused(stuck, "S name hearts").clause == "L03-5.11"
    assert after(stuck, "S name diamonds").maker is Seat.S


def test_L03_5_12_house_may_throw_the_hand_in() -> None:
    deal = worked("D2", house("bidding.all_pass", "throw in"))
    assert after(deal, f"{TWICE}, S pass").ending == "thrown in"


def test_L03_7_3_alone_is_said_as_trump_is_called() -> None:
    deal = worked("D2", BOOK)
    assert after(deal, "W order alone, S bury 9C").lone is Seat.W
    assert after(deal, f"{ALL_PASS}, W name spades alone").lone is Seat.W
    late = after(deal, "W order")
    assert refused(late, "W alone").clause == "L03-7.3"
    assert refused(after(late, "S bury 9C"), "W alone").clause == "L03-7.3"


def test_L03_7_3_alone_asks_for_no_trump() -> None:
    deal = dealt("S deals, AH up", BOOK, W="AS KS QC TC 9S")
    assert allowed(deal, "W order alone")


def test_L03_7_3_house_may_wait_until_the_first_card() -> None:
    deal = worked("D2", house("alone.when", "before the first card"))
    assert refused(deal, "W alone").path == "alone.when"
    assert allowed(after(deal, "W order, S bury 9C"), "W alone")
    assert after(deal, "W order alone") == after(deal, "W order, W alone"), "or with the call"
    led = after(deal, "W order, S bury 9C, W with partner, W JH")
    assert refused(led, "W alone").path == "alone.when"


def test_L03_7_4_lone_players_partner_does_not_play() -> None:
    deal = after(worked("D2", BOOK), "W order alone, S bury 9C, W JH, N TC")
    assert deal.turn is Seat.S
    assert refused(deal, "E JD").clause == "L03-7.4"


def test_L03_7_4_dealers_partner_alone_takes_no_card() -> None:
    deal = after(worked("D2", BOOK), "W pass, N order alone")
    assert (deal.phase, deal.turn) == (Phase.PLAY, Seat.W)
    assert deal.hands == worked("D2").hands


def test_L03_12_4_cards_are_never_passed() -> None:
    deal = after(worked("D2", BOOK), "W order alone, S bury 9C")
    assert refused(deal, "W bury KC").clause == "L03-6.1"
    assert refused(deal, "E bury JD").clause == "L03-7.4"
    with pytest.raises(ValueError, match="is not an action"):
        read_action("E give JD")
    assert "L03-12.4" in BOOK.cite("laws.partner_sits_out").clauses


def test_L03_12_8_deals_come_from_the_top() -> None:
    out = deal_cards(PACK, Seat.S, BOOK, ((2, 2, 2, 2), (3, 3, 3, 3)))
    assert out.hands[Seat.W][:2] == PACK[:2]
    assert out.stock[-1] is PACK[-1]
    assert "L03-12.8" in BOOK.cite("laws.five_each").clauses


def test_L03_12_9_poor_hand_is_kept() -> None:
    deal = dealt("S deals, AS up", BOOK, W="9C TC 9D TD 9H")
    assert legal(deal) == (Pass(Seat.W), Order(Seat.W), Order(Seat.W, alone=True))
    assert legal(after(deal, ALL_PASS))[0] == Pass(Seat.W)
    assert BOOK.clause("laws.only_stated_rules") == "L03-12.9"
