"""Where long work is done: options that commands and tools share."""

from __future__ import annotations

import argparse


def where(parser: argparse.ArgumentParser) -> None:
    """Take the number of processes, or the address of a cluster."""
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--workers", type=int, help="how many processes (all cores)")
    either.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="the dask scheduler whose workers do it, such as tcp://10.0.0.5:8786",
    )
