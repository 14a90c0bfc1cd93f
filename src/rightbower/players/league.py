"""A league player: sound rules of thumb for every book, without search or chance."""

from __future__ import annotations

from rightbower.deal import Action, Bury, Phase, Play
from rightbower.players.league_bidding import bid, choose_bury, go_alone
from rightbower.players.league_play import choose_card
from rightbower.view import View


def league(view: View) -> Action:
    """What a league player does."""
    assert view.seat is not None
    if len(view.legal) == 1:
        return view.legal[0]
    match view.phase:
        case Phase.PLAY:
            cards = [action.card for action in view.legal if isinstance(action, Play)]
            return Play(view.seat, choose_card(view, cards))
        case Phase.BURY:
            assert view.trump is not None
            cards = [action.card for action in view.legal if isinstance(action, Bury)]
            return Bury(view.seat, choose_bury(view.hand, view.trump, cards))
        case Phase.ALONE:
            return go_alone(view)
        case _:
            return bid(view)
