"""When a seniors' game is over: points and, in Alberta, the clock (section 9, C.1, T5)."""

import pytest
from msgspec.structs import replace

from rightbower.referee.doing import (
    act_at_table,
    deal_at_table,
    face,
    open_table,
)
from rightbower.referee.table import Table
from rightbower.rules.acts import read_action
from rightbower.rules.book import RuleBook, load, overlay
from rightbower.rules.cards import Seat, Side
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.game import (
    Game,
    GameError,
    GameResult,
    TurnUp,
    act,
    deal_out,
    ring,
    show_turn_up,
    start_game,
    void,
)
from table import cards_out, worked

MINUTE = 60
MARCH = (
    "W pass, N pass, E pass, S pick up, S bury JC, W AS, N 9S, E TS, S 9H, S JH, W QH, N TH, E AH,"
    "S KH, W TC, N JD, E QC, N AD, E KD, S QD, W 9D, N KC, E QS, S AC, W KS"
)
LONE_MARCH = (
    "N pass, E order, N KC, E KS, S 9C, E JS, S TS, N JC, E AS, S QS, N 9D, E AH, S QH, N QD,"
    "E KH, S QC, N TC"
)
THROWN_IN = "W pass, N pass, E pass, S turn down, W pass, N pass, E pass, S pass"


def dealt_out(game: Game, name: str, at: float | None = None) -> Game:
    """The dealer deals one of the worked deals and faces the turn-up."""
    deal = worked(name, game.book)
    assert deal.dealer is game.dealer
    return deal_out(game, Dealt(deal.dealt, deal.turn_up, deal.stock), at)


def acted(game: Game, words: str, at: float | None = None) -> Game:
    """What was said and played, all at one time."""
    for said in words.split(","):
        game = act(game, read_action(said), at)
    return game


def march(game: Game, at: float | None = None) -> Game:
    """South deals and marches: two points for North and South."""
    return acted(dealt_out(game, "D1", at), MARCH, at)


def lone_march(game: Game, at: float | None = None) -> Game:
    """West deals and East, alone, takes all: four points for East and West."""
    return acted(dealt_out(game, "D5", at), LONE_MARCH, at)


def standing(book: RuleBook, north_south: int, east_west: int, target: int | None = None) -> Game:
    """A game that stands so, begun at time nought, with South to deal."""
    return start_game(book, Seat.S, target, score=(north_south, east_west), at=0)


def test_A01_9_1_ten_points_end_the_game(seniors: RuleBook) -> None:
    game = march(standing(seniors, 8, 9))
    assert game.result == GameResult((10, 9), Side.NS, "points", "game.target")
    with pytest.raises(GameError, match=rf"the game is over \({seniors.document}-9\.1\)"):
        dealt_out(game, "D3")


def test_A01_9_1_nine_points_do_not(seniors: RuleBook) -> None:
    game = march(standing(seniors, 7, 9))
    assert (game.score, game.result) == ((9, 9), None)


def test_A01_9_1_no_exact_ten_is_needed_and_the_points_stay_as_made(seniors: RuleBook) -> None:
    game = march(standing(seniors, 9, 9))
    assert game.result == GameResult((11, 9), Side.NS, "points", "game.target")


def test_A01_9_1_points_are_counted_and_not_tricks(seniors: RuleBook) -> None:
    game = lone_march(march(standing(seniors, 0, 0)))
    assert (game.score, game.result) == ((2, 4), None)


def test_A01_9_1_no_number_of_deals_ends_it(seniors: RuleBook) -> None:
    game = standing(seniors, 0, 0, target=40)
    for _ in range(18):
        game = march(replace(game, dealer=Seat.S))
    assert (game.score, game.played, game.result) == ((36, 0), 18, None)


@pytest.mark.parametrize("target", [5, 7])
def test_A01_9_2_the_target_may_be_cut_to_five_or_seven(seniors: RuleBook, target: int) -> None:
    assert march(standing(seniors, target - 3, 0, target)).result is None
    won = march(standing(seniors, target - 2, 0, target)).result
    assert won == GameResult((target, 0), Side.NS, "points", "game.target")


