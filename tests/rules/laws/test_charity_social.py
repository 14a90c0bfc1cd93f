"""The charity social, before the play: the first dealer, the cut, the deal, making trump."""

import pytest

from rightbower.rules.acts import Name, Order, Pass, read_action
from rightbower.rules.book import RuleBook, load, overlay
from rightbower.rules.cards import PACK, Seat, Suit, card, cards, shuffled
from rightbower.rules.ceremonies import cut_pack, deal_cards, first_jack, packets_objection
from rightbower.rules.deal import Phase
from rightbower.rules.game import act, deal_out, start_game, void
from rightbower.rules.judge import legal
from rightbower.rules.score import score
from table import after, allowed, dealt, refused, worked

BOOK = load("charity-social")
ALL_PASS = "W pass, N pass, E pass, S turn down"
TWICE = f"{ALL_PASS}, W pass, N pass, E pass"


def house(setting: str, value: object) -> RuleBook:
    return overlay(BOOK, {setting: value}, note="The hosts play it so.")


def test_S02_2_1_pack_has_24_cards_nine_to_ace() -> None:
    assert len(deal_cards(PACK, Seat.S, BOOK).stock) == 3
    with pytest.raises(ValueError, match="24 cards from nine to ace"):
        deal_cards((*PACK[1:], PACK[1]), Seat.S, BOOK)
    with pytest.raises(ValueError, match="24 cards from nine to ace"):
        deal_cards((*PACK[1:], card("8H")), Seat.S, BOOK)


def test_S02_2_2_first_jack_of_any_suit_deals() -> None:
    assert first_jack(cards("9S AH JD JC"), Seat.S, BOOK) is Seat.E
    assert first_jack(cards("9S AH JS JD"), Seat.S, BOOK) is Seat.E
    assert first_jack(cards("9S AH QD KC JH"), Seat.S, BOOK) is Seat.W


def test_S02_2_2_first_card_goes_left_of_the_holder() -> None:
    assert first_jack(cards("JD"), Seat.S, BOOK) is Seat.W
    assert first_jack(cards("JD"), Seat.S, house("draw.jack_starts", "holder")) is Seat.S


def test_S02_2_3_cut_is_taken_or_declined() -> None:
    pack = shuffled(7)
    assert cut_pack(pack, 10, BOOK) == pack[10:] + pack[:10]
    assert cut_pack(pack, None, BOOK) == pack
    assert cut_pack(pack, None, BOOK, asked=False) == pack


def test_S02_2_3_cut_leaves_a_card_below() -> None:
    assert cut_pack(PACK, 23, BOOK)[0] is PACK[23]
    with pytest.raises(ValueError, match="lifts from 0 to 23"):
        cut_pack(PACK, 24, BOOK)


def test_S02_2_4_packets_are_two_or_three() -> None:
    assert packets_objection(((3, 2, 3, 2), (2, 3, 2, 3)), BOOK) is None
    assert packets_objection(((2, 2, 2, 2), (3, 3, 3, 3)), BOOK) is None
    for first, second in ((1, 4), (4, 1)):
        reason = packets_objection(((first,) * 4, (second,) * 4), BOOK)
        assert str(reason) == f"a packet holds 2, 3 cards, not {first} (S02-2.4)"


def test_S02_2_4_five_cards_each_in_two_rounds() -> None:
    three_rounds = ((2, 2, 2, 2), (2, 2, 2, 2), (1, 1, 1, 1))
    assert "2 rounds" in str(packets_objection(three_rounds, BOOK))
    six_for_west = packets_objection(((3, 2, 3, 2), (3, 3, 2, 3)), BOOK)
    assert str(six_for_west) == "everyone gets 5 cards (S02-2.4)"


def test_S02_2_4_cards_go_out_clockwise() -> None:
    out = deal_cards(PACK, Seat.S, BOOK, ((2, 2, 2, 2), (3, 3, 3, 3)))
    assert out.hands[Seat.W] == (*PACK[0:2], *PACK[8:11])
    assert out.hands[Seat.S] == (*PACK[6:8], *PACK[17:20])


def test_S02_2_5_four_cards_are_left() -> None:
    out = deal_cards(PACK, Seat.S, BOOK)
    assert (out.turn_up, *out.stock) == PACK[20:]
    assert len(PACK[20:]) == 4


def test_S02_2_6_top_card_of_the_four_is_faced() -> None:
    assert deal_cards(PACK, Seat.S, BOOK).turn_up is PACK[20]
    assert deal_cards(PACK, Seat.S, house("dealing.turn_up", "bottom card")).turn_up is PACK[23]


def test_S02_2_6_no_signal_is_waited_for() -> None:
    game = deal_out(start_game(BOOK, Seat.S), deal_cards(PACK, Seat.S, BOOK))
    assert act(game, read_action("W pass")).deal is not None


def test_S02_2_9_misdeal_costs_nothing_and_the_same_dealer_deals() -> None:
    game = deal_out(start_game(BOOK, Seat.S), deal_cards(PACK, Seat.S, BOOK))
    again = void(game, Seat.S)
    assert (again.dealer, again.score, again.played) == (Seat.S, (0, 0), 0)


