"""``rightbower doctor``: check how a hall is set up, and say what to fix."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from msgspec import json

from rightbower.store.events import DATA

SIGNS = {"good": "✓", "doubtful": "!", "bad": "✗"}


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    home = Path(os.environ.get("RIGHTBOWER_DATA") or DATA)
    parser.add_argument("--data", type=Path, default=home, help="the hall's data folder")
    parser.add_argument("--port", type=int, default=8000, help="the port it is to listen on (8000)")
    parser.add_argument(
        "--address", default="", help="the address people and the wall use, to see if it answers"
    )
    parser.add_argument("--backups", type=Path, help="the folder of backups (in the data folder)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Look at everything; 1 where something has to be done."""
    from rightbower.web.running.checkup import check_up
    from rightbower.web.running.findings import SetUp

    if not 0 < args.port < 1 << 16:
        raise ValueError(f"a port is a number from 1 to {(1 << 16) - 1}, not {args.port}")
    found = list(check_up(SetUp(args.data, args.port, args.address, args.backups)))
    bad = [each for each in found if each.verdict == "bad"]
    if args.json:
        print(json.format(json.encode(found), indent=2).decode())
        return 1 if bad else 0
    for each in found:
        print(f"{SIGNS[each.verdict]} {each.about}: {each.says}")
        if each.do:
            print(f"    → {each.do}")
    print("All is well." if not bad else f"{len(bad)} to fix.")
    return 1 if bad else 0