def test_A01_9_2_five_and_seven_stand_in_the_book_itself(seniors: RuleBook) -> None:
    house = overlay(seniors, {"game.agreed_target": False}, note="No other targets here.")
    assert [start_game(house, Seat.S, target).target for target in (5, 7, 10)] == [5, 7, 10]
    for other in (4, 6, 8, 9, 11):
        with pytest.raises(GameError, match=rf"plays to 10 \({seniors.document}-9\.1\)"):
            start_game(house, Seat.S, other)
    assert seniors.clause("game.other_targets") == f"{seniors.document}-9.2"


def test_A01_9_2_another_total_may_be_agreed(seniors: RuleBook) -> None:
    assert march(standing(seniors, 10, 10, target=13)).result is None
    assert march(standing(seniors, 11, 10, target=13)).result is not None
    with pytest.raises(GameError, match="at least one point"):
        start_game(seniors, Seat.S, target=0)
    assert seniors.clause("game.agreed_target") == f"{seniors.document}-9.2"


def test_A01_T5_1_the_directors_number_is_set_beforehand_or_it_is_ten(seniors: RuleBook) -> None:
    assert start_game(seniors, Seat.S).target == 10
    assert march(standing(seniors, 8, 0, target=12)).result is None
    assert march(standing(seniors, 10, 0, target=12)).result is not None
    for path in ("game.target", "game.agreed_target"):
        assert f"{seniors.document}-T5.1" in seniors.cite(path).clauses


def test_A01_T5_2_thirty_minutes_are_advice_for_a_tournament(seniors: RuleBook) -> None:
    assert seniors.clock.tournament_advice_minutes == 30
    assert seniors.clause("clock.tournament_advice_minutes") == f"{seniors.document}-T5.2"


ALBERTA = load("alberta-55plus")
PROVINCIAL = load("provincial-55plus")


def house(book: RuleBook, **clock: object) -> RuleBook:
    """The book with another clock."""
    return overlay(book, {f"clock.{name}": value for name, value in clock.items()}, note="House.")


def test_A01_9_3_thirty_minutes_are_advice_and_have_no_effect() -> None:
    assert ALBERTA.clock.advice_minutes == 30
    assert ALBERTA.clause("clock.advice_minutes") == "A01-9.3"
    untimed = house(ALBERTA, minutes="none")
    assert march(standing(untimed, 4, 0), at=31 * MINUTE).result is None


def test_A00_9_3_twenty_five_minutes_are_advice_and_have_no_effect() -> None:
    assert PROVINCIAL.clock.advice_minutes == 25
    assert PROVINCIAL.clause("clock.advice_minutes") == "A00-9.3"
    game = standing(PROVINCIAL, 4, 0)
    assert game.ends_at is None
    assert march(game, at=90 * MINUTE).result is None


def test_A00_9_3_a_house_may_set_a_limit_and_then_no_deal_begins_after_it() -> None:
    timed = standing(house(PROVINCIAL, minutes=20), 4, 3)
    assert dealt_out(timed, "D1", at=20 * MINUTE - 1).deal is not None
    over = dealt_out(timed, "D1", at=20 * MINUTE)
    assert over.result == GameResult((4, 3), Side.NS, "time", "clock.minutes")


def test_A00_9_3_under_a_house_limit_only_a_hand_with_its_turn_up_faced_is_finished() -> None:
    timed = standing(house(PROVINCIAL, minutes=20), 3, 4)
    game = acted(dealt_out(timed, "D1", at=19 * MINUTE), MARCH, at=22 * MINUTE)
    assert game.result == GameResult((5, 4), Side.NS, "time", "clock.minutes")
    out = cards_out("9H")
    game = ring(deal_out(timed, out, 19 * MINUTE, TurnUp.PUT_DOWN), at=20 * MINUTE)
    assert game.result == GameResult((3, 4), Side.EW, "time", "clock.minutes")


