"""``rightbower match``: duplicate deals between two players or programs."""

from __future__ import annotations

import argparse
import json

from rightbower.cli.options import book_option, cores, executor_options, json_option


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add = parser.add_argument
    add("first", help="a player's name, or the command line of a program")
    add("second", help="who it plays against")
    add("--deals", type=int, default=1000, help="how many deals, each played twice (1000)")
    book_option(parser)
    add("--seed", type=int, default=1, help="the same seed deals the same cards")
    add(
        "--score",
        default="",
        help="play each deal at this score, such as 8-6, or any; counts games",
    )
    executor_options(parser)
    keep = "the dealer may not discard the card picked up"
    add("--keep-turn-up", action="store_true", help=keep)
    json_option(parser)


def run(args: argparse.Namespace) -> int:
    """Play the match and print who won it, with the error of the estimate."""
    from rightbower.cli.output import progress_bar
    from rightbower.players.executors import cluster
    from rightbower.players.simulate import match

    with progress_bar("Playing") as progress, cluster(args.cluster) as executor:
        result = match(
            args.first,
            args.second,
            args.deals,
            args.seed,
            args.book,
            False if args.keep_turn_up else None,
            cores(args.workers),
            progress,
            executor,
            args.score,
        )
    low, high = result.ci95
    if args.json:
        told = {
            "first": result.first,
            "second": result.second,
            "book": result.book,
            "deals": result.deals,
            "points_per_deal": round(result.points_per_deal, 5),
            "ci95": [round(low, 5), round(high, 5)],
            "standard_error": round(result.standard_error, 5),
            "seed": args.seed,
        }
        if result.score:
            told |= {
                "score": result.score,
                "games_per_hundred": round(result.games_per_hundred, 4),
                "games_ci95": [round(each, 4) for each in result.games_ci95],
            }
        print(json.dumps(told))
        return 0
    print(
        f"{result.first} v {result.second}, {result.deals} deals of {result.book}, each played twice"
    )
    print(f"  {result.points_per_deal:+.4f} points a deal for {result.first}")
    print(f"  95% of such matches lie between {low:+.4f} and {high:+.4f}")
    if result.score:
        low, high = result.games_ci95
        print(
            f"  {result.games_per_hundred:+.2f} games in a hundred, 95% between {low:+.2f} and {high:+.2f}"
        )
    return 0
