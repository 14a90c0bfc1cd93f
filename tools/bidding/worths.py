"""What each call is worth to each hand when all others call by a book's table: means over a store."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from bidding.auction import bury_rule, pays, points
from bidding.oracle import shifts
from bidding.passes import ONE, TWO
from bidding.solving import Deals, of_calls
from bidding.training import MakeDeals
from rightbower.players.tables import EXPERT, basis, unpack_part
from rightbower.rules.book import RuleBook


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
