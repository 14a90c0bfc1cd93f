"""A game as one frozen value: its deals, score, clock and result."""

from __future__ import annotations

from enum import IntEnum
from typing import Literal

from msgspec import Struct

from rightbower.rules.book.rulebook import RuleBook
from rightbower.rules.cards import Seat, Side
from rightbower.rules.ceremonies import Cut
from rightbower.rules.deal.state import Deal
from rightbower.rules.refusal import Refusal
from rightbower.rules.score import Mark

Reason = Literal["points", "deals", "time", "game lost", "resigned", "agreed", "abandoned"]
# The setting that says how long a game ought to take, at a table of its own or at a tournament.
Advice = Literal["clock.advice_minutes", "clock.tournament_advice_minutes"]


class GameError(Refusal):
    """Something the game does not allow now, with the clause where there is one."""


class TurnUp(IntEnum):
    """How far the card after the hands has come."""

    IN_PACK = 0
    PUT_DOWN = 1
    FACED = 2


class Scored(Struct, frozen=True, gc=False):
    """A finished deal and what it brought."""

    deal: Deal
    marks: tuple[Mark, ...]
    score: tuple[int, int]


class GameResult(Struct, frozen=True, gc=False):
    """How a game ended; ``winner`` is None for a draw."""

    score: tuple[int, int]
    winner: Side | None
    reason: Reason
    path: str


class Game(Struct, frozen=True, gc=False):
    """One game: the finished deals, the deal under way, the score and the clock."""

    book: RuleBook
    first_dealer: Seat
    dealer: Seat
    target: int | None
    players: tuple[str, str, str, str] = ("North", "East", "South", "West")
    start_score: tuple[int, int] = (0, 0)
    score: tuple[int, int] = (0, 0)
    finished: tuple[Scored, ...] = ()
    deal: Deal | None = None
    turn_up: TurnUp = TurnUp.IN_PACK
    begun_at: float | None = None
    begun: bool = False
    now: float | None = None
    time_up: bool = False
    owes_a_hand: bool = False
    result: GameResult | None = None
    rulings: tuple[Mark, ...] = ()
    reminded: Advice | None = None
    cut: Cut | None = None

    def __repr__(self) -> str:
        now = f"over ({self.result.reason})" if self.result else f"deal {len(self.finished) + 1}"
        return f"<Game by {self.book.name}: {self.score[0]}–{self.score[1]}, {now}>"

    @property
    def played(self) -> int:
        """How many deals were played out or stopped by a ruling; a deal thrown in is not one."""
        return sum(each.deal.ending in ("played", "stopped") for each in self.finished)

    @property
    def ends_at(self) -> float | None:
        """When time is up, in seconds; None where no limit runs."""
        minutes = self.book.clock.minutes
        if minutes is None or self.begun_at is None:
            return None
        return self.begun_at + 60 * minutes
