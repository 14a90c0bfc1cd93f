"""How a league player makes trump, goes alone and buries."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rightbower.players import call_weights as weights
from rightbower.players.score_needs import ScoreSituation, score_situation
from rightbower.players.views import View
from rightbower.rules.acts import (
    Action,
    GoAlone,
    Name,
    Order,
    Pass,
    PickUp,
    TurnDown,
)
from rightbower.rules.cards import Card, Rank, Suit, height, left_bower, right_bower, suit_in_play
from rightbower.rules.deal import Phase, holds_trump

# How the score bends a call.
GAMBLE: Final = 3
LONE_GAMBLE: Final = 8
LONE_NEVER: Final = 1000


def strength(hand: Iterable[Card], trump: Suit) -> int:
    """What a hand of five is worth to a maker, in points; nothing without a trump.

    >>> from rightbower.rules.cards import cards
    >>> strength(cards("JH AH 9H AS KC"), Suit.HEARTS)
    23
    """
    points = trumps = 0
    plain = set()
    for card in hand:
        if suit_in_play(card, trump) is trump:
            trumps += 1
            points += weights.RIGHT if card is right_bower(trump) else weights.TRUMP
        else:
            plain.add(card.suit)
            points += weights.PLAIN_ACE if card.rank is Rank.ACE else 0
    if not trumps:
        return 0
    return points + (weights.TWO_SUITS if len(plain) < 2 else 0)


def lone_strength(hand: Iterable[Card], trump: Suit) -> int:
    """What a hand of five is worth to a lone player, in points.

    >>> from rightbower.rules.cards import cards
    >>> lone_strength(cards("JH JD AH AS 9S"), Suit.HEARTS)
    57
    """
    points = trumps = 0
    plain: dict[Suit, list[Rank]] = {}
    for card in hand:
        if suit_in_play(card, trump) is trump:
            trumps += 1
            points += _lone_worth(card, trump)
        else:
            plain.setdefault(card.suit, []).append(card.rank)
    for ranks in plain.values():
        if Rank.ACE in ranks:
            points += weights.LONE_PLAIN_ACE
        elif Rank.KING in ranks and len(ranks) > 1:
            points += weights.LONE_GUARDED_KING
    return points + (weights.LONE_FOUR_TRUMPS if trumps > 3 else 0)


def _lone_worth(card: Card, trump: Suit) -> int:
    if card is right_bower(trump):
        return weights.LONE_RIGHT
    if card is left_bower(trump):
        return weights.LONE_LEFT
    return weights.LONE_ACE if card.rank is Rank.ACE else weights.LONE_TRUMP


def bid(view: View) -> Action:
    """Accept the turn-up or name a suit where the hand is worth it; pass otherwise."""
    place = _place(view)
    now = score_situation(view)
    suit, hand, spare = best_call(view)
    may_pass = isinstance(view.legal[0], Pass | TurnDown)
    if _bound_to_be_alone(view):
        wanted = lone_strength(hand, suit) >= weights.BOUND_BAR
        return view.legal[-1] if wanted and holds_needed_trump(view, suit) else view.legal[0]
    light = lighter(now, view.phase is Phase.ROUND_TWO)
    if may_pass and (spare + light < 0 or not holds_needed_trump(view, suit)):
        return view.legal[0]
    alone = lone_strength(hand, suit) >= weights.LONE_BARS[place] + lone_shift(now)
    calls = [action for action in view.legal if makes_trump(action, suit)]
    for action in calls:
        if getattr(action, "alone", False) == alone:
            return action
    return calls[0] if calls else view.legal[0]


def makes_trump(action: Action, suit: Suit) -> bool:
    """Whether an action accepts the turn-up or names this suit."""
    return isinstance(action, Order | PickUp) or (isinstance(action, Name) and action.suit is suit)


def _bound_to_be_alone(view: View) -> bool:
    """Whether the only way to accept is to play alone, as some books bind the dealer's partner."""
    calls = [action for action in view.legal if isinstance(action, Order | PickUp)]
    return bool(calls) and all(action.alone for action in calls)


def holds_needed_trump(view: View, suit: Suit) -> bool:
    """Whether the hand holds the trump that a book may ask of whoever calls."""
    rules = view.book.bidding
    if rules.trump_to_order == "nobody" or view.seat is view.dealer:
        return True
    return holds_trump(view.hand, suit, rules.left_counts)


def best_call(view: View) -> tuple[Suit, tuple[Card, ...], int]:
    """The suit to call, the hand it would be played with, and the points above the bar."""
    place, turn_up = _place(view), view.turn_up
    assert turn_up is not None
    if view.phase is Phase.ROUND_ONE:
        hand = view.hand
        if view.seat is view.dealer:
            buried = choose_bury((*hand, turn_up), turn_up.suit, hand)
            hand = tuple(card for card in (*hand, turn_up) if card is not buried)
        return turn_up.suit, hand, strength(hand, turn_up.suit) - weights.ROUND_ONE[place]
    spares = []
    for suit in Suit:
        if suit is not turn_up.suit:
            bars = weights.NEXT if suit is turn_up.suit.same_colour else weights.OTHER_SUIT
            spares.append((strength(view.hand, suit) - bars[place], suit))
    spare, suit = max(spares)
    return suit, view.hand, spare


def _place(view: View) -> int:
    """How many seats after the dealer's left one sits; the dealer is last."""
    assert view.seat is not None
    return (view.seat - view.dealer - 1) % 4


def lighter(now: ScoreSituation, round_two: bool) -> int:
    """Call lighter where the other side's next point wins, and when behind in the last hand."""
    desperate = now.they_need == 1 and (now.we_need == 1 or round_two)
    return GAMBLE if desperate or (now.last_hand and now.lead < 0) else 0


def lone_shift(now: ScoreSituation) -> int:
    """More for going alone where its extra points would win nothing, less when far behind."""
    if now.we_need <= now.march or (now.last_hand and now.lead > 0):
        return LONE_NEVER
    far_behind = now.last_hand and -now.lead > now.march
    return -LONE_GAMBLE if far_behind else 0


def go_alone(view: View) -> Action:
    """Answer, once trump is made, whether to play alone."""
    assert view.trump is not None
    bar = weights.LONE_BARS[_place(view)] + lone_shift(score_situation(view))
    for action in view.legal:
        if isinstance(action, GoAlone) and lone_strength(view.hand, view.trump) >= bar:
            return action
    return view.legal[0]


def choose_bury(hand: tuple[Card, ...], trump: Suit, cards: Iterable[Card]) -> Card:
    """The card to bury, out of those that may be: make a void, keep aces and trumps."""

    def worth(card: Card) -> tuple[bool, int, int, bool, int]:
        if suit_in_play(card, trump) is trump:
            return True, 0, height(card, trump), False, 0
        held = sum(suit_in_play(other, trump) is card.suit for other in hand)
        ace = len(hand) if card.rank is Rank.ACE else 0
        return False, held + ace, card.rank, card.suit is trump.same_colour, card.suit

    return min(cards, key=worth)
