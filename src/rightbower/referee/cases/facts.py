"""What can go wrong at a table, as frozen facts: found in the record or reported by a person."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, Literal

from msgspec import Struct

from rightbower.rules.acts import Action
from rightbower.rules.cards import Card, Seat
from rightbower.rules.refusal import Refusal


class Kind(StrEnum):
    """Every irregularity the referee knows, by the name used in commands and records."""

    EXPOSED_IN_DEAL = "exposed-in-deal"
    FACED_CARD = "faced-card"
    IMPERFECT_PACK = "imperfect-pack"
    WRONG_COUNT = "wrong-count"
    WRONG_KITTY = "wrong-kitty"
    EARLY_TURN_UP = "early-turn-up"
    NOT_CUT = "not-cut"
    WRONG_DEALER = "wrong-dealer"
    CALL_OUT_OF_TURN = "call-out-of-turn"
    TURN_DOWN_OUT_OF_TURN = "turn-down-out-of-turn"
    PASS_OUT_OF_TURN = "pass-out-of-turn"
    DEAD_SUIT = "dead-suit"
    LOOSE_WORDS = "loose-words"
    ORDER_WITHOUT_TRUMP = "order-without-trump"
    NO_NATURAL_CARD = "no-natural-card"
    FORBIDDEN_CALL = "forbidden-call"
    NOT_BURIED = "not-buried"
    LEAD_OUT_OF_TURN = "lead-out-of-turn"
    PLAY_OUT_OF_TURN = "play-out-of-turn"
    EXPOSED_CARD = "exposed-card"
    NOT_SINGLY = "not-singly"
    TRICK_TURNED_UP = "trick-turned-up"
    TRICK_NOT_TURNED = "trick-not-turned"
    REVOKE = "revoke"
    TABLE_TALK = "table-talk"
    SIGNALLING = "signalling"


How = Literal["out of turn", "dropped", "played along", "named"]
Misdealt = Literal[
    Kind.EXPOSED_IN_DEAL,
    Kind.FACED_CARD,
    Kind.IMPERFECT_PACK,
    Kind.WRONG_KITTY,
    Kind.EARLY_TURN_UP,
    Kind.NOT_CUT,
]
WrongTurn = Literal[Kind.LEAD_OUT_OF_TURN, Kind.PLAY_OUT_OF_TURN]
WrongTurning = Literal[Kind.TRICK_TURNED_UP, Kind.TRICK_NOT_TURNED]
Helping = Literal[Kind.TABLE_TALK, Kind.SIGNALLING]


class Misdeal(Struct, frozen=True):
    """The deal itself went wrong; ``seat`` is the dealer."""

    seat: Seat
    kind: Misdealt


class WrongCount(Struct, frozen=True):
    """A hand was dealt too many or too few cards."""

    kind: ClassVar[Kind] = Kind.WRONG_COUNT
    seat: Seat
    cards: int


class WrongDealer(Struct, frozen=True):
    """``seat`` deals although it is another's turn to deal."""

    kind: ClassVar[Kind] = Kind.WRONG_DEALER
    seat: Seat
    right: Seat


class WrongCall(Struct, frozen=True):
    """A bid, a pass, a turn-down or a bury that the book does not allow there."""

    seat: Seat
    kind: Literal[
        Kind.CALL_OUT_OF_TURN,
        Kind.TURN_DOWN_OUT_OF_TURN,
        Kind.PASS_OUT_OF_TURN,
        Kind.DEAD_SUIT,
        Kind.ORDER_WITHOUT_TRUMP,
        Kind.NO_NATURAL_CARD,
        Kind.FORBIDDEN_CALL,
    ]
    call: Action


class LooseWords(Struct, frozen=True):
    """A player told the dealer to take the card, in words of their own."""

    kind: ClassVar[Kind] = Kind.LOOSE_WORDS
    seat: Seat
    words: str


class NotBuried(Struct, frozen=True):
    """The dealer took the turn-up and played to the first trick before burying."""

    kind: ClassVar[Kind] = Kind.NOT_BURIED
    seat: Seat
    card: Card


def _counted_from_one(trick: int) -> None:
    if trick < 1:
        raise Refusal(f"tricks are counted from 1; there is no trick {trick}")


class OutOfTurn(Struct, frozen=True):
    """A card led or played out of turn to a trick; tricks count from one."""

    seat: Seat
    kind: WrongTurn
    trick: int
    card: Card

    def __post_init__(self) -> None:
        _counted_from_one(self.trick)


class ExposedCard(Struct, frozen=True):
    """A card shown other than by a proper play; ``more`` are those shown with it at once."""

    kind: ClassVar[Kind] = Kind.EXPOSED_CARD
    seat: Seat
    card: Card
    how: How = "dropped"
    more: tuple[Card, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """All that were shown."""
        return (self.card, *self.more)


class NotSingly(Struct, frozen=True):
    """Cards laid down at once; ``card`` and ``more`` are those not meant, where they are known."""

    kind: ClassVar[Kind] = Kind.NOT_SINGLY
    seat: Seat
    card: Card | None = None
    more: tuple[Card, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """All that were laid down beside the one meant."""
        return () if self.card is None else (self.card, *self.more)


class TrickTurned(Struct, frozen=True):
    """A quitted trick turned up again, or a won trick left unturned."""

    seat: Seat
    kind: WrongTurning
    trick: int

    def __post_init__(self) -> None:
        _counted_from_one(self.trick)


class Revoke(Struct, frozen=True):
    """A player who could follow suit did not, to a trick counted from one."""

    kind: ClassVar[Kind] = Kind.REVOKE
    seat: Seat
    trick: int

    def __post_init__(self) -> None:
        _counted_from_one(self.trick)


class Talk(Struct, frozen=True):
    """Talk or signals that help a partner."""

    seat: Seat
    kind: Helping


Fact = (
    Misdeal
    | WrongCount
    | WrongDealer
    | WrongCall
    | LooseWords
    | NotBuried
    | OutOfTurn
    | ExposedCard
    | NotSingly
    | TrickTurned
    | Revoke
    | Talk
)
