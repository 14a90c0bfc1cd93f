"""``rightbower puzzle``: a position from expert games, and what is best in it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from rightbower.rules.acts import read_action, say, write_without_seat
from rightbower.rules.refusal import Refusal
from rightbower.study import puzzles
from rightbower.study.explain import explain
from rightbower.study.puzzles import Puzzle

PROVED = {
    "network": "Its answer was played out by a network that imitates experts, in all four seats.",
    "experts": "Its answer was played out by experts in all four seats.",
    puzzles.SET_ASIDE: "It is set aside: played out, its answer is not clearly the best.",
}


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add = parser.add_argument
    add("number", type=int, nargs="?", help="its number; left out, today's puzzle")
    add("--choose", default="", metavar="ACT", help='your answer, such as "pass" or "JH"')
    add("--theme", default="", help="a puzzle about this theme")
    add("--level", default="", help="a puzzle that is easy, fair, hard or very hard")
    add("--book", default="", help="a puzzle by this book")
    add("--list", action="store_true", help="list the themes, and how many puzzles each has")


def run(args: argparse.Namespace) -> int:
    """Print the position, or the answer to what was chosen."""
    found = puzzles.shipped().puzzles
    if args.list:
        for theme in puzzles.themes(found):
            print(f"{len(puzzles.chosen(found, theme=theme)):5} {theme}")
        return 0
    number = _number(args, found)
    if not 0 <= number < len(found):
        raise Refusal(f"the puzzles are numbered from 0 to {len(found) - 1}")
    puzzle = found[number]
    if args.choose:
        print(_answer(puzzle, args.choose))
        return 0
    print("\n".join(_position(number, puzzle)))
    return 0


def _number(args: argparse.Namespace, found: Sequence[Puzzle]) -> int:
    if args.number is not None:
        if args.theme or args.level or args.book:
            raise Refusal("give the number of a puzzle, or a theme, level or book, but not both")
        return int(args.number)
    day = datetime.now(UTC).date().toordinal()
    if not (args.theme or args.level or args.book):
        return puzzles.puzzle_of_day(day)
    some = puzzles.chosen(found, args.theme, args.level, args.book)
    if not some:
        raise Refusal("there is no puzzle like that; --list shows the themes")
    return some[day % len(some)]


def _position(number: int, puzzle: Puzzle) -> Iterator[str]:
    """What the seat sees, and what it may do."""
    seen = puzzle.seen
    assert seen.seat is not None
    us, them = seen.score[seen.seat.side], seen.score[seen.seat.side.other]
    yield f"Puzzle {number}: {puzzle.theme}, {puzzle.level}, {seen.book.title}"
    yield f"You are {seen.seat.word}; {seen.dealer.word} deals; {us}–{them}; {puzzle.turn_up} is turned up"
    if seen.bids:
        yield "; ".join(str(say(each)) for each in seen.bids)
    for trick in seen.tricks:
        if trick.plays:
            yield "  ".join(f"{seat} {card}" for seat, card in trick.plays)
    yield f"You hold {' '.join(card.name for card in seen.hand)}"
    yield f"You may {', '.join(write_without_seat(each) for each in seen.legal)}"
    yield PROVED.get(puzzle.proof, "It has not been played out by experts yet.")
    yield f"Answer with: rightbower puzzle {number} --choose ..."


def _answer(puzzle: Puzzle, words: str) -> str:
    seen, given = puzzle.seen, read_action(f"{puzzle.seat} {words}")
    if given not in seen.legal:
        raise Refusal(f"{say(given)}: that is not allowed here")
    verdict = "Right." if given == puzzle.answer else f"Not the best: {puzzle.best} is."
    return f"{verdict} {explain(seen, puzzle.answer, given).text}"
