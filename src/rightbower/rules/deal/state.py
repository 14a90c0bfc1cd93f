"""A deal as a frozen value."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Literal

from msgspec import Struct

from rightbower.rules.acts import Action
from rightbower.rules.book.rulebook import RuleBook
from rightbower.rules.cards import HAND_SIZE, PACK, Card, Seat, Side, Suit, height, suit_in_play
from rightbower.rules.refusal import Refusal, counted

Hand = tuple[Card, ...]
Ending = Literal["played", "thrown in", "game lost", "stopped"]


_SEATS = tuple(Seat)
_WITHOUT = tuple(tuple(seat for seat in Seat if seat is not out) for out in Seat)


class Phase(StrEnum):
    """Where the deal stands."""

    ROUND_ONE = "round one"
    ROUND_TWO = "round two"
    BURY = "bury"
    ALONE = "alone"
    PLAY = "play"
    DONE = "done"


class Trick(Struct, frozen=True, gc=False):
    """The cards of one trick in the order they fell."""

    leader: Seat
    plays: tuple[tuple[Seat, Card], ...] = ()
    winner: Seat | None = None

    @property
    def led(self) -> Card | None:
        return self.plays[0][1] if self.plays else None

    def card_of(self, seat: Seat) -> Card | None:
        """What a seat played to this trick."""
        return dict(self.plays).get(seat)


class Deal(Struct, frozen=True, gc=False):
    """One deal: the cards, the bids, the play so far, and whose turn it is."""

    book: RuleBook
    dealer: Seat
    dealt: tuple[Hand, Hand, Hand, Hand]
    hands: tuple[Hand, ...]
    turn_up: Card
    stock: tuple[Card, ...]
    turn: Seat | None
    phase: Phase = Phase.ROUND_ONE
    acts: tuple[Action, ...] = ()
    trump: Suit | None = None
    maker: Seat | None = None
    lone: Seat | None = None
    taken_by: Seat | None = None
    buried: Card | None = None
    tricks: tuple[Trick, ...] = ()
    ending: Ending | None = None

    def __repr__(self) -> str:
        made = (
            f"{self.maker.word} makes {self.trump.name.lower()}"
            if self.maker and self.trump
            else ""
        )
        where = self.ending or f"{self.phase.name.lower().replace('_', ' ')}"
        said = (f"{self.dealer.word} deals", f"{self.turn_up} up", made, where)
        return f"<Deal: {', '.join(filter(None, said))}>"

    @property
    def active(self) -> tuple[Seat, ...]:
        """The seats that play: all four, or all but a lone player's partner."""
        return _SEATS if self.lone is None else _WITHOUT[self.lone.partner]

    @property
    def turned_down(self) -> Suit | None:
        """The suit that may not be named, once the turn-up is turned down."""
        named = self.trump is not None and self.trump is not self.turn_up.suit
        return self.turn_up.suit if self.phase is Phase.ROUND_TWO or named else None

    @property
    def trick(self) -> Trick | None:
        """The trick under way."""
        return self.tricks[-1] if self.tricks and self.phase is Phase.PLAY else None

    def tricks_of(self, side: Side) -> int:
        """How many tricks a side has won."""
        return sum(trick.winner is not None and trick.winner.side is side for trick in self.tricks)


def start(
    book: RuleBook, dealer: Seat, hands: Sequence[Hand], turn_up: Card, stock: Sequence[Card]
) -> Deal:
    """A deal with the hands out and the turn-up faced; refuse cards that are not one pack.

    ``hands`` are in the order North, East, South, West.
    """
    for seat, hand in zip(Seat, hands, strict=True):
        if len(hand) != HAND_SIZE:
            raise Refusal(f"{seat.word} holds {counted(len(hand), 'card')}, not {HAND_SIZE}")
    dealt = [card for hand in hands for card in hand] + [turn_up, *stock]
    if len(set(dealt)) < len(dealt):
        twice = next(card for card in PACK if dealt.count(card) > 1)
        raise Refusal(f"{twice} appears twice")
    if len(dealt) != len(PACK):
        raise Refusal(f"there are {len(dealt)} cards, not {len(PACK)}")
    north, east, south, west = (tuple(hand) for hand in hands)
    four = (north, east, south, west)
    return Deal(book, dealer, four, four, turn_up, tuple(stock), dealer.left)


def winner_of(plays: Sequence[tuple[Seat, Card]], trump: Suit) -> Seat:
    """Who wins these cards: the highest trump, or else the highest card of the suit led."""
    led = suit_in_play(plays[0][1], trump)
    counted = [play for play in plays if suit_in_play(play[1], trump) in (led, trump)]
    return max(counted, key=lambda play: height(play[1], trump))[0]
