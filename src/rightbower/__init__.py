"""Rightbower: the rules, records and play of Euchre.

>>> import rightbower as rb
>>> game = rb.start_game("standard", "S").shuffle(7)
>>> game.legal
(<W pass>, <W order>, <W order alone>)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.2.0"

if TYPE_CHECKING:
    from rightbower.players import PLAYERS, Bot, Player, player
    from rightbower.players.engine import Program, engine, serve
    from rightbower.players.kernel.deals import play_deals
    from rightbower.players.kernel.search import solve_tricks
    from rightbower.players.position import Position, solve
    from rightbower.players.simulate import Match, RandomDeals, match, random_deals, simulate
    from rightbower.players.views import View, view
    from rightbower.record.egn import read as read_egn
    from rightbower.record.egn_schema import EgnError
    from rightbower.record.entries import Record
    from rightbower.record.files import GameFile, read, record_of, write, write_egn, write_record
    from rightbower.record.lines import RecordError
    from rightbower.record.record import read as read_record
    from rightbower.record.record import replay
    from rightbower.referee.table import TableError
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
        read_action,
        write_action,
    )
    from rightbower.rules.book import BookError, RuleBook, book, load, names, overlay
    from rightbower.rules.cards import Card, Rank, Seat, Side, Suit, card, cards, shuffled
    from rightbower.rules.ceremonies import deal_cards
    from rightbower.rules.deal import Deal, Phase, Trick
    from rightbower.rules.game import Game, GameError, act, deal_out, start_game
    from rightbower.rules.judge import IllegalAction, Objection, apply, legal, objection, playable
    from rightbower.rules.openings import (
        cut_for_first_deal,
        deal_for_jack,
        deal_pack,
        draw_for_seats,
    )
    from rightbower.rules.refusal import Refusal
    from rightbower.study.charts import Chart
    from rightbower.study.charts import chart_for as chart
    from rightbower.study.explain import explain
    from rightbower.study.puzzles import Puzzle, puzzles
    from rightbower.study.teacher import advise

# Where each name comes from; it is loaded when it is first asked for, so that starting costs nothing.
_HOME = {
    "Bot": "players",
    "PLAYERS": "players",
    "Player": "players",
    "player": "players",
    "Program": "players.engine",
    "engine": "players.engine",
    "serve": "players.engine",
    "play_deals": "players.kernel.deals",
    "solve_tricks": "players.kernel.search",
    "Position": "players.position",
    "solve": "players.position",
    "Match": "players.simulate",
    "RandomDeals": "players.simulate",
    "match": "players.simulate",
    "random_deals": "players.simulate",
    "simulate": "players.simulate",
    "View": "players.views",
    "view": "players.views",
    "read_egn": "record.egn",
    "EgnError": "record.egn_schema",
    "Record": "record.entries",
    "RecordError": "record.lines",
    "GameFile": "record.files",
    "read": "record.files",
    "record_of": "record.files",
    "write": "record.files",
    "write_egn": "record.files",
    "write_record": "record.files",
    "read_record": "record.record",
    "replay": "record.record",
    "Action": "rules.acts",
    "Bury": "rules.acts",
    "GoAlone": "rules.acts",
    "KeepPartner": "rules.acts",
    "Name": "rules.acts",
    "Order": "rules.acts",
    "Pass": "rules.acts",
    "PickUp": "rules.acts",
    "Play": "rules.acts",
    "TurnDown": "rules.acts",
    "read_action": "rules.acts",
    "write_action": "rules.acts",
    "BookError": "rules.book",
    "RuleBook": "rules.book",
    "book": "rules.book",
    "load": "rules.book",
    "names": "rules.book",
    "overlay": "rules.book",
    "Card": "rules.cards",
    "Rank": "rules.cards",
    "Seat": "rules.cards",
    "Side": "rules.cards",
    "Suit": "rules.cards",
    "card": "rules.cards",
    "cards": "rules.cards",
    "shuffled": "rules.cards",
    "deal_cards": "rules.ceremonies",
    "Deal": "rules.deal",
    "Phase": "rules.deal",
    "Trick": "rules.deal",
    "Game": "rules.game",
    "GameError": "rules.game",
    "act": "rules.game",
    "deal_out": "rules.game",
    "start_game": "rules.game",
    "IllegalAction": "rules.judge",
    "Objection": "rules.judge",
    "apply": "rules.judge",
    "legal": "rules.judge",
    "objection": "rules.judge",
    "playable": "rules.judge",
    "cut_for_first_deal": "rules.openings",
    "deal_for_jack": "rules.openings",
    "deal_pack": "rules.openings",
    "draw_for_seats": "rules.openings",
    "Refusal": "rules.refusal",
    "Chart": "study.charts",
    "chart": "study.charts",
    "explain": "study.explain",
    "advise": "study.teacher",
    "Puzzle": "study.puzzles",
    "puzzles": "study.puzzles",
    "TableError": "referee.table",
}
# What some are called where they come from: there the module says of what they are.
_OWN_NAMES = {"read_egn": "read", "read_record": "read", "chart": "chart_for"}

__all__ = [
    "PLAYERS",
    "Action",
    "BookError",
    "Bot",
    "Bury",
    "Card",
    "Chart",
    "Deal",
    "EgnError",
    "Game",
    "GameError",
    "GameFile",
    "GoAlone",
    "IllegalAction",
    "KeepPartner",
    "Match",
    "Name",
    "Objection",
    "Order",
    "Pass",
    "Phase",
    "PickUp",
    "Play",
    "Player",
    "Position",
    "Program",
    "Puzzle",
    "RandomDeals",
    "Rank",
    "Record",
    "RecordError",
    "Refusal",
    "RuleBook",
    "Seat",
    "Side",
    "Suit",
    "TableError",
    "Trick",
    "TurnDown",
    "View",
    "act",
    "advise",
    "apply",
    "book",
    "card",
    "cards",
    "chart",
    "cut_for_first_deal",
    "deal_cards",
    "deal_for_jack",
    "deal_out",
    "deal_pack",
    "draw_for_seats",
    "engine",
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
    "puzzles",
    "random_deals",
    "read",
    "read_action",
    "read_egn",
    "read_record",
    "record_of",
    "replay",
    "serve",
    "shuffled",
    "simulate",
    "solve",
    "solve_tricks",
    "start_game",
    "view",
    "write",
    "write_action",
    "write_egn",
    "write_record",
]

# A type checker goes by the imports above, and so it sees a name that is not there.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        if name not in _HOME:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_HOME[name]}"), _OWN_NAMES.get(name, name))


def __dir__() -> list[str]:
    return [*globals(), *__all__]
