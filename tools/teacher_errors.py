"""Measure how far the teacher's differences between two choices are off.

    python tools/teacher_errors.py found.txt --deals 400
    python tools/teacher_errors.py found.txt --tell

In deals between experts the first choice and another are judged by the teacher with all its worlds and
with a sixth of them, by the network that imitates experts playing on in many worlds, and by experts who
play every seat to the end. ``--tell`` prints the errors in points for ``study/teacher.py``: what stays
with any number of worlds, and what one world leaves to luck.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path
from random import Random

from rightbower.players.expert import MASTER_WORLDS, Master
from rightbower.players.simulate import new_game
from rightbower.players.views import View, view
from rightbower.rules.book import load, names
from rightbower.rules.cards import Seat, shuffled
from rightbower.rules.ceremonies import deal_cards
from rightbower.rules.game import act, deal_out
from rightbower.study.teacher import alike, gains_by_experts, gains_by_network, stage

BATCHES = 12
PLAYED = 60  # worlds that experts play out
FEW = 57


def main() -> None:
    """Measure more deals, or tell."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("found", type=Path)
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tell", action="store_true")
    args = parser.parse_args()
    if args.tell:
        tell(args.found)
        return
    done = args.found.read_text("utf-8").count("#") if args.found.exists() else 0
    for number in range(done, args.deals):
        lines = _of_deal(args.seed, number)
        with args.found.open("a", encoding="utf-8") as file:
            file.write("".join(f"{line}\n" for line in lines) + f"# {number}\n")


def _of_deal(seed: int, number: int) -> list[str]:
    """A few positions of a deal between experts."""
    book = load(names()[number % len(names())])
    chance = Random(f"errors {seed}:{number}")
    players = [Master(seed + seat) for seat in Seat]
    dealer = Seat(number % len(Seat))
    game = deal_out(
        new_game(book, dealer), deal_cards(shuffled(f"errors {seed}:{number}"), dealer, book)
    )
    found = []
    while game.deal is not None:
        assert game.deal.turn is not None
        seen = view(game, game.deal.turn)
        often = 0.15 if len(seen.hand) > 2 else 0.3
        if len(seen.legal) > 1 and chance.random() < often:
            line = _measured(seen, chance)
            found += [line] if line else []
        game = act(game, players[game.deal.turn](seen))
    return found


def _measured(seen: View, chance: Random) -> str:
    """The difference between two choices by all who judge, in points."""
    values = Master(1).values(seen)
    first = max(values, key=lambda each: each.chance).action
    others = [each for each in values if each.action not in alike(seen, first)]
    if not others:
        return ""
    near = max(others, key=lambda each: each.chance)
    other = (near if chance.random() < 0.7 else chance.choice(others)).action
    played = gains_by_network(seen, first, BATCHES, seed=3, least=BATCHES, others=[other])
    if played is None:
        return ""
    told = [_difference(seen, first, other, worlds) for worlds in (MASTER_WORLDS, FEW)]
    (experts,) = gains_by_experts(seen, first, [other], PLAYED, seed=5)
    (network,) = played
    numbers = (
        *told, network.points, network.points_error, experts.points, experts.points_error,
    )  # fmt: skip
    return " ".join([stage(seen), *(f"{each:.4f}" for each in numbers)])


def _difference(seen: View, first: object, other: object, worlds: int) -> float:
    points = {each.action: each.points for each in Master(2, worlds).values(seen)}
    return points[first] - points[other]  # type: ignore[index]


def tell(found: Path) -> None:
    """Print the errors by the kind of choice."""
    rows: dict[str, list[list[float]]] = defaultdict(list)
    for line in found.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            kind, *numbers = line.split()
            rows[kind].append([float(each) for each in numbers])
    for kind, some in sorted(rows.items()):
        many = _square([row[0] - row[2] for row in some])
        few = _square([row[1] - row[2] for row in some])
        noise = sum(row[3] ** 2 for row in some) / len(some)
        apart = _square([row[4] - row[2] for row in some])
        apart -= sum(row[3] ** 2 + row[5] ** 2 for row in some) / len(some)
        luck = max(few - many, 0) / (1 / FEW - 1 / MASTER_WORLDS)
        stays = max(many - noise - luck / MASTER_WORLDS, 0) + max(apart, 0)
        bias = sum(row[0] - row[2] for row in some) / len(some)
        print(
            f"{kind}: {len(some)} choices; stays {stays**0.5:.3f}, luck {luck**0.5:.2f},"
            f" network and experts apart {max(apart, 0) ** 0.5:.3f}; mean {bias:+.3f}"
        )


def _square(values: list[float]) -> float:
    return sum(each**2 for each in values) / len(values)


if __name__ == "__main__":
    main()
