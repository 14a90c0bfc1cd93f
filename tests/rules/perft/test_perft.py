"""Walk every line of small trees and hold the count against the one derived by hand."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from msgspec import Struct, convert

from rightbower.rules.book import load, overlay
from rightbower.rules.deal import Deal, Phase
from rightbower.rules.judge import apply, legal
from table import after, dealt, worked

STOPS = {
    "trump is made": (Phase.BURY, Phase.ALONE, Phase.PLAY, Phase.DONE),
    "the first lead": (Phase.PLAY, Phase.DONE),
    "the end": (Phase.DONE,),
}


class Count(Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of the file."""

    what: str
    books: tuple[str, ...]
    until: str
    number: int
    why: str
    deal: str = ""
    words: str = ""
    hands: dict[str, str] = {}
    settings: dict[str, str | bool] = {}
    after: str = ""


FILE = Path(__file__).with_name("counts.toml")
COUNTS = convert(tomllib.loads(FILE.read_text("utf-8"))["count"], list[Count])
CASES = [
    pytest.param(count, book, id=f"{count.what}, {book}")
    for count in COUNTS
    for book in count.books
]


def leaves(deal: Deal, stop: tuple[Phase, ...]) -> int:
    """How many different lines of play lead from here to a stop."""
    if deal.phase in stop:
        return 1
    return sum(leaves(apply(deal, action), stop) for action in legal(deal))


@pytest.mark.parametrize(("count", "book"), CASES)
def test_there_are_as_many_ways_as_the_derivation_says(count: Count, book: str) -> None:
    rules = overlay(load(book), count.settings, count.what)
    deal = worked(count.deal, rules) if count.deal else dealt(count.words, rules, **count.hands)
    if count.after:
        deal = after(deal, count.after)
    assert leaves(deal, STOPS[count.until]) == count.number, count.why


def test_every_book_has_its_auctions_counted() -> None:
    counted = {book for each in COUNTS if each.until == "trump is made" for book in each.books}
    assert len(counted) == 6
