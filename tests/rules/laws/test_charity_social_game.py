"""The charity social as a game: eight deals, the score on the fives, and a house clock."""

import pytest

from rightbower.rules.acts import read_action
from rightbower.rules.book import RuleBook, load, overlay
from rightbower.rules.cards import Seat, Side
from rightbower.rules.ceremonies import Dealt
from rightbower.rules.game import Game, GameError, TurnUp, act, deal_out, ring, start_game, void
from rightbower.rules.score import Fives, fives
from table import DEALS, cards_out

BOOK = load("charity-social")
AT_SOUTH = "NESW"

# D1, whose dealer picks the turn-up up and marches.
MARCH = "W pass, N pass, E pass, S pick up, S bury JC, S with partner, W AS, N 9S, E TS, S 9H / S JH, W QH, N TH, E AH / S KH, W TC, N JD, E QC / N AD, E KD, S QD, W 9D / N KC, E QS, S AC, W KS"


def turned(dealer: Seat) -> dict[str, str]:
    """Who sits where when the table of the worked deals is turned so that this seat deals."""
    return {seat: Seat((Seat.of(seat) + dealer - Seat.S) % 4).name for seat in AT_SOUTH}


def d1(dealer: Seat) -> Dealt:
    """The cards of D1 with this dealer in South's place."""
    _, *hands, stock = DEALS["D1"]
    seats = turned(dealer)
    return cards_out(
        "9H", stock, **{seats[at]: hand for at, hand in zip(AT_SOUTH, hands, strict=True)}
    )


def acted(game: Game, words: str) -> Game:
    for action in words.replace("/", ",").split(","):
        game = act(game, read_action(action))
    return game


def marched(game: Game, at: float | None = None) -> Game:
    """The game after one more deal, in which the dealer's side makes two points."""
    seats = turned(game.dealer)
    words = [part.split(maxsplit=1) for part in MARCH.replace("/", ",").split(",")]
    march = ", ".join(f"{seats[seat]} {rest}" for seat, rest in words)
    return acted(deal_out(game, d1(game.dealer), at), march)


def after_deals(count: int, score: tuple[int, int] = (0, 0), book: RuleBook = BOOK) -> Game:
    game = start_game(book, Seat.S, score=score)
    for _ in range(count):
        game = marched(game)
    return game


def test_S02_2_7_eight_deals_end_the_game() -> None:
    assert after_deals(7).result is None
    result = after_deals(8, score=(1, 0)).result
    assert result is not None
    assert (result.reason, result.winner, result.score) == ("deals", Side.NS, (9, 8))
    assert BOOK.clause(result.path) == "S02-2.7"


def test_S02_2_7_no_deal_follows_the_eighth() -> None:
    over = after_deals(8)
    with pytest.raises(GameError, match=r"over \(S02-2\.7\)"):
        deal_out(over, d1(over.dealer))


def test_S02_2_7_level_game_has_no_winner() -> None:
    result = after_deals(8).result
    assert result is not None
    assert (result.score, result.winner) == ((8, 8), None)


def test_S02_2_7_game_has_no_target() -> None:
    for target in (5, 7, 10):
        with pytest.raises(GameError, match=r"S02-2\.7"):
            start_game(BOOK, Seat.S, target=target)


def test_S02_2_7_target_set_by_a_house_is_the_only_one() -> None:
    book = overlay(BOOK, {"game.target": 10}, note="To ten.")
    with pytest.raises(GameError, match="plays to 10"):
        start_game(book, Seat.S, target=6)


def test_S02_2_8_deal_moves_left_after_every_hand() -> None:
    assert [after_deals(count).dealer for count in range(5)] == [
        Seat.S, Seat.W, Seat.N, Seat.E, Seat.S,
    ]  # fmt: skip


def test_S02_2_9_misdeal_is_not_one_of_the_eight() -> None:
    game = after_deals(7)
    game = void(deal_out(game, d1(game.dealer)), game.dealer)
    assert (game.played, game.dealer, game.result) == (7, Seat.E, None)
    assert marched(game).result is not None


