"""Try other numbers in the expert as it is, on the same deals, against it or another player.

    python tools/try_expert.py --deals 4000 worlds=500 early=.24/.10/.32/.34,playouts=150 late=.4/0/.6/0

Each setting plays duplicate deals. Points per deal are printed with their standard error, and what a
deal takes beside the player it is held against. ``early`` and ``late`` are what the four judges count for
with four cards or more in hand, and with fewer: worlds solved, worlds played on by league players, the
network's word, and the network's playing on, in so many ``playouts``. The numbers of ``kernel/worlds``
are compiled in: change them in its files.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import Executor
from functools import partial
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rightbower.cli.options import executor_options
from rightbower.cli.output import progress_bar
from rightbower.players import Player, player
from rightbower.players import expert as module
from rightbower.players.executors import chunks, cluster, spread
from rightbower.players.expert import BRIEF, MASTER_WORLDS, SHARPNESS, TRUST, Effort, Master
from rightbower.players.simulate import both_ways, mean_and_error
from rightbower.players.views import View
from rightbower.rules.acts import Action
from rightbower.rules.book import load

CHUNK = 50
EARLY: Final = 4  # cards in hand


class Setting(Struct, frozen=True):
    """Numbers of the expert, in its own words."""

    worlds: int = MASTER_WORLDS
    drawn: int = BRIEF.drawn
    playouts: int = BRIEF.playouts
    early: tuple[float, ...] = BRIEF.shares
    late: tuple[float, ...] = BRIEF.shares
    trust: float = TRUST
    sharpness: float = SHARPNESS


def setting_of(text: str) -> Setting:
    """A setting as the command line has it."""
    found = Setting()
    for each in text.split(","):
        name, _, value = each.partition("=")
        if name in ("early", "late"):
            shares = tuple(float(share) for share in value.split("/"))
            if len(shares) != len(BRIEF.shares):
                raise SystemExit(f"{name} takes {len(BRIEF.shares)} shares, such as .39/.16/.45/0")
            found = replace(found, **{name: shares})
        elif name in Setting.__struct_fields__:
            found = replace(found, **{name: type(getattr(found, name))(value)})
        else:
            raise SystemExit(f"{name} is not one of {', '.join(Setting.__struct_fields__)}")
    return found


class Tried(Master):
    """The expert with numbers of its own, and the CPU seconds that it took."""

    def __init__(self, seed: int, setting: Setting) -> None:
        super().__init__(seed, setting.worlds)
        self.setting = setting

    def __call__(self, view: View) -> Action:
        shares = self.setting.early if len(view.hand) >= EARLY else self.setting.late
        playouts = self.setting.playouts if shares[-1] else 0
        self.effort = Effort(self.setting.drawn, playouts, shares)  # type: ignore[arg-type]
        before = module.TRUST, module.SHARPNESS
        module.TRUST, module.SHARPNESS = self.setting.trust, self.setting.sharpness  # type: ignore[misc]
        try:
            return super().__call__(view)
        finally:
            module.TRUST, module.SHARPNESS = before  # type: ignore[misc]


class Timed:
    """A player, and the CPU seconds that it took."""

    def __init__(self, own: Player) -> None:
        self.own = own
        self.seconds = 0.0

    def __call__(self, view: View) -> Action:
        began = time.thread_time()
        try:
            return self.own(view)
        finally:
            self.seconds += time.thread_time() - began


def played(
    setting: Setting, against: str, seed: int, numbers: range
) -> tuple[list[float], float, float]:
    """Points in some deals, and the CPU seconds that both players took."""
    book = load("standard")
    one, other = Timed(Tried(seed, setting)), Timed(player(against, seed))
    nets = [both_ways(book, number, seed, one, other)[0] for number in numbers]
    return nets, one.seconds, other.seconds


def tried(text: str, args: argparse.Namespace, executor: Executor | None) -> str:
    """Points per deal, their error, and what a deal takes beside the other player."""
    work = partial(played, setting_of(text), args.against, args.seed)
    with progress_bar(text) as bar:
        found = list(spread(work, chunks(args.deals, CHUNK), args.workers, executor, bar, len))
    mean, error = mean_and_error([net for nets, _, _ in found for net in nets])
    ours, theirs = (sum(each[at] for each in found) for at in (1, 2))
    return (
        f"{text}: {mean:+.4f} ± {error:.4f} points a deal against {args.against}, {args.deals} deals,"
        f" {ours / theirs:.2f} times its CPU"
    )


def main() -> None:
    """Try each setting and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("settings", nargs="+", metavar="NAME=VALUE,…")
    parser.add_argument("--against", default="expert")
    parser.add_argument("--deals", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    executor_options(parser)
    args = parser.parse_args()
    for text in args.settings:
        setting_of(text)
    with cluster(args.cluster) as executor:
        for text in args.settings:
            print(tried(text, args, executor), flush=True)


if __name__ == "__main__":
    main()
