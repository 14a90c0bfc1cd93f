"""The charity social in play: rank, following, tricks and what the hand is worth."""

import pytest

from rightbower.rules.book import load, overlay
from rightbower.rules.cards import Seat, Side, cards
from rightbower.rules.deal import Deal
from rightbower.rules.judge import playable
from rightbower.rules.score import score
from table import after, allowed, dealt, happened, refused, worked

BOOK = load("charity-social")

# D1 after South picked the 9H up and buried the JC, played with North and then alone.
PICKED_UP = "W pass, N pass, E pass, S pick up, S bury JC"
PAIR_FIVE = "W AS, N 9S, E TS, S 9H / S JH, W QH, N TH, E AH / S KH, W TC, N JD, E QC / N AD, E KD, S QD, W 9D / N KC, E QS, S AC, W KS"
PAIR_FOUR = "W KS, N 9S, E QS, S QD / W QH, N JD, E AH, S JH / S 9H, W TC, N TH, E TS / N AD, E KD, S AC, W 9D / N KC, E QC, S KH, W AS"
PAIR_THREE = "W QH, N TH, E AH, S 9H / E QS, S AC, W AS, N 9S / W KS, N JD, E TS, S KH / N AD, E KD, S QD, W 9D / N KC, E QC, S JH, W TC"
PAIR_TWO = "W QH, N TH, E AH, S KH / E QS, S QD, W KS, N 9S / W AS, N KC, E TS, S AC / W TC, N AD, E QC, S JH / S 9H, W 9D, N JD, E KD"
LONE_FIVE = (
    "W TC, E QC, S AC / S JH, W QH, E AH / S KH, W AS, E KD / S QD, W 9D, E QS / S 9H, W KS, E TS"
)
LONE_FOUR = (
    "W 9D, E KD, S QD / E TS, S KH, W KS / S JH, W QH, E AH / S 9H, W TC, E QS / S AC, W AS, E QC"
)
LONE_THREE = (
    "W QH, E AH, S 9H / E TS, S JH, W AS / S QD, W 9D, E KD / E QC, S AC, W TC / S KH, W KS, E QS"
)
LONE_TWO = (
    "W QH, E AH, S 9H / E KD, S QD, W 9D / E QS, S AC, W AS / W KS, E TS, S KH / S JH, W TC, E QC"
)


def on_lead(**hands: str) -> Deal:
    """Hearts are trump, everyone plays, South dealt and West is to lead."""
    held = " ".join(hands.values())
    spare = next(name for name in ("9C", "TC", "QC", "KC", "AC") if name not in held)
    deal = dealt(f"S deals, {spare} up", BOOK, **hands)
    return after(deal, "W pass, N pass, E pass, S turn down, W name hearts, W with partner")


def taker(trick: str) -> str:
    """Which of four cards takes the trick with hearts trump, West leading the first."""
    west, north, east, south = trick.split()
    deal = on_lead(W=west, N=north, E=east, S=south)
    deal = happened(deal, f"W {west}, N {north}, E {east}, S {south}")
    return {Seat.W: west, Seat.N: north, Seat.E: east, Seat.S: south}[deal.tricks[1].leader]


def worth(line: str, answer: str = "S with partner") -> tuple[Side, int, str]:
    """Who scores what for a line of play on D1, and by which clause."""
    (mark,) = score(after(worked("D1", BOOK), f"{PICKED_UP}, {answer}, {line}"))
    return mark.side, mark.points, BOOK.clause(mark.path)


def test_S02_1_1_three_of_five_tricks_are_enough() -> None:
    assert worth(PAIR_THREE)[0] is Side.NS
    assert worth(PAIR_TWO)[0] is Side.EW
    assert BOOK.clause("score.tricks_to_make") == "S02-1.1"


def test_S02_1_1_house_may_ask_for_four() -> None:
    deal = worked("D1", overlay(BOOK, {"score.tricks_to_make": 4}, note="Four tricks."))
    (mark,) = score(after(deal, f"{PICKED_UP}, S with partner, {PAIR_THREE}"))
    assert (mark.side, mark.points) == (Side.EW, 2)


