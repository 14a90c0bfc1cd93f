"""Mine puzzles from games between quick experts.

    python tools/mine_puzzles.py mine found.txt --games 1000 --seed 1
    python tools/mine_puzzles.py choose found.txt --seed 1

``mine`` plays games and writes each position in which one choice is clearly the best; started
again it goes on after the last game that is in the file. ``choose`` takes puzzles of every level
and theme from it, looks at each again with ten times the worlds, and writes the package's file.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from random import Random

from msgspec.structs import replace

from rightbower.cli.options import executor_options
from rightbower.players import PLAYERS
from rightbower.players.executors import cluster, spread
from rightbower.players.expert import QUICK, Expert, Valued
from rightbower.players.position import described
from rightbower.players.simulate import new_game
from rightbower.players.views import View, view
from rightbower.rules.acts import Bury, Play, write_action
from rightbower.rules.book import RuleBook, load, names
from rightbower.rules.cards import PACK, Seat, shuffled
from rightbower.rules.ceremonies import deal_cards
from rightbower.rules.deal import Deal
from rightbower.rules.game import Game, act, deal_out
from rightbower.study.puzzles import (
    BETWEEN,
    FILE,
    FORMAT,
    LEVELS,
    Collection,
    Puzzle,
    line_of,
    puzzle_of,
    theme_of,
    write,
)

SCREEN, LOOK, AGAIN = 100, 1000, 10
MARGIN = 0.02
EASY = 0.1  # of the positions that a beginner finds, those kept
WANTED = 5000
SHARES = (0.2, 0.55, 0.15, 0.1)  # of each level
FINDERS = ("beginner", "club", "league")
FOUND = Path("src/rightbower/study") / FILE


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description="Mine puzzles from games between experts.")
    parser.add_argument("what", choices=("mine", "choose"))
    parser.add_argument("found", type=Path)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=FOUND)
    executor_options(parser)
    args = parser.parse_args()
    if args.what == "mine":
        with cluster(args.cluster) as executor:
            mine(args.found, args.games, args.seed, args.workers, executor)
    else:
        choose(args.found, args.seed, args.out)


def mine(
    found: Path, games: int, seed: int, workers: int | None = None, executor: Executor | None = None
) -> None:
    """Write each game's positions, in the order of the games, as soon as it is over."""
    numbers = range(_games_in(found), games)
    mined = spread(partial(_lines_of, seed), numbers, workers, executor)
    with found.open("a", encoding="utf-8") as out:
        for number, lines in zip(numbers, mined, strict=True):
            out.write("".join(f"{line}\n" for line in lines) + f"# {number}\n")
            out.flush()
            print(f"game {number + 1} of {games}: {len(lines)}", file=sys.stderr)


def _games_in(found: Path) -> int:
    """How many games are in the file; the lines after the last of them are cut off."""
    if not found.exists():
        return 0
    text = found.read_text("utf-8")
    whole = text[: text.rfind("\n#") + 1] if "\n#" in text else ""
    last = text[len(whole) :].split("\n")[0]
    found.write_text(f"{whole}{last}\n" if last.startswith("#") else whole, "utf-8")
    return int(last[2:]) + 1 if last.startswith("# ") else 0


def _lines_of(seed: int, number: int) -> list[str]:
    return list(_of_game(seed, number))


