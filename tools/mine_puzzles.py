"""Prove puzzles by playing them out, mine more from games between experts, and solve some of them again.

    python tools/mine_puzzles.py play puzzles.json --seconds 540 --again 130
    python tools/mine_puzzles.py choose puzzles.json

``play`` works on all cores, stops by the clock and goes on where the file ends. It looks at the package's
puzzles, then at games between experts until 5,000 are proved, and in its last seconds solves 300 of the
proved ones again with ten times the playouts, by experts and other chances. A puzzle is proved where the
teacher's first choice gains clearly on every other where the network that imitates experts plays on in
all four seats, and experts who play every seat to the end agree. Where the network has not learnt such
deals, experts play out every choice. ``--network`` leaves the experts out where the network has learnt, which
is five times as fast; a later run without it asks them. ``choose`` writes the package's file, in which each puzzle keeps its
number and what is not proved is set aside, and says on the page for researchers how many there are.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.pool import AsyncResult
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from msgspec import Struct, field, json
from msgspec.structs import asdict, replace

from rightbower.players import PLAYERS
from rightbower.players.expert import Master
from rightbower.players.simulate import new_game
from rightbower.players.views import View, view
from rightbower.rules.acts import Action, Bury, Play, write_action
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

MARGIN: Final = 0.02
BATCHES: Final = 24
STEP: Final = 60  # worlds that experts play out at once
STEPS: Final = 5
AGAIN: Final = 10  # steps when a proved one is solved again, by other chances
AGAIN_SEED: Final = 1000
CONFIRMED: Final = 2.0  # errors by which experts have to agree
LEAST_BY_EXPERTS: Final = 0.01  # of a game, that it has to gain where they play
EASY: Final = 0.1  # of the positions that a beginner finds, those kept
FINDERS: Final = ("beginner", "club", "league")
OFFERED: Final = 5000
SPARE: Final = 20
OFTEN: Final = 15  # seconds after which what was found is written down
ROOT: Final = Path(__file__).parents[1]
FOUND: Final = ROOT / "src" / "rightbower" / "study" / FILE
PAGE: Final = ROOT / "docs" / "researcher.md"
MARKS: Final = ("<!--proved-->\n", "<!--/proved-->")
Task: TypeAlias = tuple[str, str, str]
# A puzzle's line, or a remark; and what experts say.
Row: TypeAlias = tuple[str, str]


class Whole(Struct, frozen=True, array_like=True):
    """What a choice gains over all worlds: as chance to win with its error, and in points."""

    chance: float
    error: float
    points: float
    worlds: int

    @property
    def held(self) -> bool:
        """Whether experts agree that the choice is the best."""
        return self.chance > CONFIRMED * self.error and self.chance >= LEAST_BY_EXPERTS

    def __str__(self) -> str:
        return f"{self.chance:+.4f} ± {self.error:.4f}, {self.points:+.3f} points, {self.worlds} worlds"


class Found(Struct):
    """All that was found: for each puzzle of the package, each game, and each solved again."""

    shipped: dict[str, Row] = field(default_factory=dict)
    game: dict[str, list[Row]] = field(default_factory=dict)
    again: dict[str, tuple[str, Whole]] = field(default_factory=dict)
    fault: dict[str, str] = field(default_factory=dict)

    def proved(self) -> list[str]:
        """The lines of puzzles that were proved, by the network at least."""
        rows = [*self.shipped.values(), *(row for game in self.game.values() for row in game)]
        return [line for line, _ in rows if not line.startswith("#")]


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    what = parser.add_subparsers(dest="what", required=True)
    add = what.add_parser("play")
    add.add_argument("file", type=Path)
    add.add_argument("--seconds", type=float, default=540)
    add.add_argument("--again", type=float, default=130, help="of these, to solve some again")
    add.add_argument("--puzzles", type=int, default=300, help="so many are solved again")
    add.add_argument("--seed", type=int, default=20261119)
    add.add_argument("--workers", type=int, default=os.cpu_count())
    add.add_argument("--network", action="store_true", help="without experts where it can be")
    add = what.add_parser("choose")
    add.add_argument("file", type=Path)
    add.add_argument("--out", type=Path, default=FOUND)
    add.add_argument("--page", type=Path, default=PAGE)
    args = parser.parse_args()
    if args.what == "choose":
        choose(read(args.file), args.out, args.page)
        return
    steps = 0 if args.network else STEPS
    play(args.file, args.seconds, args.again, args.puzzles, args.seed, args.workers or 1, steps)


def read(file: Path) -> Found:
    """What was found so far."""
    return json.decode(file.read_bytes(), type=Found) if file.exists() else Found()


def play(
    file: Path, seconds: float, for_again: float, puzzles: int, seed: int, workers: int, steps: int
) -> None:
    """Look at puzzles and games, then solve some of the proved ones again, until the time is over."""
    found, began = read(file), time.monotonic()
    ends = began + seconds
    kept = [began]

    def keep(result: tuple[str, str, Any]) -> None:
        kind, key, what = result
        getattr(found, kind)[key] = what
        if time.monotonic() > kept[0] + OFTEN:
            file.write_bytes(json.encode(found))
            kept[0] = time.monotonic()

    for result in spread(puzzles_and_games(found, seed, steps), workers, ends - for_again, steps):
        keep(result)
    print(f"{len(found.shipped)} looked at, {len(found.game)} games, {len(found.proved())} proved")
    lines = sorted(found.proved())
    some = Random(seed).sample(lines, min(puzzles, len(lines)))
    tasks = (("again", line, line) for line in some if line not in found.again)
    for result in spread(tasks, workers, ends):
        keep(result)
    file.write_bytes(json.encode(found))
    print("\n".join(stays(found.again.values())))
    print(f"{time.monotonic() - began:.0f} s; {len(found.fault)} faults", flush=True)


def puzzles_and_games(found: Found, seed: int, steps: int = STEPS) -> Iterator[Task]:
    """The package's puzzles that were not looked at, then games until enough are proved."""
    order = list(enumerate(shipped().puzzles))
    Random(seed).shuffle(order)
    for number, puzzle in order:
        line, _ = found.shipped.get(str(number), ("", ""))
        if not line or (steps and line.endswith(f"{BETWEEN}{PROOFS[0]}")):
            yield "shipped", str(number), line_of(puzzle)
    number = 0
    while len(found.proved()) < OFFERED + SPARE:
        if str(number) not in found.game:
            yield "game", str(number), str(seed)
        number += 1