def test_S02_3_1_any_trump_beats_any_other_suit() -> None:
    assert taker("AS KS 9H QS") == "9H"
    assert taker("AS KS 9D QS") == "AS"


def test_S02_3_1_trump_is_set_before_play() -> None:
    deal = worked("D1", BOOK)
    assert refused(deal, "W AS").clause == "S02-4.1"
    assert allowed(on_lead(W="AS"), "W AS")


def test_S02_3_2_jack_of_trumps_is_top() -> None:
    assert taker("AH JD JH 9H") == "JH"


def test_S02_3_3_jack_of_the_same_colour_is_second() -> None:
    assert taker("AH JD KH 9H") == "JD"
    assert taker("AH JS KH 9H") == "AH"


def test_S02_3_4_then_ace_king_queen_ten_nine() -> None:
    assert taker("9H TH QH KH") == "KH"
    assert taker("AH KH QH TH") == "AH"
    assert taker("9H TH QH 9S") == "QH"
    assert taker("9H TH AS KS") == "TH"


def test_S02_3_5_other_suits_run_ace_king_queen_jack_ten_nine() -> None:
    assert taker("KS AS QS JS") == "AS"
    assert taker("KS QS JS TS") == "KS"
    assert taker("JS QS TS 9S") == "QS"
    assert taker("9S TS JS AD") == "JS"
    assert taker("9S TS AD AC") == "TS"


def test_S02_3_6_suit_of_trumps_colour_has_no_jack() -> None:
    deal = after(on_lead(W="AD", N="JD 9S TS KS QS"), "W AD")
    assert allowed(deal, "N 9S")
    deal = after(on_lead(W="AH", N="JD 9S TS KS QS"), "W AH")
    assert refused(deal, "N 9S").clause == "S02-8.2"
    assert taker("TD 9D QD KD") == "KD"


def test_S02_8_1_dealers_left_leads_any_card() -> None:
    deal = on_lead(W="AS KH 9D JC TC")
    assert deal.turn is Seat.W
    assert set(playable(deal, Seat.W)) == set(cards("AS KH 9D JC TC"))
    assert refused(deal, "N 9S").clause == "S02-8.1"


@pytest.mark.parametrize(
    ("bids", "leader", "order"),
    [
        ("W order, S bury JC, W alone", "W", "WNS"),
        ("W pass, N order, S bury JC, N alone", "W", "WNE"),
        (f"{PICKED_UP}, S alone", "W", "WES"),
        ("W pass, N pass, E order, S bury JC, E alone", "N", "NES"),
    ],
)
def test_S02_8_1_next_hand_leads_where_the_dealers_left_has_folded(
    bids: str, leader: str, order: str
) -> None:
    deal = after(worked("D1", BOOK), bids)
    assert deal.turn is Seat.of(leader)
    assert set(deal.active) == {Seat.of(seat) for seat in order}


def test_S02_8_1_house_may_have_the_lone_players_left_lead() -> None:
    book = overlay(BOOK, {"alone.lead": "left of lone player"}, note="So the hosts play.")
    assert after(worked("D1", book), "W order, S bury JC, W alone").turn is Seat.N


def test_S02_8_2_everyone_follows_suit() -> None:
    deal = after(on_lead(W="AS", N="9S KD 9H QD TD"), "W AS")
    assert refused(deal, "N KD").clause == "S02-8.2"
    assert refused(deal, "N 9H").clause == "S02-8.2"
    assert allowed(deal, "N 9S")


def test_S02_8_2_left_bower_led_calls_for_trumps() -> None:
    deal = after(on_lead(W="JD", N="KD 9H AS QD TD"), "W JD")
    assert playable(deal, Seat.N) == cards("9H")


def test_S02_8_2_card_that_is_not_held_is_not_played() -> None:
    assert refused(on_lead(W="AS", N="9S"), "W 9S").clause == "S02-8.7"


