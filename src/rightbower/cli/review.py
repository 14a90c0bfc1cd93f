"""``rightbower review``: finished games, and what each decision cost."""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rightbower.cli.options import check_worlds, executor_options, json_option
from rightbower.rules.refusal import Refusal, counted

if TYPE_CHECKING:
    from rightbower.record.egn import SourceFile
    from rightbower.record.entries import Record
    from rightbower.study.review import Comment

    Read = tuple[Record, SourceFile | None]


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add = parser.add_argument
    add("records", type=Path, nargs="+", help="our records, or EGN files")
    add("--worlds", type=int, default=150, help="how many possible deals to try at each decision")
    egn = "write the game with its marks as EGN; several games go into this folder"
    add("--egn", type=Path, metavar="OUT", help=egn)
    executor_options(parser)
    json_option(parser)


def run(args: argparse.Namespace) -> int:
    """Print the decisions that cost something, the dearest marked most."""
    check_worlds(args.worlds)
    games = [_read(path, named=len(args.records) > 1) for path in args.records]
    found = _reviewed(args, [game for game, _ in games])
    if args.egn is not None:
        _write(args, games, found)
    if args.json:
        rows = [[_row(each) for each in comments] for comments in found]
        told: dict[str, Any] = {"decisions": rows[0]}
        if len(rows) > 1:
            files = zip(args.records, rows, strict=True)
            told = {"games": [{"file": str(file), "decisions": each} for file, each in files]}
        print(json.dumps(told))
        return 0
    for path, (game, _), comments in zip(args.records, games, found, strict=True):
        if len(games) > 1:
            print(f"{path}:")
        _tell(game, comments)
    if len(games) > 1:
        _tell_all([game for game, _ in games], found)
    return 0


def _read(path: Path, named: bool) -> Read:
    """The game in a file; what is wrong with one of several names it."""
    from rightbower.record import egn, record
    from rightbower.record.files import text_of

    text = text_of(path)
    try:
        if text.lstrip("\ufeff \n\t").startswith("{"):
            notation = egn.read(text)
            return notation.record, notation.notes
        return record.read(text), None
    except ValueError as fault:
        if not named:
            raise
        raise Refusal(f"{path}: {fault}") from None


def _reviewed(args: argparse.Namespace, games: list[Record]) -> list[list[Comment]]:
    from rightbower.cli.output import progress_bar
    from rightbower.players.executors import cluster
    from rightbower.study.review import review, reviews

    with progress_bar("Looking") as progress, cluster(args.cluster) as executor:
        if len(games) == 1 and executor is None:
            return [review(games[0], args.worlds, progress)]
        return list(reviews(games, args.worlds, args.workers, progress, executor))


def _write(args: argparse.Namespace, games: list[Read], found: list[list[Comment]]) -> None:
    from rightbower.study.review import annotated

    if len(games) > 1:
        if len({path.stem for path in args.records}) < len(games):
            raise Refusal("two of the files have the same name; write them as EGN one at a time")
        args.egn.mkdir(parents=True, exist_ok=True)
    for path, (game, notes), comments in zip(args.records, games, found, strict=True):
        out = args.egn / f"{path.stem}.egn" if len(games) > 1 else args.egn
        out.write_text(annotated(game, comments, notes), "utf-8")


def _row(each: Comment) -> dict[str, object]:
    from rightbower.rules.acts import write_without_seat

    return {
        "deal": each.deal,
        "seat": each.seat.name,
        "action": write_without_seat(each.action),
        "best": write_without_seat(each.best),
        "cost": round(each.cost, 4),
        "sign": each.sign,
        "why": each.why,
    }


def _tell(game: Record, comments: list[Comment]) -> None:
    """The decisions with a sign, and what each seat gave away."""
    from rightbower.rules.acts import say, write_without_seat

    for each in comments:
        if each.sign:
            better = write_without_seat(each.best)
            print(
                f"deal {each.deal}: {say(each.action)} {each.sign}"
                f"  ({better} was better by {100 * each.cost:.0f}% of the game)"
            )
            print(f"    {each.why}")
    for seat in sorted({each.seat for each in comments}):
        cost = sum(each.cost for each in comments if each.seat is seat)
        print(f"{game.players[seat]} ({seat}) gave away {100 * cost:.0f}% in all")


def _tell_all(games: list[Record], found: list[list[Comment]]) -> None:
    """What each player gave away over all games."""
    costs: dict[str, list[float]] = defaultdict(list)
    for game, comments in zip(games, found, strict=True):
        for seat in sorted({each.seat for each in comments}):
            cost = sum(each.cost for each in comments if each.seat is seat)
            costs[game.players[seat]].append(cost)
    print("All games:")
    for name, each in sorted(costs.items(), key=lambda item: sum(item[1]) / len(item[1])):
        share = 100 * sum(each) / len(each)
        print(f"  {name} gave away {share:.0f}% a game, {counted(len(each), 'game')}")
