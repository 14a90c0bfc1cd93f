"""How a game went: the chance to win it before the first deal and after each, by score and dealer."""

from __future__ import annotations

from collections.abc import Sequence

from rightbower.book import RuleBook
from rightbower.cards import Seat, Side
from rightbower.players.equity import chance, chance_in_deals

Turning = tuple[Seat, tuple[int, int]]  # who dealt, and the score after it


def course(
    book: RuleBook, target: int | None, deals: Sequence[Turning], winner: Side | None, side: Side
) -> list[float]:
    """A side's chance to win before the first deal and after each one; the last is the result."""
    if not deals:
        return []
    found = [_chance(book, target, (0, 0), deals[0][0], 0, side)]
    for number, (dealer, score) in enumerate(deals, 1):
        found.append(_chance(book, target, score, dealer.left, number, side))
    found[-1] = 0.5 if winner is None else float(winner is side)
    return found


def _chance(
    book: RuleBook,
    target: int | None,
    score: tuple[int, int],
    dealer: Seat,
    played: int,
    side: Side,
) -> float:
    ours, theirs, we_deal = score[side], score[side.other], dealer.side is side
    if target is not None:
        return chance(max(ours, 0), max(theirs, 0), we_deal, target)
    left = max((book.game.deals or played) - played, 0)
    return chance_in_deals(ours - theirs, left, we_deal)
