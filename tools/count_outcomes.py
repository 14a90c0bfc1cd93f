"""Count what a deal brings the dealer's side: the numbers of ``players/expert.py``.

    python tools/count_outcomes.py --deals 100000

League players bid and play whole deals of the common game in the kernel; the shares are printed as
they stand in the code. It takes some seconds.
"""

from __future__ import annotations

import argparse
from functools import partial

import numpy as np

from rightbower.cli.options import executor_options
from rightbower.cli.output import progress_bar
from rightbower.players.executors import chunks, cluster, spread
from rightbower.players.kernel.bits import PASS, pack
from rightbower.players.kernel.deals import shuffled_packs
from rightbower.players.kernel.options import LEDGER, NOBODY, SIDE_LINES, call_options
from rightbower.players.kernel.worlds import (
    BIDS,
    DEALER,
    MOMENT,
    MY_HAND,
    PLACES,
    SEAT,
    SEED,
    TURN_UP,
)
from rightbower.rules.book import load

CHUNK = 5000


def counted(seed: int, numbers: range) -> np.ndarray:
    """The ledger of some league players' deals, the dealer's side first: alone or not, and the kind."""
    rules, even = pack(load("standard")), np.zeros((2, 3), dtype=np.int64)
    once, calls = np.ones(1, dtype=np.int64), np.array([PASS], dtype=np.int64)
    total = np.zeros(LEDGER, dtype=np.int64)
    for order in shuffled_packs(len(numbers), seed, numbers.start).astype(np.int64):
        world = np.zeros((1, PLACES), dtype=np.int64)
        world[0, :4] = (1 << order[:20]).reshape(4, 5).sum(axis=1)
        # North deals; as if North had passed before the first call, all four call from East on
        moment = np.full(MOMENT, -1, dtype=np.int64)
        moment[[SEAT, DEALER, TURN_UP, BIDS, SEED]] = 0, 0, order[20], -1, 0
        moment[MY_HAND] = world[0, 0]
        found = np.zeros((1, LEDGER), dtype=np.int64)
        call_options(rules, even, moment, world, once, calls, found)
        total += found[0]
    return total


def outcomes(total: np.ndarray) -> dict[int, float]:
    """The shares of deals by what they bring the dealer's side, net."""
    score = load("standard").score
    lines = (score.euchre, score.make, score.march, score.lone_euchre, score.lone_make)
    euchre, make, march, lone_euchre, lone_make = lines
    points = (-euchre, make, march, -lone_euchre, lone_make, score.lone_march)
    shares = dict.fromkeys((1, 2, 4, -1, -2, -4), 0.0)
    for line, count in enumerate(total[:NOBODY]):
        net = points[line % SIDE_LINES] * (1 if line < SIDE_LINES else -1)
        shares[net] += float(count) / float(total.sum())
    return {net: round(share, 4) for net, share in shares.items()}


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deals", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    executor_options(parser)
    args = parser.parse_args()
    pieces = chunks(args.deals, CHUNK)
    with progress_bar("deals") as bar, cluster(args.cluster) as executor:
        work = partial(counted, args.seed)
        total = sum(spread(work, pieces, args.workers, executor, bar, len))
    print(f"OUTCOMES: Final = {outcomes(total)}")


if __name__ == "__main__":
    main()
