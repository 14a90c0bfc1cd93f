"""How the game stands for a side: what each needs, and whether this is the last hand."""

from __future__ import annotations

from msgspec import Struct

from rightbower.players.views import View
from rightbower.rules.cards import Side

FAR: int = 1000  # more points than any game has


class ScoreSituation(Struct, frozen=True):
    """Points needed by us and by them, our lead, what a march brings, and the last hand."""

    we_need: int
    they_need: int
    lead: int
    march: int
    last_hand: bool


def score_situation(view: View, side: Side | None = None) -> ScoreSituation:
    """The game from a side: that of the seat that looks, unless another is named."""
    if side is None:
        assert view.seat is not None
        side = view.seat.side
    ours, theirs = view.score[side], view.score[side.other]
    target = FAR if view.target is None else view.target
    deals = view.book.game.deals
    last_hand = view.time_up or (deals is not None and view.played + 1 == deals)
    return ScoreSituation(
        target - ours, target - theirs, ours - theirs, view.book.score.march, last_hand
    )