def spread(
    tasks: Iterator[Task], workers: int, until: float, steps: int = STEPS
) -> Iterator[tuple[str, str, Any]]:
    """What comes of tasks as each is done; few are under way, so that little is lost at the end."""
    with get_context("spawn").Pool(workers) as pool:
        waiting: list[AsyncResult[tuple[str, str, Any]]] = []
        while time.monotonic() < until:
            while len(waiting) < workers + 2 and (task := next(tasks, None)):
                waiting.append(pool.apply_async(worked, (task, steps)))
            if not waiting:
                break
            ready = [each for each in waiting if each.ready()]
            waiting = [each for each in waiting if each not in ready]
            for each in ready:
                yield each.get()
            if not ready:
                time.sleep(0.005)


def worked(task: Task, steps: int = STEPS) -> tuple[str, str, Any]:
    """The result of a task; one odd position does not end the work."""
    kind, key, what = task
    try:
        match kind:
            case "shipped":
                return kind, key, proved(what, steps)
            case "game":
                lines = positions(int(what), int(key))
                return kind, key, [proved(line, steps) for line in lines]
            case _:
                return kind, key, solved_again(what)
    except Exception as fault:
        return "fault", f"{kind} {key}", repr(fault)


def proved(line: str, steps: int = STEPS) -> Row:
    """A position's puzzle with what experts say, or why it is none; without steps they are not asked."""
    puzzle = puzzle_of(line)
    seen = puzzle.seen
    found = advise(seen)
    first = found[0].action
    told = write_action(first)[2:]
    was = "" if puzzle.best in ("?", told) else f" (was {puzzle.best})"
    if any(each.even for each in found[1:]):
        return f"# it does not matter: {told}{was}", ""
    if len(alike(seen, first)) > 1:
        return f"# another card does the same: {told}{was}", ""
    gains = gains_by_network(seen, first, BATCHES, margin=MARGIN)
    whole: Whole | None
    if gains is None:
        whole = by_experts(seen, first, [each for each in seen.legal if each != first])
        gain = whole.chance
    else:
        least = min(gains, key=lambda each: each.chance)
        gain = least.chance
        if gain < MARGIN or not all(each.sure for each in gains):
            return f"# {told} over {least.other}: {gain:+.4f} ± {least.error:.4f}{was}", ""
        whole = by_experts(seen, first, [least.other], steps) if steps else None
    if whole is not None and (gain < MARGIN or not whole.held):
        return f"# {told}, by experts: {whole}{was}", ""
    fields = {
        "best": told,
        "cost": round(1000 * gain),
        "level": _level(seen, first),
        "theme": theme_of(seen, first),
        "proof": PROOFS[whole is not None],
    }
    return line_of(replace(puzzle, **fields)), str(whole or "")


def by_experts(
    seen: View,
    first: Action,
    rivals: Sequence[Action],
    steps: int = STEPS,
    seed: int = 100,
    to_the_end: bool = False,
) -> Whole:
    """What the first choice gains on its hardest rival where experts play on, until that is sure."""
    found: dict[Action, list[Gain]] = defaultdict(list)
    left = list(rivals)
    for step in range(steps):
        for gain in gains_by_experts(seen, first, left, STEP, seed=seed + step):
            found[gain.other].append(gain)
        if to_the_end or not step:
            continue
        wholes = {each: together(found[each]) for each in left}
        if any(each.chance < -(CONFIRMED + 1) * each.error for each in wholes.values()):
            break
        left = [each for each, whole in wholes.items() if not _sure(whole)]
        if not left:
            break
    return min((together(gains) for gains in found.values()), key=lambda each: each.chance)


