"""The national competition: the deal, the bids, burying, the cards on the table, the score."""

import pytest

from rightbower.players.views import in_sight
from rightbower.rules.acts import Order, Pass
from rightbower.rules.book import RuleBook, load, overlay
from rightbower.rules.cards import PACK, Seat, Side, Suit, card, cards
from rightbower.rules.ceremonies import (
    DrawAgain,
    cut_for_deal,
    cut_pack,
    deal_cards,
    packets_objection,
)
from rightbower.rules.deal import Phase
from rightbower.rules.judge import legal, playable
from rightbower.rules.score import fives, score
from table import after, allowed, dealt, refused, worked

BOOK = load("national-2025")
AWAY = "W pass, N pass, E pass, S turn down"

# D5 after East ordered the 9S up, with West (who dealt and buried the 9H) and then alone.
ORDERED = "N pass, E order, W bury 9H"
PAIR_FIVE = "N KC, E KS, S QC, W 9S / E JS, S TS, W JH, N JC / E AS, S QS, W KD, N QD / E AH, S QH, W TH, N 9D / E KH, S 9C, W AD, N TC"
PAIR_FOUR = "N 9D, E AH, S TS, W KD / S 9C, W 9S, N TC, E AS / E JS, S QS, W TH, N JC / E KS, S QC, W AD, N KC / E KH, S QH, W JH, N QD"
PAIR_THREE = "N KC, E AS, S QC, W AD / E AH, S QH, W JH, N QD / E KS, S TS, W 9S, N JC / N TC, E JS, S 9C, W KD / E KH, S QS, W TH, N 9D"
PAIR_TWO = "N TC, E AH, S 9C, W TH / N QD, E JS, S QC, W AD / E AS, S TS, W 9S, N JC / N 9D, E KH, S QS, W KD / S QH, W JH, N KC, E KS"
ALONE = "N pass, E order alone"
LONE_FIVE = (
    "N KC, E KS, S 9C / E JS, S TS, N JC / E AS, S QS, N 9D / E AH, S QH, N QD / E KH, S QC, N TC"
)
LONE_FOUR = (
    "N 9D, E JS, S QS / E KH, S QH, N QD / E AS, S TS, N JC / N TC, E KS, S QC / E AH, S 9C, N KC"
)
LONE_THREE = (
    "N QD, E AH, S TS / S 9C, N KC, E JS / E KS, S QS, N JC / N TC, E AS, S QC / E KH, S QH, N 9D"
)
LONE_TWO = (
    "N KC, E AS, S 9C / E KS, S TS, N JC / N 9D, E AH, S QS / S QC, N TC, E KH / S QH, N QD, E JS"
)


def house(setting: str, value: object) -> RuleBook:
    return overlay(BOOK, {setting: value}, note="The director allows it.")


def worth(words: str) -> tuple[Side, int, str]:
    """Who scores what for a line of play on D5, and by which clause."""
    (mark,) = score(after(worked("D5", BOOK), words))
    return mark.side, mark.points, BOOK.clause(mark.path)


def test_national_G_03_higher_cut_deals_and_the_ace_is_high() -> None:
    assert cut_for_deal([{"N": card("AD"), "E": card("9S")}], BOOK) == "N"
    assert cut_for_deal([{"N": card("KD"), "E": card("AS")}], BOOK) == "E"


def test_national_G_01_only_the_level_players_cut_again() -> None:
    level = {"N": card("KD"), "E": card("KS"), "S": card("9C")}
    assert cut_for_deal([level], BOOK) == DrawAgain(("N", "E"))
    assert cut_for_deal([level, {"N": card("9D"), "E": card("TS")}], BOOK) == "E"


def test_national_G_05_cut_is_offered_and_may_be_declined() -> None:
    assert cut_pack(PACK, 10, BOOK) == PACK[10:] + PACK[:10]
    assert cut_pack(PACK, None, BOOK, asked=False) == PACK


def test_N04_1_2_packets_are_three_and_two() -> None:
    assert packets_objection(((3, 3, 3, 3), (2, 2, 2, 2)), BOOK) is None
    assert packets_objection(((3, 2, 3, 2), (2, 3, 2, 3)), BOOK) is None
    for first, second in ((4, 1), (1, 4)):
        reason = packets_objection(((first,) * 4, (second,) * 4), BOOK)
        assert str(reason) == f"a packet holds 2, 3 cards, not {first} (N04-1.2)"