def test_S02_10_3_each_player_deals_twice() -> None:
    dealers = [each.deal.dealer for each in after_deals(8).finished]
    assert [dealers.count(seat) for seat in Seat] == [2, 2, 2, 2]
    assert "S02-10.3" in BOOK.cite("game.deals").clauses


def test_S02_2_7_hand_thrown_in_by_a_house_is_not_one_of_the_eight() -> None:
    book = overlay(BOOK, {"bidding.all_pass": "throw in"}, note="No stuck dealer.")
    game = after_deals(7, book=book)
    game = deal_out(game, d1(game.dealer))
    game = acted(game, "S pass, W pass, N pass, E turn down, S pass, W pass, N pass, E pass")
    assert (game.played, game.dealer, game.result) == (7, Seat.S, None)


def test_S02_1_2_points_are_counted_and_not_tricks() -> None:
    assert after_deals(1).score == (2, 0)
    counting = overlay(BOOK, {"game.counts": "tricks"}, note="Tricks on the fives.")
    assert after_deals(1, book=counting).score == (5, 0)


def test_S02_10_1_score_is_kept_on_two_fives() -> None:
    assert BOOK.markers.kind == "fives"
    assert BOOK.clause("markers.kind") == "S02-10.1"
    assert not BOOK.markers.peg_board
    both = fives(10, BOOK)
    assert (both.top_up, both.bottom_pips) == (True, 5)


@pytest.mark.parametrize("score", range(33))
def test_S02_10_2_one_pip_for_each_point(score: int) -> None:
    assert fives(score, BOOK).shown == score


def test_S02_10_2_top_five_is_flipped_at_five() -> None:
    assert fives(0, BOOK) == Fives(top_up=False, bottom_pips=0)
    assert fives(4, BOOK) == Fives(top_up=False, bottom_pips=4)
    assert fives(5, BOOK) == Fives(top_up=True, bottom_pips=0)
    assert fives(6, BOOK) == Fives(top_up=True, bottom_pips=1)


def test_S02_10_4_side_may_pass_ten() -> None:
    game = after_deals(1, score=(9, 30))
    assert (game.score, game.result) == ((11, 30), None)
    assert after_deals(2, score=(9, 30)).score == (11, 32)


def test_S02_10_4_points_past_a_house_target_are_kept() -> None:
    book = overlay(BOOK, {"game.target": 10}, note="To ten.")
    assert after_deals(1, score=(9, 0), book=book).score == (11, 0)


def test_S02_10_4_past_ten_a_number_stands_beside_the_fives() -> None:
    assert fives(10, BOOK).beside == 0
    assert fives(13, BOOK) == Fives(top_up=True, bottom_pips=5, beside=3)
    cycle = overlay(BOOK, {"markers.past_ten": "fresh cycle"}, note="Begin again.")
    assert fives(13, cycle) == Fives(top_up=False, bottom_pips=3, beside=10)
    assert fives(20, cycle) == Fives(top_up=True, bottom_pips=5, beside=10)


def test_S02_6_2_no_clock_runs() -> None:
    game = marched(start_game(BOOK, Seat.S, at=0), at=100_000)
    assert (game.ends_at, game.result) == (None, None)
    assert BOOK.clock.advice_minutes is None
    assert BOOK.clock.tournament_advice_minutes is None


def test_S02_6_2_house_clock_lets_a_faced_hand_be_finished() -> None:
    book = overlay(BOOK, {"clock.minutes": 20}, note="Twenty minutes a round.")
    begun = start_game(book, Seat.S, at=0)
    down = ring(deal_out(begun, d1(Seat.S), turn_up=TurnUp.PUT_DOWN))
    assert down.result is not None
    faced = ring(deal_out(begun, d1(Seat.S)))
    assert faced.result is None


def test_S02_6_2_house_clock_leaves_a_level_game_level() -> None:
    book = overlay(BOOK, {"clock.minutes": 20}, note="Twenty minutes a round.")
    result = ring(start_game(book, Seat.S, score=(3, 3), at=0)).result
    assert result is not None
    assert (result.winner, result.reason) == (None, "time")
