"""``rightbower advise``: what each option is worth in a hand described in one line."""

from __future__ import annotations

import argparse
import json

from rightbower.cli.progress_bar import bar
from rightbower.refusal import Refusal

MOST_WORLDS = 100_000


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    parser.add_argument(
        "--book", default="standard", help="a book's name, its document (A01) or a house sheet"
    )
    parser.add_argument("--dealer", required=True, metavar="SEAT", help="who deals: N, E, S or W")
    parser.add_argument(
        "--turn-up", required=True, metavar="CARD", help="the card turned up, such as 9H"
    )
    parser.add_argument(
        "--seat", required=True, metavar="SEAT", help="whose choice it is: N, E, S or W"
    )
    parser.add_argument(
        "--hand",
        required=True,
        metavar="CARDS",
        help='the five cards dealt, such as "JH AH KS QS 9C"',
    )
    parser.add_argument(
        "--done",
        default="",
        metavar="ACTS",
        help='all bids and cards so far: "W pass, N order, W AS"; "S bury 9C" only for your own discard',
    )
    parser.add_argument(
        "--score", default="0-0", help="the score, North and South first, such as 3-5"
    )
    parser.add_argument(
        "--worlds", type=int, default=400, help="how many possible deals to try (400)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    """Print every option, the best first."""
    from rightbower.advice import advise, described, explain
    from rightbower.deal import write_action
    from rightbower.library import open_book

    if not 1 <= args.worlds <= MOST_WORLDS:
        raise Refusal(f"--worlds takes a number from 1 to {MOST_WORLDS}")
    seen = described(
        open_book(args.book), args.dealer, args.turn_up, args.seat, args.hand, args.done, args.score
    )
    found = advise(seen, args.worlds)
    why = explain(seen, found[0].action).text
    rows = [
        {
            "action": write_action(each.action)[2:],
            "win": round(each.chance, 4),
            "error": round(each.error, 4),
            "points": round(each.points, 3),
        }
        for each in found
    ]
    if args.json:
        print(json.dumps({"book": args.book, "seat": args.seat, "options": rows, "why": why}))
        return 0
    words = [write_action(each.action)[2:] for each in found]
    width = max(len(word) for word in words)
    for word, each in zip(words, found, strict=True):
        print(
            f"  {word:<{width}}  {bar(each.chance)}  {100 * each.chance:5.1f}% to win"
            f" ± {100 * each.error:.1f}, {each.points:+.2f} points"
        )
    print(why)
    return 0
