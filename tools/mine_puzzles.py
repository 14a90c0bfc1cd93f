"""Mine puzzles from games between experts, and prove them by playing them out.

    python tools/mine_puzzles.py mine found.txt --games 1000 --seed 1
    python tools/mine_puzzles.py prove found.txt proved.txt
    python tools/mine_puzzles.py experts proved.txt played.txt
    python tools/mine_puzzles.py choose proved.txt --experts played.txt
    python tools/mine_puzzles.py choose shipped-proved.txt --more proved.txt
    python tools/mine_puzzles.py again --puzzles 300

Each can be stopped, and goes on where it was. ``mine`` writes positions in which the teacher sees one
choice clearly ahead; ``prove`` keeps those in which that choice also gains clearly on every other where
the network that imitates experts plays on in all four seats; ``experts`` has the experts themselves
play the best two choices out; ``choose`` writes what was proved of the package's puzzles into its file, where
each keeps its number, with newly found ones after them until so many are offered as there were at first;
``again`` solves some of the proved ones anew with ten times the playouts, by the network and by experts.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from msgspec.structs import replace

from rightbower.cli.options import executor_options
from rightbower.players import PLAYERS
from rightbower.players.executors import cluster, spread
from rightbower.players.expert import Master
from rightbower.players.simulate import new_game
from rightbower.players.views import View, view
from rightbower.rules.acts import Bury, Play, write_action
from rightbower.rules.book import load, names
from rightbower.rules.cards import PACK, Seat, shuffled
from rightbower.rules.ceremonies import deal_cards
from rightbower.rules.deal import Deal
from rightbower.rules.game import Game, act, deal_out
from rightbower.study.puzzles import (
    BETWEEN,
    FILE,
    LEVELS,
    PROOFS,
    SET_ASIDE,
    Puzzle,
    line_of,
    puzzle_of,
    shipped,
    theme_of,
    write,
)
from rightbower.study.teacher import Gain, advise, alike, gains_by_experts, gains_by_network

MARGIN = 0.02
BATCHES = 24
LEAST = 4  # batches that every proof has looked at
OFFERED = 5000
STEPS = 5  # of worlds that experts play out
STEP = 60
AGAIN = 10  # of these when a proved one is solved anew
CONFIRMED = 2.0  # errors by which experts have to agree
EASY = 0.1  # of the positions that a beginner finds, those kept
FINDERS = ("beginner", "club", "league")
Several: TypeAlias = Callable[..., Iterator[Any]]
FOUND = Path("src/rightbower/study") / FILE


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    what = parser.add_subparsers(dest="what", required=True)
    add = what.add_parser("mine")
    add.add_argument("found", type=Path)
    add.add_argument("--games", type=int, default=1000)
    add.add_argument("--seed", type=int, default=1)
    add = what.add_parser("prove")
    add.add_argument("found", type=Path, help='a file of positions, or "shipped"')
    add.add_argument("out", type=Path)
    add = what.add_parser("experts")
    add.add_argument("found", type=Path)
    add.add_argument("out", type=Path)
    add = what.add_parser("choose")
    add.add_argument("found", type=Path)
    add.add_argument("--experts", type=Path)
    add.add_argument("--more", type=Path)
    add.add_argument("--out", type=Path, default=FOUND)
    add = what.add_parser("again")
    add.add_argument("--puzzles", type=int, default=300)
    add.add_argument("--seed", type=int, default=2)
    for each in what.choices.values():
        executor_options(each)
    args = parser.parse_args()
    if args.what == "choose":
        choose(args.found, args.experts, args.more, args.out)
        return
    with cluster(args.cluster) as executor:
        several = partial(spread, workers=args.workers, executor=executor)
        match args.what:
            case "mine":
                mine(several, args.found, args.games, args.seed)
            case "prove":
                prove(several, args.found, args.out)
            case "experts":
                by_experts(several, args.found, args.out)
            case "again":
                again(several, args.puzzles, args.seed)


def mine(several: Several, found: Path, games: int, seed: int) -> None:
    """Write each game's positions as soon as it is over."""
    numbers = range(_games_in(found), games)
    of_games = several(partial(_of_game, seed), numbers)
    for number, lines in zip(numbers, of_games, strict=True):
        with found.open("a", encoding="utf-8") as out:
            out.write("".join(f"{line}\n" for line in lines) + f"# {number}\n")
        print(f"game {number + 1} of {games}: {len(lines)}", file=sys.stderr, flush=True)