def test_N04_1_2_five_cards_each_in_two_rounds() -> None:
    three = ((2, 2, 2, 2), (2, 2, 2, 2), (1, 1, 1, 1))
    assert (
        str(packets_objection(three, BOOK))
        == "the hands go out in 2 rounds of four packets (N04-1.2)"
    )
    assert (
        str(packets_objection(((3, 3, 3, 3), (2, 2, 2, 3)), BOOK))
        == "everyone gets 5 cards (N04-1.2)"
    )


def test_N04_1_3_trump_card_is_the_next_after_the_hands() -> None:
    out = deal_cards(PACK, Seat.S, BOOK)
    assert (out.turn_up, out.stock) == (PACK[20], PACK[21:])
    assert deal_cards(PACK, Seat.S, house("dealing.turn_up", "bottom card")).turn_up is PACK[23]


def test_N04_2_1_bids_are_made_in_order() -> None:
    deal = worked("D7", BOOK)
    assert refused(deal, "N order").clause == "N04-2.1"
    assert refused(deal, "E pass").clause == "N04-2.1"
    for seat in "WNE":
        assert deal.turn is Seat.of(seat)
        deal = after(deal, f"{seat} pass")
    assert deal.turn is Seat.S


def test_N04_2_1_bid_out_of_turn_bars_nobody() -> None:
    deal = worked("D6", BOOK)
    assert refused(deal, "N order").clause == "N04-2.1"
    assert allowed(after(deal, "W pass"), "N order")


def test_N04_2_1_pass_word_is_away() -> None:
    assert BOOK.bidding.pass_word == "away"
    assert BOOK.bidding.order_word == "pick it up"


def test_N04_2_1_partner_orders_without_having_to_be_alone() -> None:
    assert after(worked("D5", BOOK), ORDERED).lone is None


def test_N04_2_1_poor_hand_is_played_like_any_other() -> None:
    deal = dealt("S deals, AS up", BOOK, W="9C TC 9D TD 9H")
    assert legal(deal) == (Pass(Seat.W), Order(Seat.W), Order(Seat.W, alone=True))


def test_N04_2_1b_alone_is_called_with_the_bid() -> None:
    deal = worked("D5", BOOK)
    assert after(deal, ALONE).lone is Seat.E
    assert after(deal, "N pass, E pass, S pass, W pick up alone").lone is Seat.W
    late = after(deal, ORDERED)
    assert refused(late, "E alone").clause == "N04-2.1b"


def test_N04_2_1b_alone_may_wait_for_the_first_lead_where_the_house_says_so() -> None:
    deal = worked("D5", house("alone.when", "before the first card"))
    assert refused(deal, "N alone").path == "alone.when"
    assert after(deal, f"{ORDERED}, E alone").lone is Seat.E
    assert after(deal, "N order alone") == after(deal, "N order, N alone"), "X-08 b: until then"
    led = after(deal, f"{ORDERED}, E with partner, N 9D")
    assert refused(led, "E alone").path == "alone.when"


def test_N04_2_1b_alone_asks_for_no_trump_of_the_dealer() -> None:
    deal = dealt("S deals, 9H up", BOOK, S="QS KD 9C AC TD")
    deal = after(deal, "W pass, N pass, E pass, S pick up alone, S bury 9H")
    assert (deal.lone, deal.phase) == (Seat.S, Phase.PLAY)


@pytest.mark.parametrize(
    ("bids", "leader"),
    [
        ("W order alone, S bury 9H", "W"),
        ("W pass, N pass, E pass, S pick up alone, S bury 9H", "W"),
        (f"{AWAY}, W pass, N name spades alone", "W"),
        (f"{AWAY}, W pass, N pass, E name spades alone", "N"),
    ],
)
def test_national_G_06_next_hand_leads_where_the_dealers_left_sits_out(
    bids: str, leader: str
) -> None:
    assert after(worked("D7", BOOK), bids).turn is Seat.of(leader)


def test_national_G_04_all_away_twice_throws_the_hand_in() -> None:
    deal = after(worked("D7", BOOK), f"{AWAY}, W pass, N pass, E pass")
    assert refused(deal, "S name hearts").clause == "A01-4.8"
    thrown = after(deal, "S pass")
    assert (thrown.ending, score(thrown)) == ("thrown in", ())


def test_national_G_02_left_bower_follows_trumps() -> None:
    deal = dealt("S deals, 9H up", BOOK, W="JD", N="KD TH AS QD TD", S="9C")
    deal = after(deal, "W order, S bury 9C, W JD")
    assert playable(deal, Seat.N) == cards("TH")


