"""What only a game as at the table has: slips, tricks turned, claims, choices, the officer's word."""

from __future__ import annotations

from msgspec import Struct

from rightbower.cards import Card, Seat, Side, Suit
from rightbower.deal import Action
from rightbower.referee import Fact, Remedy
from rightbower.referee.cases.case import Proof


class SlipEntry(Struct, frozen=True):
    """A player did what the book does not allow."""

    action: Action
    at: float | None = None


class DroppedEntry(Struct, frozen=True):
    """A player let everyone see a card, or several at once."""

    seat: Seat
    cards: tuple[Card, ...]
    at: float | None = None


class TurnedEntry(Struct, frozen=True):
    """The winner turned the trick down; after the last one the hand was scored."""

    at: float | None = None


class ClaimEntry(Struct, frozen=True):
    """Somebody called attention to a fact; ``by`` is None for the officer."""

    by: Seat | None
    fact: Fact
    proof: Proof | None = None
    points: int | None = None
    last_hand: bool = False
    at: float | None = None


class ChoiceEntry(Struct, frozen=True):
    """An option of ruling ``number`` was taken; ``by`` is None for the officer."""

    number: int
    by: Side | None
    option: str
    at: float | None = None


class CalledEntry(Struct, frozen=True):
    """A suit was called for, or waived with None, or one of several exposed cards was named."""

    by: Seat
    called: Suit | Card | None
    at: float | None = None


class OverruleEntry(Struct, frozen=True):
    """The officer set ruling ``number`` aside."""

    number: int
    officer: str
    reason: str
    remedies: tuple[Remedy, ...]
    at: float | None = None


class EnteredEntry(Struct, frozen=True):
    """The result was entered."""

    at: float | None = None


TableEntry = (
    SlipEntry
    | DroppedEntry
    | TurnedEntry
    | ClaimEntry
    | ChoiceEntry
    | CalledEntry
    | OverruleEntry
    | EnteredEntry
)
