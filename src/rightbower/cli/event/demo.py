"""A whole event in seconds: simulated games, every step in the journal."""

from __future__ import annotations

import argparse
from datetime import date
from random import Random

from rightbower.book import load
from rightbower.cards import Seat, shuffled
from rightbower.ceremonies import deal_cards
from rightbower.cli.bars import progress_bar
from rightbower.cli.event.desk import Desk
from rightbower.events.entrants import EventError
from rightbower.events.event import Event, Plan
from rightbower.events.facts import Entry, Fact
from rightbower.events.fold import extend, fold
from rightbower.events.presets import open_event, preset
from rightbower.events.rehearsal import Score, quick_score, rehearse, rounds_wanted


def demo(desk: Desk, args: argparse.Namespace) -> Event:
    """Play an event of a preset to its end and leave it in the journal."""
    chosen = preset(args.preset)
    if not 2 <= args.tables <= 250:
        raise EventError("a demonstration has from 2 to 250 tables")
    seed = desk.seed()
    score = quick_score if args.quick else _played(chosen.book)
    with desk.book() as book, progress_bar("playing") as bar:
        id_ = _free(f"demo-{args.preset}", book.ids())
        fact = open_event(
            args.preset,
            id_,
            f"Demonstration: {chosen.title}",
            date.today().isoformat(),  # noqa: DTZ011  # the day on the wall
        )
        history = fold([Entry(desk.now, "demo", fact)])

        def write(fact: Fact) -> Event:
            nonlocal history
            history = extend(history, Entry(desk.now, "demo", fact))
            return history.event

        for each in rehearse(history.event, write, args.tables, seed, score, args.rounds):
            bar(len(each.rounds), rounds_wanted(each, args.rounds))
        # It is kept once it is whole: one that fails leaves nothing behind.
        return book.bring(history)


def _free(id_: str, taken: list[str]) -> str:
    """An id that no event has yet."""
    number = 1
    while f"{id_}-{number}" in taken:
        number += 1
    return f"{id_}-{number}"


def _played(book: str) -> Score:
    """Scores from real games between four club players."""
    from rightbower.game import ring
    from rightbower.players import player
    from rightbower.simulate import new_game, play_deal

    rules = load(book)
    four = [player("club")] * len(Seat)

    def score(plan: Plan, luck: Random) -> tuple[int, int]:
        game = new_game(rules, luck.choice(tuple(Seat)))
        bell = luck.randrange(7, 12)
        while game.result is None:
            if plan.drawn_games and len(game.finished) == bell:
                game = ring(game)
                continue
            game = play_deal(
                game, deal_cards(shuffled(luck.getrandbits(64)), game.dealer, rules), four
            )
        return game.result.score

    return score
