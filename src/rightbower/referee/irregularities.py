"""What goes wrong at a table: each kind, what is known of it, its sentence and its line."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import ClassVar, Final, Literal, Protocol, get_args, get_type_hints

from msgspec import Struct

from rightbower.rules.acts import Action, Pass, say
from rightbower.rules.cards import Card, Seat, Side
from rightbower.rules.deal import Deal, Phase
from rightbower.rules.forms import ANY_SEAT, Form, Misfit
from rightbower.rules.game import Game
from rightbower.rules.judge import not_held
from rightbower.rules.message import Message, Term, message, word
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
HOW: Final[Mapping[How, str]] = {
    "out of turn": word("out of turn"),
    "dropped": word("dropped"),
    "played along": word("played along"),
    "named": word("named"),
}


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
    Kind.EXPOSED_IN_DEAL: Irregularity(word("a card is exposed in dealing"), "by report"),
    Kind.FACED_CARD: Irregularity(word("a card is face up in the deck"), "by report"),
    Kind.IMPERFECT_PACK: Irregularity(
        word("the deck is imperfect"), "in hidden cards", "laws.pack"
    ),
    Kind.WRONG_COUNT: Irregularity(
        word("a hand has too many or too few cards"), "by everybody", "laws.five_each"
    ),
    Kind.WRONG_KITTY: Irregularity(
        word("the number of cards left over is wrong"), "by everybody", "laws.five_each"
    ),
    Kind.EARLY_TURN_UP: Irregularity(
        word("the turn-up is faced before the start signal"),
        "by everybody",
        "dealing.turn_up_waits_for_bell",
    ),
    Kind.NOT_CUT: Irregularity(
        word("the cut was not offered to the player on the dealer's right"),
        "by everybody",
        "dealing.cut",
    ),
    Kind.WRONG_DEALER: Irregularity(
        word("the wrong player deals"), "by everybody", "laws.deal_passes"
    ),
    Kind.CALL_OUT_OF_TURN: Irregularity(
        word("a call is made out of turn"), "by everybody", "laws.round_one"
    ),
    Kind.TURN_DOWN_OUT_OF_TURN: Irregularity(
        word("the turn-up is turned down out of turn"), "by everybody", "laws.turn_down"
    ),
    Kind.PASS_OUT_OF_TURN: Irregularity(
        word("a pass is said out of turn"), "by everybody", again=True
    ),
    Kind.DEAD_SUIT: Irregularity(
        word("the suit turned down is named"), "by everybody", "laws.dead_suit"
    ),
    Kind.LOOSE_WORDS: Irregularity(
        word("the dealer is told to take the card in other words"), "by report", again=True
    ),
    Kind.ORDER_WITHOUT_TRUMP: Irregularity(
        word("the turn-up is ordered without a trump in hand"),
        "in hidden cards",
        "bidding.trump_to_order",
    ),
    Kind.NO_NATURAL_CARD: Irregularity(
        word("the turn-up is taken without a natural card"),
        "in hidden cards",
        "bidding.natural_scope",
    ),
    Kind.FORBIDDEN_CALL: Irregularity(
        word("a call or discard is made that the book does not allow"),
        "by everybody",
        "laws.round_one",
    ),
    Kind.NOT_BURIED: Irregularity(
        word("the dealer plays before discarding"), "by everybody", "laws.pick_up"
    ),
    Kind.LEAD_OUT_OF_TURN: Irregularity(
        word("a card is led out of turn"), "by everybody", "laws.winner_leads"
    ),
    Kind.PLAY_OUT_OF_TURN: Irregularity(
        word("a card is played out of turn"), "by everybody", "laws.play_in_turn"
    ),
    Kind.EXPOSED_CARD: Irregularity(word("a card is dropped, shown or named"), "by everybody"),
    Kind.NOT_SINGLY: Irregularity(
        word("cards are not played one at a time"),
        "by everybody",
        again=True,
        first="singly.penalty",
    ),
    Kind.TRICK_TURNED_UP: Irregularity(word("a turned trick is looked at again"), "by report"),
    Kind.TRICK_NOT_TURNED: Irregularity(
        word("a won trick is not turned"), "by everybody", "playing.won_tricks"
    ),
    Kind.REVOKE: Irregularity(word("a player could follow suit and did not"), "in hidden cards"),
    Kind.TABLE_TALK: Irregularity(
        word("somebody talks in a way that helps a partner"), "by report", again=True
    ),
    Kind.SIGNALLING: Irregularity(word("somebody signals to a partner"), "by report", again=True),
}

# A kind that is not told of above stops the import.
TITLES: Final = {kind: KINDS[kind].title for kind in Kind}


class PlayedTable(Protocol):
    """What a table says of itself, so that a fact can be held against it."""

    @property
    def game(self) -> Game:
        """The game at it."""

    @property
    def quitted(self) -> int:
        """How many tricks of the deal have been turned."""

    def why_barred(self, side: Side) -> Message | None:
        """Why a side may not make trump now."""


class _Fact(Struct, frozen=True):
    """What every fact has: who erred, and how it stands in a line behind its kind.

    ``sentence`` says what happened; ``cannot_be`` why it cannot have in a deal, if it cannot.
    """

    line: ClassVar[str] = "{seat}"
    seat: Seat


class _EverPossible(_Fact, frozen=True):
    """A fact that nothing at a table speaks against before it is ruled upon."""

    def cannot_be(self, table: PlayedTable, deal: Deal) -> Message | None:  # noqa: ARG002
        """Why it cannot be one of this deal: nothing."""
        return None


def _counted_from_one(trick: int) -> None:
    if trick < 1:
        raise Refusal(message("tricks are counted from 1; there is no trick {trick}", trick=trick))


class Misdeal(_Fact, frozen=True):
    """The deal itself went wrong; ``seat`` is the dealer."""

    kind: Misdealt

    def sentence(self) -> Message:
        title = Term(TITLES[self.kind])
        return message("{seat} {seat|deal|deals}: {title}", seat=self.seat, title=title)

    def cannot_be(self, table: PlayedTable, deal: Deal) -> Message | None:  # noqa: ARG002
        """Why it cannot be one of this deal: somebody else dealt it."""
        if self.seat is deal.dealer:
            return None
        return message(
            "{dealer} dealt, so it is not {seat's} misdeal", dealer=deal.dealer, seat=self.seat
        )


class WrongCount(_EverPossible, frozen=True):
    """A hand was dealt too many or too few cards."""

    kind: ClassVar[Kind] = Kind.WRONG_COUNT
    line: ClassVar[str] = "{seat} {cards}"
    cards: int

    def sentence(self) -> Message:
        return message(
            "{seat} {seat|were|was} dealt {cards} {cards|card|cards}",
            seat=self.seat,
            cards=self.cards,
        )


class WrongDealer(_EverPossible, frozen=True):
    """``seat`` deals although it is another's turn to deal."""

    kind: ClassVar[Kind] = Kind.WRONG_DEALER
    line: ClassVar[str] = "{seat} {right}"
    right: Seat

    def sentence(self) -> Message:
        return message(
            "{seat} {seat|deal|deals} although it is {right's} turn",
            seat=self.seat,
            right=self.right,
        )


