"""``rightbower bench``: this machine's figures, one core, CPU time."""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

from rightbower.cli.options import json_option

EXPERT_DEALS = 20


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    json_option(parser)


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    from rightbower.players.expert import MASTER_WORLDS as WORLDS
    from rightbower.players.kernel.measure import everything

    figures: dict[str, Any] = {
        **everything(),
        "engine_deals_per_s": round(engine_deals()),
        "expert_ms_per_decision": round(expert_ms(), 2),
        "how": "one core, CPU time; the engine plays random deals through the checked door,"
        f" the expert keeps {WORLDS} worlds for a card",
    }
    if args.json:
        print(json.dumps(figures))
        return 0
    for name, value in figures.items():
        print(f"{name:<32} {value}")
    return 0


def engine_deals(deals: int = 400) -> float:
    """Random deals the engine plays in a second of CPU time, each act through the checked door."""
    from rightbower.players import player
    from rightbower.players.simulate import new_game, play_deal
    from rightbower.rules.book import load
    from rightbower.rules.cards import Seat, shuffled
    from rightbower.rules.ceremonies import deal_cards

    book = load("standard")
    anything = player("random", seed=1)
    began = time.process_time()
    for number in range(deals):
        cards = deal_cards(shuffled(number), Seat.S, book)
        play_deal(new_game(book, Seat.S), cards, (anything,) * 4)
    return deals / (time.process_time() - began)


def expert_ms() -> float:
    """CPU milliseconds the expert takes for one decision, asked through whole deals."""
    from rightbower.players import player
    from rightbower.players.simulate import new_game, play_deal
    from rightbower.players.views import View
    from rightbower.rules.acts import Action
    from rightbower.rules.book import load
    from rightbower.rules.cards import Seat, shuffled
    from rightbower.rules.ceremonies import deal_cards

    book = load("standard")
    expert = player("expert", seed=1)
    asked = 0

    def counted(seen: View) -> Action:
        nonlocal asked
        asked += len(seen.legal) > 1
        return expert(seen)

    play_deal(new_game(book, Seat.S), deal_cards(shuffled(0), Seat.S, book), (counted,) * 4)
    asked = 0
    began = time.process_time()
    for number in range(EXPERT_DEALS):
        cards = deal_cards(shuffled(number), Seat.S, book)
        play_deal(new_game(book, Seat.S), cards, (counted,) * 4)
    return 1000 * (time.process_time() - began) / asked