def test_A00_9_3_under_a_house_limit_a_throw_in_ends_all_but_a_level_game() -> None:
    timed = house(PROVINCIAL, minutes=20)
    ahead = dealt_out(standing(timed, 3, 4), "D1", at=19 * MINUTE)
    assert acted(ahead, THROWN_IN, at=22 * MINUTE).result is not None
    level = dealt_out(standing(timed, 3, 3), "D1", at=21 * MINUTE)
    assert acted(level, THROWN_IN, at=22 * MINUTE).result is None


def test_A01_C_1_after_25_minutes_no_deal_begins() -> None:
    ahead = standing(ALBERTA, 4, 3)
    assert dealt_out(ahead, "D1", at=25 * MINUTE - 1).deal is not None
    over = dealt_out(ahead, "D1", at=25 * MINUTE)
    assert (over.deal, over.finished) == (None, ())
    assert over.result == GameResult((4, 3), Side.NS, "time", "clock.minutes")
    assert ring(ahead, at=25 * MINUTE).result == over.result
    with pytest.raises(GameError, match=r"the game is over \(A01-C\.1\)"):
        dealt_out(over, "D1", at=25 * MINUTE)


def test_A01_C_1_a_deal_begun_after_25_minutes_is_played_only_where_the_score_is_level() -> None:
    level = dealt_out(standing(ALBERTA, 3, 3), "D1", at=26 * MINUTE)
    assert level.deal is not None
    assert acted(level, MARCH, at=27 * MINUTE).result == GameResult(
        (5, 3), Side.NS, "time", "clock.minutes"
    )


def test_A01_C_1_hands_whose_turn_up_is_not_faced_in_25_minutes_end_the_game() -> None:
    hands = deal_out(standing(ALBERTA, 3, 4), cards_out("9H"), 24 * MINUTE, TurnUp.PUT_DOWN)
    over = show_turn_up(hands, TurnUp.FACED, at=25 * MINUTE)
    assert (over.deal, over.result) == (None, GameResult((3, 4), Side.EW, "time", "clock.minutes"))
    assert void(hands, Seat.N, at=25 * MINUTE) == over


def test_A01_C_1_where_a_house_stops_at_the_limit_a_card_played_after_it_counts_no_more() -> None:
    book = house(ALBERTA, finish_hand="never")
    game = dealt_out(standing(book, 3, 4), "D1", at=24 * MINUTE)
    over = act(game, read_action("W pass"), at=25 * MINUTE)
    assert (over.deal, over.result) == (None, GameResult((3, 4), Side.EW, "time", "clock.minutes"))
    table = act_at_table(seated(book, (3, 4), at=24 * MINUTE), read_action("W pass"), 25 * MINUTE)
    assert table.game.result == over.result


def test_A01_C_1_as_at_the_table_a_deal_begun_after_25_minutes_ends_the_game_too() -> None:
    table = seated(ALBERTA, (4, 3), at=25 * MINUTE)
    assert table.game.result == GameResult((4, 3), Side.NS, "time", "clock.minutes")
    assert table.game.deal is None
    hands = seated(ALBERTA, (4, 3), at=24 * MINUTE, turn_up=TurnUp.PUT_DOWN)
    assert face(hands, at=25 * MINUTE).game.result == table.game.result


def seated(
    book: RuleBook, score: tuple[int, int], at: float, turn_up: TurnUp = TurnUp.FACED
) -> Table:
    """A table as at the table whose game began at nought, with a deal begun at this time."""
    table = open_table(start_game(book, Seat.S, score=score, at=0))
    return deal_at_table(table, cards_out("9H"), turn_up=turn_up, at=at)


def test_A01_C_1_the_clock_runs_from_the_start_of_the_game() -> None:
    game = start_game(ALBERTA, Seat.S, score=(4, 3), at=1000)
    assert dealt_out(game, "D1", at=1000 + 25 * MINUTE - 1).time_up is False
    assert dealt_out(game, "D1", at=1000 + 25 * MINUTE).result is not None


