"""The result of a finished game, as facts that stay whatever becomes of the book."""

from __future__ import annotations

from rightbower.players.expert import win_chances
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Side
from rightbower.rules.game import Game, GameResult, Scored
from rightbower.web.hall.entries import DealFacts, GameFinished
from rightbower.web.hall.one_table import HallTable


def finished(table: HallTable) -> GameFinished:
    """The facts of a game that is over."""
    game = table.game
    assert game is not None
    assert game.result is not None
    result = game.result
    return GameFinished(
        score=result.score,
        winner="" if result.winner is None else result.winner.name,
        reason=result.reason,
        setting=result.path,
        clause=clause_of(game.book, result),
        title=game.book.title,
        dealer=game.dealer,
        deals=tuple(_deal(game, scored) for scored in game.finished),
        at=table.touched,
        time_up=game.time_up,
    )


def clause_of(book: RuleBook, result: GameResult) -> str:
    """The clause that ended a game; none where the players called it off."""
    return book.clause(result.path) if result.path else ""


def _deal(game: Game, scored: Scored) -> DealFacts:
    deal = scored.deal
    return DealFacts(
        dealer=deal.dealer,
        score=scored.score,
        ending=str(deal.ending),
        marks=tuple(
            (mark.side.name, mark.points, mark.path, game.book.clause(mark.path))
            for mark in scored.marks
        ),
        maker=deal.maker,
        alone=deal.lone is not None,
        tricks=(deal.tricks_of(Side.NS), deal.tricks_of(Side.EW)),
    )


def same_result(table: HallTable, facts: GameFinished) -> bool:
    """Whether a game replayed by today's book has the result it had then."""
    return table.over and table.game is not None and finished(table) == facts


def chances_of(book: RuleBook, target: int | None, facts: GameFinished, side: Side) -> list[float]:
    """A side's chance to win before the first deal and after each."""
    goal = book.game.target if target is None else target
    deals = [(each.dealer, each.score) for each in facts.deals]
    return win_chances(book, goal, deals, Side[facts.winner] if facts.winner else None, side)
