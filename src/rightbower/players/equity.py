"""The chance to win the game: at a score, worked out backward from its end, and deal by deal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rightbower.players.views import View
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Seat, Side

# What a deal brings the dealer's side, net, and how often: counted over 100,000 deals between four
# league players by `standard` (tools/count_outcomes.py counts them again).
OUTCOMES: Final = {1: 0.4998, 2: 0.1263, 4: 0.0535, -1: 0.1669, -2: 0.1413, -4: 0.0122}
LONGEST = 40
Turning = tuple[Seat, tuple[int, int]]  # who dealt, and the score after it


@lru_cache(maxsize=65536)
def chance(ours: int, theirs: int, we_deal: bool, target: int) -> float:
    """Our chance to win a game to ``target`` from here, with one side or the other about to deal.

    >>> round(chance(0, 0, True, 10) + chance(0, 0, False, 10), 6)
    1.0
    """
    if ours >= target:
        return 1.0
    if theirs >= target:
        return 0.0
    total = 0.0
    for net, share in OUTCOMES.items():
        gain = net if we_deal else -net
        mine, other = max(gain, 0), max(-gain, 0)
        total += share * chance(ours + mine, theirs + other, not we_deal, target)
    return total / sum(OUTCOMES.values())


@lru_cache(maxsize=65536)
def chance_in_deals(lead: int, deals: int, we_deal: bool) -> float:
    """Our chance to be ahead after so many more deals; half a win for a level end."""
    if deals == 0:
        return 0.5 if lead == 0 else float(lead > 0)
    total = 0.0
    for net, share in OUTCOMES.items():
        gain = net if we_deal else -net
        total += share * chance_in_deals(lead + gain, deals - 1, not we_deal)
    return total / sum(OUTCOMES.values())


class Worth:
    """What an end of this deal is worth to a side: its chance to win the game."""

    def __init__(self, view: View, side: Side) -> None:
        self.book: RuleBook = view.book
        self.side = side
        self.score = (view.score[side], view.score[side.other])
        self.next_deals_ours = view.dealer.left.side is side
        self.target = view.target
        self.left = None if view.book.game.deals is None else view.book.game.deals - view.played - 1

    def of(self, ours: int, theirs: int) -> float:
        """The chance once each side has these points more."""
        mine, other = self.score[0] + ours, self.score[1] + theirs
        if self.target is None:
            left = min(max(self.left or 0, 0), LONGEST)
            return chance_in_deals(mine - other, left, self.next_deals_ours)
        return chance(mine, other, self.next_deals_ours, self.target)

    def end(self, makers: Side, alone: bool, kind: int) -> tuple[float, int]:
        """The chance, and our net points, after makers were euchred (0), made it (1), marched (2)."""
        rules = self.book.score
        if kind == 0:
            winners, points = makers.other, rules.lone_euchre if alone else rules.euchre
        elif kind == 1:
            winners, points = makers, rules.lone_make if alone else rules.make
        else:
            winners, points = makers, rules.lone_march if alone else rules.march
        if winners is self.side:
            return self.of(points, 0), points
        return self.of(0, points), -points


def win_chances(
    book: RuleBook, target: int | None, deals: Sequence[Turning], winner: Side | None, side: Side
) -> list[float]:
    """A side's chance to win before the first deal and after each one; the last is the result."""
    if not deals:
        return []
    found = [_chance_at(book, target, (0, 0), deals[0][0], 0, side)]
    for number, (dealer, score) in enumerate(deals, 1):
        found.append(_chance_at(book, target, score, dealer.left, number, side))
    found[-1] = 0.5 if winner is None else float(winner is side)
    return found


def _chance_at(
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
