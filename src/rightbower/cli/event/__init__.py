"""``rightbower event``: run a day's event from the terminal, from the list of names to the prizes."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from rightbower.cli.event import ending, entrants, files, play, setting
from rightbower.cli.event.desk import Desk
from rightbower.store.events import DATA


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow ``rightbower event``."""
    own = argparse.ArgumentParser(add_help=False)
    own.add_argument(
        "--data",
        type=Path,
        default=Path(os.environ.get("RIGHTBOWER_DATA") or DATA),
        help=f"the folder that keeps everything (./{DATA}, or $RIGHTBOWER_DATA)",
    )
    own.add_argument("-e", "--event", metavar="ID", help="which event; needed when several run")
    own.add_argument("--by", default="", metavar="NAME", help="who writes this down")
    own.add_argument("--json", action="store_true", help="print JSON")
    own.add_argument("--plain", action="store_true", help="lines without boxes or colour")
    commands = parser.add_subparsers(required=True, metavar="WHAT")
    for part in (setting, entrants, play, ending, files):
        part.arguments(commands, own)


def run(args: argparse.Namespace) -> int:
    """Do what was asked."""
    desk = Desk(args)
    status = int(args.do(desk, args) or 0)
    desk.close()
    return status
