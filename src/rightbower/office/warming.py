"""What a worker does before its first piece, so that nobody waits while it loads and compiles."""

from __future__ import annotations

from rightbower.players.views import view
from rightbower.rules.book import load
from rightbower.rules.cards import Seat, shuffled
from rightbower.rules.ceremonies import deal_cards
from rightbower.rules.game import Game, act, deal_out, start_game


def dealt() -> Game:
    """A game of which the first hand is dealt."""
    book = load("standard")
    cards = deal_cards(shuffled("warm"), Seat.N, book)
    return deal_out(start_game(book, Seat.N), cards)


def thinkers() -> None:
    """Have each player who thinks call and play through one deal."""
    from rightbower.players import player
    from rightbower.players.league import league

    game, players = dealt(), [player(name) for name in ("expert-quick", "expert", "master")]
    while game.deal is not None:
        seat = game.deal.turn
        assert seat is not None
        seen = view(game, seat)
        for each in players:
            each(seen)
        game = act(game, league(seen))


def advisers() -> None:
    """Look into one call and say why."""
    from rightbower.study.explain import explain
    from rightbower.study.options import advise

    seen = view(dealt(), Seat.E)
    explain(seen, advise(seen, 20)[0].action)
