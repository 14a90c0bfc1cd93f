"""What a seat can work out from its view: the cards still out, where they may be, how the game stands."""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec import Struct

from rightbower.players.views import View
from rightbower.rules.acts import GoUnder
from rightbower.rules.cards import (
    DECKS,
    EVERY_CARD,
    HAND_SIZE,
    STRAINS,
    Card,
    Pack,
    Seat,
    Side,
    Strain,
    Suit,
    height,
    suit_in_play,
)
from rightbower.rules.deal import Phase, sitting_out

# Sets of cards as bits, by trump: the cards of a suit, and those that beat a card in its own suit.
_SUITS: Final = tuple(
    tuple(
        sum(1 << card.index for card in EVERY_CARD if suit_in_play(card, trump) is suit)
        for suit in STRAINS
    )
    for trump in STRAINS
)
_ABOVE: Final = tuple(
    tuple(
        sum(
            1 << other.index
            for other in EVERY_CARD
            if suit_in_play(other, trump) is suit_in_play(card, trump)
            and height(other, trump) > height(card, trump)
        )
        for card in EVERY_CARD
    )
    for trump in STRAINS
)


@cache
def _bits_of(pack: Pack) -> int:
    return sum(1 << card.index for card in DECKS[pack])


# Below the height of every card.
LOWEST: Final = -10


def trick_height(card: Card, led: Suit, trump: Strain) -> int:
    """How high a card is in a trick; lower than any other where it cannot win it."""
    return height(card, trump) if suit_in_play(card, trump) in (led, trump) else LOWEST


class Sight:
    """One seat's knowledge in the play of a deal, worked out afresh for each card."""

    __slots__ = (
        "above",
        "foes",
        "hand",
        "maker",
        "out",
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
        self.trump: Strain = view.trump
        self.maker: Seat = view.maker
        self.out = sitting_out(view)
        self.foes = [seat for seat in (view.seat.left, view.seat.right) if seat not in self.out]
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
        for card in lying_under(view):
            seen |= 1 << card.index
        turn_up = view.turn_up
        assert turn_up is not None
        bit = 1 << turn_up.index
        if view.taken_by is None:
            seen |= bit
        elif not seen & bit:
            for seat in Seat:
                if seat is not view.taken_by:
                    void[seat] |= bit
        return _bits_of(view.book.pack) & ~seen, void

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
        rest = []
        seat = self.seat.left
        while seat is not self.seat:
            if seat not in played and seat not in self.out:
                rest.append(seat)
            seat = seat.left
        return rest


BURIED = 5


class HiddenCards(Struct):
    """Hidden cards, hidden places and how many cards each holds; seats 0–3, stock, buried."""

    unseen: list[Card]
    counts: list[int]
    barred: list[set[Suit]]
    sure: dict[Seat, tuple[Card, ...]]


def hidden_cards(view: View) -> HiddenCards:
    """Count what is hidden from this seat at this moment."""
    assert view.seat is not None
    assert view.turn_up is not None
    played = [(seat, card) for trick in view.tricks for seat, card in trick.plays]
    gone = {card for _, card in played}
    seen = gone | set(view.hand) | {view.turn_up}
    if view.buried is not None:
        seen.add(view.buried)
    counts = [_held(seat, played) for seat in Seat]
    under = lying_under(view)
    seen |= {*under}
    counts += [len(DECKS[view.book.pack]) - len(Seat) * HAND_SIZE - 1 - len(under), 0]
    sure: dict[Seat, tuple[Card, ...]] = {}
    taker = view.taken_by
    if taker is not None and taker is not view.seat:
        buried_yet = view.phase is not Phase.BURY
        counts[BURIED] = 1 if buried_yet else 0
        if not buried_yet:
            counts[taker] += 1
        if view.turn_up not in gone:
            sure[taker] = (view.turn_up,)
            counts[taker] -= 1
    counts[view.seat] = 0 if view.hand or view.phase is not Phase.JOKER else HAND_SIZE
    return HiddenCards(
        [card for card in DECKS[view.book.pack] if card not in seen], counts, _voids(view), sure
    )


def lying_under(view: View) -> tuple[Card, ...]:
    """The cards that a seat knows to lie under the turn-up: those that last went there."""
    if view.book.relief.remedy != "go under":
        return ()
    last = next((each for each in reversed(view.bids) if isinstance(each, GoUnder)), None)
    return () if last is None else last.cards


def _held(seat: Seat, played: list[tuple[Seat, Card]]) -> int:
    return HAND_SIZE - sum(who is seat for who, _ in played)


def _voids(view: View) -> list[set[Suit]]:
    """The suits each seat has shown to be out of."""
    barred: list[set[Suit]] = [set() for _ in range(BURIED + 1)]
    for trick in view.tricks:
        if trick.led is None:
            continue
        led = suit_in_play(trick.led, view.trump)
        for seat, card in trick.plays:
            if suit_in_play(card, view.trump) is not led:
                barred[seat].add(led)
    return barred


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
