"""Rightbower: the rules, records and play of Euchre.

>>> from rightbower import load
>>> load("alberta-55plus").clause("score.lone_march")
'A01-8.4'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.2.0"

if TYPE_CHECKING:
    from rightbower.players import PLAYERS, player
    from rightbower.players.kernel.deals import play_deals
    from rightbower.players.kernel.solve import solve_tricks
    from rightbower.players.simulate import match
    from rightbower.players.views import View
    from rightbower.record.egn.read import read as read_egn
    from rightbower.record.egn.write import write as write_egn
    from rightbower.record.record import read as read_record
    from rightbower.record.record import replay
    from rightbower.record.record import write as write_record
    from rightbower.rules.acts import read_action, write_action
    from rightbower.rules.book import RuleBook, load, names, overlay
    from rightbower.rules.cards import Card, Seat, Side, Suit, card, shuffled
    from rightbower.rules.ceremonies import deal_cards
    from rightbower.rules.deal import Deal
    from rightbower.rules.game import Game, act, deal_out, start_game
    from rightbower.rules.judge import apply, legal, objection, playable
    from rightbower.rules.openings import (
        cut_for_first_deal,
        deal_for_jack,
        deal_pack,
        draw_for_seats,
    )
    from rightbower.study.explain import explain
    from rightbower.study.options import advise

# Where each name comes from; it is loaded when it is first asked for, so that starting costs nothing.
_HOME = {
    "PLAYERS": "players",
    "player": "players",
    "play_deals": "players.kernel.deals",
    "solve_tricks": "players.kernel.solve",
    "match": "players.simulate",
    "View": "players.views",
    "read_egn": "record.egn.read",
    "write_egn": "record.egn.write",
    "read_record": "record.record",
    "replay": "record.record",
    "write_record": "record.record",
    "load": "rules.book",
    "names": "rules.book",
    "overlay": "rules.book",
    "RuleBook": "rules.book",
    "Card": "rules.cards",
    "Seat": "rules.cards",
    "Side": "rules.cards",
    "Suit": "rules.cards",
    "card": "rules.cards",
    "shuffled": "rules.cards",
    "deal_cards": "rules.ceremonies",
    "apply": "rules.judge",
    "legal": "rules.judge",
    "objection": "rules.judge",
    "playable": "rules.judge",
    "Deal": "rules.deal",
    "read_action": "rules.acts",
    "write_action": "rules.acts",
    "act": "rules.game",
    "deal_out": "rules.game",
    "start_game": "rules.game",
    "Game": "rules.game",
    "cut_for_first_deal": "rules.openings",
    "deal_for_jack": "rules.openings",
    "deal_pack": "rules.openings",
    "draw_for_seats": "rules.openings",
    "explain": "study.explain",
    "advise": "study.options",
}
# Two of the formats have a read and a write each.
_OWN_NAMES = {f"{does}_{what}": does for does in ("read", "write") for what in ("egn", "record")}

__all__ = [
    "PLAYERS",
    "Card",
    "Deal",
    "Game",
    "RuleBook",
    "Seat",
    "Side",
    "Suit",
    "View",
    "act",
    "advise",
    "apply",
    "card",
    "cut_for_first_deal",
    "deal_cards",
    "deal_for_jack",
    "deal_out",
    "deal_pack",
    "draw_for_seats",
    "explain",
    "legal",
    "load",
    "match",
    "names",
    "objection",
    "overlay",
    "play_deals",
    "playable",
    "player",
    "read_action",
    "read_egn",
    "read_record",
    "replay",
    "shuffled",
    "solve_tricks",
    "start_game",
    "write_action",
    "write_egn",
    "write_record",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), _OWN_NAMES.get(name, name))


def __dir__() -> list[str]:
    return [*globals(), *__all__]