def _games_in(found: Path) -> int:
    """How many games are in the file; the lines after the last of them are cut off."""
    if not found.exists():
        return 0
    text = found.read_text("utf-8")
    whole = text[: text.rfind("\n#") + 1] if "\n#" in text else ""
    last = text[len(whole) :].split("\n")[0]
    found.write_text(f"{whole}{last}\n" if last.startswith("#") else whole, "utf-8")
    return int(last[2:]) + 1 if last.startswith("# ") else 0


def _of_game(seed: int, number: int) -> list[str]:
    return list(_positions(seed, number))


def _positions(seed: int, number: int) -> Iterator[str]:
    """The positions of one game between four experts; half the games are the common one."""
    books = [name for name in names() if name != "standard"]
    book = load("standard" if number % 2 else books[number // 2 % len(books)])
    players = [Master(seed + seat) for seat in Seat]
    chance = Random(f"puzzles {seed}:{number}")
    game = new_game(book, Seat(number % len(Seat)))
    while game.result is None:
        pack = shuffled(f"puzzles {seed}:{number}:{len(game.finished)}")
        game = deal_out(game, deal_cards(pack, game.dealer, book))
        while game.deal is not None:
            seat = game.deal.turn
            assert seat is not None
            seen = view(game, seat)
            if len(seen.legal) > 1 and _worth_a_look(seen, chance):
                told = _told(game, game.deal, seat)
                fields = (book.name, *told, "?", 0, "?", "?", "?")
                yield BETWEEN.join(map(str, fields))
            game = act(game, players[seat](seen))


def _worth_a_look(seen: View, chance: Random) -> bool:
    """Whether one choice may be clearly the best, and not too plainly."""
    found = advise(seen)
    plain = _level(seen, found[0].action) == LEVELS[0]
    clear = min(each.behind for each in found[1:]) > MARGIN * (2 / 3)
    return clear and (not plain or chance.random() < EASY)


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


def prove(several: Several, found: Path, out: Path) -> None:
    """Write each position's puzzle, or why it is none, in the order of the file."""
    if found.name == "shipped":
        lines = [line_of(each) for each in shipped().puzzles]
    else:
        lines = [line for line in found.read_text("utf-8").splitlines() if line and line[0] != "#"]
    done = len(out.read_text("utf-8").splitlines()) if out.exists() else 0
    for proved in several(_proved, lines[done:]):
        with out.open("a", encoding="utf-8") as file:
            file.write(f"{proved}\n")


def _proved(line: str) -> str:
    """A puzzle's line where its best choice is proved; else a remark."""
    puzzle = puzzle_of(line)
    seen = puzzle.seen
    found = advise(seen)
    first = found[0].action
    told = write_action(first)[2:]
    was = "" if puzzle.best in ("?", told) else f" (was {puzzle.best})"
    if any(each.even for each in found[1:]):
        return f"# it does not matter: {told}{was}"
    if len(alike(seen, first)) > 1:
        return f"# another card does the same: {told}{was}"
    gains = gains_by_network(seen, first, BATCHES, margin=MARGIN)
    if gains is None:
        return "# the network has not learnt such deals"
    least = min(gains, key=lambda each: each.chance)
    if least.chance < MARGIN or not all(each.sure for each in gains):
        return f"# {told} over {least.other}: {_words(least)}{was}"
    theme, level = theme_of(seen, first), _level(seen, first)
    cost = round(1000 * least.chance)
    fields = {"best": told, "cost": cost, "level": level, "theme": theme, "proof": PROOFS[0]}
    return line_of(Puzzle(**{**_fields(puzzle), **fields}))


def _fields(puzzle: Puzzle) -> dict[str, object]:
    return {name: getattr(puzzle, name) for name in puzzle.__struct_fields__}


def _words(gain: Gain) -> str:
    return f"{gain.chance:+.4f} ± {gain.error:.4f}, {gain.points:+.3f} points, {gain.worlds} worlds"


def _lines(path: Path) -> list[str]:
    """The puzzles of a file, each once."""
    lines = path.read_text("utf-8").splitlines()
    return list(dict.fromkeys(line for line in lines if line and line[0] != "#"))


def by_experts(several: Several, found: Path, out: Path) -> None:
    """Have experts play out each puzzle's best two choices, and write down what the best gains."""
    done = len(out.read_text("utf-8").splitlines()) if out.exists() else 0
    lines = _lines(found)[done:]
    for line, gain in zip(lines, several(_played, lines), strict=True):
        with out.open("a", encoding="utf-8") as file:
            file.write(f"{line} => {_words(gain)}\n")


def _played(line: str, steps: int = STEPS, all_of_them: bool = False) -> Gain:
    """What the best choice gains on the next where experts play on, until that is sure enough."""
    puzzle = puzzle_of(line)
    seen = puzzle.seen
    gains = gains_by_network(seen, puzzle.answer, 4)
    assert gains is not None
    rival = min(gains, key=lambda each: each.chance).other
    found: list[Gain] = []
    for step in range(steps):
        found += gains_by_experts(seen, puzzle.answer, [rival], STEP, seed=100 + step)
        whole = _together(found)
        if abs(whole.chance) > (CONFIRMED + 1) * whole.error and step and not all_of_them:
            break
    return whole


def _together(gains: list[Gain]) -> Gain:
    """Gains of as many worlds each as one."""
    count = len(gains)
    return Gain(
        gains[0].other,
        sum(each.chance for each in gains) / count,
        sum(each.error**2 for each in gains) ** 0.5 / count,
        sum(each.points for each in gains) / count,
        sum(each.points_error**2 for each in gains) ** 0.5 / count,
        sum(each.worlds for each in gains),
    )


def choose(found: Path, experts: Path | None, more: Path | None, out: Path) -> None:
    """Write down what the proofs of the package's puzzles say; each keeps its number."""
    told = {}
    for line in experts.read_text("utf-8").splitlines() if experts and experts.exists() else ():
        key, _, words = line.rpartition(" => ")
        mean, _, error = words.split(",")[0].partition(" ± ")
        told[key] = float(mean), float(error)
    every = list(shipped().puzzles)
    for number, line in enumerate(found.read_text("utf-8").splitlines()):
        if line.startswith("#") and "not learnt" not in line:
            every[number] = replace(every[number], proof=SET_ASIDE)
        if not line or line.startswith("#"):
            continue
        gain, error = told.get(line, (0.0, 0.0))
        proof = PROOFS[0]
        if error and gain > CONFIRMED * error:
            proof = PROOFS[1]
        if gain < -CONFIRMED * error:
            proof = SET_ASIDE
        every[number] = replace(puzzle_of(line), proof=proof)
    there = {each.position for each in every}
    for line in _lines(more) if more else ():
        if sum(each.proof != SET_ASIDE for each in every) >= OFFERED:
            break
        if (new := puzzle_of(line)).position not in there:
            every.append(new)
            there.add(new.position)
    collection = replace(shipped(), puzzles=tuple(every))
    out.write_bytes(write(collection))
    print(f"{len(every)} puzzles in {out.stat().st_size:,} bytes; experts played out {len(told)}")
    for name in ("proof", "theme", "level", "book"):
        some = every if name == "proof" else [each for each in every if each.proved]
        print(name, dict(sorted(Counter(getattr(each, name) for each in some).items())))


def again(several: Several, count: int, seed: int) -> None:
    """Solve some anew with ten times the playouts, and say how many stay as they were, by theme."""
    proved = [each for each in shipped().puzzles if each.proved]
    some = Random(seed).sample(proved, min(count, len(proved)))
    stays: dict[str, list[tuple[bool, bool, bool]]] = defaultdict(list)
    solved = several(_solved_again, [line_of(each) for each in some])
    for each, (best, experts) in zip(some, solved, strict=True):
        behind = experts.chance < -CONFIRMED * experts.error
        found = (best > 0, experts.chance > 0, behind)
        for theme in (each.theme, "all"):
            stays[theme].append(found)
        if best <= 0 or experts.chance <= 0:
            print(f"network {best:+.4f}, experts {_words(experts)}: {line_of(each)}", flush=True)
    print("theme: still ahead by the network; by experts ahead, clearly behind; of")
    for theme, rows in sorted(stays.items(), key=lambda each: each[0] == "all"):
        network, ahead, behind = (sum(row[at] for row in rows) for at in range(3))
        print(f"{theme}: {network}; {ahead}, {behind}; {len(rows)}")


def _solved_again(line: str) -> tuple[float, Gain]:
    """What the best choice gains on the next: by the network, and by experts, ten times as often played."""
    puzzle = puzzle_of(line)
    gains = gains_by_network(puzzle.seen, puzzle.answer, 10 * BATCHES, seed=77, least=10 * LEAST)
    assert gains is not None
    return min(gain.chance for gain in gains), _played(line, AGAIN, all_of_them=True)


def _level(seen: View, answer: object) -> str:
    """How hard it is: by the weakest of our players who finds the answer."""
    for level, name in zip(LEVELS, FINDERS, strict=False):
        if PLAYERS[name](0)(seen) == answer:
            return level
    return LEVELS[-1]


if __name__ == "__main__":
    main()
