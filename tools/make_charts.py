"""Make the bidding charts of all books that come with the package.

    python tools/make_charts.py parts --hands 60 --worlds 150

Each book's chart is written to the folder first, so that one can stop and go on; at the end all are
put into one file. A table can say what to call, with the expert's word on what calls bring: name a
function from a view to an action,

    python tools/make_charts.py parts --calls rightbower.players.league:league
"""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path

from msgspec import json

from rightbower.book import load, names
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
    parser.add_argument("--out", type=Path, default=OUT)
    args = parser.parse_args()
    args.parts.mkdir(parents=True, exist_ok=True)
    charts = [_chart(args, name) for name in names()]
    args.out.write_bytes(write(Charts(FORMAT, tuple(charts))))
    print(f"{len(charts)} charts in {args.out.stat().st_size:,} bytes")


def _chart(args: argparse.Namespace, name: str) -> Chart:
    part = args.parts / f"{name}.json"
    if not part.exists():
        judge, careful = (_judge(args, worlds) for worlds in (args.worlds, CAREFUL))
        part.write_bytes(json.encode(made(load(name), judge, careful, args.hands, args.seed)))
        print(f"{name} is done", flush=True)
    return json.decode(part.read_bytes(), type=Chart)


def _judge(args: argparse.Namespace, worlds: int) -> Worths:
    expert = ExpertWorths(worlds, args.seed)
    if not args.calls:
        return expert
    module, _, function = args.calls.partition(":")
    return TableWorths(args.calls, getattr(import_module(module), function), expert)


if __name__ == "__main__":
    main()
