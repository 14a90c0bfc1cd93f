"""``rightbower advise``: what each option is worth in a hand described in one line."""

from __future__ import annotations

import argparse
import json

from rightbower.cli.options import book_option, check_worlds, json_option


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
    worlds = "how many possible deals to try (340, as the expert does)"
    add("--worlds", type=int, default=340, help=worlds)
    json_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print every option, the best first."""
    from rightbower.players.position import described
    from rightbower.rules.acts import write_without_seat
    from rightbower.rules.library import open_book
    from rightbower.study.explain import explain
    from rightbower.study.teacher import advise, judge_of, options_in_words, tie_words

    check_worlds(args.worlds)
    seen = described(
        open_book(args.book), args.dealer, args.turn_up, args.seat, args.hand, args.done, args.score
    )
    found = advise(seen, args.worlds)
    why = explain(seen, found[0].action).text
    judge = judge_of(seen, args.worlds)
    if args.json:
        rows = [
            {
                "action": write_without_seat(each.action),
                "win": round(each.chance, 4),
                "behind": round(each.behind, 4),
                "error": round(each.error, 4),
                "tie": each.tie and each is not found[0],
                "points": round(each.points, 3),
            }
            for each in found
        ]
        told = {"book": args.book, "seat": args.seat, "options": rows, "why": why, "judge": judge}
        print(json.dumps(told))
        return 0
    print(*options_in_words(found), sep="\n")
    print(f"{why} {tie_words(found)}".strip())
    print(judge)
    return 0
