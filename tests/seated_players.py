"""Players at a table of known hands, and what they do there."""

from __future__ import annotations

from rightbower.players import player
from rightbower.players.views import view
from rightbower.rules.acts import Action, read_action
from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import Seat
from rightbower.rules.game import Game, act, deal_out, start_bell, start_game
from table import cards_out


def table(
    words: str,
    book: str = "standard",
    score: tuple[int, int] = (0, 0),
    acts: str = "",
    **hands: str,
) -> Game:
    """A game with one deal set up in words and some actions taken."""
    dealer, turn_up = (part.split()[0] for part in words.split(","))
    game = start_bell(start_game(load(book), Seat.of(dealer), score=score))
    game = deal_out(game, cards_out(turn_up, **hands))
    for action in acts.split(",") if acts else ():
        game = act(game, read_action(action))
    return game


def does(name: str, game: Game) -> Action:
    """What a player does whose turn it is."""
    assert game.deal is not None
    assert game.deal.turn is not None
    return player(name)(view(game, game.deal.turn))


def club_game(book: RuleBook, seed: str) -> Game:
    """A whole game between club players, from shuffles by a seed."""
    club, game = player("club"), start_game(book, Seat.S)
    while game.result is None:
        if game.deal is None:
            game = game.shuffle(f"{seed}:{len(game.finished)}")
        else:
            game = act(game, club(view(game, game.turn)))
    return game
