"""The rest are mine: certain claims alone, from what the seat can know."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from rightbower.players.position import described
from rightbower.players.simulate import new_game
from rightbower.players.views import view
from rightbower.rules.book import load
from rightbower.rules.cards import Seat, shuffled
from rightbower.rules.deal import Deal, Phase
from rightbower.rules.game import Game
from rightbower.rules.judge import apply, legal
from rightbower.rules.openings import deal_pack
from rightbower.study.plays import sure_order, takes_the_rest


def _last_three(hand: str, done: str) -> str:
    """The order of a claim by South, who ordered hearts up and leads."""
    seen = described(load("standard"), "W", "9H", "S", hand, done)
    return " ".join(card.name for card in sure_order(seen))


BEFORE = "N pass, E pass, S order, W bury 9C, "


def test_the_top_trumps_are_certain() -> None:
    played = "N 9S, E TS, S AS, W KS, S AD, W TD, N KD, E QD, "
    assert _last_three("JH JD AH AS AD", BEFORE + played[:-2]) == "JH JD AH"


@pytest.mark.parametrize("hand", ["JH JD KH AS AD", "JD AH KH AS AD", "JH JD AC AS AD"])
def test_a_card_that_somebody_may_beat_is_not(hand: str) -> None:
    played = "N 9S, E TS, S AS, W KS, S AD, W TD, N KD, E QD"
    assert _last_three(hand, BEFORE + played) == ""


def test_nobody_claims_with_a_trick_under_way_or_before_the_play() -> None:
    book = load("standard")
    assert sure_order(described(book, "W", "9H", "S", "JH JD AH KH QH", "N pass, E pass")) == ()
    seen = described(book, "W", "9H", "S", "JH JD AH KH QH", BEFORE + "N 9S, E TS")
    assert sure_order(seen) == ()


def test_what_is_certain_the_solver_bears_out_whatever_is_played() -> None:
    chance, claims = random.Random(7), 0
    for number in range(120):
        game = deal_pack(new_game(load("standard"), Seat.S), shuffled(f"claim {number}"))
        while game.deal is not None and game.deal.turn is not None:
            deal = game.deal
            if deal.phase is Phase.PLAY and not deal.tricks[-1].plays:
                assert deal.turn is not None
                claims += _borne_out(game, deal, deal.turn)
            options = legal(deal)
            game = _with(game, apply(deal, chance.choice(options)))
            if game.deal is None or game.deal.phase is Phase.DONE:
                break
    assert claims > 20


def _with(game: Game, deal: Deal) -> Game:
    return replace(game, deal=deal)


def _borne_out(game: Game, deal: Deal, seat: Seat) -> int:
    order = sure_order(view(game, seat))
    if not order:
        return 0
    assert sorted(order) == sorted(deal.hands[seat])
    assert takes_the_rest(deal, seat)
    return 1
