"""Make the bidding charts of all books that come with the package.

    python tools/make_charts.py parts --hands 60 --worlds 150

Each book's chart is written to the folder first, so that one can stop and go on; at the end all are
put into one file. A table can say what to call, with the expert's word on what calls bring: name a
function from a view to an action,

    python tools/make_charts.py parts --calls rightbower.players.league.league:league

Those of the package are by the bidding tables, with the mean of what each call brings over the deals
that `tools/train_bidding.py --worths FOLDER` looks at again:

    python tools/make_charts.py parts --worths FOLDER --hands 400
"""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path

from bidding.worths import StoredWorths
from msgspec import json

from rightbower.players.tables import basis
from rightbower.rules.book import RuleBook, load, names
from rightbower.study.charts.chart import FILE, FORMAT, Chart, Charts, made, write
from rightbower.study.charts.worths import ExpertWorths, TableWorths, Worths

CAREFUL = 2000
OUT = Path("src/rightbower/study/charts") / FILE


def main() -> None:
    """Make what is missing and put it together."""
    parser = argparse.ArgumentParser(description="Make the bidding charts of all books.")
    parser.add_argument("parts", type=Path)
    parser.add_argument("--hands", type=int, default=60, help="hands at each spot")
    parser.add_argument("--worlds", type=int, default=150, help="worlds for each hand")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--calls", metavar="MODULE:FUNCTION", help="who calls, if not the expert")
    parser.add_argument("--worths", type=Path, help="a folder of what calls are worth by table")
    parser.add_argument("--out", type=Path, default=OUT)
    args = parser.parse_args()
    args.parts.mkdir(parents=True, exist_ok=True)
    charts = [_chart(args, name) for name in names()]
    args.out.write_bytes(write(Charts(FORMAT, tuple(charts))))
    print(f"{len(charts)} charts in {args.out.stat().st_size:,} bytes")


def _chart(args: argparse.Namespace, name: str) -> Chart:
    part = args.parts / f"{name}.json"
    if not part.exists():
        chart = made(load(name), *_judges(args, name), args.hands, args.seed)
        part.write_bytes(json.encode(chart))
        print(f"{name} is done", flush=True)
    return json.decode(part.read_bytes(), type=Chart)


def auction_book(book: RuleBook) -> str:
    """The book whose bidding table serves this one."""
    table = basis(book).table
    return book.name if table is None else table.header.book


def _judges(args: argparse.Namespace, book: str) -> tuple[Worths, Worths]:
    """Who judges each hand, and who looks again at the weakest that call."""
    expert, careful = (ExpertWorths(worlds, args.seed) for worlds in (args.worlds, CAREFUL))
    if args.worths:
        # the weakest of a table's calls are those that had luck: another has to agree
        return StoredWorths(args.worths / f"{auction_book(load(book))}.npz", expert), careful
    if not args.calls:
        return expert, careful
    module, _, function = args.calls.partition(":")
    call = getattr(import_module(module), function)
    return TableWorths(args.calls, call, expert), TableWorths(args.calls, call, careful)


if __name__ == "__main__":
    main()