class WrongCall(_Fact, frozen=True):
    """A bid, a pass, a turn-down or a bury that the book does not allow there."""

    line: ClassVar[str] = "{call}"
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

    def sentence(self) -> Message:
        call = say(self.call)
        if self.kind is Kind.FORBIDDEN_CALL:
            return message("{call}: the book refuses it", call=call)
        return message("{call}: {title}", call=call, title=Term(TITLES[self.kind]))

    def cannot_be(self, table: PlayedTable, deal: Deal) -> Message | None:  # noqa: ARG002
        """Why it cannot be one of this deal: only a pass out of turn is heard and not on record."""
        if self.kind is not Kind.PASS_OUT_OF_TURN:
            return None
        if not isinstance(self.call, Pass):
            return message("{call}: that is not a pass", call=say(self.call))
        if deal.phase not in (Phase.ROUND_ONE, Phase.ROUND_TWO):
            return message("the bidding is over")
        if self.seat is not deal.turn:
            return None
        return message("it is {seat's} turn to call", seat=self.seat)


class LooseWords(_Fact, frozen=True):
    """A player told the dealer to take the card, in words of their own."""

    kind: ClassVar[Kind] = Kind.LOOSE_WORDS
    line: ClassVar[str] = '{seat} {"words"}'
    words: str

    def sentence(self) -> Message:
        return message("{seat} {seat|say|says} “{words}”", seat=self.seat, words=self.words)

    def cannot_be(self, table: PlayedTable, deal: Deal) -> Message | None:
        """Why it cannot be one of this deal: the player may not order any more."""
        if deal.phase is Phase.ROUND_TWO:
            clause = deal.book.named("laws.dead_suit")
            return message("the card is turned down and can no longer be ordered", clause)
        if self.seat is deal.dealer or deal.phase is not Phase.ROUND_ONE:
            return message("only a player who may still order is bound by such words")
        return table.why_barred(self.seat.side)


