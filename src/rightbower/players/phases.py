"""One answer for each phase of a deal: how the players that go by rules of thumb are put together."""

from __future__ import annotations

from collections.abc import Callable

from rightbower.players.views import View
from rightbower.rules.acts import Action, Bury, Play
from rightbower.rules.cards import Card, Suit
from rightbower.rules.deal import Phase


def by_phase(
    view: View,
    card: Callable[[View, list[Card]], Card],
    bury: Callable[[tuple[Card, ...], Suit, list[Card]], Card],
    alone: Callable[[View], Action],
    bid: Callable[[View], Action],
) -> Action:
    """What a player does who has a way to choose a card, a card to bury, a partner and a call."""
    assert view.seat is not None
    if len(view.legal) == 1:
        return view.legal[0]
    match view.phase:
        case Phase.PLAY:
            cards = [action.card for action in view.legal if isinstance(action, Play)]
            return Play(view.seat, card(view, cards))
        case Phase.BURY:
            assert view.trump is not None
            cards = [action.card for action in view.legal if isinstance(action, Bury)]
            return Bury(view.seat, bury(view.hand, view.trump, cards))
        case Phase.ALONE:
            return alone(view)
        case _:
            return bid(view)
