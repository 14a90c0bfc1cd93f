"""Points that come after the end: the result is decided anew, until it is entered."""

import pytest

from referee.sitting import T1, T6, cards_of, did, exposed_in_deal, made, neatly, points
from rightbower.referee.claims import choose, claim, overrule
from rightbower.referee.doing import deal_at_table, enter_result, ring_bell
from rightbower.referee.irregularities import Kind, NotSingly, Revoke, Talk
from rightbower.referee.remedies import FINAL, AwardPoints, LoseGame, Remedy
from rightbower.referee.table import Table, TableError
from rightbower.rules.book import RuleBook, load, overlay
from rightbower.rules.cards import Seat, Side
from rightbower.rules.game import GameResult, TurnUp, ring, show_turn_up, start_game
from rightbower.rules.game import deal_out as dealt_by_the_book

SENIORS, LEAGUE, NATIONAL = load("alberta-55plus"), load("sportcial-league"), load("national-2025")
SOCIAL = load("charity-social")
EAST = Revoke(Seat.E, 1)
SIGNALS = Talk(Seat.N, Kind.SIGNALLING)


def by_time(score: tuple[int, int], winner: Side | None) -> GameResult:
    return GameResult(score, winner, "time", "clock.minutes")


def put_down(table: Table) -> Table:
    """The next hands are out, and their turn-up lies face down."""
    return deal_at_table(table, cards_of("D1"), turn_up=TurnUp.PUT_DOWN)


def ordered(table: Table, *remedies: Remedy) -> Table:
    """The director sets the last ruling aside."""
    return overrule(table, "R. Marsh", "So I rule", remedies)


def talked(table: Table) -> Table:
    """A ruling that changes nothing, for the officer to set aside."""
    return claim(table, Talk(Seat.W, Kind.TABLE_TALK), Seat.N, points=1)


# ---- a hand booked anew after the bell


def test_a_revoke_settled_after_the_bell_leaves_the_game_over_by_time() -> None:
    over = ring_bell(neatly(made("D1", NATIONAL, (5, 4)), T6))
    assert over.game.result == by_time((6, 4), Side.NS)
    paid = claim(over, EAST, Seat.N)
    assert paid.game.time_up
    assert paid.game.result == by_time((7, 4), Side.NS)
    seniors = claim(ring_bell(neatly(made("D1", SENIORS, (5, 4)), T6)), EAST, Seat.N)
    denied = choose(seniors, "subtract", Side.NS)
    assert denied.game.result == by_time((5, 2), Side.NS)


def test_a_revoke_that_levels_a_game_over_by_time_is_a_draw_or_deals_on() -> None:
    revoked = ring_bell(neatly(made("D1", NATIONAL, (4, 6)), T6))
    assert revoked.game.result == by_time((5, 6), Side.EW)
    assert claim(revoked, EAST, Seat.N).game.result == by_time((6, 6), None)
    seniors = claim(ring_bell(neatly(made("D1", SENIORS, (4, 6)), T6)), EAST, Seat.N)
    level = choose(seniors, "add", Side.NS).game
    assert (level.score, level.result, level.time_up) == ((6, 6), None, True)


def test_a_hand_kept_at_the_bell_is_still_played_out_after_a_claim_on_the_last() -> None:
    table = ring_bell(put_down(neatly(made("D1", NATIONAL, (5, 4)), T6)))
    assert table.game.deal is not None
    paid = claim(table, EAST, Seat.N, last_hand=True)
    assert (paid.game.score, paid.game.result) == ((7, 4), None)
    assert (paid.game.time_up, paid.game.deal) == (True, table.game.deal)


def test_a_hand_owed_after_the_bell_is_still_owed_after_a_claim_on_the_last() -> None:
    table = ring_bell(put_down(neatly(made("D1", NATIONAL, (5, 4)), T6)))
    table = claim(table, exposed_in_deal("W"), Seat.N)
    assert table.game.owes_a_hand
    paid = claim(table, EAST, Seat.N, last_hand=True).game
    assert (paid.score, paid.result, paid.owes_a_hand) == ((7, 4), None, True)


def test_a_deal_begun_because_the_game_was_level_goes_when_it_is_level_no_more() -> None:
    level = ring_bell(neatly(made("D1", SENIORS, (4, 5)), T6))
    assert (points(level), level.game.result) == ((5, 5), None)
    claimed = claim(put_down(level), EAST, Seat.N, last_hand=True)
    paid = choose(claimed, "add", Side.NS).game
    assert (paid.result, paid.deal) == (by_time((6, 5), Side.NS), None)


# ---- points after the game is over


def test_points_ruled_after_the_bell_decide_the_game_anew() -> None:
    over = ring_bell(neatly(made("D1", NATIONAL, (4, 5)), T1))
    assert over.game.result == by_time((6, 5), Side.NS)
    assert claim(over, NotSingly(Seat.S), Seat.E).game.result == by_time((6, 7), Side.EW)


def test_points_taken_from_the_winner_open_the_game_again() -> None:
    won = neatly(made("D1", LEAGUE, (8, 4)), T1)
    assert won.game.result is not None
    taken = claim(won, SIGNALS, None, points=3)
    assert (points(taken), taken.game.result) == ((7, 4), None)
    assert deal_at_table(taken, cards_of("D1")).deal.dealer is Seat.W, "the game goes on"


