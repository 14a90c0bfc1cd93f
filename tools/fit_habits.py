"""See how far players keep to the league player's habits: the numbers of ``players/kernel/worlds.py``.

    python tools/fit_habits.py --deals 1500 club expert-quick

For each player: the share of cards and buries that the habits did not foresee, where there was a
choice, and the slip and sharpness with which calls follow the points of a hand (by likelihood).
"""

from __future__ import annotations

import argparse
import math
from concurrent.futures import Executor
from functools import partial
from itertools import product

from rightbower.cli.options import executor_options
from rightbower.cli.output import progress_bar
from rightbower.players import player
from rightbower.players.executors import chunks, cluster, spread
from rightbower.players.league import best_call, league
from rightbower.players.simulate import new_game
from rightbower.players.views import View, view
from rightbower.rules.acts import Action, Bury, Pass, Play, TurnDown
from rightbower.rules.book import load
from rightbower.rules.cards import Seat, shuffled
from rightbower.rules.ceremonies import deal_cards
from rightbower.rules.deal import Phase
from rightbower.rules.game import act, deal_out

CHUNK = 50
SLIPS = (0.005, 0.01, 0.02, 0.03, 0.05, 0.08)
SHARPS = (0.3, 0.5, 0.7, 1.0, 1.4, 2.0, 3.0)


class Watched:
    """What a player did beside what the habits would have done."""

    def __init__(self) -> None:
        self.cards: list[bool] = []
        self.buries: list[bool] = []
        self.calls: list[tuple[int, bool]] = []

    def watch(self, seen: View, did: Action) -> None:
        """Note one decision that had a choice."""
        if isinstance(did, Play):
            self.cards.append(did != league(seen))
        elif isinstance(did, Bury):
            self.buries.append(did != league(seen))
        elif seen.phase is not Phase.ALONE and isinstance(seen.legal[0], Pass | TurnDown):
            spare = best_call(seen)[2]
            self.calls.append((spare, not isinstance(did, Pass | TurnDown)))

    def fit(self) -> tuple[float, float]:
        """The slip and the sharpness that make the calls most likely."""

        def likelihood(slip: float, sharp: float) -> float:
            total = 0.0
            for spare, called in self.calls:
                chance = slip + (1 - 2 * slip) / (1 + math.exp(-sharp * (spare + 0.5)))
                total += math.log(chance if called else 1 - chance)
            return total

        return max(product(SLIPS, SHARPS), key=lambda pair: likelihood(*pair))


def watched(name: str, seed: int, numbers: range) -> tuple[list[bool], list[bool], list]:
    """What a player did in some deals of the common game: its cards, buries and calls."""
    book, who, found = load("standard"), player(name, seed), Watched()
    for number in numbers:
        dealer = Seat(number % len(Seat))
        cards = deal_cards(shuffled(f"habits {seed}:{number}"), dealer, book)
        game = deal_out(new_game(book, dealer), cards)
        while game.deal is not None:
            seen = view(game, game.deal.turn)
            if len(seen.legal) > 1:
                found.watch(seen, who(seen))
            game = act(game, league(seen))
    return found.cards, found.buries, found.calls


def watched_by_all(name: str, args: argparse.Namespace, executor: Executor | None) -> Watched:
    """A player watched in all the deals, wherever they are played."""
    found, work = Watched(), partial(watched, name, args.seed)
    with progress_bar(name) as progress:
        pieces = chunks(args.deals, CHUNK)
        for cards, buries, calls in spread(work, pieces, args.workers, executor, progress, len):
            found.cards += cards
            found.buries += buries
            found.calls += calls
    return found


def main() -> None:
    """Watch and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("players", nargs="*", default=["club", "expert-quick"])
    parser.add_argument("--deals", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    executor_options(parser)
    args = parser.parse_args()
    with cluster(args.cluster) as executor:
        all_found = [watched_by_all(name, args, executor) for name in args.players]
    for name, found in zip(args.players, all_found, strict=True):
        slip, sharp = found.fit()
        odd_cards, odd_buries = (sum(odd) / len(odd) for odd in (found.cards, found.buries))
        print(
            f"{name}: odd cards {odd_cards:.3f}, odd buries {odd_buries:.3f},"
            f" slip {slip}, sharpness {sharp} ({len(found.calls)} calls)"
        )


if __name__ == "__main__":
    main()
