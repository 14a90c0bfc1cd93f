"""Find what a call needs: the bars of ``players/league.py``.

    python tools/fit_calls.py --deals 200000

Every seat in turn is given the call and the pass, on the same cards, when all before it passed as
league players do; league players bid and play on. For each strength of hand the points that calling
gains are printed, and the lowest strength from which on calling gains is the bar. Seconds a round.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from functools import partial

import numpy as np

from rightbower.cli.options import executor_options
from rightbower.cli.output import progress_bar
from rightbower.players.executors import chunks, cluster, spread
from rightbower.players.kernel.bits import NAME, ORDER, PASS, PICK_UP, TURN_DOWN, pack
from rightbower.players.kernel.calls import call_one
from rightbower.players.kernel.deals import shuffled_packs
from rightbower.players.kernel.options import LEDGER, call_options
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
from rightbower.players.league import choose_bury, strength
from rightbower.rules.book import load
from rightbower.rules.cards import PACK, Card, Seat, Suit

# What each line of the ledger brings North and South: euchred, made, march; then alone.
_LINES = (-2, 1, 2, -2, 1, 4)
POINTS = np.array([*_LINES, *(-each for each in _LINES), 0])
CHUNK = 5000
KINDS = ("round one", "next", "another suit")
FEW = 200  # hands of one strength that make a figure
Gains = dict[int, list[int]]


def hands_of(order: np.ndarray) -> list[tuple[Card, ...]]:
    return [tuple(PACK[index] for index in order[5 * seat : 5 * seat + 5]) for seat in Seat]


def gain(moment: np.ndarray, world: np.ndarray, calls: list[int]) -> int:
    """The caller's points when it calls, less those when it passes, on one deal."""
    found = np.zeros((2, LEDGER), dtype=np.int64)
    once = np.ones(1, dtype=np.int64)
    call_options(RULES, EVEN, moment, world, once, np.array(calls, dtype=np.int64), found)
    called, passed = found @ POINTS
    return int(called - passed) * (1 if moment[SEAT] % 2 == 0 else -1)


def moments(seed: int, numbers: range) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray, bool]]:
    """Each seat's turn in a round where all before it passed: the pack, the moment, the world."""
    packs = shuffled_packs(len(numbers), seed, numbers.start)
    for number, order in zip(numbers, packs, strict=True):
        dealer = number % 4
        world = np.zeros((1, PLACES), dtype=np.int64)
        for seat, hand in enumerate(hands_of(order)):
            world[0, seat] = sum(1 << card.index for card in hand)
        masks = world[0, :4].copy()
        for bids in range(8):
            seat = (dealer + 1 + bids) % 4
            moment = np.full(MOMENT, -1, dtype=np.int64)
            moment[[SEAT, DEALER, TURN_UP, BIDS, SEED]] = seat, dealer, order[20], bids, 1
            moment[MY_HAND] = masks[seat]
            yield order, moment, world, bids < 4
            if bids < 4 and call_one(RULES, EVEN, masks, dealer, int(order[20]), seat):
                break


def nothing() -> dict[str, list[Gains]]:
    """No gains yet, for each kind of call and each place from the dealer's left."""
    return {kind: [defaultdict(list) for _ in range(4)] for kind in KINDS}


def measure(seed: int, numbers: range) -> dict[str, list[Gains]]:
    """Gains by strength in some deals, for each kind of call and each place."""
    found = nothing()
    for order, moment, world, first in moments(seed, numbers):
        seat, place = int(moment[SEAT]), int(moment[BIDS]) % 4
        hand, turn_up = hands_of(order)[seat], PACK[order[20]]
        if first:
            if place == 3:
                six = (*hand, turn_up)
                buried = choose_bury(six, turn_up.suit, hand)
                hand = tuple(card for card in six if card is not buried)
            calls = [PICK_UP, TURN_DOWN] if place == 3 else [ORDER, PASS]
            points = strength(hand, turn_up.suit)
            found["round one"][place][points].append(gain(moment, world, calls))
        elif place < 3:
            suit = max((s for s in Suit if s is not turn_up.suit), key=lambda s: strength(hand, s))
            kind = "next" if suit is turn_up.suit.same_colour else "another suit"
            calls = [NAME + 2 * suit, PASS]
            found[kind][place][strength(hand, suit)].append(gain(moment, world, calls))
    return found


RULES = pack(load("standard"))
EVEN = np.zeros((2, 3), dtype=np.int64)


def measured(args: argparse.Namespace) -> dict[str, list[Gains]]:
    """Gains in all the deals, wherever they are played."""
    found, work = nothing(), partial(measure, args.seed)
    with progress_bar("deals") as bar, cluster(args.cluster) as executor:
        pieces = chunks(args.deals, CHUNK)
        for part in spread(work, pieces, args.workers, executor, bar, len):
            for kind, places in part.items():
                for place, gains in enumerate(places):
                    for points, each in gains.items():
                        found[kind][place][points] += each
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--deals", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    executor_options(parser)
    args = parser.parse_args()
    for kind, places in measured(args).items():
        for place, gains in enumerate(places):
            means = {p: np.mean(g) for p, g in sorted(gains.items()) if len(g) >= FEW}
            losing = [points for points, mean in means.items() if mean < 0]
            bar = 1 + max(losing) if losing else None
            shown = "  ".join(f"{points}: {mean:+.2f}" for points, mean in means.items())
            if means:
                print(f"{kind}, place {place + 1}: call from {bar} on\n    {shown}")


if __name__ == "__main__":
    main()
