"""Try other numbers in the expert: the constants of ``players/expert.py`` and ``kernel/likely.py``.

    python tools/try_expert.py --deals 2000 OPEN=0.25 OPEN=0.5 WORLDS=400

Each setting plays duplicate deals against the league player, on the same cards, and the points per
deal are printed with their standard error. The numbers of ``kernel/likely.py`` are compiled in:
change them in the file.
"""

from __future__ import annotations

import argparse
import math
import time

from rightbower.book import load
from rightbower.cli.bars import progress_bar
from rightbower.players import expert as module
from rightbower.players import player
from rightbower.simulate import both_ways

NUMBERS = ("WORLDS", "DRAWN", "CALLED", "OPEN", "CLOSE")


def tried(name: str, value: float, deals: int, seed: int) -> tuple[float, float, float]:
    """Points per deal against the league player, their error, and CPU milliseconds per deal."""
    before = getattr(module, name)
    setattr(module, name, value if name in ("OPEN", "CLOSE") else int(value))
    book, other = load("standard"), player("league")
    one = module.Expert(seed, module.WORLDS)
    began = time.process_time()
    with progress_bar(f"{name}={value}") as progress:
        nets = []
        for number in range(deals):
            nets.append(both_ways(book, number, seed, one, other))
            progress(number + 1, deals)
    setattr(module, name, before)
    mean = math.fsum(nets) / deals
    spread = math.fsum((net - mean) ** 2 for net in nets) / (deals - 1)
    return mean, math.sqrt(spread / deals), 1000 * (time.process_time() - began) / deals


def main() -> None:
    """Try each setting and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("settings", nargs="+", metavar="NAME=VALUE")
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    for setting in args.settings:
        name, _, value = setting.partition("=")
        if name not in NUMBERS:
            parser.error(f"{name} is not one of {', '.join(NUMBERS)}")
        mean, error, cost = tried(name, float(value), args.deals, args.seed)
        print(f"{setting:14} {mean:+.4f} ± {error:.4f} points a deal, {cost:.0f} ms a deal")


if __name__ == "__main__":
    main()
