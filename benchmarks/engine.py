"""Random deals through the checked door: shuffled, dealt, bid and played out, one core."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

from rightbower.rules.book import RuleBook, load, names
from rightbower.rules.cards import Seat, shuffled
from rightbower.rules.ceremonies import deal_cards
from rightbower.rules.game import act, deal_out, start_bell, start_game
from rightbower.rules.judge import legal

GOAL = 1000
SECONDS = 1.0
BATCH = 50


def measure() -> Iterator[tuple[str, float, str, float | None]]:
    """What was measured, the figure, its unit and the goal, for each book."""
    for name in names():
        yield f"random deals, {name}", deals_per_second(load(name)), "deals/s", GOAL


def deals_per_second(book: RuleBook) -> float:
    """Deals in a second of CPU time."""
    chance = Random(1)
    deals, began = 0, time.process_time()
    while time.process_time() - began < SECONDS:
        for _ in range(BATCH):
            play_a_deal(book, chance)
        deals += BATCH
    return deals / (time.process_time() - began)


def play_a_deal(book: RuleBook, chance: Random) -> None:
    """One deal from the shuffle to the score, each action at random from what is legal."""
    dealer = chance.choice(tuple(Seat))
    game = start_bell(start_game(book, dealer))
    game = deal_out(game, deal_cards(shuffled(chance.getrandbits(32)), dealer, book))
    while game.deal is not None:
        game = act(game, chance.choice(legal(game.deal)))
