"""What each call is worth to each hand when all others call by a book's table: means over a store."""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bidding.auction import bury_rule, pays, points
from bidding.oracle import shifts
from bidding.passes import ONE, TWO
from bidding.solving import Deals, of_calls
from bidding.training import MakeDeals
from rightbower.players.kernel.bits import classes
from rightbower.players.tables import EXPERT, basis, call_by_table, line_and_suits, unpack_part
from rightbower.players.views import View
from rightbower.rules.acts import Action, Name, Order, PickUp
from rightbower.rules.book import RuleBook
from rightbower.rules.deal import Phase
from rightbower.study.charts.worths import CallWorth, Worths


class MeanWorths(NamedTuple):
    """Points of the caller's side by place, class and call, in both rounds; how many deals say so."""

    one: np.ndarray
    two: np.ndarray
    deals: int


def found_on(deals: Deals, book: RuleBook) -> MeanWorths:
    """The worths over a store, with an expert's cards."""
    table = basis(book).table
    if table is None:
        raise ValueError(f"{book.name} has no bidding table")
    policy = of_calls(unpack_part(table.parts[EXPERT]))
    ends = pays(points(book), shifts=shifts())
    one, two = [], []
    for place in range(4):
        sums = deals.sums(ends, policy, place)
        for kept, each, acts in ((one, sums[0], ONE - 1), (two, sums[1], TWO - 1)):
            reached = np.where(each[:, acts:] > 0, each[:, acts:], np.nan)
            kept.append((each[:, :acts] / reached).astype(np.float16))
    return MeanWorths(np.stack(one), np.stack(two), len(deals))


def write_worths(folder: Path, book: RuleBook, make: MakeDeals, seed: int, deals: int) -> Path:
    """Find a book's worths on deals of a seed and write them."""
    path = folder / f"{book.name}.npz"
    with path.open("wb") as file:
        np.savez_compressed(file, **found_on(make(seed, deals, bury_rule(book)), book)._asdict())
    return path


class StoredWorths:
    """A judge of calls: the table's own first, and the mean worth of every other.

    Where no auction of the deals came to such a hand, another judge says what calls are worth.
    """

    sure = 0.02

    def __init__(self, path: Path, otherwise: Worths) -> None:
        with np.load(path) as file:
            self.worths = MeanWorths(file["one"], file["two"], int(file["deals"]))
        self.index = classes()[0]
        self.otherwise = otherwise
        self.name = f"the bidding table over {self.worths.deals // 1_000_000} million deals"

    def of(self, seen: View) -> list[CallWorth]:
        """Every call, the table's own first; the chance to win is not told."""
        found = [self._worth(seen, action) for action in seen.legal]
        if any(math.isnan(each.points) for each in found):
            found = self.otherwise.of(seen)
        said = call_by_table(seen)
        return sorted(found, key=lambda each: (each.action != said, -each.points))

    def _worth(self, seen: View, action: Action) -> CallWorth:
        """One call; where alone is said later, the better of the two."""
        row, suits = self._row(seen)
        number = _number(action, suits)
        worth = float(row[number])
        if number and seen.book.alone.when != "with the call":
            worth = max(worth, float(row[number + 1]))
        return CallWorth(action, worth, math.nan, math.nan)

    def _row(self, seen: View) -> tuple[np.ndarray, tuple[int, int, int]]:
        """The worths of a seat's calls, and the suits that round two's mean."""
        assert seen.seat is not None
        assert seen.turn_up is not None
        hand = sum(1 << card.index for card in seen.hand)
        line, suits = line_and_suits(hand, seen.turn_up.index)
        rows = self.worths.one if seen.phase is Phase.ROUND_ONE else self.worths.two
        return rows[(seen.seat - seen.dealer - 1) % 4, self.index[line]], suits


def _number(action: Action, suits: tuple[int, int, int]) -> int:
    """The call's number in its round; nought is a pass."""
    if isinstance(action, Order | PickUp):
        return 1 + action.alone
    if isinstance(action, Name):
        return 1 + 2 * suits.index(action.suit) + action.alone
    return 0
