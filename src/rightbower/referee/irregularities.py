"""What goes wrong at a table: each kind, what is known of it, and its sentence."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import ClassVar, Final, Literal, assert_never

from msgspec import Struct

from rightbower.rules.acts import Action, say
from rightbower.rules.cards import Card, Seat
from rightbower.rules.refusal import Refusal, counted, listed


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


Seen = Literal["by everybody", "in hidden cards", "by report"]


class Irregularity(Struct, frozen=True):
    """A kind of irregularity.

    ``seen`` says how a table comes to know it: before everybody's eyes, by cards nobody else has
    seen, or only because somebody tells of it. ``law`` is what the record shows broken, None where
    the record does not show it. ``again`` says that it may happen twice in the same words, so that a
    second claim does not repeat the first. ``first`` is the setting that a ruling names when it is a
    player's first time in a hand; without it a ruling at a table cannot ask for that.
    """

    title: str
    seen: Seen
    law: str | None = None
    again: bool = False
    first: str | None = None


KINDS: Final[Mapping[Kind, Irregularity]] = {
    Kind.EXPOSED_IN_DEAL: Irregularity("a card is exposed in dealing", "by report"),
    Kind.FACED_CARD: Irregularity("a card is face up in the deck", "by report"),
    Kind.IMPERFECT_PACK: Irregularity("the deck is imperfect", "in hidden cards", "laws.pack"),
    Kind.WRONG_COUNT: Irregularity(
        "a hand has too many or too few cards", "by everybody", "laws.five_each"
    ),
    Kind.WRONG_KITTY: Irregularity(
        "the number of cards left over is wrong", "by everybody", "laws.five_each"
    ),
    Kind.EARLY_TURN_UP: Irregularity(
        "the turn-up is faced before the start signal",
        "by everybody",
        "dealing.turn_up_waits_for_bell",
    ),
    Kind.NOT_CUT: Irregularity(
        "the cut was not offered to the player on the dealer's right", "by everybody", "dealing.cut"
    ),
    Kind.WRONG_DEALER: Irregularity("the wrong player deals", "by everybody", "laws.deal_passes"),
    Kind.CALL_OUT_OF_TURN: Irregularity(
        "a call is made out of turn", "by everybody", "laws.round_one"
    ),
    Kind.TURN_DOWN_OUT_OF_TURN: Irregularity(
        "the turn-up is turned down out of turn", "by everybody", "laws.turn_down"
    ),
    Kind.PASS_OUT_OF_TURN: Irregularity("a pass is said out of turn", "by everybody", again=True),
    Kind.DEAD_SUIT: Irregularity("the suit turned down is named", "by everybody", "laws.dead_suit"),
    Kind.LOOSE_WORDS: Irregularity(
        "the dealer is told to take the card in other words", "by report", again=True
    ),
    Kind.ORDER_WITHOUT_TRUMP: Irregularity(
        "the turn-up is ordered without a trump in hand",
        "in hidden cards",
        "bidding.trump_to_order",
    ),
    Kind.NO_NATURAL_CARD: Irregularity(
        "the turn-up is taken without a natural card", "in hidden cards", "bidding.natural_scope"
    ),
    Kind.FORBIDDEN_CALL: Irregularity(
        "a call or discard is made that the book does not allow", "by everybody", "laws.round_one"
    ),
    Kind.NOT_BURIED: Irregularity(
        "the dealer plays before discarding", "by everybody", "laws.pick_up"
    ),
    Kind.LEAD_OUT_OF_TURN: Irregularity(
        "a card is led out of turn", "by everybody", "laws.winner_leads"
    ),
    Kind.PLAY_OUT_OF_TURN: Irregularity(
        "a card is played out of turn", "by everybody", "laws.play_in_turn"
    ),
    Kind.EXPOSED_CARD: Irregularity("a card is dropped, shown or named", "by everybody"),
    Kind.NOT_SINGLY: Irregularity(
        "cards are not played one at a time", "by everybody", again=True, first="singly.penalty"
    ),
    Kind.TRICK_TURNED_UP: Irregularity("a turned trick is looked at again", "by report"),
    Kind.TRICK_NOT_TURNED: Irregularity(
        "a won trick is not turned", "by everybody", "playing.won_tricks"
    ),
    Kind.REVOKE: Irregularity("a player could follow suit and did not", "in hidden cards"),
    Kind.TABLE_TALK: Irregularity(
        "somebody talks in a way that helps a partner", "by report", again=True
    ),
    Kind.SIGNALLING: Irregularity("somebody signals to a partner", "by report", again=True),
}

# A kind that is not told of above stops the import.
TITLES: Final = {kind: KINDS[kind].title for kind in Kind}


# What the player does, where a fact may be of several kinds; {} is the trick.
_DOES: Final[Mapping[WrongTurn | WrongTurning | Helping, str]] = {
    Kind.LEAD_OUT_OF_TURN: "leads",
    Kind.PLAY_OUT_OF_TURN: "plays",
    Kind.TRICK_TURNED_UP: "looks at trick {} again",
    Kind.TRICK_NOT_TURNED: "leaves trick {} unturned",
    Kind.TABLE_TALK: "talks in a way that helps a partner",
    Kind.SIGNALLING: "signals to a partner",
}


def describe(fact: Fact) -> str:
    """The fact in plain words.

    >>> from rightbower.rules.cards import Seat
    >>> describe(Revoke(Seat.E, 1))
    'East did not follow suit in trick 1'
    """
    who = fact.seat.word
    match fact:
        case Misdeal(kind=kind):
            return f"{who} deals: {TITLES[kind]}"
        case WrongCount(cards=cards):
            return f"{who} was dealt {counted(cards, 'card')}"
        case WrongDealer(right=right):
            return f"{who} deals although it is {right.word}'s turn"
        case WrongCall(kind=Kind.FORBIDDEN_CALL, call=call):
            return f"{say(call)}: the book refuses it"
        case WrongCall(kind=kind, call=call):
            return f"{say(call)}: {TITLES[kind]}"
        case LooseWords(words=words):
            return f"{who} says “{words}”"
        case NotBuried(card=card):
            return f"{who} plays {card} before discarding"
        case OutOfTurn(kind=kind, trick=trick, card=card):
            return f"{who} {_DOES[kind]} {card} out of turn in trick {trick}"
        case ExposedCard(cards=cards, how=how):
            return f"{who} exposes {listed(cards)} ({how})"
        case NotSingly(card=None):
            return f"{who} does not play cards one at a time"
        case NotSingly(cards=cards):
            return f"{who} lays down {listed(cards)} along with another card"
        case TrickTurned(kind=kind, trick=trick):
            return f"{who} {_DOES[kind].format(trick)}"
        case Revoke(trick=trick):
            return f"{who} did not follow suit in trick {trick}"
        case Talk(kind=kind):
            return f"{who} {_DOES[kind]}"
        case _:
            assert_never(fact)