def test_S02_8_3_void_player_trumps_or_throws_anything() -> None:
    deal = after(on_lead(W="QD", N="JC AC 9H TS KS"), "W QD")
    assert playable(deal, Seat.N) == cards("JC AC 9H TS KS")


def test_S02_8_4_trump_is_compulsory_only_when_it_is_led() -> None:
    hand = "9H AS 9S TC AC"
    plain = after(on_lead(W="QD", N=hand), "W QD")
    assert allowed(plain, "N AS")
    trumps = after(on_lead(W="KH", N=hand), "W KH")
    assert refused(trumps, "N AS").clause == "S02-8.2"
    assert "S02-8.4" in BOOK.cite("laws.follow_suit").clauses


def test_S02_8_5_highest_card_takes_the_trick() -> None:
    assert taker("QD AS KD AC") == "KD"
    assert taker("QD AS 9H AC") == "9H"
    assert taker("QD TH 9H AC") == "TH"


def test_S02_8_6_taker_leads_next() -> None:
    deal = after(on_lead(W="AS", N="9S", E="TS", S="9H AD KD TD 9D"), "W AS, N 9S, E TS, S 9H")
    assert deal.turn is Seat.S
    assert refused(deal, "W KS").clause == "S02-8.6"


def test_S02_8_7_hand_is_scored_after_five_tricks() -> None:
    deal = after(worked("D1", BOOK), f"{PICKED_UP}, S with partner, {PAIR_FIVE[:-6]}")
    assert (len(deal.tricks), deal.ending, score(deal)) == (5, None, ())
    done = after(deal, "W KS")
    assert (done.turn, done.ending, len(score(done))) == (None, "played", 1)
    assert refused(done, "W KS").clause == "S02-8.7"


def test_S02_9_1_makers_below_three_tricks_are_euchred() -> None:
    assert worth(PAIR_TWO)[:2] == (Side.EW, 2)
    assert worth(PAIR_THREE)[:2] == (Side.NS, 1)
    assert "S02-9.1" in BOOK.cite("score.euchre").clauses


def test_S02_9_5_pair_with_three_or_four_scores_one() -> None:
    assert worth(PAIR_THREE) == (Side.NS, 1, "S02-9.5")
    assert worth(PAIR_FOUR) == (Side.NS, 1, "S02-9.5")


def test_S02_9_6_pair_with_five_scores_two() -> None:
    assert worth(PAIR_FIVE) == (Side.NS, 2, "S02-9.6")


def test_S02_9_7_euchred_pair_gives_two() -> None:
    assert worth(PAIR_TWO) == (Side.EW, 2, "S02-9.7")


def test_S02_9_10_lone_maker_with_five_scores_four() -> None:
    assert worth(LONE_FIVE, "S alone") == (Side.NS, 4, "S02-9.10")


def test_S02_9_11_lone_maker_with_three_or_four_scores_one() -> None:
    assert worth(LONE_FOUR, "S alone") == (Side.NS, 1, "S02-9.11")
    assert worth(LONE_THREE, "S alone") == (Side.NS, 1, "S02-9.11")


def test_S02_9_12_euchred_lone_maker_gives_two() -> None:
    assert worth(LONE_TWO, "S alone") == (Side.EW, 2, "S02-9.12")


def test_S02_9_10_either_maker_alone_scores_four_where_the_house_lets_both() -> None:
    book = overlay(BOOK, {"alone.who": "makers"}, note="Either maker.")
    deal = after(worked("D3", book), "N pass, E pass, S order, W bury TC, S with partner, N alone")
    deal = after(deal, "N JS, E 9H, W 9S / N JC, E TH, W TS / N AS, E QH, W QS")
    (mark,) = score(after(deal, "N KS, E TD, W KH / N AD, E KD, W AH"))
    assert (mark.side, mark.points, BOOK.clause(mark.path)) == (Side.NS, 4, "S02-9.10")
