"""``rightbower review``: a finished game, and what each decision cost."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from rightbower.refusal import Refusal


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument("record", type=Path, help="our record, or an EGN file")
    parser.add_argument(
        "--worlds", type=int, default=150, help="deals looked into at each decision"
    )
    parser.add_argument(
        "--egn", type=Path, metavar="OUT", help="write the game with its signs as EGN"
    )
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    """Print the decisions that cost something, the dearest marked most."""
    from rightbower import egn, record
    from rightbower.advice import annotated, review
    from rightbower.cli.advise import MOST_WORLDS
    from rightbower.cli.bars import progress_bar
    from rightbower.cli.replay import text_of
    from rightbower.deal import say, write_action

    if not 1 <= args.worlds <= MOST_WORLDS:
        raise Refusal(f"look into 1 to {MOST_WORLDS} worlds")
    text = text_of(args.record)
    notes = None
    if text.lstrip("\ufeff \n\t").startswith("{"):
        notation = egn.read(text)
        told, notes = notation.record, notation.notes
    else:
        told = record.read(text)
    with progress_bar("Looking") as progress:
        comments = review(told, args.worlds, progress)
    if args.egn is not None:
        args.egn.write_text(annotated(told, comments, notes), "utf-8")
    if args.json:
        rows = [
            {
                "deal": each.deal,
                "seat": each.seat.name,
                "action": write_action(each.action)[2:],
                "best": write_action(each.best)[2:],
                "cost": round(each.cost, 4),
                "sign": each.sign,
                "why": each.why,
            }
            for each in comments
        ]
        print(json.dumps({"decisions": rows}))
        return 0
    for each in comments:
        if each.sign:
            better = write_action(each.best)[2:]
            print(
                f"deal {each.deal}: {say(each.action)} {each.sign}"
                f"  ({better} was better by {100 * each.cost:.0f} % of the game)"
            )
            print(f"    {each.why}")
    for seat in sorted({each.seat for each in comments}):
        cost = sum(each.cost for each in comments if each.seat is seat)
        print(f"{told.players[seat]} ({seat}) gave away {100 * cost:.0f} % in all")
    return 0
