"""What a record is made of: how the game was set up, and all that happened, in order."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rightbower.referee.irregularities import Fact
from rightbower.referee.remedies import Remedy
from rightbower.referee.situation import Proof
from rightbower.rules.acts import Action, Bury
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Card, Seat, Side, Suit
from rightbower.rules.ceremonies import Cut, Dealt
from rightbower.rules.game import Advice, TurnUp
from rightbower.rules.refusal import Refusal


class RecordError(Refusal):
    """A record that cannot be read or replayed, and where it fails."""


class CutEntry(Struct, frozen=True):
    """What was done about the cut before the next deal."""

    cut: Cut
    at: float | None = None


class DealtEntry(Struct, frozen=True):
    """The cards went out; ``assumed`` are those whose place is filled in, not known."""

    dealer: Seat
    cards: Dealt
    turn_up: TurnUp = TurnUp.FACED
    at: float | None = None
    assumed: frozenset[Card] = frozenset()


class TurnUpEntry(Struct, frozen=True):
    """The turn-up was put down or faced after the hands were out."""

    turn_up: TurnUp
    at: float | None = None


class ActionEntry(Struct, frozen=True):
    """A player acted; ``assumed`` says that which card was buried is filled in, not known."""

    action: Action
    at: float | None = None
    assumed: bool = False

    def __post_init__(self) -> None:
        assert isinstance(self.action, Bury) or not self.assumed, "only a bury can be assumed"


class BellEntry(Struct, frozen=True):
    """The start signal or the end signal."""

    signal: Literal["start", "end"]
    at: float | None = None


class ReminderEntry(Struct, frozen=True):
    """The table was reminded of the time in which a game ought to end."""

    advice: Advice
    at: float | None = None


class VoidEntry(Struct, frozen=True):
    """The deal under way did not count, and this dealer deals next."""

    dealer: Seat
    at: float | None = None


class NoteEntry(Struct, frozen=True):
    """A remark; it changes nothing."""

    text: str


# Only a game as at the table has these: slips, tricks turned, claims, choices, the officer's word.
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
Entry = (
    CutEntry
    | DealtEntry
    | TurnUpEntry
    | ActionEntry
    | BellEntry
    | ReminderEntry
    | VoidEntry
    | NoteEntry
    | TableEntry
)


class Record(Struct, frozen=True):
    """A game as it happened; ``target`` is one the table agreed, ``at`` when the game began.

    In a game ``at_table`` slips may happen, and the hand is scored when its last trick is turned.
    """

    book: RuleBook
    first_dealer: Seat
    players: tuple[str, str, str, str] = ("North", "East", "South", "West")
    target: int | None = None
    start_score: tuple[int, int] = (0, 0)
    at: float | None = None
    title: str = ""
    date: str = ""
    entries: tuple[Entry, ...] = ()
    at_table: bool = False

    def __repr__(self) -> str:
        return (
            f"<Record by {self.book.name}: {' '.join(self.players)}, {len(self.entries)} entries>"
        )

    def then(self, *entries: Entry) -> Record:
        """The record with more entries at its end."""
        return replace(self, entries=(*self.entries, *entries))
