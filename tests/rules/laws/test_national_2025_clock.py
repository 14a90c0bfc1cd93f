"""The national competition's game: eleven points, seven minutes, the bells."""

import pytest

from rightbower.rules.acts import read_action
from rightbower.rules.book import RuleBook, load, overlay
from rightbower.rules.cards import Seat, Side
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.game import (
    Game,
    GameError,
    TurnUp,
    act,
    deal_out,
    ring,
    show_turn_up,
    start_bell,
    start_game,
    void,
)
from table import worked

BOOK = load("national-2025")

# D5: West deals, East orders, and East and West march, make one, or are euchred.
MARCH = "N pass, E order, W bury 9H, N KC, E KS, S QC, W 9S / E JS, S TS, W JH, N JC / E AS, S QS, W KD, N QD / E AH, S QH, W TH, N 9D / E KH, S 9C, W AD, N TC"
MAKE = "N pass, E order, W bury 9H, N KC, E AS, S QC, W AD / E AH, S QH, W JH, N QD / E KS, S TS, W 9S, N JC / N TC, E JS, S 9C, W KD / E KH, S QS, W TH, N 9D"
AWAY_TWICE = "N pass, E pass, S pass, W turn down, N pass, E pass, S pass, W pass"
SEVEN_MINUTES = 7 * 60


def house(setting: str, value: object) -> RuleBook:
    return overlay(BOOK, {setting: value}, note="The director allows it.")


def begun(score: tuple[int, int] = (0, 0), book: RuleBook = BOOK) -> Game:
    """West is to deal and the start bell has just gone."""
    return start_bell(start_game(book, Seat.W, score=score), at=0)


def d5(game: Game, turn_up: TurnUp = TurnUp.FACED, at: float | None = None) -> Game:
    """D5 dealt out, with the trump card in the pack, put down or faced."""
    out = worked("D5")
    return deal_out(game, Dealt(out.dealt, out.turn_up, out.stock), at, turn_up)


def acted(game: Game, words: str) -> Game:
    for action in words.replace("/", ",").split(","):
        game = act(game, read_action(action))
    return game


def outcome(game: Game) -> tuple[tuple[int, int], Side | None, str]:
    """The final score, the winner and the reason; the test fails when the game goes on."""
    assert game.result is not None
    return game.result.score, game.result.winner, game.result.reason


def test_N04_1_1a_hands_may_be_dealt_before_the_start_bell() -> None:
    waiting = d5(start_game(BOOK, Seat.W), TurnUp.PUT_DOWN)
    with pytest.raises(GameError, match=r"after the start signal \(N04-1\.1a\)"):
        show_turn_up(waiting, TurnUp.FACED)
    faced = show_turn_up(start_bell(waiting, at=0), TurnUp.FACED)
    assert acted(faced, "N pass").result is None


def test_N04_1_1a_nobody_bids_before_the_card_is_turned() -> None:
    game = d5(begun(), TurnUp.PUT_DOWN)
    with pytest.raises(GameError, match="not been faced"):
        acted(game, "N pass")


def test_N04_1_1a_house_may_do_without_a_start_bell() -> None:
    game = start_game(house("dealing.turn_up_waits_for_bell", False), Seat.W, at=0)
    assert acted(d5(game), "N pass").ends_at == SEVEN_MINUTES


def test_N04_1_6a_bell_before_the_trump_card_is_put_down_ends_the_game() -> None:
    game = ring(d5(begun((6, 5)), TurnUp.IN_PACK))
    assert outcome(game) == ((6, 5), Side.NS, "time")


def test_N04_1_6a_trump_card_put_down_after_the_time_is_up_ends_the_game() -> None:
    waiting = d5(begun((1, 0)), TurnUp.IN_PACK, at=SEVEN_MINUTES - 1)
    assert show_turn_up(waiting, TurnUp.PUT_DOWN, at=SEVEN_MINUTES - 1).result is None
    over = show_turn_up(waiting, TurnUp.PUT_DOWN, at=SEVEN_MINUTES)
    assert outcome(over) == ((1, 0), Side.NS, "time")


def test_N04_1_6a_bell_between_two_deals_ends_the_game() -> None:
    game = ring(acted(d5(begun((6, 5))), MARCH))
    assert outcome(game) == ((6, 7), Side.EW, "time")


@pytest.mark.parametrize("turn_up", [TurnUp.PUT_DOWN, TurnUp.FACED])
def test_N04_1_6a_bell_after_the_trump_card_is_dealt_lets_the_hand_be_played(
    turn_up: TurnUp,
) -> None:
    rung = ring(d5(begun((6, 5)), turn_up))
    assert rung.result is None
    assert outcome(acted(show_turn_up(rung, TurnUp.FACED), MARCH)) == ((6, 7), Side.EW, "time")


def test_N04_1_6a_no_further_hand_is_dealt_after_that() -> None:
    over = acted(ring(d5(begun())), MARCH)
    with pytest.raises(GameError, match=r"the game is over \(N04-2\.2\)"):
        d5(over)


def test_N04_1_6a_card_must_be_faced_where_the_house_reads_it_so() -> None:
    book = house("clock.finish_hand", "if faced")
    assert ring(d5(begun((6, 5), book), TurnUp.PUT_DOWN)).result is not None
    assert ring(d5(begun((6, 5), book), TurnUp.FACED)).result is None


def test_N04_1_6a_house_may_stop_at_the_bell() -> None:
    game = ring(d5(begun((6, 5), house("clock.finish_hand", "never"))))
    assert outcome(game) == ((6, 5), Side.NS, "time")


def test_N04_1_6a_hand_thrown_in_after_the_bell_ends_the_game() -> None:
    game = acted(ring(d5(begun((6, 5)))), AWAY_TWICE)
    assert outcome(game) == ((6, 5), Side.NS, "time")