def test_S02_4_1_dealers_left_opens_and_the_rest_follow() -> None:
    deal = worked("D1", BOOK)
    assert refused(deal, "N order").clause == "S02-4.1"
    for seat in "WNE":
        assert deal.turn is Seat.of(seat)
        deal = after(deal, f"{seat} pass")
    assert deal.turn is Seat.S


def test_S02_4_1_no_card_is_asked_of_anyone_who_accepts() -> None:
    deal = dealt("S deals, AH up", BOOK, S="QS KD 9C AC TD", W="AS KS QC TC 9S", N="JC KC 9D TS JS")
    assert allowed(deal, "W order")
    deal = after(deal, "W pass")
    assert allowed(deal, "N order")
    assert allowed(after(deal, "N pass, E pass"), "S pick up")


def test_S02_4_1_partner_orders_without_having_to_be_alone() -> None:
    deal = after(worked("D2", BOOK), "W pass, N order, S bury 9C")
    assert allowed(deal, "N with partner")
    assert deal.lone is None


def test_S02_4_1_poor_hand_is_played_like_any_other() -> None:
    deal = dealt("S deals, AS up", BOOK, W="9C TC 9D TD 9H")
    assert legal(deal) == (Pass(Seat.W), Order(Seat.W))


def test_S02_4_2_accepting_is_said_as_pick_it_up() -> None:
    assert BOOK.bidding.order_word == "pick it up"
    deal = after(worked("D1", BOOK), "W order")
    assert (deal.trump, deal.maker) == (Suit.HEARTS, Seat.W)


def test_S02_4_2_passing_is_said_as_pass() -> None:
    assert BOOK.bidding.pass_word == "pass"


@pytest.mark.parametrize(
    "bids", ["W order", "W pass, N order", "W pass, N pass, E pass, S pick up"]
)
def test_S02_4_3_dealer_takes_the_card_and_buries_another(bids: str) -> None:
    deal = after(worked("D1", BOOK), bids)
    assert deal.turn is Seat.S
    assert len(deal.hands[Seat.S]) == 6
    assert refused(deal, "S bury 9H").clause == "S02-4.3"
    assert refused(deal, "S bury AS").clause == "S02-4.3"
    assert allowed(deal, "S bury JH")


def test_S02_4_3_burying_comes_before_anything_else() -> None:
    deal = after(worked("D1", BOOK), "W order")
    assert refused(deal, "S JH").clause == "S02-4.3"


def test_S02_4_3_turn_up_is_buried_where_the_house_allows_it() -> None:
    deal = after(worked("D1", house("burying.turn_up", "allowed")), "W order")
    assert allowed(deal, "S bury 9H")


def test_S02_4_4_card_is_turned_down_once_four_have_passed() -> None:
    three = after(worked("D1", BOOK), "W pass, N pass, E pass")
    assert three.phase is Phase.ROUND_ONE
    assert refused(three, "S pass").clause == "S02-4.4"
    assert after(three, "S turn down").phase is Phase.ROUND_TWO


def test_S02_4_4_only_the_dealer_turns_it_down() -> None:
    assert refused(worked("D1", BOOK), "W turn down").clause == "S02-4.4"


def test_S02_4_5_each_in_order_names_another_suit() -> None:
    deal = after(worked("D1", BOOK), ALL_PASS)
    assert [deal.turn, deal.turned_down] == [Seat.W, Suit.HEARTS]
    assert refused(deal, "N name clubs").clause == "S02-4.5"
    assert refused(deal, "W order").clause == "S02-4.5"
    assert "S02-4.5" in BOOK.cite(refused(deal, "W name hearts").path).clauses
    assert [act.suit for act in legal(deal) if isinstance(act, Name)] == [0, 1, 3]


@pytest.mark.parametrize(
    ("bids", "maker"),
    [
        ("W order", "W"),
        ("W pass, N order", "N"),
        (f"{ALL_PASS}, W pass, N pass, E name clubs", "E"),
    ],
)
def test_S02_4_6_whoever_calls_is_the_maker(bids: str, maker: str) -> None:
    deal = after(worked("D1", BOOK), bids)
    assert deal.maker is Seat.of(maker)


def test_S02_4_7_accepted_card_joins_the_dealers_hand() -> None:
    deal = after(worked("D2", BOOK), "W pass, N order")
    assert cards("9H")[0] in deal.hands[Seat.S]
    assert len(deal.hands[Seat.N]) == 5


def test_S02_5_1_stuck_dealer_must_name() -> None:
    deal = after(worked("D1", BOOK), ALL_PASS)
    assert allowed(deal, "W pass")
    stuck = after(deal, "W pass, N pass, E pass")
    assert refused(stuck, "S pass").clause == "S02-5.1"
    assert after(stuck, "S name clubs").maker is Seat.S


def test_S02_5_1_house_may_throw_the_hand_in() -> None:
    thrown = after(worked("D1", house("bidding.all_pass", "throw in")), f"{TWICE}, S pass")
    assert (thrown.ending, score(thrown)) == ("thrown in", ())


def test_S02_5_2_stuck_dealer_may_not_name_the_suit_turned_down() -> None:
    stuck = after(worked("D1", BOOK), TWICE)
    assert refused(stuck, "S name hearts").clause == "S02-5.2"
    for suit in ("spades", "clubs", "diamonds"):
        assert allowed(stuck, f"S name {suit}")