def _sure(whole: Whole) -> bool:
    return whole.chance > max((CONFIRMED + 1) * whole.error, LEAST_BY_EXPERTS)


def together(gains: Sequence[Gain]) -> Whole:
    """Gains of as many worlds each as one."""
    count = len(gains)
    return Whole(
        sum(each.chance for each in gains) / count,
        sum(each.error**2 for each in gains) ** 0.5 / count,
        sum(each.points for each in gains) / count,
        sum(each.worlds for each in gains),
    )


def solved_again(line: str) -> tuple[str, Whole]:
    """A puzzle's theme, and what its answer gains with ten times the playouts by other chances."""
    puzzle = puzzle_of(line)
    seen = puzzle.seen
    gains = gains_by_network(seen, puzzle.answer, 4)
    rivals = [each for each in seen.legal if each != puzzle.answer]
    if gains is not None:
        rivals = [min(gains, key=lambda each: each.chance).other]
    return puzzle.theme, by_experts(seen, puzzle.answer, rivals, AGAIN, AGAIN_SEED, to_the_end=True)


def stays(again: Iterable[tuple[str, Whole]]) -> Iterator[str]:
    """By theme, how many answers are still ahead, and how many clearly behind."""
    themes: dict[str, list[Whole]] = defaultdict(list)
    for theme, whole in again:
        for key in (theme, "all"):
            themes[key].append(whole)
    yield "theme: with ten times the playouts by experts still ahead, clearly behind; of"
    for theme, wholes in sorted(themes.items(), key=lambda each: each[0] == "all"):
        ahead = sum(each.chance > 0 for each in wholes)
        behind = sum(each.chance < -CONFIRMED * each.error for each in wholes)
        yield f"{theme}: {ahead}, {behind}; {len(wholes)}"


def positions(seed: int, number: int) -> Iterator[str]:
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
                fields = (book.name, *told, "?", 0, "?", "?", "")
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


def _level(seen: View, answer: object) -> str:
    """How hard it is: by the weakest of our players who finds the answer."""
    for level, name in zip(LEVELS, FINDERS, strict=False):
        if PLAYERS[name](0)(seen) == answer:
            return level
    return LEVELS[-1]


def choose(found: Found, out: Path, page: Path) -> None:
    """Write the package's puzzles with what was found, and say how many there are."""
    every = list(shipped().puzzles)
    for number, (line, _) in found.shipped.items():
        at = int(number)
        every[at] = replace(every[at], proof=SET_ASIDE) if line.startswith("#") else puzzle_of(line)
    there = {each.position for each in every}
    for _, rows in sorted(found.game.items(), key=lambda each: int(each[0])):
        for line, _ in rows:
            if sum(each.proof != SET_ASIDE for each in every) >= OFFERED:
                break
            if not line.startswith("#") and (new := puzzle_of(line)).position not in there:
                every.append(new)
                there.add(new.position)
    out.write_bytes(write(replace(shipped(), puzzles=tuple(every))))
    text = page.read_text("utf-8")
    before, _, rest = text.partition(MARKS[0])
    after = rest.partition(MARKS[1])[2]
    page.write_text(f"{before}{MARKS[0]}{told_of(every, found)}{MARKS[1]}{after}", "utf-8")
    for name in ("proof", "theme", "level", "book"):
        some = every if name == "proof" else [each for each in every if each.proved]
        print(name, dict(sorted(Counter(asdict(each)[name] for each in some).items())))


def told_of(every: Sequence[Puzzle], found: Found) -> str:
    """What the page says of them."""
    proofs = Counter(each.proof for each in every)
    lines = [
        f"Of {len(every):,} puzzles {len(every) - proofs[SET_ASIDE]:,} are offered: {proofs[PROOFS[1]]:,} proved by the",
        f"network and by experts, {proofs[PROOFS[0]]:,} by the network alone, {proofs['']:,} not yet played out.",
        f"{proofs[SET_ASIDE]:,} are set aside.",
    ]
    if found.again:
        wholes = [whole for _, whole in found.again.values()]
        ahead = sum(each.chance > 0 for each in wholes)
        behind = sum(each.chance < -CONFIRMED * each.error for each in wholes)
        lines += [
            f"Of {len(wholes)} of the proved ones, drawn at random and solved again by experts with ten times the",
            f"playouts (600 worlds, other chances), the answer is still ahead in {ahead} and clearly behind in {behind}:",
            "",
            "| theme | still ahead | clearly behind | of |",
            "|---|---|---|---|",
            *(
                f"| {theme} | {rest.replace('; ', ', ').replace(', ', ' | ')} |"
                for theme, _, rest in (line.partition(": ") for line in stays(found.again.values()))
                if not theme.startswith("theme")
            ),
        ]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    main()
