"""Marks for a deal, and the fives on which people keep them."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from rightbower.rules.book import RuleBook
from rightbower.rules.cards import HAND_SIZE, Side
from rightbower.rules.deal import Deal
from rightbower.rules.refusal import Refusal


class Mark(Struct, frozen=True, gc=False):
    """Points for a side, and the setting they come from."""

    side: Side
    points: int
    path: str


def score(deal: Deal) -> tuple[Mark, ...]:
    """The marks of a finished deal; a deal thrown in or lost with the game has none."""
    if deal.ending != "played":
        return ()
    if deal.book.game.counts == "tricks":
        return tuple(Mark(side, deal.tricks_of(side), "game.counts") for side in Side)
    assert deal.maker is not None
    makers = deal.maker.side
    tricks = deal.tricks_of(makers)
    rules = deal.book.score
    lone = deal.lone is not None and deal.lone.side is makers
    prefix = "lone_" if lone else ""
    if tricks < rules.tricks_to_make:
        return (_mark(deal, makers.other, f"{prefix}euchre"),)
    if tricks == HAND_SIZE:
        return (_mark(deal, makers, f"{prefix}march"),)
    return (_mark(deal, makers, f"{prefix}make"),)


def _mark(deal: Deal, side: Side, setting: str) -> Mark:
    path = f"score.{setting}"
    return Mark(side, deal.book.value(path), path)


PIPS: Final = 5
FULL: Final = 2 * PIPS


class Placing(Struct, frozen=True):
    """Where the top five lies on the bottom one: shifts in card widths and heights, and a turn."""

    dx: float
    dy: float
    degrees: int


PLACINGS: Final = (
    Placing(0, 0, 0),
    Placing(0.30, 0.08, 25),
    Placing(0, 0.35, 0),
    Placing(0, 0.65, 0),
    Placing(0.50, 0.65, 0),
    Placing(1.05, 0, 0),
)


class Fives(Struct, frozen=True):
    """The top five face up or down, the pips of the bottom five in sight, and a number beside."""

    top_up: bool
    bottom_pips: int
    beside: int = 0

    @property
    def shown(self) -> int:
        """The score these markers stand for: the pips in sight and the number beside."""
        return (PIPS if self.top_up else 0) + self.bottom_pips + self.beside

    @property
    def placing(self) -> Placing:
        return PLACINGS[self.bottom_pips]


def fives(score: int, book: RuleBook) -> Fives:
    """What a side's fives show at this score.

    >>> from rightbower.rules.book import load
    >>> fives(6, load("alberta-55plus"))
    Fives(top_up=True, bottom_pips=1, beside=0)
    """
    if score < 0:
        raise Refusal("the fives cannot show less than nothing")
    if score < PIPS:
        return Fives(top_up=False, bottom_pips=score)
    if score <= FULL:
        return Fives(top_up=True, bottom_pips=score - PIPS)
    if book.markers.past_ten == "fresh cycle":
        rounds = (score - 1) // FULL
        again = fives(score - rounds * FULL, book)
        return Fives(again.top_up, again.bottom_pips, rounds * FULL)
    return Fives(top_up=True, bottom_pips=PIPS, beside=score - FULL)
