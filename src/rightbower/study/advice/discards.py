"""Why to discard a card: voids, guards, aces and trumps."""

from __future__ import annotations

from collections.abc import Iterator

from rightbower.players.views import View
from rightbower.rules.cards import Card, Rank, Suit, right_bower, suit_in_play
from rightbower.study.options import Reason, aces_beside, counted, symbols, trumps_in

MANY = 4  # trumps worth speaking of


def why_discard(view: View, card: Card, other: Card | None) -> Iterator[Reason]:
    """What speaks for this discard, the strongest first; ``other`` is the one thought of."""
    trump = _trump(view)
    rest = tuple(each for each in view.hand if each is not card)
    yield from _makes_void(card, rest, trump)
    yield from _keeps_guard(rest, trump)
    trumps = trumps_in(rest, trump)
    other_trump = other is not None and suit_in_play(other, trump) is trump
    if len(trumps) >= MANY or (other_trump and trumps):
        text = f"it keeps {counted(len(trumps), 'trump')} ({symbols(trumps)})"
        yield Reason(("keep trumps",), text, tuple(trumps), trump, count=len(trumps))
    if aces := aces_beside(rest, trump):
        yield Reason(("keep ace",), f"it keeps {symbols(aces)}", tuple(aces))


def against_discard(view: View, card: Card) -> Iterator[Reason]:
    """What this discard gives up."""
    trump = _trump(view)
    rest = tuple(each for each in view.hand if each is not card)
    if suit_in_play(card, trump) is trump:
        what = "the highest trump" if card is right_bower(trump) else "a trump"
        yield Reason(("keep trumps",), f"{card.symbol} is {what}", (card,), trump)
    elif card.rank is Rank.ACE:
        yield Reason(("keep ace",), f"{card.symbol} is an ace and good for a trick", (card,))
    mates = _mates(rest, suit_in_play(card, trump), trump)
    if len(mates) == 1 and mates[0].rank is Rank.KING and card.rank < Rank.KING:
        text = f"without {card.symbol} the king {mates[0].symbol} stands bare"
        yield Reason(("keep guard",), text, (mates[0], card))
    elif mates:
        text = f"you would still hold {symbols(mates)} and have to follow when {card.suit} are led"
        yield Reason(("no void",), text, tuple(mates), card.suit)


def _makes_void(card: Card, rest: tuple[Card, ...], trump: Suit) -> Iterator[Reason]:
    suit = suit_in_play(card, trump)
    if suit is not trump and not _mates(rest, suit, trump) and trumps_in(rest, trump):
        text = f"{card.symbol} is your only card in {suit}: without it you can trump {suit}"
        yield Reason(("void",), text, (card,), suit)


def _keeps_guard(rest: tuple[Card, ...], trump: Suit) -> Iterator[Reason]:
    for king in rest:
        mates = _mates(rest, king.suit, trump)
        below = [card for card in mates if card.rank < Rank.KING]
        alone_on_top = not any(card.rank is Rank.ACE for card in mates)
        if king.rank is Rank.KING and below and alone_on_top:
            text = f"{king.symbol} stays guarded by {symbols(below)}"
            yield Reason(("keep guard",), text, (king, *below), king.suit)


def _mates(hand: tuple[Card, ...], suit: Suit, trump: Suit) -> list[Card]:
    """The cards of a plain suit in a hand; the left bower is not one of them."""
    return [card for card in hand if suit_in_play(card, trump) is suit and suit is not trump]


def _trump(view: View) -> Suit:
    assert view.trump is not None
    return view.trump
