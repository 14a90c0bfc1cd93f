"""A beginner: calls with three trumps, plays high when it may win and low when it may not."""

from __future__ import annotations

from typing import Final

from rightbower.players.sight import trick_height
from rightbower.players.views import View
from rightbower.rules.acts import (
    Action,
    Bury,
    KeepPartner,
    Name,
    Order,
    PickUp,
    Play,
)
from rightbower.rules.cards import height, suit_in_play
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
            return _bid(view)


def _bid(view: View) -> Action:
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
