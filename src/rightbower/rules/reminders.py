"""The time in which a game ought to end: advice, of which a table is reminded once."""

from __future__ import annotations

from msgspec.structs import replace

from rightbower.rules.book.rulebook import RuleBook
from rightbower.rules.game.ending import at_time
from rightbower.rules.game.state import Advice, Game, GameError


def advised_at(game: Game, advice: Advice) -> float | None:
    """When the time is over in which the game ought to end, in seconds; None without such advice."""
    minutes = game.book.value(advice)
    if minutes is None or game.begun_at is None:
        return None
    return game.begun_at + 60 * int(minutes)


def remind(game: Game, advice: Advice, at: float | None = None) -> Game:
    """The table is reminded of the time advised; that is a notice, and nothing stops."""
    game = at_time(game, at)
    if game.result is not None:
        return game
    due = advised_at(game, advice)
    if game.book.value(advice) is None or game.reminded is not None:
        raise GameError("there is no time to be reminded of")
    if at is not None and due is not None and at < due:
        raise GameError(f"the time advised is not over ({game.book.clause(advice)})")
    return replace(game, reminded=advice)


def reminder(book: RuleBook, advice: Advice) -> str:
    """What a table is reminded of, in one sentence."""
    return (
        f"{book.value(advice)} minutes have passed: an experienced table should have finished"
        f" by now; play goes on ({book.clause(advice)})"
    )
