"""How a club player leads and follows: by the sayings, and by the trick on the table alone."""

from __future__ import annotations

from rightbower.cards import Card, Rank, Suit, height, right_bower, suit_in_play
from rightbower.view import View

MANY = 2  # trumps with which a maker draws the others


def choose_card(view: View, cards: list[Card]) -> Card:
    """The card a club player plays, out of those that may be played."""
    assert view.trump is not None
    trump = view.trump
    cards = sorted(cards, key=lambda card: (height(card, trump), card.suit))
    return _follow(view, cards, trump) if view.tricks[-1].plays else _lead(view, cards, trump)


def _lead(view: View, cards: list[Card], trump: Suit) -> Card:
    """Makers lead trumps: the caller its best, the partner its own to the caller's. Then aces."""
    trumps = [card for card in cards if suit_in_play(card, trump) is trump]
    plain = [card for card in cards if card not in trumps]
    if not plain:
        return trumps[-1]
    called = view.maker is view.seat
    helping = view.maker is not None and view.maker.partner is view.seat
    first = len(view.tricks) == 1
    draws = len(trumps) >= MANY or right_bower(trump) in trumps
    if trumps and ((called and draws) or (helping and first)):
        return trumps[-1]
    aces = [card for card in plain if card.rank is Rank.ACE]
    if aces:
        return min(aces, key=lambda card: _held(view, card, trump))
    return min(plain, key=lambda card: (_held(view, card, trump), card.rank))


def _follow(view: View, cards: list[Card], trump: Suit) -> Card:
    """Leave the partner's trick alone; second hand low, third hand high, trump what is theirs."""
    assert view.seat is not None
    plays = view.tricks[-1].plays
    led = suit_in_play(plays[0][1], trump)
    who, best = max(plays, key=lambda play: _standing(play[1], led, trump))
    winners = [card for card in cards if _standing(card, led, trump) > _standing(best, led, trump)]
    last = len(plays) == len(view.cards_left) - 1 - (view.lone is not None)
    if not winners or who is view.seat.partner:
        return _throw(view, cards, trump)
    trumps_in = led is not trump and suit_in_play(winners[0], trump) is trump
    if last or trumps_in:
        return winners[0]
    top = winners[-1]
    sure = top.rank is Rank.ACE or top is right_bower(trump)
    second = len(plays) == 1
    return top if sure or not second else _throw(view, cards, trump)


def _throw(view: View, cards: list[Card], trump: Suit) -> Card:
    """The lowest card, of a short suit before a long one; an ace or a trump last."""

    def worth(card: Card) -> tuple[bool, bool, int, int]:
        is_trump = suit_in_play(card, trump) is trump
        return is_trump, card.rank is Rank.ACE, height(card, trump), _held(view, card, trump)

    return min(cards, key=worth)


def _held(view: View, card: Card, trump: Suit) -> int:
    suit = suit_in_play(card, trump)
    return sum(suit_in_play(other, trump) is suit for other in view.hand)


def _standing(card: Card, led: Suit, trump: Suit) -> int:
    """How high a card stands in this trick; nothing for one that cannot win it."""
    return height(card, trump) if suit_in_play(card, trump) in (led, trump) else -1
