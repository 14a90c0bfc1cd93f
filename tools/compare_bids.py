"""Calls of one player against calls of another, with the same cards on both sides.

    python tools/compare_bids.py expert league --cards expert --deals 64000

Each deal is bid twice with the sides swapped, and one player plays the cards of every seat, so that
only the calls differ. Where both auctions come to the same, nothing is left to play.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial

from rightbower.cli.options import executor_options
from rightbower.cli.output import progress_bar
from rightbower.players import Player, player
from rightbower.players.executors import Progress, chunks, cluster, spread
from rightbower.players.simulate import mean_and_error, net_points, new_game
from rightbower.players.views import view
from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import Seat, shuffled
from rightbower.rules.ceremonies import deal_cards
from rightbower.rules.deal import Phase
from rightbower.rules.game import Game, act, deal_out

CHUNK = 50


def bid(game: Game, bidders: Sequence[Player], cards: Player) -> Game:
    """The game up to the first lead; what is buried is the card player's."""
    while game.deal is not None and game.deal.phase is not Phase.PLAY:
        seat = game.deal.turn
        assert seat is not None
        asked = cards if game.deal.phase is Phase.BURY else bidders[seat]
        game = act(game, asked(view(game, seat)))
    return game


def played(game: Game, cards: Player) -> int:
    """What the deal brings North and South when one player plays all its cards."""
    while game.deal is not None:
        seat = game.deal.turn
        assert seat is not None
        game = act(game, cards(view(game, seat)))
    return net_points(game)


def gain(
    book: RuleBook, number: int, seed: int, one: Player, other: Player, cards: Player
) -> float:
    """What the first player's calls gain on a deal, points per deal."""
    dealer = Seat(number % len(Seat))
    dealt = deal_cards(shuffled(f"{seed}:{number}"), dealer, book)
    begun = deal_out(new_game(book, dealer), dealt)
    there, back = (bid(begun, four, cards) for four in ((one, other) * 2, (other, one) * 2))
    if there == back:
        return 0.0
    return (played(there, cards) - played(back, cards)) / 2


def gains(
    names: tuple[str, str, str],
    book: str,
    deals: int,
    seed: int,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> list[float]:
    """What the first one's calls gain on the second's, deal by deal, with the cards of the third."""
    work = partial(_some, names, book, seed)
    found = spread(work, chunks(deals, CHUNK), workers, executor, progress, len)
    return [gain for some in found for gain in some]


def _some(names: tuple[str, str, str], book: str, seed: int, numbers: range) -> list[float]:
    rules = load(book)
    one, other, cards = (player(name, seed) for name in names)
    return [gain(rules, number, seed, one, other, cards) for number in numbers]


def main() -> None:
    """Play the deals and print what the calls gain."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--cards", default="expert", help="who plays the cards of every seat")
    parser.add_argument("--book", default="standard")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    executor_options(parser)
    args = parser.parse_args()
    names = args.one, args.other, args.cards
    with progress_bar("deals") as bar, cluster(args.cluster) as executor:
        found = gains(names, args.book, args.deals, args.seed, args.workers, executor, bar)
    mean, error = mean_and_error(found)
    print(f"{mean:+.4f} ± {error:.4f} points a deal, {args.deals} deals")


if __name__ == "__main__":
    main()
