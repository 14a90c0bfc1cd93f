"""A league player: sound rules of thumb for every book, without search or chance."""

from __future__ import annotations

from rightbower.players.league_bidding import bid, choose_bury, go_alone
from rightbower.players.league_play import choose_card
from rightbower.players.phases import by_phase
from rightbower.players.views import View
from rightbower.rules.acts import Action


def league(view: View) -> Action:
    """What a league player does."""
    return by_phase(view, choose_card, choose_bury, go_alone, bid)
