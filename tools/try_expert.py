"""Try other numbers in the expert: the constants of ``players/expert.py`` and ``kernel/worlds``.

    python tools/try_expert.py --deals 2000 OPEN=0.25 OPEN=0.5 WORLDS=400

Each setting plays duplicate deals against the league player, on the same cards, and the points per
deal are printed with their standard error. The numbers of ``kernel/worlds`` are compiled in:
change them in its files.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import Executor
from functools import partial

from rightbower.cli.options import executor_options
from rightbower.cli.output import progress_bar
from rightbower.players import expert as module
from rightbower.players import player
from rightbower.players.executors import chunks, cluster, spread
from rightbower.players.simulate import both_ways, mean_and_error
from rightbower.rules.book import load

CHUNK = 50
NUMBERS = ("WORLDS", "DRAWN", "CALLED", "OPEN", "CLOSE")


def played(name: str, value: float, seed: int, numbers: range) -> tuple[list[float], float]:
    """Points in some deals against the league player, and the CPU seconds they took."""
    before = getattr(module, name)
    setattr(module, name, value if name in ("OPEN", "CLOSE") else int(value))
    try:
        book, other = load("standard"), player("league")
        one = module.Expert(seed, module.WORLDS)
        began = time.thread_time()
        nets = [both_ways(book, number, seed, one, other) for number in numbers]
        return nets, time.thread_time() - began
    finally:
        setattr(module, name, before)


def tried(setting: str, args: argparse.Namespace, executor: Executor | None) -> str:
    """Points per deal against the league player, their error, and CPU milliseconds per deal."""
    name, _, value = setting.partition("=")
    work = partial(played, name, float(value), args.seed)
    with progress_bar(setting) as bar:
        found = list(spread(work, chunks(args.deals, CHUNK), args.workers, executor, bar, len))
    mean, error = mean_and_error([net for nets, _ in found for net in nets])
    cost = 1000 * sum(seconds for _, seconds in found) / args.deals
    return f"{setting:14} {mean:+.4f} ± {error:.4f} points a deal, {cost:.0f} ms a deal"


def main() -> None:
    """Try each setting and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("settings", nargs="+", metavar="NAME=VALUE")
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    executor_options(parser)
    args = parser.parse_args()
    for name in (setting.partition("=")[0] for setting in args.settings):
        if name not in NUMBERS:
            parser.error(f"{name} is not one of {', '.join(NUMBERS)}")
    with cluster(args.cluster) as executor:
        for setting in args.settings:
            print(tried(setting, args, executor))


if __name__ == "__main__":
    main()