def test_N04_2_6_winner_turns_the_winning_card_down_before_playing_on() -> None:
    trick = after(worked("D5", BOOK), f"{ORDERED}, N KC, E KS, S QC, W 9S")
    assert in_sight(trick)[0] == trick.tricks[0].plays
    led = after(trick, "E JS")
    seen = dict(in_sight(led)[0])
    assert seen == {Seat.N: card("KC"), Seat.E: None, Seat.S: card("QC"), Seat.W: card("9S")}


def test_N04_2_6_cards_face_down_count_the_tricks() -> None:
    deal = after(worked("D5", BOOK), f"{ORDERED}, {PAIR_THREE}")
    down = [seat for trick in in_sight(deal) for seat, shown in trick if shown is None]
    assert down == [Seat.E, Seat.E, Seat.N, Seat.E]


def test_N04_2_6_whole_trick_is_turned_where_the_house_says_so() -> None:
    deal = worked("D5", house("playing.won_tricks", "face down"))
    led = after(deal, f"{ORDERED}, N KC, E KS, S QC, W 9S, E JS")
    assert [shown for _, shown in in_sight(led)[0]] == [None, None, None, None]


def test_N04_2_7_five_of_the_suit_keep_the_turn_up() -> None:
    five = after(worked("D7", BOOK), "W pass, N pass, E pass, S pick up")
    assert refused(five, "S bury JH").clause == "N04-2.7"
    assert allowed(five, "S bury 9H")


def test_N04_2_7_four_of_the_suit_may_bury_it() -> None:
    four = dealt("S deals, JH up", BOOK, S="9H TH QH KH AS", W="AH")
    assert allowed(after(four, "W order"), "S bury JH")


def test_N04_2_7_duty_is_the_same_when_another_ordered() -> None:
    deal = after(worked("D7", BOOK), "W order")
    assert refused(deal, "S bury JH").clause == "N04-2.7"


def test_N04_2_7_dealer_need_not_take_it() -> None:
    deal = after(worked("D7", BOOK), "W pass, N pass, E pass")
    assert after(deal, "S turn down").phase is Phase.ROUND_TWO


def test_N04_2_7_left_bower_is_not_one_of_the_five() -> None:
    hand = {"S": "9H TH QH KH JD", "W": "JH"}
    assert allowed(after(dealt("S deals, AH up", BOOK, **hand), "W order"), "S bury AH")
    in_play = dealt("S deals, AH up", house("burying.five_of_suit", "suit in play"), **hand)
    assert refused(after(in_play, "W order"), "S bury AH").clause == "N04-2.7"


def test_N04_2_7_house_may_never_bury_it() -> None:
    deal = dealt("S deals, JH up", house("burying.turn_up", "never"), S="9H TH QH KH AS", W="AH")
    assert refused(after(deal, "W order"), "S bury JH").path == "burying.turn_up"


def test_N04_3_a_three_or_four_tricks_score_one() -> None:
    assert worth(f"{ORDERED}, {PAIR_THREE}") == (Side.EW, 1, "N04-3.a")
    assert worth(f"{ORDERED}, {PAIR_FOUR}") == (Side.EW, 1, "N04-3.a")


def test_N04_3_b_euchre_scores_two() -> None:
    assert worth(f"{ORDERED}, {PAIR_TWO}") == (Side.NS, 2, "N04-3.b")


def test_N04_3_c_march_scores_two() -> None:
    assert worth(f"{ORDERED}, {PAIR_FIVE}") == (Side.EW, 2, "N04-3.c")


def test_N04_3_d_alone_with_five_scores_four() -> None:
    assert worth(f"{ALONE}, {LONE_FIVE}") == (Side.EW, 4, "N04-3.d")


def test_national_G_08_lone_three_or_four_score_one_and_a_lone_euchre_two() -> None:
    assert worth(f"{ALONE}, {LONE_FOUR}")[:2] == (Side.EW, 1)
    assert worth(f"{ALONE}, {LONE_THREE}")[:2] == (Side.EW, 1)
    assert worth(f"{ALONE}, {LONE_TWO}")[:2] == (Side.NS, 2)


def test_N04_4_2_score_is_kept_on_cards() -> None:
    assert (BOOK.markers.kind, BOOK.markers.peg_board) == ("score card", False)
    assert fives(11, BOOK).beside == 1


def test_national_G_02_accepted_card_joins_the_dealers_hand() -> None:
    deal = after(worked("D5", BOOK), "N pass, E order")
    assert (deal.turn, deal.trump) == (Seat.W, Suit.SPADES)
    assert card("9S") in deal.hands[Seat.W]
