"""Make the bidding tables: sample deals, play and solve their contracts, and solve the auction.

    python tools/train_bidding.py standard national-2025
    python tools/train_bidding.py standard --deals 2000000 --held-out 500000 --workers 2 --out try

On a GPU with its compiler (nvcc) a book takes about a minute; without one, two cores take some hours
for the 160 million deals of the package's tables. Work is kept in a folder and may be stopped at any
time: the same command goes on from there, and the table is the same, as it is for any number of
workers. The workers of a cluster (`--cluster ADDRESS`) have to see that folder, and have this one on their
PYTHONPATH. Fewer than 40 million deals make a poor table. With `--worths FOLDER` nothing is trained: what
each call is worth beside the table's is found on the same deals.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack
from multiprocessing import get_context
from pathlib import Path

from bidding import gpu
from bidding.packing import write_book
from bidding.solving import Deals
from bidding.spread import Spread
from bidding.training import MakeDeals, Plan, train
from bidding.worths import write_worths

from rightbower.cli.options import executor_options
from rightbower.cli.output import progress_bar
from rightbower.players.executors import cluster
from rightbower.players.tables import FOLDER
from rightbower.rules.book import BookError, RuleBook, load


def on_gpu(seed: int, deals: int, bury: int) -> Deals:
    """A store on the GPU."""
    return gpu.OnGpu(seed, deals, bury)


def in_files(folder: Path, pool: Executor, stack: ExitStack) -> MakeDeals:
    """Stores in files of a folder, worked on by an executor."""

    def make(seed: int, deals: int, bury: int) -> Deals:
        told = stack.enter_context(progress_bar(f"seed {seed}"))
        return Spread(folder, seed, deals, bury, pool, told)

    return make


def make_table(book: RuleBook, plan: Plan, make: MakeDeals, out: Path) -> Path:
    """Train one book and write its table."""
    path = out / f"{book.name}.table"
    out.mkdir(parents=True, exist_ok=True)
    write_book(path, book, train(book, plan, make, lambda words: print(words, file=sys.stderr)))
    return path


def options() -> argparse.ArgumentParser:
    """What the tool takes."""
    plan = Plan()
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("books", nargs="+", metavar="BOOK")
    parser.add_argument("--deals", type=int, default=plan.deals)
    parser.add_argument("--held-out", type=int, default=plan.held_out)
    parser.add_argument("--seed", type=int, default=plan.seed)
    parser.add_argument("--rounds", type=int, default=plan.rounds)
    parser.add_argument("--score-rounds", type=int, default=plan.score_rounds)
    parser.add_argument("--groups", type=int, default=plan.groups, help="groups of scores")
    parser.add_argument("--folder", type=Path, default=Path("build/bidding"))
    parser.add_argument("--out", type=Path, default=FOLDER)
    executor_options(parser)
    parser.add_argument(
        "--worths", type=Path, help="find what calls are worth by the tables there are"
    )
    parser.add_argument("--cpu", action="store_true", help="even where a GPU is found")
    return parser


def executor(args: argparse.Namespace, stack: ExitStack) -> Executor:
    """Who works on the files: a cluster, or processes of this machine."""
    pool = stack.enter_context(cluster(args.cluster))
    spawn = get_context("spawn")
    return pool or stack.enter_context(ProcessPoolExecutor(args.workers, mp_context=spawn))


def main() -> None:
    """Make the tables of the books named."""
    parser = options()
    args = parser.parse_args()
    numbers = (args.deals, args.held_out, args.seed, args.rounds, args.score_rounds, args.groups)
    plan = Plan(*numbers)
    try:
        books = [load(name) for name in args.books]
        with ExitStack() as stack:
            make: MakeDeals = on_gpu
            if args.cpu or not gpu.found():
                make = in_files(args.folder, executor(args, stack), stack)
            for book in books:
                if args.worths:
                    args.worths.mkdir(parents=True, exist_ok=True)
                    print(write_worths(args.worths, book, make, plan.seed, plan.deals))
                else:
                    print(make_table(book, plan, make, args.out))
    except (BookError, ValueError) as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