def _of_game(seed: int, number: int) -> Iterator[str]:
    """The positions of one game between four quick experts; half the games are the common one."""
    books = [name for name in names() if name != "standard"]
    book = load("standard" if number % 2 else books[number // 2 % len(books)])
    players = [Expert(seed + seat, QUICK) for seat in Seat]
    chance = Random(f"puzzles {seed}:{number}")
    game = new_game(book, Seat(number % len(Seat)))
    while game.result is None:
        pack = shuffled(f"puzzles {seed}:{number}:{len(game.finished)}")
        game = deal_out(game, deal_cards(pack, game.dealer, book))
        while game.deal is not None:
            seat = game.deal.turn
            assert seat is not None
            seen = view(game, seat)
            if _worth_a_look(seen, chance):
                yield from _clear(game, game.deal, book)
            game = act(game, players[seat](seen))


def _worth_a_look(seen: View, chance: Random) -> bool:
    """Whether one choice may be clearly the best, and not too plainly."""
    if len(seen.legal) < 2:
        return False
    values = Expert(0, SCREEN).values(seen)
    best = max(values, key=lambda each: each.chance).action
    plain = _level(seen, best) == LEVELS[0]
    return _margin(values) > MARGIN / 2 and (not plain or chance.random() < EASY)


def _margin(values: list[Valued]) -> float:
    chances = sorted(each.chance for each in values)
    return chances[-1] - chances[-2]


def _clear(game: Game, deal: Deal, book: RuleBook) -> Iterator[str]:
    """The position as a line, if two looks agree on what is best by a clear margin."""
    assert deal.turn is not None
    told = _told(game, deal, deal.turn)
    seen = described(book, *told)
    looks = [Expert(seed, LOOK).values(seen) for seed in (1, 2)]
    best = {max(look, key=lambda each: each.chance).action for look in looks}
    margin = min(_margin(look) for look in looks)
    if len(best) == 1 and margin >= MARGIN:
        answer = best.pop()
        fields = (book.name, *told, write_action(answer)[2:], round(1000 * margin))
        yield BETWEEN.join(map(str, (*fields, _level(seen, answer))))


def _told(game: Game, deal: Deal, seat: Seat) -> tuple[str, str, str, str, str, str]:
    """The position in the words of ``described``, with nothing the seat may not know."""
    hidden = next(card for card in PACK if card not in _known(deal, seat))
    acts = [
        Bury(each.seat, hidden) if isinstance(each, Bury) and each.seat is not seat else each
        for each in deal.acts
    ]
    done = ", ".join(write_action(each) for each in acts)
    score = game.score if game.target is not None else (0, 0)
    hand = " ".join(card.name for card in deal.dealt[seat])
    return (
        deal.dealer.letter,
        deal.turn_up.name,
        seat.letter,
        hand,
        done,
        f"{score[0]}-{score[1]}",
    )


def _known(deal: Deal, seat: Seat) -> set[object]:
    played = {act.card for act in deal.acts if isinstance(act, Play)}
    return {deal.turn_up, *deal.dealt[seat], *played}


def choose(found: Path, seed: int, out: Path) -> None:
    """Take so many of each level, themes in turn, and keep those that ten times the worlds confirm."""
    kept: list[Puzzle] = []
    looked = unstable = 0
    answers = _Looks(found.with_suffix(".looks"))
    by_level = _by_level(found, seed)
    for level, part in zip(LEVELS, SHARES, strict=True):
        wanted = round(part * WANTED)
        for puzzle in by_level[level]:
            if not wanted:
                break
            looked += 1
            if answers.of(puzzle) == puzzle.best:
                kept.append(puzzle)
                wanted -= 1
            else:
                unstable += 1
            if looked % 50 == 0:
                print(f"{len(kept)} kept, {unstable} of {looked} changed", file=sys.stderr)
        if wanted:
            raise SystemExit(f"{wanted} more of the level {level!r} are needed: mine more games")
    Random(f"order {seed}").shuffle(kept)
    games = _games_in(found)
    out.write_bytes(write(Collection(FORMAT, seed, games, LOOK, MARGIN, tuple(kept))))
    print(f"{len(kept)} puzzles in {out.stat().st_size:,} bytes;", end=" ")
    print(f"{unstable} of {looked} changed with {AGAIN} times the worlds and were left out")


class _Looks:
    """What ten times the worlds say is best, remembered in a file so that one can stop and go on."""

    def __init__(self, path: Path) -> None:
        lines = path.read_text("utf-8").splitlines() if path.exists() else []
        self.known = dict(line.rsplit(" => ", 1) for line in lines if " => " in line)
        self.path = path

    def of(self, puzzle: Puzzle) -> str:
        key = line_of(puzzle)
        if key not in self.known:
            values = Expert(3, AGAIN * LOOK).values(puzzle.seen)
            best = max(values, key=lambda each: each.chance).action
            self.known[key] = write_action(best)[2:]
            with self.path.open("a", encoding="utf-8") as out:
                out.write(f"{key} => {self.known[key]}\n")
        return self.known[key]


def _by_level(found: Path, seed: int) -> dict[str, list[Puzzle]]:
    """The candidates of each level in the order they are tried: one of each theme in turn."""
    lines = [line for line in found.read_text("utf-8").splitlines() if line and line[0] != "#"]
    chance = Random(seed)
    chance.shuffle(lines)
    places: Counter[tuple[str, str]] = Counter()
    ranked: list[tuple[int, Puzzle]] = []
    for line in dict.fromkeys(lines):
        puzzle = puzzle_of(f"{line}{BETWEEN}")
        puzzle = replace(puzzle, theme=theme_of(puzzle.seen, puzzle.answer))
        places[puzzle.level, puzzle.theme] += 1
        ranked.append((places[puzzle.level, puzzle.theme], puzzle))
    ranked.sort(key=lambda each: each[0])
    return {level: [each for _, each in ranked if each.level == level] for level in LEVELS}


def _level(seen: View, answer: object) -> str:
    """How hard it is: by the weakest of our players who finds the answer."""
    for level, name in zip(LEVELS, FINDERS, strict=False):
        if PLAYERS[name](0)(seen) == answer:
            return level
    return LEVELS[-1]


if __name__ == "__main__":
    main()