def test_N04_1_6a_hand_thrown_in_before_the_bell_ends_nothing() -> None:
    game = acted(d5(begun((6, 5))), AWAY_TWICE)
    assert (game.result, game.dealer, game.score) == (None, Seat.N, (6, 5))


def test_N04_1_6a_house_may_deal_on_after_a_throw_in() -> None:
    game = acted(ring(d5(begun((6, 5), house("clock.thrown_in", "deal on")))), AWAY_TWICE)
    assert (game.result, game.dealer) == (None, Seat.N)


def test_N04_1_6b_misdeal_after_the_bell_is_dealt_again_and_played_out() -> None:
    game = void(ring(d5(begun((6, 5)))), Seat.W)
    assert game.result is None
    assert outcome(acted(d5(game), MARCH)) == ((6, 7), Side.EW, "time")


def test_N04_1_6b_throw_in_after_such_a_misdeal_does_not_end_the_game() -> None:
    game = acted(d5(void(ring(d5(begun((6, 5)))), Seat.W)), AWAY_TWICE)
    assert (game.result, game.dealer) == (None, Seat.N)
    again = void(d5(game), Seat.W)
    assert outcome(acted(d5(again), MAKE)) == ((6, 6), None, "time")


def test_N04_1_6b_misdeal_before_the_bell_owes_no_hand() -> None:
    game = ring(void(d5(begun((6, 5))), Seat.W))
    assert outcome(game) == ((6, 5), Side.NS, "time")


def test_N04_2_2_eleven_points_end_the_game() -> None:
    assert acted(d5(begun((9, 9))), MAKE).result is None
    game = acted(d5(begun((9, 10))), MAKE)
    assert outcome(game) == ((9, 11), Side.EW, "points")
    assert game.result is not None
    assert BOOK.clause(game.result.path) == "N04-2.2"


def test_N04_2_2_points_past_eleven_are_kept() -> None:
    assert outcome(acted(d5(begun((9, 10))), MARCH)) == ((9, 12), Side.EW, "points")
    capped = acted(d5(begun((9, 10), house("game.overshoot", "capped"))), MARCH)
    assert outcome(capped) == ((9, 11), Side.EW, "points")


def test_N04_2_2_neither_deals_nor_tricks_end_the_game() -> None:
    game = begun()
    for _ in range(9):
        game = void(d5(game), Seat.W)  # so that West deals the same cards each time
        game = acted(d5(game), MAKE)
    assert (game.score, game.played, game.result) == ((0, 9), 9, None)
    assert BOOK.game.deals is None


def test_N04_2_2_no_other_target_is_played_to() -> None:
    for target in (5, 7, 10):
        with pytest.raises(GameError, match=r"plays to 11 \(N04-2\.2\)"):
            start_game(BOOK, Seat.W, target=target)


def test_N04_2_2_seven_minutes_end_the_game() -> None:
    game = begun((1, 0))
    assert d5(game, at=SEVEN_MINUTES - 1).result is None
    assert outcome(d5(game, at=SEVEN_MINUTES)) == ((1, 0), Side.NS, "time")


def test_N04_2_2_clock_starts_with_the_bell() -> None:
    game = start_bell(start_game(BOOK, Seat.W, at=0), at=60)
    assert d5(game, at=60 + SEVEN_MINUTES - 1).time_up is False
    assert outcome(d5(game, at=60 + SEVEN_MINUTES)) == ((0, 0), None, "time")


def test_N04_2_2_hand_under_way_at_seven_minutes_is_played_out() -> None:
    game = d5(begun((1, 0)), at=SEVEN_MINUTES - 1)
    game = act(game, read_action("N pass"), at=SEVEN_MINUTES)
    assert game.time_up
    assert outcome(acted(game, MARCH.removeprefix("N pass, "))) == ((1, 2), Side.EW, "time")


def test_N04_2_2_points_end_it_before_the_clock() -> None:
    game = acted(d5(begun((0, 10)), at=10), MAKE)
    assert outcome(game) == ((0, 11), Side.EW, "points")
    assert ring(game) == game


def test_N04_2_2_no_length_is_advised() -> None:
    assert BOOK.clock.advice_minutes is None
    assert BOOK.clock.tournament_advice_minutes is None


def test_N04_4_1_level_game_is_drawn() -> None:
    assert outcome(ring(begun((5, 5)))) == ((5, 5), None, "time")
    assert outcome(ring(begun((6, 5)))) == ((6, 5), Side.NS, "time")
    assert outcome(acted(ring(d5(begun((6, 5)))), MAKE)) == ((6, 6), None, "time")
    assert BOOK.clause("clock.level") == "N04-4.1"


def test_N04_4_1_house_may_deal_on_while_level() -> None:
    game = ring(begun((5, 5), house("clock.level", "deal on")))
    assert game.result is None
    assert outcome(acted(d5(game), MAKE)) == ((5, 6), Side.EW, "time")


def test_national_G_02_deal_moves_left_after_each_hand() -> None:
    assert acted(d5(begun()), MAKE).dealer is Seat.N


def test_N04_1_6b_misdeal_found_after_seven_minutes_owes_a_hand() -> None:
    game = void(d5(begun((6, 5)), at=SEVEN_MINUTES - 1), Seat.W, at=SEVEN_MINUTES + 30)
    assert (game.time_up, game.result) == (True, None)
    assert outcome(acted(d5(game), MARCH)) == ((6, 7), Side.EW, "time")


def test_N04_1_6b_house_may_end_the_game_on_such_a_misdeal() -> None:
    game = void(ring(d5(begun((6, 5), house("clock.misdealt", "ends the game")))), Seat.W)
    assert outcome(game) == ((6, 5), Side.NS, "time")
