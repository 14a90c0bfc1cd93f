"""How a finished game went, from its facts."""

from __future__ import annotations

from rightbower.book import RuleBook
from rightbower.cards import Side
from rightbower.players.win_chances import course
from rightbower.web.hall.table.results import GameFinished


def chances_of(book: RuleBook, target: int | None, facts: GameFinished, side: Side) -> list[float]:
    """A side's chance to win before the first deal and after each."""
    goal = book.game.target if target is None else target
    deals = [(each.dealer, each.score) for each in facts.deals]
    return course(book, goal, deals, Side[facts.winner] if facts.winner else None, side)
