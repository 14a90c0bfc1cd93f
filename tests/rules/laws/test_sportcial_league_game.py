"""The bar league's score: what a hand is worth, and ten points for the game."""

import pytest

from rightbower.rules.acts import read_action
from rightbower.rules.book import RuleBook, load, overlay
from rightbower.rules.cards import Seat, Side
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.game import Game, GameError, TurnUp, act, deal_out, ring, start_game, void
from rightbower.rules.score import fives, score
from table import after, worked

BOOK = load("sportcial-league")

# D2 after West ordered the 9H up and South buried the 9C; East and West are the makers.
ORDERED = "W order, S bury 9C"
PAIR_FIVE = "W 9S, N QS, E KS, S TD / E QC, S QD, W KC, N JC / W AS, N TS, E JD, S 9H / E KD, S KH, W AH, N 9D / W JH, N TC, E AD, S QH"
PAIR_FOUR = "W 9S, N TS, E KS, S QD / E QC, S QH, W KC, N TC / S KH, W AH, N 9D, E JD / E KD, S TD, W AS, N QS / E AD, S 9H, W JH, N JC"
PAIR_THREE = "W KC, N TC, E QC, S 9H / S KH, W AH, N 9D, E JD / E AD, S QD, W AS, N QS / E KD, S TD, W JH, N JC / W 9S, N TS, E KS, S QH"
PAIR_TWO = "W 9S, N QS, E KS, S KH / S TD, W AH, N 9D, E KD / W AS, N TS, E AD, S QH / S QD, W JH, N JC, E JD / W KC, N TC, E QC, S 9H"

# D7 with the JH turned down and spades named by East, alone: West sits out.
ALONE = "W pass, N pass, E pass, S turn down, W pass, N pass, E name spades alone"
LONE_FIVE = (
    "N 9C, E KC, S QH / E JS, S AH, N AS / E JC, S 9H, N KS / E QS, S KH, N QD / E TD, S TH, N 9D"
)
LONE_FOUR = (
    "N 9C, E KC, S 9H / E QS, S AH, N KS / N AS, E JC, S TH / E JS, S QH, N QD / E TD, S KH, N 9D"
)
LONE_THREE = (
    "N 9D, E TD, S TH / E QS, S KH, N AS / N QD, E KC, S AH / N KS, E JC, S 9H / E JS, S QH, N 9C"
)
LONE_TWO = (
    "N QD, E TD, S QH / N KS, E QS, S AH / N 9D, E KC, S 9H / N 9C, E JC, S KH / E JS, S TH, N AS"
)


def house(setting: str, value: object) -> RuleBook:
    return overlay(BOOK, {setting: value}, note="The Gamer allows it.")


def worth(deal: str, words: str) -> tuple[Side, int, str]:
    """Who scores what for a line of play on a worked deal, and by which clause."""
    (mark,) = score(after(worked(deal, BOOK), words))
    return mark.side, mark.points, BOOK.clause(mark.path)


def faced(game: Game, name: str, turn_up: TurnUp = TurnUp.FACED) -> Game:
    """South deals one of the worked deals."""
    out = worked(name)
    return deal_out(game, Dealt(out.dealt, out.turn_up, out.stock), turn_up=turn_up)


def played(game: Game, name: str, words: str) -> Game:
    """The game after South dealt a worked deal and it was played so."""
    game = faced(game, name)
    for action in words.replace("/", ",").split(","):
        game = act(game, read_action(action))
    return game


def at(score: tuple[int, int], book: RuleBook = BOOK) -> Game:
    return start_game(book, Seat.S, score=score)


def test_L03_6_2_three_tricks_are_what_scores() -> None:
    assert worth("D2", f"{ORDERED}, {PAIR_THREE}")[0] is Side.EW
    assert worth("D2", f"{ORDERED}, {PAIR_TWO}")[0] is Side.NS
    assert BOOK.clause("score.tricks_to_make") == "L03-6.2"


@pytest.mark.parametrize("line", [PAIR_TWO, PAIR_THREE, PAIR_FOUR, PAIR_FIVE])
def test_L03_6_9_side_with_more_tricks_scores(line: str) -> None:
    deal = after(worked("D2", BOOK), f"{ORDERED}, {line}")
    (mark,) = score(deal)
    assert deal.tricks_of(mark.side) > deal.tricks_of(mark.side.other)


def test_L03_7_1_three_or_four_score_one_and_five_two() -> None:
    assert worth("D2", f"{ORDERED}, {PAIR_THREE}") == (Side.EW, 1, "L03-7.1")
    assert worth("D2", f"{ORDERED}, {PAIR_FOUR}") == (Side.EW, 1, "L03-7.1")
    assert worth("D2", f"{ORDERED}, {PAIR_FIVE}") == (Side.EW, 2, "L03-7.1")


def test_L03_7_1_stuck_dealer_counts_as_the_caller() -> None:
    stuck = "W pass, N pass, E pass, S turn down, W pass, N pass, E pass, S name diamonds"
    line = "W TC, N QC, E 9S, S 9C / N 9D, E JH, S KD, W QD / E KH, S JD, W 9H, N TH / S AC, W KC, N QH, E TD / E KS, S QS, W TS, N AS"
    assert worth("D6", f"{stuck}, {line}") == (Side.NS, 1, "L03-7.1")


