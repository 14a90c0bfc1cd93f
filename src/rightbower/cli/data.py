"""``rightbower data``: open data: the solved bidding, and games that all who played let researchers have."""

from __future__ import annotations

import argparse
from pathlib import Path

from rightbower.office.journals import open_at, place_of
from rightbower.rules.book import names
from rightbower.rules.refusal import counted
from rightbower.store.opening import data_folder


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow ``rightbower data``."""
    kinds = parser.add_subparsers(required=True, metavar="WHAT")
    bids = kinds.add_parser("bids", help="the solved bidding of books, as Parquet and NumPy")
    bids.add_argument("folder", type=Path, help="where the files go")
    bids.add_argument("--book", action="append", choices=names(), help="a book (all of them)")
    bids.add_argument(
        "--worths", type=Path, help="a folder of values that tools/train_bidding.py --worths made"
    )
    bids.set_defaults(do=_bids)
    games = kinds.add_parser(
        "games", help="the hall's games that all who played let researchers have, without names"
    )
    games.add_argument("folder", type=Path, help="a new folder for the files")
    games.add_argument(
        "--data", type=Path, default=data_folder(), help="the folder that keeps everything"
    )
    games.add_argument(
        "--journal", default="", metavar="ADDRESS", help="a journal in PostgreSQL: postgresql://…"
    )
    games.set_defaults(do=_games)


def run(args: argparse.Namespace) -> int:
    """Write what was asked for."""
    args.do(args)
    return 0


def _bids(args: argparse.Namespace) -> None:
    from rightbower.study.open_data import write_bids

    for book in args.book or names():
        worths = args.worths / f"{book}.npz" if args.worths else None
        for path in write_bids(book, args.folder, worths):
            print(f"{path} ({path.stat().st_size:,} bytes)")


def _games(args: argparse.Namespace) -> None:
    from rightbower.web.share.open_games import open_games, write_games

    with open_at(place_of(args.data, args.journal)) as journal:
        games = open_games(journal)
    write_games(games, args.folder)
    print(f"{counted(len(games), 'game')} in {args.folder}; all others are left out.")
