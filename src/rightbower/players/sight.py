"""What a seat can work out from its view: the cards still out and who has run out of a suit."""

from __future__ import annotations

from typing import Final

from rightbower.players.views import View
from rightbower.rules.cards import PACK, Card, Seat, Suit, height, suit_in_play

# Sets of cards as bits, by trump: the cards of a suit, and those that beat a card in its own suit.
_SUITS: Final = tuple(
    tuple(
        sum(1 << card.index for card in PACK if suit_in_play(card, trump) is suit) for suit in Suit
    )
    for trump in Suit
)
_ABOVE: Final = tuple(
    tuple(
        sum(
            1 << other.index
            for other in PACK
            if suit_in_play(other, trump) is suit_in_play(card, trump)
            and height(other, trump) > height(card, trump)
        )
        for card in PACK
    )
    for trump in Suit
)
_ALL: Final = (1 << len(PACK)) - 1


def trick_height(card: Card, led: Suit, trump: Suit) -> int:
    """How high a card is in a trick; -1 for one that cannot win it."""
    return height(card, trump) if suit_in_play(card, trump) in (led, trump) else -1


class Sight:
    """One seat's knowledge in the play of a deal, worked out afresh for each card."""

    __slots__ = (
        "above",
        "foes",
        "hand",
        "maker",
        "partner",
        "plays",
        "seat",
        "suits",
        "trump",
        "unseen",
        "view",
        "void",
    )

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        assert view.trump is not None
        assert view.maker is not None
        self.view = view
        self.seat: Seat = view.seat
        self.partner: Seat = view.seat.partner
        self.trump: Suit = view.trump
        self.maker: Seat = view.maker
        out = None if view.lone is None else view.lone.partner
        self.foes = [seat for seat in (view.seat.left, view.seat.right) if seat is not out]
        self.hand = view.hand
        self.suits = _SUITS[view.trump]
        self.above = _ABOVE[view.trump]
        self.plays = view.tricks[-1].plays
        self.unseen, self.void = self._remembered()

    def _remembered(self) -> tuple[int, list[int]]:
        """The cards others may hold, and for each seat the cards it is known not to hold."""
        view = self.view
        seen = 0
        void = [0, 0, 0, 0]
        for trick in view.tricks:
            led = 0
            for seat, card in trick.plays:
                bit = 1 << card.index
                seen |= bit
                if not led:
                    led = self.suits[suit_in_play(card, self.trump)]
                elif not bit & led:
                    void[seat] |= led
        for card in view.hand:
            seen |= 1 << card.index
        if view.buried is not None:
            seen |= 1 << view.buried.index
        turn_up = view.turn_up
        assert turn_up is not None
        bit = 1 << turn_up.index
        if view.taken_by is None:
            seen |= bit
        elif not seen & bit:
            for seat in Seat:
                if seat is not view.taken_by:
                    void[seat] |= bit
        return _ALL & ~seen, void

    def is_trump(self, card: Card) -> bool:
        return suit_in_play(card, self.trump) is self.trump

    def order(self, card: Card) -> tuple[bool, bool, Suit, int]:
        """Where a card stands in a sorted hand: trumps last, the suit of their colour before."""
        suit = suit_in_play(card, self.trump)
        coloured = suit is self.trump.same_colour
        return suit is self.trump, coloured, suit, height(card, self.trump)

    def suit(self, card: Card) -> int:
        """The cards of the suit that a card belongs to."""
        return self.suits[suit_in_play(card, self.trump)]

    def boss(self, card: Card) -> bool:
        """Whether no card still out beats this one in its own suit."""
        return not self.unseen & self.above[card.index]

    def beats(self, card: Card, other: Card) -> bool:
        """Whether a card played later takes the trick from another."""
        suit = suit_in_play(card, self.trump)
        if suit is suit_in_play(other, self.trump):
            return height(card, self.trump) > height(other, self.trump)
        return suit is self.trump

    def may_hold(self, seat: Seat, cards: int) -> bool:
        """Whether a seat may hold one of these cards, as far as this seat knows."""
        return bool(self.unseen & cards & ~self.void[seat])

    def to_come(self) -> list[Seat]:
        """The seats that play after this one to the trick under way."""
        played = {seat for seat, _ in self.plays}
        out = None if self.view.lone is None else self.view.lone.partner
        rest = []
        seat = self.seat.left
        while seat is not self.seat:
            if seat not in played and seat is not out:
                rest.append(seat)
            seat = seat.left
        return rest
