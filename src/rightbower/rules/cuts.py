"""The cut before a deal: offered, asked for, declined, or left out."""

from __future__ import annotations

from msgspec.structs import replace

from rightbower.rules.cards import PACK, Seat
from rightbower.rules.ceremonies import Cut
from rightbower.rules.game.ending import at_time
from rightbower.rules.game.state import Game, GameError


def cutter_due(game: Game) -> Seat | None:
    """Who has to be offered the cut before the next deal; None where it may be left out."""
    rules = game.book.dealing.cut, game.book.misdeal.uncut
    if game.cut is not None or game.deal is not None or rules[0] == "none" or rules[1] == "stands":
        return None
    return game.dealer.right


def cut(game: Game, made: Cut, at: float | None = None) -> Game:
    """The cut before the next deal; refuse one that the book does not allow."""
    clause = game.book.clause("dealing.cut")
    if made.by is None and game.book.misdeal.uncut != "stands":
        raise GameError(f"the player on the dealer's right is offered the cut ({clause})")
    if made.by is not None and made.by is not game.dealer.right:
        raise GameError(f"{game.dealer.right.word}, on the dealer's right, cuts ({clause})")
    return place_cut(game, made, at)


def place_cut(game: Game, made: Cut, at: float | None = None) -> Game:
    """What was done about the cut, rightly or not."""
    game = at_time(game, at)
    if game.result is not None:
        return game
    if game.deal is not None or game.cut is not None:
        raise GameError("the pack is cut once, before the cards are dealt")
    if made.by is not None and game.book.dealing.cut == "none":
        raise GameError(f"the pack is not cut here ({game.book.clause('dealing.cut')})")
    if made.lifted is not None and not 0 < made.lifted < len(PACK):
        raise GameError(f"a cut lifts from 1 to {len(PACK) - 1} cards")
    return replace(game, cut=made)