class NotBuried(_EverPossible, frozen=True):
    """The dealer took the turn-up and played to the first trick before burying."""

    kind: ClassVar[Kind] = Kind.NOT_BURIED
    line: ClassVar[str] = "{seat} {card}"
    card: Card

    def sentence(self) -> Message:
        return message(
            "{seat} {seat|play|plays} {card} before discarding", seat=self.seat, card=self.card
        )


class OutOfTurn(_EverPossible, frozen=True):
    """A card led or played out of turn to a trick; tricks count from one."""

    line: ClassVar[str] = "{seat} {trick} {card}"
    kind: WrongTurn
    trick: int
    card: Card

    def __post_init__(self) -> None:
        _counted_from_one(self.trick)

    def sentence(self) -> Message:
        if self.kind is Kind.LEAD_OUT_OF_TURN:
            return message(
                "{seat} {seat|lead|leads} {card} out of turn in trick {trick}",
                seat=self.seat,
                card=self.card,
                trick=self.trick,
            )
        return message(
            "{seat} {seat|play|plays} {card} out of turn in trick {trick}",
            seat=self.seat,
            card=self.card,
            trick=self.trick,
        )


class ExposedCard(_Fact, frozen=True):
    """A card shown other than by a proper play; ``more`` are those shown with it at once."""

    kind: ClassVar[Kind] = Kind.EXPOSED_CARD
    line: ClassVar[str] = "{seat} {card}[ {more}] {how}"
    card: Card
    how: How = "dropped"
    more: tuple[Card, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """All that were shown."""
        return (self.card, *self.more)

    def sentence(self) -> Message:
        return message(
            "{seat} {seat|expose|exposes} {cards} ({how})",
            seat=self.seat,
            cards=self.cards,
            how=Term(HOW[self.how]),
        )

    def cannot_be(self, table: PlayedTable, deal: Deal) -> Message | None:  # noqa: ARG002
        """Why it cannot be one of this deal: the cards are not there to be shown."""
        missing = [card for card in self.cards if card not in deal.hands[self.seat]]
        if missing and self.seat in deal.active:
            return not_held(self.seat, missing[0])
        return _cannot_be_shown(deal, self.seat, self.cards)


class NotSingly(_Fact, frozen=True):
    """Cards laid down at once; ``card`` and ``more`` are those not meant, where they are known."""

    kind: ClassVar[Kind] = Kind.NOT_SINGLY
    line: ClassVar[str] = "{seat}[ {card}][ {more}]"
    card: Card | None = None
    more: tuple[Card, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """All that were laid down beside the one meant."""
        return () if self.card is None else (self.card, *self.more)

    def sentence(self) -> Message:
        if self.card is None:
            return message("{seat} {seat|do|does} not play cards one at a time", seat=self.seat)
        return message(
            "{seat} {seat|lay|lays} down {cards} along with another card",
            seat=self.seat,
            cards=self.cards,
        )

    def cannot_be(self, table: PlayedTable, deal: Deal) -> Message | None:  # noqa: ARG002
        """Why it cannot be one of this deal: no such cards can have been laid down."""
        return _cannot_be_shown(deal, self.seat, self.cards)


def _cannot_be_shown(deal: Deal, seat: Seat, cards: tuple[Card, ...]) -> Message | None:
    if seat not in deal.active:
        return message("{seat's} partner plays alone, and the hand is put away", seat=seat)
    return message("a card is named twice") if len(set(cards)) < len(cards) else None


class TrickTurned(_Fact, frozen=True):
    """A quitted trick turned up again, or a won trick left unturned."""

    line: ClassVar[str] = "{seat} {trick}"
    kind: WrongTurning
    trick: int

    def __post_init__(self) -> None:
        _counted_from_one(self.trick)

    def sentence(self) -> Message:
        seat, trick = self.seat, self.trick
        if self.kind is Kind.TRICK_TURNED_UP:
            return message(
                "{seat} {seat|look|looks} at trick {trick} again", seat=seat, trick=trick
            )
        return message("{seat} {seat|leave|leaves} trick {trick} unturned", seat=seat, trick=trick)

    def cannot_be(self, table: PlayedTable, deal: Deal) -> Message | None:  # noqa: ARG002
        """Why it cannot be one of this deal: the trick has not been turned, or lies open to all."""
        if self.kind is Kind.TRICK_TURNED_UP and table.game.deal is None:
            return message("the play is over, and the tricks may be looked at")
        if self.trick > table.quitted:
            return message("trick {trick} has not been turned", trick=self.trick)
        return None


class Revoke(_Fact, frozen=True):
    """A player who could follow suit did not, to a trick counted from one."""

    kind: ClassVar[Kind] = Kind.REVOKE
    line: ClassVar[str] = "{seat} {trick}"
    trick: int

    def __post_init__(self) -> None:
        _counted_from_one(self.trick)

    def sentence(self) -> Message:
        return message(
            "{seat} did not follow suit in trick {trick}", seat=self.seat, trick=self.trick
        )

    def cannot_be(self, table: PlayedTable, deal: Deal) -> Message | None:  # noqa: ARG002
        """Why it cannot be one of this deal: the player followed to nothing in that trick."""
        seat, trick = self.seat, self.trick
        plays = deal.tricks[trick - 1].plays if trick <= len(deal.tricks) else ()
        if seat not in dict(plays):
            return not_played(seat, trick)
        if plays[0][0] is not seat:
            return None
        return message(
            "{seat} led to trick {trick} and had no suit to follow",
            deal.book.named("laws.follow_suit"),
            seat=seat,
            trick=trick,
        )


def not_played(seat: Seat, trick: int) -> Message:
    """A player has played no card to a trick."""
    return message("{seat} {seat|have|has} not played to trick {trick}", seat=seat, trick=trick)


class Talk(_EverPossible, frozen=True):
    """Talk or signals that help a partner."""

    kind: Helping

    def sentence(self) -> Message:
        if self.kind is Kind.TABLE_TALK:
            return message("{seat} {seat|talk|talks} in a way that helps a partner", seat=self.seat)
        return message("{seat} {seat|signal|signals} to a partner", seat=self.seat)


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


def _kinds(fact: type[Fact]) -> tuple[Kind, ...]:
    """The kinds that a fact may be of: its own, or those of its field."""
    kind = vars(fact)["kind"]
    return (kind,) if isinstance(kind, Kind) else get_args(get_type_hints(fact)["kind"])


# Each kind's fact and its line in a record. A kind that no fact is of stops the import.
_OF_KIND: Final[Mapping[Kind, type[Fact]]] = {
    kind: fact for fact in get_args(Fact) for kind in _kinds(fact)
}
_FORMS: Final[Mapping[Kind, Form[Fact]]] = {
    kind: Form(
        _OF_KIND[kind],
        _OF_KIND[kind].line,
        spellings={Seat: ANY_SEAT},
    )
    for kind in Kind
}


_KIND_OF_NAME: Final = {kind.value: kind for kind in Kind}


def write_fact(fact: Fact) -> str:
    """The fact as ``read_fact`` reads it.

    >>> write_fact(Revoke(Seat.E, 1))
    'revoke E 1'
    """
    return f"{fact.kind.value} {_FORMS[fact.kind].write(fact)}"


def read_fact(text: str) -> Fact:
    """Read one fact: its name, who erred, and what more it takes.

    >>> read_fact("lead-out-of-turn E 1 QC").card
    QC
    """
    name, _, rest = text.strip().partition(" ")
    if name not in _KIND_OF_NAME:
        raise Refusal(message("{name} is not an irregularity we know", name=repr(name)))
    rest, kind = rest.strip(), _KIND_OF_NAME[name]
    seat = Seat.of(rest.partition(" ")[0])
    more: dict[str, object] = {"kind": kind} if "kind" in _OF_KIND[kind].__struct_fields__ else {}
    if _OF_KIND[kind] is WrongCall:
        more["seat"] = seat
    try:
        return _FORMS[kind].read(rest, **more)
    except Misfit:
        raise Refusal(
            message(
                "{text} does not say all that {kind} needs",
                text=repr(text.strip()),
                kind=kind.value,
            )
        ) from None
