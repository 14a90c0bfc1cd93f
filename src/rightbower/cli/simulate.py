"""``rightbower simulate``: many games, and what they show."""

from __future__ import annotations

import argparse
import csv
import json
from pathlib import Path
from typing import Any

from rightbower.cli.options import book_option, cores, executor_options, json_option
from rightbower.rules.refusal import Refusal, counted


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add = parser.add_argument
    add("--games", type=int, default=200, help="how many games to play (200)")
    add("--ns", default="club", help="who plays North and South")
    add("--ew", default="club", help="who plays East and West")
    book_option(parser)
    add("--seed", type=int, default=1, help="the same seed deals the same cards")
    executor_options(parser)
    add("--out", type=Path, help="write every deal to a .csv or .parquet file")
    json_option(parser)


def run(args: argparse.Namespace) -> int:
    """Play the games, print the figures, and write the deals where asked."""
    from rightbower.cli.output import progress_bar
    from rightbower.players.executors import cluster
    from rightbower.players.simulate import TOURNAMENT, simulate, statistics

    if args.out is not None and args.out.suffix not in (".csv", ".parquet"):
        raise Refusal(f"{args.out} should end in .csv or .parquet")
    with progress_bar("Playing") as progress, cluster(args.cluster) as executor:
        rows, ends = simulate(
            args.ns,
            args.ew,
            args.games,
            args.seed,
            args.book,
            cores(args.workers),
            progress,
            executor,
        )
    if args.out is not None:
        _write(args.out, rows)
    figures = statistics(rows, ends)
    if args.json:
        told = {"book": args.book, "ns": args.ns, "ew": args.ew, **figures}
        print(json.dumps({**told, "tournament": TOURNAMENT}))
    else:
        _print(args, figures)
    return 0


def _write(path: Path, rows: list[Any]) -> None:
    import msgspec

    columns = list(rows[0].__struct_fields__)
    if path.suffix == ".csv":
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(columns)
            writer.writerows(msgspec.structs.astuple(row) for row in rows)
        return
    from rightbower.players.simulate import write_parquet

    write_parquet({name: [getattr(row, name) for row in rows] for name in columns}, path)


def _print(args: argparse.Namespace, figures: dict[str, Any]) -> None:
    from rightbower.players.simulate import TOURNAMENT

    print(f"{counted(figures['games'], 'game')} of {args.book}: NS {args.ns}, EW {args.ew}")
    won = ", ".join(f"{side} {count}" for side, count in sorted(figures["wins"].items()))
    print(f"  {figures['deals']} deals, {figures['deals_per_game']} a game; won: {won}")
    print(
        "\n  percent of deals      here   strong players in tournaments (195 deals, give or take 3)"
    )
    for name, shares in figures["called_percent"].items():
        for seat, share in enumerate(shares, 1):
            good = TOURNAMENT["called_percent"][name][seat - 1]
            print(f"  {name}, seat {seat:<10} {share:6.2f}   {good:5.1f}")
    for name in ("point", "march", "euchred", "lone_tried", "lone_march", "thrown_in"):
        good = TOURNAMENT.get(f"{name}_percent")
        beside = "" if good is None else f"{good:5.1f}"
        print(f"  {name.replace('_', ' '):<19} {figures[f'{name}_percent']:6.2f}   {beside}")
    points = figures["points_per_deal"]
    print(f"\n  points a deal: NS {points['NS']}, EW {points['EW']}")
