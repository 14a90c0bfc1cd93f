"""A game as a whole: dealing in turn, the clock, and what is refused between deals."""

import pytest
from msgspec.structs import replace

from rightbower.rules.acts import read_action
from rightbower.rules.book import load, overlay
from rightbower.rules.cards import Seat, Side
from rightbower.rules.game import (
    Game,
    GameError,
    GameResult,
    TurnUp,
    act,
    call_off,
    deal_out,
    place,
    ring,
    show_turn_up,
    start_bell,
    start_game,
    tallies,
    target_objection,
    void,
)
from rightbower.rules.judge import IllegalAction
from table import cards_out

D1 = cards_out(
    "9H", "9C TD JS", N="JD AD 9S KC TH", E="QS TS KD QC AH", S="JH KH QD AC JC", W="AS KS 9D TC QH"
)
MARCH = (
    "W pass, N pass, E pass, S pick up, S bury JC, W AS, N 9S, E TS, S 9H, S JH, W QH, N TH, E AH,"
    "S KH, W TC, N JD, E QC, N AD, E KD, S QD, W 9D, N KC, E QS, S AC, W KS"
)
THROWN_IN = "W pass, N pass, E pass, S turn down, W pass, N pass, E pass, S pass"


def played(game: Game, words: str, at: float | None = None) -> Game:
    """A game after the actions given, all at one time."""
    for action in words.split(","):
        game = act(game, read_action(action), at)
    return game


def marching(game: Game, at: float | None = None) -> Game:
    """South deals and marches: two points for North and South."""
    game = replace(game, dealer=Seat.S)
    return played(deal_out(game, D1, at), MARCH, at)


def test_points_are_added_and_the_deal_goes_left() -> None:
    game = marching(start_game(load("alberta-55plus"), Seat.S))
    assert game.score == (2, 0)
    assert game.dealer is Seat.W
    assert (game.deal, game.result, game.played) == (None, None, 1)
    assert [mark.path for mark in game.finished[0].marks] == ["score.march"]


def test_a_target_may_be_agreed_where_the_book_says_so() -> None:
    alberta, league = load("alberta-55plus"), load("sportcial-league")
    assert target_objection(alberta, 5) is None
    assert target_objection(alberta, 13) is None
    assert target_objection(league, 10) is None
    assert str(target_objection(league, 7)) == "Sportcial bar league plays to 10 (L03-7.7)"
    assert str(target_objection(alberta, -3)) == "a target is at least one point"
    assert "plays a number of deals" in str(target_objection(load("charity-social"), 10))
    with pytest.raises(GameError, match="plays to 10"):
        start_game(league, Seat.S, target=7)


def test_a_short_game_ends_at_its_target() -> None:
    game = start_game(load("alberta-55plus"), Seat.S, target=5, score=(3, 4))
    game = marching(game)
    assert game.result == GameResult((5, 4), Side.NS, "points", "game.target")
    with pytest.raises(GameError, match=r"the game is over \(A01-9.1\)"):
        deal_out(game, D1)


def test_nothing_is_done_out_of_its_place() -> None:
    game = start_game(load("alberta-55plus"), Seat.S)
    with pytest.raises(GameError, match="have not been dealt"):
        act(game, read_action("W pass"))
    with pytest.raises(GameError, match="no deal is under way"):
        void(game, Seat.S)
    game = deal_out(game, D1)
    with pytest.raises(GameError, match="has to be finished first"):
        deal_out(game, D1)
    with pytest.raises(IllegalAction, match="West's turn"):
        act(game, read_action("N pass"))
    assert place(game, read_action("N pass")).deal is not None


def test_the_bids_wait_for_the_turn_up() -> None:
    game = deal_out(start_game(load("alberta-55plus"), Seat.S), D1, turn_up=TurnUp.PUT_DOWN)
    with pytest.raises(GameError, match="has not been faced"):
        act(game, read_action("W pass"))
    assert act(show_turn_up(game, TurnUp.FACED), read_action("W pass")).deal is not None


def test_at_the_national_the_turn_up_waits_for_the_bell() -> None:
    game = start_game(load("national-2025"), Seat.S, at=0)
    with pytest.raises(GameError, match=r"after the start signal \(N04-1.1a\)"):
        deal_out(game, D1, at=1)
    game = deal_out(game, D1, at=1, turn_up=TurnUp.PUT_DOWN)
    game = show_turn_up(start_bell(game, at=30), TurnUp.FACED, at=31)
    assert game.ends_at == 30 + 7 * 60


def test_time_does_not_run_backward() -> None:
    game = deal_out(start_game(load("alberta-55plus"), Seat.S, at=0), D1, at=10)
    with pytest.raises(GameError, match="backward"):
        act(game, read_action("W pass"), at=9)
    with pytest.raises(GameError, match="backward"):
        ring(game, at=9)
    with pytest.raises(GameError, match="backward"):
        start_bell(start_game(load("national-2025"), Seat.S, at=10), at=9)


def test_the_limit_takes_effect_by_the_times_of_the_acts() -> None:
    limit = 25 * 60
    game = marching(start_game(load("alberta-55plus"), Seat.S, at=0), at=limit - 1)
    over = deal_out(game, D1, at=limit)
    assert over.result is not None
    assert over.result.path == "clock.minutes"
    game = deal_out(game, D1, at=limit - 1)
    game = played(game, "N pass, E pass, S pass, W turn down", at=limit)
    assert game.time_up
    assert game.result is None


