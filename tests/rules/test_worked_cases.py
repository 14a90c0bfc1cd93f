"""Worked cases that lean on several clauses at once, by their numbers."""

from __future__ import annotations

import pytest

from rightbower.rules.acts import read_action
from rightbower.rules.book import load, names
from rightbower.rules.cards import PACK, Seat, Side
from rightbower.rules.ceremonies import Dealt, cut_pack
from rightbower.rules.game import (
    Game,
    TurnUp,
    act,
    deal_out,
    ring,
    show_turn_up,
    start_bell,
    start_game,
)
from table import after, allowed, dealt, worked

TAKEN = "W pass, N pass, E pass, S pick up, S bury JC"
MARCH = (
    "W AS, N 9S, E TS, S 9H / S JH, W QH, N TH, E AH / S KH, W TC, N JD, E QC /"
    "N AD, E KD, S QD, W 9D / N KC, E QS, S AC, W KS"
)


def on_the_table(name: str, book: str, score: tuple[int, int]) -> Game:
    """One of the worked deals, faced, in a game that stands so."""
    deal = worked(name, book)
    game = start_game(load(book), deal.dealer, score=score)
    if not game.begun:
        game = start_bell(game)
    game = deal_out(game, Dealt(deal.dealt, deal.turn_up, deal.stock))
    return show_turn_up(game, TurnUp.FACED) if game.turn_up is not TurnUp.FACED else game


def played(game: Game, words: str) -> Game:
    for action in words.replace("/", ",").split(","):
        game = act(game, read_action(action))
    return game


def marched(book: str, score: tuple[int, int]) -> Game:
    """South takes the nine up and all five tricks with North."""
    asked = f"{TAKEN}, S with partner" if load(book).alone.when != "with the call" else TAKEN
    return played(on_the_table("D1", book, score), f"{asked}, {MARCH}")


def test_SC012_a_lift_of_ten_goes_under() -> None:
    assert cut_pack(PACK, 10, load("sportcial-league")) == (*PACK[10:], *PACK[:10])


def test_SC052_a_natural_card_is_no_duty_to_take() -> None:
    deal = after(worked("D7", "national-2025"), "W pass, N pass, E pass")
    assert allowed(deal, "S turn down")


def test_SC057_the_turn_up_is_trump_enough_to_go_alone() -> None:
    deal = dealt("S deals, 9H up", "charity-social", S="QS KD 9C AC TD")
    done = after(deal, "W pass, N pass, E pass, S pick up, S bury TD, S alone")
    assert done.lone is Seat.S


@pytest.mark.parametrize(
    ("case", "score", "ends"),
    [("SC-115", (8, 9), (10, 9)), ("SC-120", (10, 9), (12, 9))],
)
def test_SC115_SC120_the_target_is_reached(
    case: str, score: tuple[int, int], ends: tuple[int, int]
) -> None:
    book = "sportcial-league" if case == "SC-115" else "national-2025"
    over = marched(book, score)
    assert over.score == ends
    assert over.result is not None
    assert over.result.winner is Side.NS


def test_SC116_four_points_may_pass_the_target() -> None:
    game = on_the_table("D3", "sportcial-league", (8, 9))
    over = played(
        game,
        "N order alone, W bury TC, N JS, E 9H, W 9S / N JC, E TH, W TS / N AS, E QH, W QS /"
        "N KS, E TD, W KH / N AD, E KD, W AH",
    )
    assert over.score == (12, 9)
    assert over.result is not None


def test_SC117_tricks_are_not_points() -> None:
    game = marched("sportcial-league", (2, 0))
    assert game.score == (4, 0)
    assert game.result is None


def test_SC122_a_hand_begun_before_the_bell_is_played_out() -> None:
    game = ring(on_the_table("D1", "national-2025", (5, 6)))
    assert game.result is None
    over = played(game, f"{TAKEN}, {MARCH}")
    assert over.score == (7, 6)
    assert over.result is not None
    assert over.result.winner is Side.NS


def test_SC125_the_bell_and_a_thrown_in_hand_end_the_game() -> None:
    game = ring(on_the_table("D1", "national-2025", (6, 5)))
    passes = "W pass, N pass, E pass, S turn down, W pass, N pass, E pass, S pass"
    over = played(game, passes)
    assert over.result is not None
    assert (over.result.reason, over.result.winner) == ("time", Side.NS)


@pytest.mark.parametrize("book", names())
def test_SC130_a_poor_hand_is_played(book: str) -> None:
    deal = dealt("S deals, AH up", book, W="9C TC 9D TD 9H")
    assert not allowed(deal, "W throw in")
    assert not allowed(deal, "W under 9C TC 9D")
    with pytest.raises(ValueError, match="redeal"):
        read_action("W redeal")
    assert allowed(deal, "W pass")


def test_SC172_a_lone_player_swaps_nothing() -> None:
    """No act hands a card over: a card that the partner held cannot be played."""
    deal = after(worked("D3", "sportcial-league"), "N order alone, W bury TC")
    assert allowed(deal, "N JS")
    assert not allowed(deal, "N JH")
