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
    from rightbower.record.read import read as read_record
    from rightbower.record.replay import replay
    from rightbower.record.write import write as write_record
    from rightbower.rules.book import RuleBook, load, names, overlay
    from rightbower.rules.cards import Card, Seat, Side, Suit, card, shuffled
    from rightbower.rules.ceremonies import deal_cards
    from rightbower.rules.deal import (
        Deal,
        apply,
        legal,
        objection,
        playable,
        read_action,
        write_action,
    )
    from rightbower.rules.game import Game, act, deal_out, start_game
    from rightbower.rules.openings import (
        cut_for_first_deal,
        deal_for_jack,
        deal_pack,
        draw_for_seats,
    )
    from rightbower.study.advice import advise, explain

# Where each name comes from; it is loaded when it is first asked for, so that starting costs nothing.
_FROM = {
    "study.advice": ("advise", "explain"),
    "rules.book": ("RuleBook", "load", "names", "overlay"),
    "rules.cards": ("Card", "Seat", "Side", "Suit", "card", "shuffled"),
    "rules.ceremonies": ("deal_cards",),
    "rules.deal": (
        "Deal",
        "apply",
        "legal",
        "objection",
        "playable",
        "read_action",
        "write_action",
    ),
    "record.egn": ("read_egn", "write_egn"),
    "rules.game": ("Game", "act", "deal_out", "start_game"),
    "players.kernel.deals": ("play_deals",),
    "players.kernel.solve": ("solve_tricks",),
    "rules.openings": ("cut_for_first_deal", "deal_for_jack", "deal_pack", "draw_for_seats"),
    "players": ("PLAYERS", "player"),
    "record": ("read_record", "replay", "write_record"),
    "players.simulate": ("match",),
    "players.views": ("View",),
}
_HOME = {name: module for module, names_ in _FROM.items() for name in names_}
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
