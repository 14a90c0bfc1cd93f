"""What the seniors' fives show (sections 8.7 and 10, T2.3)."""

import pytest

from rightbower.rules.acts import read_action
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import PACK, Seat, Side, card
from rightbower.rules.game import act, deal_out, start_game
from rightbower.rules.judge import legal
from rightbower.rules.score import Fives, fives
from table import cards_out

DEAL = cards_out("9H", S="JH JD AH KH QH", N="KS AD KC AS AC", W="9C TC QC JC TD")


def test_A01_8_7_a_peg_board_may_replace_the_fives(seniors: RuleBook) -> None:
    assert seniors.markers.peg_board
    assert seniors.clause("markers.peg_board") == f"{seniors.document}-8.7"


def test_A01_10_1_at_nought_one_five_covers_the_other(seniors: RuleBook) -> None:
    at_nought = fives(0, seniors)
    assert at_nought == Fives(top_up=False, bottom_pips=0)
    assert (at_nought.placing.dx, at_nought.placing.dy, at_nought.placing.degrees) == (0, 0, 0)
    assert f"{seniors.document}-10.1" in seniors.cite("markers.kind").clauses


@pytest.mark.parametrize("score", [1, 2, 3, 4])
def test_A01_10_2_each_point_uncovers_a_pip(seniors: RuleBook, score: int) -> None:
    assert fives(score, seniors) == Fives(top_up=False, bottom_pips=score)


def test_A01_10_3_at_five_the_top_card_is_turned_up_over_the_other(seniors: RuleBook) -> None:
    """X-63: the settled picture of five is the turned card."""
    assert fives(4, seniors).top_up is False
    assert fives(5, seniors) == Fives(top_up=True, bottom_pips=0)


@pytest.mark.parametrize("score", [6, 7, 8, 9])
def test_A01_10_4_from_six_each_uncovered_pip_adds_one_to_five(
    seniors: RuleBook, score: int
) -> None:
    assert fives(score, seniors) == Fives(top_up=True, bottom_pips=score - 5)


def test_A01_10_4_a_jump_goes_straight_to_its_picture_and_back(seniors: RuleBook) -> None:
    """SC-112: 4 and a march; 6 less two by a ruling."""
    assert fives(4 + 2, seniors) == Fives(top_up=True, bottom_pips=1)
    assert fives(6 - 2, seniors) == Fives(top_up=False, bottom_pips=4)


def test_A01_10_5_both_fives_in_full_view_win_the_game(seniors: RuleBook) -> None:
    game = deal_out(start_game(seniors, Seat.S, score=(6, 9)), DEAL)
    for words in ("W pass", "N pass", "E pass", "S pick up alone", "S bury QH"):
        game = act(game, read_action(words))
    while game.deal is not None:
        assert game.result is None
        game = act(game, legal(game.deal)[0])
    assert game.result is not None
    assert game.result.winner is Side.NS
    assert fives(game.score[Side.NS], seniors) == Fives(top_up=True, bottom_pips=5)


def test_A01_10_5_past_ten_a_number_stands_beside(seniors: RuleBook) -> None:
    assert fives(9, seniors).bottom_pips == 4
    assert fives(12, seniors) == Fives(top_up=True, bottom_pips=5, beside=2)


def test_A01_T2_3_the_fives_are_kept_out_of_the_pack_as_markers(seniors: RuleBook) -> None:
    for suit in "CDHS":
        with pytest.raises(ValueError, match="not a card"):
            card(f"5{suit}")
    assert len(PACK) == 24
    assert seniors.markers.kind == "fives"
    assert f"{seniors.document}-T2.3" in seniors.cite("markers.kind").clauses
