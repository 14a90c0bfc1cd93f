"""What a finished deal is worth; every mark names its setting."""

from __future__ import annotations

from msgspec import Struct

from rightbower.rules.cards import HAND_SIZE, Side
from rightbower.rules.deal.state import Deal


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
