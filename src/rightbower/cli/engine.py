"""``rightbower engine``: one of our players behind a pipe."""

from __future__ import annotations

import argparse
import sys


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("player", help="which player answers: beginner, club, expert …")
    chance = "for players that leave things to chance"
    parser.add_argument("--seed", type=int, default=0, help=chance)


def run(args: argparse.Namespace) -> int:
    """Answer each line of standard input on standard output until it ends."""
    from rightbower.players import player
    from rightbower.players.engine import serve

    serve(player(args.player, args.seed), sys.stdin, sys.stdout)
    return 0
