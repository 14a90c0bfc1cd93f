"""A whole event in seconds: simulated games, every step of it in the history."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from datetime import date
from random import Random

from rightbower.cli.output import progress_bar
from rightbower.rules.book import load
from rightbower.rules.cards import Seat, shuffled
from rightbower.rules.ceremonies import deal_cards
from rightbower.tournament.contest import Entry, Fact
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event, EventHistory, EventPlan
from rightbower.tournament.events.plan import open_event
from rightbower.tournament.events.presets import preset
from rightbower.tournament.events.simulated import Score, quick_score, rehearse, rounds_wanted


def demo(
    name: str, taken: Sequence[str], tables: int, rounds: int, seed: str, quick: bool
) -> EventHistory:
    """An event of a preset played to its end."""
    chosen, now = preset(name), time.time()
    if not 2 <= tables <= 250:
        raise EventError("a demonstration has from 2 to 250 tables")
    number = next(each for each in range(1, len(taken) + 2) if f"demo-{name}-{each}" not in taken)
    today = date.today().isoformat()  # noqa: DTZ011  # the day on the wall
    fact = open_event(name, f"demo-{name}-{number}", f"Demonstration: {chosen.title}", today)
    history = EventHistory.of([Entry(now, "demo", fact)])

    def write(fact: Fact) -> Event:
        nonlocal history
        history = history.extend(Entry(now, "demo", fact))
        return history.event

    made_up = quick or fact.plan.other is not None
    score = quick_score if made_up else _played(chosen.book)
    seed = seed or secrets.token_hex(8)
    with progress_bar("playing") as bar:
        for each in rehearse(history.event, write, tables, seed, score, rounds):
            bar(len(each.rounds), rounds_wanted(each, rounds))
    return history


def _played(book: str) -> Score:
    """Scores from real games between four club players."""
    from rightbower.players import player
    from rightbower.players.simulate import new_game, play_deal
    from rightbower.rules.game import bell_objection, ring

    rules = load(book)
    four = [player("club")] * len(Seat)
    rings = bell_objection(rules) is None

    def score(plan: EventPlan, luck: Random) -> tuple[int, int]:
        game = new_game(rules, luck.choice(tuple(Seat)))
        bell = luck.randrange(7, 12)
        while game.result is None:
            if rings and plan.drawn_games and len(game.finished) == bell:
                game = ring(game)
                continue
            cards = deal_cards(shuffled(luck.getrandbits(64), rules.pack.cards), game.dealer, rules)
            game = play_deal(game, cards, four)
        return game.result.score

    return score