def test_a_second_bell_changes_nothing() -> None:
    game = deal_out(start_game(load("alberta-55plus"), Seat.S), D1)
    game = ring(game)
    assert ring(game) is game
    over = ring(start_game(load("alberta-55plus"), Seat.S, score=(4, 3)))
    assert over.result == GameResult((4, 3), Side.NS, "time", "clock.minutes")
    assert ring(over) is over


def test_a_level_game_deals_on_until_one_side_leads() -> None:
    game = ring(start_game(load("alberta-55plus"), Seat.S, score=(3, 3)))
    assert game.result is None
    game = played(deal_out(game, D1), THROWN_IN)
    assert game.result is None
    game = marching(game)
    assert game.result == GameResult((5, 3), Side.NS, "time", "clock.minutes")


def test_a_house_may_deal_on_after_a_throw_in_or_stop_at_once() -> None:
    on = overlay(load("national-2025"), {"clock.thrown_in": "deal on"}, note="…")
    game = ring(deal_out(start_bell(start_game(on, Seat.S, score=(2, 1))), D1))
    game = played(game, THROWN_IN)
    assert game.result is None
    assert marching(game).result is not None
    stop = overlay(load("alberta-55plus"), {"clock.finish_hand": "never"}, note="…")
    game = ring(deal_out(start_game(stop, Seat.S, score=(2, 1)), D1))
    assert game.result == GameResult((2, 1), Side.NS, "time", "clock.minutes")


def test_a_hand_owed_after_a_misdeal_is_played_out() -> None:
    game = ring(deal_out(start_bell(start_game(load("national-2025"), Seat.S, score=(2, 1))), D1))
    game = void(game, Seat.S)
    assert game.owes_a_hand
    game = played(deal_out(game, D1), THROWN_IN)
    assert game.result is None
    game = marching(game)
    assert game.result == GameResult((4, 1), Side.NS, "time", "clock.minutes")


def test_the_league_may_count_tricks_instead() -> None:
    tricks = overlay(load("sportcial-league"), {"game.counts": "tricks"}, note="…")
    game = marching(marching(start_game(tricks, Seat.S)))
    assert game.result == GameResult((10, 0), Side.NS, "points", "game.target")
    either = overlay(load("sportcial-league"), {"game.counts": "either"}, note="…")
    game = marching(start_game(either, Seat.S))
    assert (game.score, tallies(game)) == ((2, 0), (5, 0))
    assert marching(game).result == GameResult((4, 0), Side.NS, "points", "game.target")


def test_points_past_the_target_are_kept_or_capped() -> None:
    game = marching(start_bell(start_game(load("national-2025"), Seat.S, score=(10, 9))))
    assert game.result is not None
    assert game.result.score == (12, 9)
    capped = overlay(load("national-2025"), {"game.overshoot": "capped"}, note="…")
    game = marching(start_bell(start_game(capped, Seat.S, score=(10, 9))))
    assert game.result is not None
    assert game.result.score == (11, 9)


def test_eight_deals_end_the_charity_game_level_or_not() -> None:
    game = start_game(load("charity-social"), Seat.S, score=(0, 16))
    words = MARCH.replace("S bury JC,", "S bury JC, S with partner,")
    for number in range(8):
        assert game.result is None, number
        game = played(deal_out(replace(game, dealer=Seat.S), D1), words)
    assert game.result == GameResult((16, 16), None, "deals", "game.deals")


def test_a_misdeal_after_time_ends_a_seniors_game_unless_it_is_level() -> None:
    book = load("alberta-55plus")
    ahead = ring(deal_out(start_game(book, Seat.S, score=(2, 1)), D1))
    assert void(ahead, Seat.S).result == GameResult((2, 1), Side.NS, "time", "clock.minutes")
    level = ring(deal_out(start_game(book, Seat.S, score=(2, 2)), D1))
    assert void(level, Seat.S).result is None


def test_a_card_is_turned_up_only_over_hands_that_are_out() -> None:
    game = start_game(load("alberta-55plus"), Seat.S, score=(2, 2), at=0)
    with pytest.raises(GameError, match="no card can be turned up"):
        show_turn_up(game, TurnUp.FACED)
    game = deal_out(game, D1, at=1499, turn_up=TurnUp.PUT_DOWN)
    faced = show_turn_up(game, TurnUp.FACED, at=1500)
    assert (faced.deal, faced.time_up) == (game.deal, True)


def test_level_past_a_capped_target_the_game_goes_on_until_one_leads() -> None:
    settings = {"game.counts": "tricks", "game.overshoot": "capped"}
    book = overlay(load("standard"), settings, note="…")
    game = start_game(book, Seat.S, target=5, score=(1, 6))
    game = marching(game)
    assert game.result is None
    assert marching(game).result == GameResult((5, 5), Side.NS, "points", "game.target")


@pytest.mark.parametrize("winner", [None, Side.NS, Side.EW])
def test_a_game_is_called_off_once_and_the_deal_under_way_does_not_count(
    winner: Side | None,
) -> None:
    game = deal_out(start_game(load("standard"), Seat.S, score=(3, 5)), cards_out("9H"))
    over = call_off(game, winner, "agreed")
    assert over.deal is None
    assert over.result == GameResult((3, 5), winner, "agreed", "")
    with pytest.raises(GameError, match=r"^the game is over$"):
        call_off(over, winner, "agreed")