def test_points_given_beside_a_game_won_show_in_its_result() -> None:
    won = talked(neatly(made("D1", SENIORS, (8, 4)), T1))
    more = ordered(won, AwardPoints(FINAL, 2)).game
    assert more.result == GameResult((12, 4), Side.NS, "points", "game.target")
    other = overlay(SENIORS, {"rulings.ends_game": False}, "X-49 b")
    still = ordered(talked(neatly(made("D1", other, (8, 4)), T1)), AwardPoints(FINAL, 2)).game
    assert still.result == GameResult((12, 4), Side.NS, "points", "game.target")


def test_points_ruled_after_the_last_deal_decide_a_game_of_deals() -> None:
    one = overlay(SOCIAL, {"game.deals": 1}, "A short evening")
    level = talked(neatly(made("D1", one, (0, 2)), T1))
    assert level.game.result == GameResult((2, 2), None, "deals", "game.deals")
    won = ordered(level, AwardPoints(FINAL, 1)).game
    assert won.result == GameResult((3, 2), Side.NS, "deals", "game.deals")


def test_a_game_lost_by_a_ruling_stays_lost_whatever_points_follow() -> None:
    lost = ordered(talked(neatly(made("D1", SENIORS, (2, 4)), T6)), LoseGame(FINAL))
    assert lost.game.result == GameResult((3, 4), Side.NS, "game lost", FINAL)
    paid = choose(claim(lost, EAST, Seat.N), "add", Side.NS).game
    assert paid.result == GameResult((4, 4), Side.NS, "game lost", FINAL)


def test_points_that_break_a_level_score_after_time_end_the_game() -> None:
    level = ring_bell(neatly(made("D1", SENIORS, (1, 3)), T1))
    assert (points(level), level.game.result) == ((3, 3), None)
    ended = ordered(talked(level), AwardPoints(FINAL, 1))
    assert ended.game.result == by_time((4, 3), Side.NS)


@pytest.mark.parametrize(
    ("book", "fact", "clause"),
    [(LEAGUE, SIGNALS, "L03-12.7"), (NATIONAL, NotSingly(Seat.N), "A01-11.R5, borrowed")],
)
def test_an_entered_result_takes_no_more_points(
    book: RuleBook, fact: Talk | NotSingly, clause: str
) -> None:
    entered = enter_result(neatly(made("D1", book, (9, 4)), T1))
    with pytest.raises(TableError, match=rf"the result is entered, .* \({clause}\)"):
        claim(entered, fact, None, points=3)


def test_an_officer_cannot_give_points_to_an_entered_result() -> None:
    entered = enter_result(talked(neatly(made("D1", SENIORS, (9, 4)), T1)))
    entered = talked(entered)
    with pytest.raises(TableError, match="a finished result stands"):
        overrule(entered, "R. Marsh", "So I rule", (AwardPoints(FINAL, 2),), 0)


# ---- a hand cut short


def test_a_hand_cut_short_by_the_end_of_the_game_stays_on_record() -> None:
    table = did(made("D1", NATIONAL, (10, 9)), "W AS, N 9S, E AH, S 9H, turn")
    won = claim(table, NotSingly(Seat.W), Seat.N)
    (hand,) = won.game.finished
    assert (hand.deal.ending, hand.deal.tricks[0].winner) == ("stopped", Seat.E)
    assert (hand.marks, hand.score, won.orders) == ((), (12, 9), ())


def test_a_revoke_in_a_hand_cut_short_can_still_be_claimed() -> None:
    table = neatly(made("D1", NATIONAL, (10, 9)), "W AS, N 9S, E AH, S 9H")
    paid = claim(claim(table, NotSingly(Seat.W), Seat.N), EAST, Seat.N).game
    assert paid.result == GameResult((14, 9), Side.NS, "points", "game.target")
    assert [each.marks[0].points for each in paid.finished] == [2]


def test_a_hand_whose_turn_up_is_not_faced_is_not_one_cut_short() -> None:
    table = put_down(neatly(made("D1", NATIONAL, (8, 9)), T6))
    won = talked(table)
    won = ordered(won, AwardPoints(FINAL, 5))
    assert won.game.result is not None
    assert (len(won.game.finished), won.game.deal) == (1, None)
    assert won.unsettled == table.unsettled, "the last hand can still be claimed upon"


# ---- the clock


def test_hands_that_are_out_stay_out_when_a_level_game_runs_out_of_time() -> None:
    game = start_game(SENIORS, Seat.S, score=(3, 3), at=0)
    game = dealt_by_the_book(game, cards_of("D1"), 1490, TurnUp.PUT_DOWN)
    faced = show_turn_up(game, TurnUp.FACED, at=1501)
    assert (faced.deal, faced.time_up) == (game.deal, True)
    stop = overlay(SENIORS, {"clock.finish_hand": "never"}, "X-12 c")
    cut = ring(dealt_by_the_book(start_game(stop, Seat.S, score=(3, 3)), cards_of("D1")))
    assert (cut.deal, cut.result) == (None, None), "stopped at once, and dealt anew"
