"""Play the standing matches on seeds that nobody was tuned by, and write them into docs/strength.md.

    python tools/strength.py play found.json --seed 20261120 --seconds 540
    python tools/strength.py write found.json

``play`` goes on where the file ends, match after match, and stops by the clock and not by the result;
what was played on several machines by the same seed is one file. ``write`` puts all that was played
between the two marks of the page.
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

from msgspec import Struct, field, json

from rightbower.players.executors import spread
from rightbower.players.simulate import ANY_SCORE, CHUNK, match_chunk
from rightbower.rules.book import load

PAGE: Final = Path(__file__).parents[1] / "docs" / "strength.md"
MARKS: Final = ("<!--fresh-->\n", "<!--/fresh-->")
OFTEN: Final = 20  # seconds after which what was played is written down


class Standing(Struct, frozen=True):
    """A match that is played again whenever the players change."""

    first: str
    second: str
    deals: int = 40_000
    score: str = ""

    @property
    def name(self) -> str:
        at = " at any score" if self.score else ""
        return f"`{self.first}` against `{self.second}`{at}"


STANDING: Final = (
    Standing("expert", "expert-1"),
    Standing("expert", "league"),
    Standing("expert-1", "league"),
    Standing("expert", "club", 10_000),
    Standing("league-table", "league", score=ANY_SCORE),
    Standing("expert", "expert-1", score=ANY_SCORE),
    Standing("master", "expert-1"),
)


class Sums(Struct):
    """What deals came to: how many, their sum and the sum of their squares, in points and in games."""

    deals: int = 0
    points: list[float] = field(default_factory=lambda: [0.0, 0.0])
    games: list[float] = field(default_factory=lambda: [0.0, 0.0])

    def add(self, found: list[tuple[float, float]]) -> None:
        self.deals += len(found)
        for each in found:
            for sums, value in zip((self.points, self.games), each, strict=True):
                sums[0] += value
                sums[1] += value * value


class Found(Struct):
    """All that was played by a seed, and where."""

    seed: int
    machines: list[str] = field(default_factory=list)
    matches: dict[str, Sums] = field(default_factory=dict)


def play(file: Path, seed: int, seconds: float, workers: int | None, only: list[int]) -> None:
    """Play on until all is played or the time is over."""
    found = read(file) if file.exists() else Found(seed)
    if found.seed != seed:
        raise SystemExit(f"{file} was played by seed {found.seed}")
    if (here := machine()) not in found.machines:
        found.machines.append(here)
    ends = time.monotonic() + seconds
    for number, each in enumerate(STANDING):
        if only and number not in only:
            continue
        sums = found.matches.setdefault(each.name, Sums())
        began, before, kept = time.monotonic(), sums.deals, time.monotonic()
        with closing(played(each, seed, sums.deals, workers)) as results:
            for some in results:
                sums.add(some)
                if time.monotonic() > ends:
                    break
                if time.monotonic() > kept + OFTEN:
                    kept = time.monotonic()
                    file.write_bytes(json.encode(found))
        file.write_bytes(json.encode(found))
        took = time.monotonic() - began
        print(f"{row(each, sums)} {sums.deals - before} deals in {took:.0f} s", flush=True)
        if time.monotonic() > ends:
            return


def played(
    each: Standing, seed: int, done: int, workers: int | None
) -> Iterator[list[tuple[float, float]]]:
    """What deals bring that were not played yet, in order."""
    book = load("standard")
    work = partial(match_chunk, each.first, each.second, seed, book, None, each.score)
    pieces = [range(at, min(at + CHUNK, each.deals)) for at in range(done, each.deals, CHUNK)]
    if pieces:
        yield from spread(work, pieces, workers)


def machine() -> str:
    """The processor that plays."""
    about = Path("/proc/cpuinfo")
    names = about.read_text("utf-8").splitlines() if about.exists() else []
    told = (line.partition(":")[2].strip() for line in names if line.startswith("model name"))
    return next(told, platform.processor() or platform.machine())


def read(file: Path) -> Found:
    """What was played."""
    return json.decode(file.read_bytes(), type=Found)


def mean_and_error(deals: int, sums: list[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    mean = sums[0] / deals
    return mean, ((sums[1] / deals - mean * mean) / (deals - 1)) ** 0.5


def row(each: Standing, sums: Sums) -> str:
    """A match as the page's table has it."""
    if sums.deals < 2:
        return f"| {each.name} | | {sums.deals:,} | |"
    unit, worth = ("", sums.points) if not each.score else (" games in a hundred", sums.games)
    mean, error = mean_and_error(sums.deals, worth)
    low, high = mean - 1.96 * error, mean + 1.96 * error
    places = 3 if not each.score else 2
    return (
        f"| {each.name} | {mean:+.{places}f} ± {error:.{places}f}{unit} | {sums.deals:,}"
        f" | {low:+.{places}f} to {high:+.{places}f} |"
    )


def page_of(found: Found) -> str:
    """What the page says of it."""
    rows = [
        row(each, found.matches[each.name])
        for each in STANDING
        if each.name in found.matches and found.matches[each.name].deals > 1
    ]
    where = " and ".join(found.machines)
    head = f"""\
Seed {found.seed}, on {where}; stopped by the clock or when all was played, not by the result
(`tools/strength.py`):

| match | points a deal | deals | 95% interval |
|---|---|---|---|"""
    return "\n".join([head, *rows, ""])


def written(page: str, found: Found) -> str:
    """The page with what was found between its marks."""
    before, _, rest = page.partition(MARKS[0])
    _, _, after = rest.partition(MARKS[1])
    return f"{before}{MARKS[0]}{page_of(found)}{MARKS[1]}{after}"


def main() -> None:
    """Play, or write the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    what = parser.add_subparsers(dest="what", required=True)
    add = what.add_parser("play")
    add.add_argument("file", type=Path)
    add.add_argument("--seed", type=int, required=True)
    add.add_argument("--seconds", type=float, default=540)
    add.add_argument("--workers", type=int)
    add.add_argument(
        "--only", type=int, nargs="*", default=[], help="matches by their numbers, from 0"
    )
    add = what.add_parser("write")
    add.add_argument("file", type=Path)
    args = parser.parse_args()
    if args.what == "play":
        play(args.file, args.seed, args.seconds, args.workers, args.only)
    else:
        PAGE.write_text(written(PAGE.read_text("utf-8"), read(args.file)), "utf-8")


if __name__ == "__main__":
    main()
