"""``rightbower doctor``: check how a hall is set up, and say what to fix."""

from __future__ import annotations

import argparse
from pathlib import Path

from rightbower.cli.options import check_port, json_option
from rightbower.cli.output import print_json
from rightbower.store.opening import data_folder

SIGNS = {"good": "✓", "doubtful": "!", "bad": "✗"}


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add = parser.add_argument
    add("--data", type=Path, default=data_folder(), help="the hall's data folder")
    add("--port", type=int, default=8000, help="the port it is to listen on (8000)")
    add("--address", default="", help="the address people and the wall use, to see if it answers")
    add("--backups", type=Path, help="the folder of backups (in the data folder)")
    json_option(parser)


def run(args: argparse.Namespace) -> int:
    """Look at everything; 1 where something has to be done."""
    from rightbower.web.running.checkup import SetUp, check_up

    check_port(args.port)
    found = list(check_up(SetUp(args.data, args.port, args.address, args.backups)))
    bad = [each for each in found if each.verdict == "bad"]
    if args.json:
        print_json(found)
        return 1 if bad else 0
    for each in found:
        print(f"{SIGNS[each.verdict]} {each.about}: {each.says}")
        if each.do:
            print(f"    → {each.do}")
    print("All is well." if not bad else f"{len(bad)} to fix.")
    return 1 if bad else 0