def test_L03_7_2_makers_under_three_give_two() -> None:
    assert worth("D2", f"{ORDERED}, {PAIR_TWO}") == (Side.NS, 2, "L03-7.2")


def test_L03_7_5_lone_five_score_four() -> None:
    assert worth("D7", f"{ALONE}, {LONE_FIVE}") == (Side.EW, 4, "L03-7.5")


def test_L03_7_5_lone_three_or_four_score_one() -> None:
    assert worth("D7", f"{ALONE}, {LONE_FOUR}") == (Side.EW, 1, "L03-7.5")
    assert worth("D7", f"{ALONE}, {LONE_THREE}") == (Side.EW, 1, "L03-7.5")


def test_L03_7_5_euchred_lone_player_gives_two() -> None:
    assert worth("D7", f"{ALONE}, {LONE_TWO}") == (Side.NS, 2, "L03-7.5")


def test_L03_3_5_deal_goes_left_after_the_hand() -> None:
    game = played(at((0, 0)), "D2", f"{ORDERED}, {PAIR_FIVE}")
    assert (game.dealer, game.first_dealer) == (Seat.W, Seat.S)


def test_L03_7_7_first_to_ten_points_wins() -> None:
    assert played(at((9, 8)), "D2", f"{ORDERED}, {PAIR_THREE}").result is None
    result = played(at((9, 9)), "D2", f"{ORDERED}, {PAIR_THREE}").result
    assert result is not None
    assert (result.score, result.winner, result.reason) == ((9, 10), Side.EW, "points")
    assert BOOK.clause(result.path) == "L03-7.7"


def test_L03_7_7_no_number_of_deals_ends_the_game() -> None:
    game = at((0, 0))
    for _ in range(9):
        game = void(faced(game, "D2"), Seat.S)  # so that South deals the same cards each time
        game = played(game, "D2", f"{ORDERED}, {PAIR_THREE}")
    assert (game.score, game.played, game.result) == ((0, 9), 9, None)
    assert BOOK.game.deals is None


def test_L03_7_7_no_other_target_is_played_to() -> None:
    for target in (5, 7, 11):
        with pytest.raises(GameError, match=r"plays to 10 \(L03-7\.7\)"):
            start_game(BOOK, Seat.S, target=target)
    assert start_game(BOOK, Seat.S, target=10).target == 10


def test_L03_7_8_one_point_is_margin_enough() -> None:
    result = played(at((9, 9)), "D2", f"{ORDERED}, {PAIR_THREE}").result
    assert result is not None
    assert result.winner is Side.EW


def test_L03_7_8_exact_ten_is_not_needed() -> None:
    result = played(at((9, 8)), "D7", f"{ALONE}, {LONE_FIVE}").result
    assert result is not None
    assert (result.score, result.winner) == ((9, 12), Side.EW)
    assert "L03-7.8" in BOOK.cite(result.path).clauses


def test_L03_7_8_house_may_cap_the_score() -> None:
    capped = at((9, 8), house("game.overshoot", "capped"))
    assert played(capped, "D7", f"{ALONE}, {LONE_FIVE}").score == (9, 10)


def two_hands(book: RuleBook) -> Game:
    """East and West take all ten tricks of two hands, each made as a pair."""
    game = at((0, 0), book)
    game = played(game, "D2", f"{ORDERED}, {PAIR_FIVE}")
    game = void(faced(game, "D2"), Seat.S)  # so that South deals the same cards again
    return played(game, "D2", f"{ORDERED}, {PAIR_FIVE}")


def test_L03_1_2_ten_tricks_do_not_win() -> None:
    game = two_hands(BOOK)
    assert (game.score, game.result) == ((0, 4), None)
    assert "L03-1.2" in BOOK.cite("game.counts").clauses


def test_L03_1_2_ten_tricks_win_where_the_house_counts_tricks() -> None:
    game = two_hands(house("game.counts", "tricks"))
    assert game.result is not None
    assert (game.result.score, game.result.winner) == ((0, 10), Side.EW)


def test_L03_1_2_ten_tricks_or_ten_points_win_where_either_counts() -> None:
    game = two_hands(house("game.counts", "either"))
    assert game.result is not None
    assert (game.result.score, game.result.winner) == ((0, 4), Side.EW)
    points = played(at((0, 9), house("game.counts", "either")), "D2", f"{ORDERED}, {PAIR_THREE}")
    assert points.result is not None


def test_L03_12_2_there_is_no_time_limit() -> None:
    game = start_game(BOOK, Seat.S, at=0)
    assert game.ends_at is None
    assert BOOK.clock.advice_minutes is None
    assert BOOK.clock.tournament_advice_minutes is None
    assert BOOK.clause("clock.minutes") == "L03-12.2"


def test_L03_12_2_house_limit_lets_a_faced_hand_be_finished_and_a_level_game_go_on() -> None:
    level = start_game(house("clock.minutes", 25), Seat.S, score=(3, 3), at=0)
    assert ring(faced(level, "D2")).result is None
    ahead = start_game(house("clock.minutes", 25), Seat.S, score=(3, 2), at=0)
    assert ring(faced(ahead, "D2", TurnUp.PUT_DOWN)).result is not None
    assert ring(faced(level, "D2", TurnUp.PUT_DOWN)).result is None


def test_L03_3_3_score_is_kept_on_a_sheet() -> None:
    assert (BOOK.markers.kind, BOOK.markers.peg_board) == ("score sheet", False)
    assert fives(12, BOOK).beside == 2
