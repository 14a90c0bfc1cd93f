"""``rightbower advise``: what each option is worth in a hand described in one line."""

from __future__ import annotations

import argparse
import json

from rightbower.cli.options import book_option, check_worlds, json_option
from rightbower.cli.output import bar


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add = parser.add_argument
    book_option(parser)
    add("--dealer", required=True, metavar="SEAT", help="who deals: N, E, S or W")
    add("--turn-up", required=True, metavar="CARD", help="the card turned up, such as 9H")
    add("--seat", required=True, metavar="SEAT", help="whose choice it is: N, E, S or W")
    five = 'the five cards dealt, such as "JH AH KS QS 9C"'
    add("--hand", required=True, metavar="CARDS", help=five)
    add(
        "--done",
        default="",
        metavar="ACTS",
        help='all bids and cards so far: "W pass, N order, W AS"; "S bury 9C" only for your own discard',
    )
    add("--score", default="0-0", help="the score, North and South first, such as 3-5")
    add("--worlds", type=int, default=400, help="how many possible deals to try (400)")
    json_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print every option, the best first."""
    from rightbower.players.position import described
    from rightbower.rules.acts import write_without_seat
    from rightbower.rules.library import open_book
    from rightbower.study.explain import explain
    from rightbower.study.reasons import advise

    check_worlds(args.worlds)
    seen = described(
        open_book(args.book), args.dealer, args.turn_up, args.seat, args.hand, args.done, args.score
    )
    found = advise(seen, args.worlds)
    why = explain(seen, found[0].action).text
    words = [write_without_seat(each.action) for each in found]
    if args.json:
        rows = [
            {
                "action": word,
                "win": round(each.chance, 4),
                "error": round(each.error, 4),
                "points": round(each.points, 3),
            }
            for word, each in zip(words, found, strict=True)
        ]
        print(json.dumps({"book": args.book, "seat": args.seat, "options": rows, "why": why}))
        return 0
    width = max(map(len, words))
    for word, each in zip(words, found, strict=True):
        print(
            f"  {word:<{width}}  {bar(each.chance)}  {100 * each.chance:5.1f}% to win"
            f" ± {100 * each.error:.1f}, {each.points:+.2f} points"
        )
    print(why)
    return 0
