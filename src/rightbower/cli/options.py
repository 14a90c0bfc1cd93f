"""Options that several commands share."""

from __future__ import annotations

import argparse
import os
from typing import Final

from rightbower.rules.refusal import Refusal

BOOK: Final = "a book's name, its document (A01) or a house sheet"
MOST_WORLDS: Final = 100_000


def book_option(parser: argparse.ArgumentParser) -> None:
    """By which book."""
    parser.add_argument("--book", default="standard", help=BOOK)


def json_option(parser: argparse.ArgumentParser) -> None:
    """For other programs to read."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def executor_options(parser: argparse.ArgumentParser) -> None:
    """Where long work is done: the number of processes, or the address of a cluster."""
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--workers", type=int, help="how many processes (all cores)")
    either.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="the dask scheduler whose workers do it, such as tcp://10.0.0.5:8786",
    )


def cores(workers: int | None) -> int | None:
    """How many processes work: as many as asked for, or one for each core."""
    return os.cpu_count() if workers is None else workers


def check_worlds(number: int) -> None:
    """Refuse a number of possible deals that nobody could wait for, or none."""
    if not 1 <= number <= MOST_WORLDS:
        raise Refusal(f"--worlds takes a number from 1 to {MOST_WORLDS}")


def check_port(number: int) -> None:
    """Refuse what no program can listen on."""
    if not 0 < number < 1 << 16:
        raise Refusal(f"a port is a number from 1 to {(1 << 16) - 1}, not {number}")
