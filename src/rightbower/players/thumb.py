"""Players by rules of thumb: the beginner and the club player."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from rightbower.players.league import by_phase, choose_bury, holds_needed_trump, makes_trump
from rightbower.players.sight import score_situation, trick_height
from rightbower.players.views import View
from rightbower.rules.acts import (
    Action,
    Bury,
    GoAlone,
    KeepPartner,
    Name,
    Order,
    Pass,
    PickUp,
    Play,
    TurnDown,
)
from rightbower.rules.cards import Card, Rank, Suit, height, right_bower, suit_in_play
from rightbower.rules.deal import Phase

ENOUGH: Final = 3  # the trumps a beginner wants to call
ALL: Final = 5  # the trumps a beginner wants to go alone


def beginner(view: View) -> Action:
    """What a beginner does."""
    match view.phase:
        case Phase.PLAY:
            return _play(view)
        case Phase.BURY:
            return _bury(view)
        case Phase.ALONE:
            kept = [action for action in view.legal if isinstance(action, KeepPartner)]
            return kept[0]
        case _:
            return _beginner_bid(view)


def _beginner_bid(view: View) -> Action:
    """Call the longest suit with enough trumps, else pass; a stuck dealer calls it anyway."""
    calls = [action for action in view.legal if isinstance(action, Order | PickUp | Name)]
    may_pass = view.legal[0] not in calls
    if not calls:
        return view.legal[0]
    best = max(calls, key=lambda action: (_length(view, action), not action.alone))
    length = _length(view, best)
    if length >= ALL:
        return max(calls, key=lambda action: (_length(view, action), action.alone))
    wanted = length >= ENOUGH and not best.alone
    return best if wanted or not may_pass else view.legal[0]


def _length(view: View, call: Order | PickUp | Name) -> int:
    """How many trumps the hand would hold after a call."""
    assert view.turn_up is not None
    suit = call.suit if isinstance(call, Name) else view.turn_up.suit
    held = sum(suit_in_play(card, suit) is suit for card in view.hand)
    return held + isinstance(call, PickUp)


def _bury(view: View) -> Action:
    cards = [action for action in view.legal if isinstance(action, Bury)]
    assert view.trump is not None
    trump = view.trump
    return min(cards, key=lambda action: height(action.card, trump))


def _play(view: View) -> Action:
    """The highest card to lead or to win with, else the lowest."""
    assert view.trump is not None
    trump = view.trump
    cards = [action for action in view.legal if isinstance(action, Play)]
    ranked = sorted(cards, key=lambda action: height(action.card, trump))
    plays = view.tricks[-1].plays
    if not plays:
        return ranked[-1]
    led = suit_in_play(plays[0][1], trump)
    best = max(trick_height(card, led, trump) for _, card in plays)
    return ranked[-1] if trick_height(ranked[-1].card, led, trump) > best else ranked[0]


# Tricks are counted in halves: a bower, the trump ace and a plain ace are each a trick, any other
# trump half of one. "Two tricks, and one for your partner", and a little more where the turn-up
# goes to the other side.
TRICK: Final = 2
TO_CALL: Final = 5
TO_ORDER_AGAINST: Final = 6
TO_BE_ALONE: Final = 8
MANY: Final = 2  # trumps with which a maker draws the others
TEMPERS: Final = {"bold": -1, "even": 0, "careful": 1}


def club(view: View) -> Action:
    """What a club player of even temper does."""
    return _does("even", view)


def club_of(temper: str) -> Callable[[View], Action]:
    """A club player who calls on less, or waits for more."""
    return partial(_does, temper)


def _does(temper: str, view: View) -> Action:
    nerve = TEMPERS[temper]
    return by_phase(
        view,
        _choose_card,
        choose_bury,
        lambda seen: _alone_or_not(seen, nerve),
        lambda seen: _club_bid(seen, nerve),
    )


def halves(hand: tuple[Card, ...], trump: Suit) -> int:
    """The tricks that one sees in a hand, in halves.

    >>> from rightbower.rules.cards import cards
    >>> halves(cards("JH 9H AS KC QC"), Suit.HEARTS)
    5
    """
    tops = {right_bower(trump), right_bower(trump.same_colour)}
    total = 0
    for card in hand:
        if card in tops or card.rank is Rank.ACE:
            total += TRICK
        elif suit_in_play(card, trump) is trump:
            total += 1
    return total


def lone_hand(hand: tuple[Card, ...], trump: Suit, shift: int) -> bool:
    """Whether a hand is strong enough alone: four tricks in it, and a bower on top of the trumps."""
    bowers = {right_bower(trump), right_bower(trump.same_colour)} & set(hand)
    trumps = sum(suit_in_play(card, trump) is trump for card in hand)
    return bool(bowers) and trumps > TRICK and halves(hand, trump) >= TO_BE_ALONE + shift


def _club_bid(view: View, shift: int) -> Action:
    """Call where the hand shows tricks enough; a stuck dealer names the best suit."""
    suit, hand = _best_suit(view)
    calls = [action for action in view.legal if makes_trump(action, suit)]
    may_pass = isinstance(view.legal[0], Pass | TurnDown)
    if not calls or not holds_needed_trump(view, suit):
        calls = calls if not may_pass else []
    if not calls:
        return view.legal[0]
    alone = _goes_alone(view, hand, suit, shift)
    ways = [action for action in calls if getattr(action, "alone", False) is alone]
    if may_pass and (not ways or halves(hand, suit) < _needed(view) + shift):
        return view.legal[0]
    return ways[0] if ways else calls[0]


def _needed(view: View) -> int:
    """More is needed to give the dealer of the other side a trump."""
    assert view.seat is not None
    against = view.phase is Phase.ROUND_ONE and view.seat.side is not view.dealer.side
    return TO_ORDER_AGAINST if against else TO_CALL


def _best_suit(view: View) -> tuple[Suit, tuple[Card, ...]]:
    """The suit to think of, and the hand one would play it with."""
    assert view.turn_up is not None
    trump = view.turn_up.suit
    if view.phase is Phase.ROUND_ONE:
        if view.seat is not view.dealer:
            return trump, view.hand
        six = (*view.hand, view.turn_up)
        buried = choose_bury(six, trump, view.hand)
        return trump, tuple(card for card in six if card is not buried)
    suits = [suit for suit in Suit if suit is not trump]
    return max(suits, key=lambda suit: halves(view.hand, suit)), view.hand


def _goes_alone(view: View, hand: tuple[Card, ...], trump: Suit, shift: int) -> bool:
    """Whether the hand is strong enough and a march with the partner would not win the game."""
    return lone_hand(hand, trump, shift) and score_situation(view).we_need > view.book.score.march


def _alone_or_not(view: View, shift: int) -> Action:
    """Answer, once trump is made, whether to play alone."""
    assert view.trump is not None
    wanted = GoAlone if _goes_alone(view, view.hand, view.trump, shift) else KeepPartner
    return next((action for action in view.legal if isinstance(action, wanted)), view.legal[0])


def _choose_card(view: View, cards: list[Card]) -> Card:
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
    who, best = max(plays, key=lambda play: trick_height(play[1], led, trump))
    winners = [
        card for card in cards if trick_height(card, led, trump) > trick_height(best, led, trump)
    ]
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
