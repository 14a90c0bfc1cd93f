"""The result of a finished game, deal by deal, as the journal keeps it."""

from __future__ import annotations

from msgspec import Struct

from rightbower.rules.cards import Seat, Side
from rightbower.rules.game import GameResult, Reason


class DealFacts(Struct, frozen=True, gc=False, omit_defaults=True):
    """The result of a deal: marks are side, points, setting and clause, tricks by side."""

    dealer: Seat
    score: tuple[int, int]
    ending: str
    marks: tuple[tuple[str, int, str, str], ...] = ()
    maker: Seat | None = None
    alone: bool = False
    tricks: tuple[int, int] = (0, 0)


class GameFinished(Struct, frozen=True, gc=False, tag="finished", omit_defaults=True):
    """The end of a game with all results; nothing finished is computed again.

    ``winner`` is nothing in a draw; ``dealer`` is who would deal next.
    """

    score: tuple[int, int]
    winner: str
    reason: Reason
    setting: str
    clause: str
    title: str
    dealer: Seat
    deals: tuple[DealFacts, ...]
    at: float
    time_up: bool = False

    @property
    def result(self) -> GameResult:
        """How the game ended."""
        winner = Side[self.winner] if self.winner else None
        return GameResult(self.score, winner, self.reason, self.setting)

    @property
    def last_dealer(self) -> Seat:
        """Who dealt last."""
        return self.deals[-1].dealer if self.deals else self.dealer
