"""What is true of every game, by any book and any house sheet."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from by_hand import tricks_won, worth
from random_play import books, play_game
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Seat, Side
from rightbower.rules.game import Game


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A finished game; half of them watch the clock, where the book has one."""
    book = draw(books())
    chance = Random(draw(st.integers(0, 2**32 - 1)))
    moments = play_game(book, draw(st.sampled_from(Seat)), chance, draw(st.sampled_from((0, 30))))
    for game in moments:
        assert len(game.finished) <= most_deals(book)
    return game


def most_deals(book: RuleBook) -> int:
    """A bound on the deals of a game.

    A deal that is played gives somebody a point or more, so that a game to ten takes nineteen at
    most; the table throws in three running at most; a level game at the bell needs one more.
    """
    played = book.game.deals or 2 * (book.game.target or 0) - 1
    return 4 * (played + 1)


@given(games())
def test_every_game_ends_with_a_reason_that_its_book_gives(game: Game) -> None:
    assert game.result is not None
    assert game.deal is None
    assert game.result.path in game.book.citations
    assert game.result.score == game.score
    played = [each for each in game.finished if each.deal.ending in ("played", "given up")]
    assert len(played) == game.played
    assert game.book.game.deals is None or len(played) <= game.book.game.deals


@given(games())
def test_the_deal_goes_round_to_the_left(game: Game) -> None:
    dealer = game.first_dealer
    again = game.book.bidding.thrown_in_dealer == "same dealer"
    for each in game.finished:
        assert each.deal.dealer is dealer
        dealer = dealer if again and each.deal.ending == "thrown in" else dealer.left


@given(games())
def test_the_score_is_the_sum_of_what_the_deals_are_worth(game: Game) -> None:
    total = [0, 0]
    for each in game.finished:
        for side, points in enumerate(
            worth(each.deal) if each.deal.ending in ("played", "given up") else ()
        ):
            total[side] += points
        assert list(each.score) == total
    lost = game.result is not None and game.result.reason == "game lost"
    if game.book.game.overshoot == "capped" and game.target is not None and not lost:
        total = [min(points, game.target) for points in total]
    if game.book.game.cap is not None and not lost:
        total = [min(points, game.book.game.cap) for points in total]
    assert list(game.score) == total


@given(games())
def test_the_winner_is_who_the_reason_says(game: Game) -> None:
    assert game.result is not None
    made = list(game.finished[-1].score if game.finished else game.score)
    tally = list(made)
    if game.book.game.counts == "either":
        tricks = [tricks_won(each.deal) for each in game.finished]
        tally = [max(tally[side], sum(each[side] for each in tricks)) for side in Side]
    match game.result.reason:
        case "game lost":
            maker = game.finished[-1].deal.maker
            assert maker is not None
            assert game.result.winner is maker.side.other
        case "points":
            assert game.target is not None
            assert max(tally) >= game.target
            assert game.result.winner == tally.index(max(tally))
            assert tally[0] != tally[1]
        case "deals":
            assert game.played == game.book.game.deals
            assert game.result.winner == leader(tally)
        case "time":
            assert game.time_up
            assert game.result.winner == leader(made)
            assert game.result.winner is not None or game.book.clock.level == "draw"


def leader(tally: list[int]) -> int | None:
    return None if tally[0] == tally[1] else tally.index(max(tally))
