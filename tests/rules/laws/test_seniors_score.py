"""What a deal is worth to the seniors (sections 7 and 8)."""

import pytest

from rightbower.rules.acts import Play
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Seat, Side
from rightbower.rules.deal import Deal
from rightbower.rules.judge import apply, playable
from rightbower.rules.score import Mark, score
from table import after, dealt, worked

TRUMPS = ("JH", "JD", "AH", "KH", "QH")
LOSERS = ("9C", "9S", "TS", "TC", "QS")


def taken(book: RuleBook, tricks: int, alone: bool = False) -> Deal:
    """West makes hearts and takes so many tricks with the top trumps; North wins the others.

    Everybody plays the first card that may be played, in the order of the hand.
    """
    west = TRUMPS[:tricks] + LOSERS[: 5 - tricks]
    south = LOSERS[5 - tricks :] + TRUMPS[tricks:][::-1]
    hands = {
        "W": " ".join(west),
        "N": "KS AD KC AS AC",
        "E": "QC JC JS TD QD",
        "S": " ".join(south),
    }
    deal = after(dealt("S deals, 9D up", book, **hands), "W pass, N pass, E pass, S turn down")
    deal = after(deal, "W name hearts alone" if alone else "W name hearts")
    while (seat := deal.turn) is not None:
        deal = apply(deal, Play(seat, playable(deal, seat)[0]))
    assert deal.tricks_of(Side.EW) == tricks
    return deal


def paid(deal: Deal) -> list[tuple[Side, int, str]]:
    """Each mark of a deal: the side, the points and the clause."""
    return [(mark.side, mark.points, deal.book.clause(mark.path)) for mark in score(deal)]


@pytest.mark.parametrize("alone", [False, True], ids=["pair", "alone"])
def test_A01_7_1_three_tricks_are_enough(seniors: RuleBook, alone: bool) -> None:
    assert [mark.side for mark in score(taken(seniors, 3, alone))] == [Side.EW]
    assert [mark.side for mark in score(taken(seniors, 2, alone))] == [Side.NS]
    assert seniors.clause("score.tricks_to_make") == f"{seniors.document}-7.1"


@pytest.mark.parametrize("tricks", [0, 1, 2])
def test_A01_7_2_makers_with_fewer_than_three_are_euchred(seniors: RuleBook, tricks: int) -> None:
    assert score(taken(seniors, tricks)) == (Mark(Side.NS, 2, "score.euchre"),)
    assert f"{seniors.document}-7.2" in seniors.cite("score.euchre").clauses


def test_A01_7_3_all_five_tricks_are_a_march(seniors: RuleBook) -> None:
    assert score(taken(seniors, 5)) == (Mark(Side.EW, 2, "score.march"),)
    assert score(taken(seniors, 4)) == (Mark(Side.EW, 1, "score.make"),)
    assert f"{seniors.document}-7.3" in seniors.cite("score.march").clauses


@pytest.mark.parametrize("tricks", [3, 4])
def test_A01_8_1_a_pair_with_three_or_four_scores_one(seniors: RuleBook, tricks: int) -> None:
    assert paid(taken(seniors, tricks)) == [(Side.EW, 1, f"{seniors.document}-8.1")]


def test_A01_8_2_a_pair_with_five_scores_two(seniors: RuleBook) -> None:
    assert paid(taken(seniors, 5)) == [(Side.EW, 2, f"{seniors.document}-8.2")]


@pytest.mark.parametrize("tricks", [3, 4])
def test_A01_8_3_a_lone_maker_with_three_or_four_scores_one(seniors: RuleBook, tricks: int) -> None:
    assert paid(taken(seniors, tricks, alone=True)) == [(Side.EW, 1, f"{seniors.document}-8.3")]


def test_A01_8_4_a_lone_maker_with_five_scores_four(seniors: RuleBook) -> None:
    assert paid(taken(seniors, 5, alone=True)) == [(Side.EW, 4, f"{seniors.document}-8.4")]


@pytest.mark.parametrize("alone", [False, True], ids=["pair", "alone"])
@pytest.mark.parametrize("tricks", [0, 1, 2])
def test_A01_8_5_a_euchre_pays_the_other_side_two(
    seniors: RuleBook, tricks: int, alone: bool
) -> None:
    """Nothing extra for the defenders' five tricks."""
    assert paid(taken(seniors, tricks, alone)) == [(Side.NS, 2, f"{seniors.document}-8.5")]


def test_A01_8_2_in_the_first_worked_deal_the_dealers_side_marches(seniors: RuleBook) -> None:
    bids = after(worked("D1", seniors), "W pass, N pass, E pass, S pick up, S bury JC")
    three = after(bids, "W AS, N 9S, E TS, S 9H / S JH, W QH, N TH, E AH / S KH, W TC, N JD, E QC")
    deal = after(three, "N AD, E KD, S QD, W 9D / N KC, E QS, S AC, W KS")
    assert [deal.tricks_of(side) for side in Side] == [5, 0]
    assert paid(deal) == [(Side.NS, 2, f"{seniors.document}-8.2")]


def test_A01_8_5_in_the_second_worked_deal_the_dealer_is_euchred(seniors: RuleBook) -> None:
    bids = after(worked("D2", seniors), "W pass, N pass, E pass, S pick up, S bury 9C")
    three = after(bids, "W JH, N TC, E JD, S 9H / W AH, N TS, E QC, S QH / W AS, N QS, E KS, S KH")
    deal = after(three, "S QD, W 9S, N 9D, E AD / E KD, S TD, W KC, N JC")
    assert [deal.tricks_of(side) for side in Side] == [1, 4]
    assert paid(deal) == [(Side.EW, 2, f"{seniors.document}-8.5")]


def test_A01_8_4_in_the_third_worked_deal_north_alone_takes_all(seniors: RuleBook) -> None:
    bids = after(worked("D3", seniors), "N order alone, W bury TC")
    three = after(bids, "N JS, E 9H, W 9S / N JC, E TH, W TS / N AS, E QH, W QS")
    deal = after(three, "N KS, E TD, W KH / N AD, E KD, W AH")
    assert [deal.tricks_of(side) for side in Side] == [5, 0]
    assert paid(deal) == [(Side.NS, 4, f"{seniors.document}-8.4")]


def test_A01_8_4_in_the_fifth_worked_deal_the_bound_partner_takes_all(seniors: RuleBook) -> None:
    bids = after(worked("D5", seniors), "N pass, E order")
    three = after(bids, "N KC, E KS, S 9C / E JS, S TS, N JC / E AS, S QS, N 9D")
    deal = after(three, "E AH, S QH, N QD / E KH, S QC, N TC")
    assert (deal.lone, deal.tricks_of(Side.EW)) == (Seat.E, 5)
    assert paid(deal) == [(Side.EW, 4, f"{seniors.document}-8.4")]