def test_A01_C_1_reading_a_hand_with_its_turn_up_faced_is_finished() -> None:
    """X-12 (a): and the leader then has won, whoever led at the bell."""
    game = dealt_out(standing(ALBERTA, 3, 4), "D1", at=25 * MINUTE - 1)
    game = acted(game, MARCH, at=29 * MINUTE)
    assert game.result == GameResult((5, 4), Side.NS, "time", "clock.minutes")
    assert ALBERTA.cite("clock.finish_hand").see == "X-12"


@pytest.mark.parametrize("turn_up", [TurnUp.IN_PACK, TurnUp.PUT_DOWN])
def test_A01_C_1_reading_a_hand_not_yet_faced_is_not(turn_up: TurnUp) -> None:
    game = deal_out(standing(ALBERTA, 3, 4), cards_out("9H"), 24 * MINUTE, turn_up)
    game = ring(game, at=25 * MINUTE)
    assert game.result == GameResult((3, 4), Side.EW, "time", "clock.minutes")


def test_A01_C_1_reading_a_level_game_deals_on_until_one_side_leads() -> None:
    game = march(standing(ALBERTA, 0, 2), at=25 * MINUTE - 1)
    assert game.score == (2, 2)
    game = lone_march(ring(game, at=25 * MINUTE), at=27 * MINUTE)
    assert game.result == GameResult((2, 6), Side.EW, "time", "clock.minutes")


def test_A01_C_1_reading_a_hand_that_makes_it_level_is_not_the_last() -> None:
    game = dealt_out(standing(ALBERTA, 3, 5), "D1", at=24 * MINUTE)
    game = acted(game, MARCH, at=26 * MINUTE)
    assert (game.score, game.result, game.dealer) == ((5, 5), None, Seat.W)
    assert lone_march(game, at=28 * MINUTE).result is not None


def test_A01_C_1_reading_a_last_hand_thrown_in_leaves_the_score() -> None:
    game = dealt_out(standing(ALBERTA, 3, 4), "D1", at=24 * MINUTE)
    game = acted(game, THROWN_IN, at=26 * MINUTE)
    assert game.result == GameResult((3, 4), Side.EW, "time", "clock.minutes")


def test_A01_C_1_the_target_may_still_be_reached_in_the_last_hand() -> None:
    game = dealt_out(standing(ALBERTA, 8, 9), "D1", at=24 * MINUTE)
    game = acted(game, MARCH, at=26 * MINUTE)
    assert game.result == GameResult((10, 9), Side.NS, "points", "game.target")


def test_A01_C_1_reading_a_house_may_record_a_draw() -> None:
    """X-12 (b)."""
    game = ring(standing(house(ALBERTA, level="draw"), 4, 4), at=25 * MINUTE)
    assert game.result == GameResult((4, 4), None, "time", "clock.minutes")


def test_A01_C_1_reading_a_house_may_stop_at_once() -> None:
    """X-12 (c): the hand under way counts for nothing."""
    game = dealt_out(standing(house(ALBERTA, finish_hand="never"), 3, 4), "D1", at=24 * MINUTE)
    game = acted(game, "W pass, N pass, E pass, S pick up, S bury JC, W AS", at=24 * MINUTE)
    game = ring(game, at=25 * MINUTE)
    assert game.result == GameResult((3, 4), Side.EW, "time", "clock.minutes")
    assert game.deal is None


@pytest.mark.parametrize("minutes", [25, 30])
def test_A01_C_1_reading_the_director_may_set_thirty_minutes(minutes: int) -> None:
    """X-11 (a) and (b)."""
    assert ALBERTA.cite("clock.minutes").see == "X-11"
    game = standing(house(ALBERTA, minutes=minutes), 4, 3)
    assert dealt_out(game, "D1", at=minutes * MINUTE - 1).time_up is False
    assert dealt_out(game, "D1", at=minutes * MINUTE).result is not None


def test_A01_C_1_reading_a_house_may_take_it_as_advice() -> None:
    """X-11 (c)."""
    game = dealt_out(standing(house(ALBERTA, minutes="none"), 4, 3), "D1", at=60 * MINUTE)
    assert (game.result, game.time_up) == (None, False)
