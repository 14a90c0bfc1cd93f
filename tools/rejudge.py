"""Where the advice of old and the teacher's differ: both played out by experts, by theme.

    python tools/rejudge.py found.txt --choices 800 --seconds 540
    python tools/rejudge.py found.txt --write

The old advice judged every choice by league players' playouts. Deals are played by experts; a choice in
which the two put different options first is played out in the same worlds, both ways. It goes on where the
file ends and stops when there are so many choices or the time is over. ``--write`` puts the table of
themes into docs/researcher.md, between its marks.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

from rightbower.cli.options import executor_options
from rightbower.players.executors import cluster, spread
from rightbower.players.expert import Expert, Master
from rightbower.players.simulate import new_game
from rightbower.players.views import View, view
from rightbower.rules.book import load, names
from rightbower.rules.cards import Seat, shuffled
from rightbower.rules.ceremonies import deal_cards
from rightbower.rules.game import act, deal_out
from rightbower.study.puzzles import theme_of
from rightbower.study.teacher import advise, alike, gains_by_experts, gains_by_network

OLD_WORLDS = 400
BATCHES = 8
PLAYED = 60
MOST_DEALS = 100_000
PAGE = Path(__file__).parents[1] / "docs" / "researcher.md"
HEAD = "| theme | choices | by the network | by experts |\n|---|---|---|---|\n"
MARK = "<!--/rejudged-->"


def main() -> None:
    """Find more choices, and tell what there is."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("found", type=Path)
    parser.add_argument("--choices", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=540)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    executor_options(parser)
    args = parser.parse_args()
    ends = time.monotonic() + args.seconds
    if args.write:
        PAGE.write_text(written(PAGE.read_text("utf-8"), args.found), "utf-8")
        return
    number = args.found.read_text("utf-8").count("#") if args.found.exists() else 0
    with cluster(args.cluster) as executor:
        deals = range(number, number + MOST_DEALS)
        results = spread(partial(_of_deal, args.seed), deals, args.workers, executor)
        with closing(results):  # type: ignore[type-var]
            for number in deals:
                if _rows(args.found) >= args.choices or time.monotonic() > ends:
                    break
                lines = next(results)
                with args.found.open("a", encoding="utf-8") as file:
                    file.write("".join(f"{line}\n" for line in lines) + f"# {number}\n")
    print("\n".join(table(args.found)))


def written(page: str, found: Path) -> str:
    """The page with the table of what was found."""
    before, head, rest = page.partition(HEAD)
    if not head:
        raise SystemExit("the page has no such table")
    lines = "".join(f"{line}\n" for line in table(found))
    return f"{before}{head}{lines}{MARK}{rest.partition(MARK)[2]}"


def _rows(found: Path) -> int:
    lines = found.read_text("utf-8").splitlines() if found.exists() else []
    return sum(not line.startswith("#") for line in lines)


def _of_deal(seed: int, number: int) -> list[str]:
    book = load(names()[number % len(names())])
    dealer = Seat(number % len(Seat))
    cards = deal_cards(shuffled(f"rejudged {seed}:{number}"), dealer, book)
    game, players = deal_out(new_game(book, dealer), cards), [Master(seed + seat) for seat in Seat]
    found = []
    while game.deal is not None:
        assert game.deal.turn is not None
        seen = view(game, game.deal.turn)
        if len(seen.legal) > 1 and (line := _rejudged(seen)):
            found.append(line)
        game = act(game, players[game.deal.turn](seen))
    return found


def _rejudged(seen: View) -> str:
    """The theme, and what the teacher's choice gains on the old one; nothing where they agree."""
    old = max(Expert(0, OLD_WORLDS).values(seen), key=lambda each: each.chance).action
    new = advise(seen, 20 if seen.trump is None else 340)[0].action
    if old in alike(seen, new):
        return ""
    network = gains_by_network(seen, new, BATCHES, seed=4, least=BATCHES, others=[old])
    if network is None:
        return ""
    (experts,) = gains_by_experts(seen, new, [old], PLAYED, seed=6)
    numbers = (
        network[0].points, network[0].points_error, experts.points, experts.points_error,
    )  # fmt: skip
    return "|".join([theme_of(seen, new), *(f"{each:.4f}" for each in numbers), f"{new}", f"{old}"])


def table(found: Path) -> Iterator[str]:
    """A line for each theme: the mean gain of the teacher's choice, most choices first and all last."""
    rows: dict[str, list[list[float]]] = defaultdict(list)
    for line in found.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            theme, *rest = line.split("|")
            for key in (theme, "all"):
                rows[key].append([float(each) for each in rest[:4]])
    for theme, some in sorted(rows.items(), key=lambda each: (each[0] == "all", -len(each[1]))):
        told = []
        for mean, error in ((0, 1), (2, 3)):
            whole = sum(row[error] ** 2 for row in some) ** 0.5 / len(some)
            told.append(f"{sum(row[mean] for row in some) / len(some):+.3f} ± {whole:.3f}")
        yield f"| {theme} | {len(some)} | {told[0]} | {told[1]} |"


if __name__ == "__main__":
    main()
