"""Where the advice of old and the teacher's differ: both played out by experts, by theme.

    python tools/rejudge.py found.txt --choices 100

The old advice judged every choice by league players' playouts. Deals are played by experts; a choice in
which the two put different options first is played out in the same worlds, both ways.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from contextlib import closing
from functools import partial
from pathlib import Path

from rightbower.cli.options import executor_options
from rightbower.players.executors import cluster, spread
from rightbower.players.expert import Expert, Master
from rightbower.players.simulate import new_game
from rightbower.players.views import View, view
from rightbower.rules.book import load, names
from rightbower.rules.cards import Seat, shuffled
from rightbower.rules.ceremonies import deal_cards
from rightbower.rules.game import act, deal_out
from rightbower.study.puzzles import theme_of
from rightbower.study.teacher import advise, alike, gains_by_experts, gains_by_network

OLD_WORLDS = 400
BATCHES = 8
PLAYED = 60
MOST_DEALS = 100_000


def main() -> None:
    """Find more choices, and tell what there is."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("found", type=Path)
    parser.add_argument("--choices", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    executor_options(parser)
    args = parser.parse_args()
    number = args.found.read_text("utf-8").count("#") if args.found.exists() else 0
    with cluster(args.cluster) as executor:
        deals = range(number, number + MOST_DEALS)
        results = spread(partial(_of_deal, args.seed), deals, args.workers, executor)
        with closing(results):  # type: ignore[type-var]
            for number in deals:
                if _rows(args.found) >= args.choices:
                    break
                lines = next(results)
                with args.found.open("a", encoding="utf-8") as file:
                    file.write("".join(f"{line}\n" for line in lines) + f"# {number}\n")
    tell(args.found)


def _rows(found: Path) -> int:
    lines = found.read_text("utf-8").splitlines() if found.exists() else []
    return sum(not line.startswith("#") for line in lines)


def _of_deal(seed: int, number: int) -> list[str]:
    book = load(names()[number % len(names())])
    dealer = Seat(number % len(Seat))
    cards = deal_cards(shuffled(f"rejudged {seed}:{number}"), dealer, book)
    game, players = deal_out(new_game(book, dealer), cards), [Master(seed + seat) for seat in Seat]
    found = []
    while game.deal is not None:
        assert game.deal.turn is not None
        seen = view(game, game.deal.turn)
        if len(seen.legal) > 1 and (line := _rejudged(seen)):
            found.append(line)
        game = act(game, players[game.deal.turn](seen))
    return found


def _rejudged(seen: View) -> str:
    """The theme, and what the teacher's choice gains on the old one; nothing where they agree."""
    old = max(Expert(0, OLD_WORLDS).values(seen), key=lambda each: each.chance).action
    new = advise(seen, 20 if seen.trump is None else 340)[0].action
    if old in alike(seen, new):
        return ""
    network = gains_by_network(seen, new, BATCHES, seed=4, least=BATCHES, others=[old])
    if network is None:
        return ""
    (experts,) = gains_by_experts(seen, new, [old], PLAYED, seed=6)
    numbers = (
        network[0].points, network[0].points_error, experts.points, experts.points_error,
    )  # fmt: skip
    return "|".join([theme_of(seen, new), *(f"{each:.4f}" for each in numbers), f"{new}", f"{old}"])


def tell(found: Path) -> None:
    """Print the mean gain of the teacher's choice by theme."""
    rows: dict[str, list[list[float]]] = defaultdict(list)
    for line in found.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            theme, *rest = line.split("|")
            for key in (theme, "all"):
                rows[key].append([float(each) for each in rest[:4]])
    for theme, some in sorted(rows.items(), key=lambda each: each[0] == "all"):
        told = []
        for mean, error in ((0, 1), (2, 3)):
            values = [row[mean] for row in some]
            whole = sum(row[error] ** 2 for row in some) ** 0.5 / len(some)
            told.append(f"{sum(values) / len(values):+.3f} ± {whole:.3f}")
        print(f"{theme}: {len(some)} choices, by the network {told[0]}, by experts {told[1]}")


if __name__ == "__main__":
    main()
