"""Puzzles from expert games, and their themes."""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.resources import files
from math import gcd
from typing import Any, Final

from msgspec import DecodeError, Struct, json
from msgspec.structs import replace

from rightbower.players.views import View
from rightbower.rules import acts
from rightbower.rules.acts import Action, read_action, write_without_seat
from rightbower.rules.book import load
from rightbower.rules.cards import suit_in_play
from rightbower.rules.deal import winner_of
from rightbower.rules.refusal import Refusal, wrong_kind

ENDGAME: Final = 2  # cards in hand from which it is an endgame


def theme_of(seen: View, best: acts.Action) -> str:
    """The theme of a position."""
    match best:
        case acts.Bury():
            return "discards"
        case acts.GoAlone() | acts.KeepPartner():
            return "alone or not"
        case acts.Pass() | acts.TurnDown() | acts.ThrowIn() | acts.GoUnder():
            return "passing"
        case acts.Order(alone=alone) | acts.PickUp(alone=alone) | acts.Name(alone=alone):
            if alone or _alone_was_there(seen, best):
                return "alone or not"
            return "naming a suit" if isinstance(best, acts.Name) else "taking the turn-up"
    return _card_theme(seen, best)


def _alone_was_there(seen: View, best: acts.Action) -> bool:
    """Whether the choice is about alone only: nothing else may be done."""
    others = [each for each in seen.legal if each != best]
    return all(getattr(each, "alone", False) for each in others)


def _card_theme(seen: View, best: acts.Play) -> str:
    assert seen.maker is not None
    assert seen.seat is not None
    if seen.lone is not None and seen.lone.side is not seen.seat.side:
        return "against a lone hand"
    if len(seen.hand) <= ENDGAME:
        return "endgames"
    plays = seen.tricks[-1].plays
    if not plays:
        trump = suit_in_play(best.card, seen.trump) is seen.trump
        return "leading trumps" if trump else "leading a side card"
    return _following_theme(seen, best)


def _following_theme(seen: View, best: acts.Play) -> str:
    assert seen.trump is not None
    plays = seen.tricks[-1].plays
    if winner_of(plays, seen.trump) is best.seat.partner:
        return "the partner is winning"
    if winner_of((*plays, (best.seat, best.card)), seen.trump) is not best.seat:
        return "throwing off"
    led = suit_in_play(plays[0][1], seen.trump)
    trumped = suit_in_play(best.card, seen.trump) is not led
    return "trumping in" if trumped else "taking the trick"


FORMAT = "rightbower puzzles 1"
FILE = "puzzles.xz"
BETWEEN = "|"

# Who of our players finds the answer says how hard it is.
LEVELS = ("easy", "fair", "hard", "very hard")
# Who played the choices out in all four seats: the network that imitates experts; experts as well.
PROOFS: Final = ("network", "experts")
# Played out, and the best choice is not clearly the best: it keeps its number and is no longer offered.
SET_ASIDE: Final = "set aside"


class Puzzle(Struct, frozen=True):
    """A position as one seat sees it, in one line, and the best choice.

    ``cost`` is what the second-best choice loses, in thousandths of a game; ``proof`` says who played
    the choices out to find it, and is empty where nobody has yet.
    """

    book: str
    dealer: str
    turn_up: str
    seat: str
    hand: str
    done: str
    score: str
    best: str
    cost: int
    level: str
    theme: str
    proof: str = ""

    @property
    def seen(self) -> View:
        """The position as the one who has to choose sees it."""
        from rightbower.players.position import described

        told = (self.dealer, self.turn_up, self.seat, self.hand, self.done, self.score)
        return described(load(self.book), *told)

    def __str__(self) -> str:
        seen = self.seen
        options = ", ".join(write_without_seat(each) for each in seen.legal)
        return f"{seen}\nWhat is best: {options}? ({self.level})"

    @property
    def position(self) -> tuple[str, ...]:
        """What is asked, without what was found."""
        return (self.book, self.dealer, self.turn_up, self.seat, self.hand, self.done, self.score)

    @property
    def proved(self) -> bool:
        """Whether the choices were played out, and the best was clearly best."""
        return self.proof in PROOFS

    @property
    def answer(self) -> Action:
        """The best choice."""
        return read_action(f"{self.seat} {self.best}")


class Collection(Struct, frozen=True):
    """Puzzles with how they were made."""

    format: str
    seed: int
    games: int
    worlds: int
    margin: float
    puzzles: tuple[Puzzle, ...] = ()


def write(found: Collection) -> bytes:
    """The collection as a small file: a line about it, then a line for each puzzle."""
    heading = json.encode(replace(found, puzzles=())).decode()
    lines = [heading, *(line_of(each) for each in found.puzzles)]
    return lzma.compress(("\n".join(lines) + "\n").encode(), preset=9 | lzma.PRESET_EXTREME)


def read(data: bytes) -> Collection:
    """The collection of a file; refuse one that is not ours."""
    try:
        heading, *lines = lzma.decompress(data).decode().splitlines()
        found = json.decode(heading, type=Collection)
    except (lzma.LZMAError, UnicodeDecodeError, DecodeError, ValueError):
        raise Refusal("this is not a file of puzzles") from None
    if found.format != FORMAT:
        raise Refusal(f"these puzzles are written as {found.format!r}, not {FORMAT!r}")
    return replace(found, puzzles=tuple(puzzle_of(line) for line in lines))


def line_of(puzzle: Puzzle) -> str:
    """A puzzle as a line."""
    return BETWEEN.join(str(getattr(puzzle, field)) for field in Puzzle.__struct_fields__)


def puzzle_of(line: str) -> Puzzle:
    """A puzzle from its line."""
    parts = line.split(BETWEEN)
    if len(parts) == len(Puzzle.__struct_fields__) - 1:
        parts.append("")
    if len(parts) != len(Puzzle.__struct_fields__):
        raise Refusal(f"this is not a puzzle: {line!r}")
    fields: dict[str, Any] = dict(zip(Puzzle.__struct_fields__, parts, strict=True))
    return Puzzle(**{**fields, "cost": int(fields["cost"])})


@lru_cache(maxsize=1)
def shipped() -> Collection:
    """The puzzles that come with the package."""
    return read(files("rightbower.study").joinpath(FILE).read_bytes())


def chosen(
    puzzles: Sequence[Puzzle], theme: str = "", level: str = "", book: str = ""
) -> list[int]:
    """The numbers of the puzzles of a theme, a level and a book, where these are named; none set aside."""
    wanted = {"theme": theme, "level": level, "book": book}
    return [
        number
        for number, each in enumerate(puzzles)
        if each.proof != SET_ASIDE
        and all(not value or getattr(each, field) == value for field, value in wanted.items())
    ]


def puzzles(theme: str = "", level: str = "", book: str = "") -> tuple[Puzzle, ...]:
    """The puzzles that come with Rightbower, or those of a theme, a level and a book."""
    every = shipped().puzzles
    for name, given, known in (
        ("theme", theme, themes(every)),
        ("level", level, LEVELS),
        ("book", book, sorted({each.book for each in every})),
    ):
        if not isinstance(given, str):
            raise wrong_kind(name, "a name", given)
        if given and given not in known:
            raise Refusal(f"there is no {name} {given!r} of puzzles; there are {', '.join(known)}")
    return tuple(every[number] for number in chosen(every, theme, level, book))


def themes(puzzles: Iterable[Puzzle]) -> list[str]:
    """Every theme there is, in the order of the alphabet."""
    return sorted({each.theme for each in puzzles})


def of_day(puzzles: Sequence[object], day: int) -> int:
    """The number of a day's puzzle: each comes once before any comes again.

    ``day`` counts days from any fixed one, such as ``date.toordinal()``.
    """
    count = len(puzzles)
    step = next(step for step in range(count * 5 // 8, 0, -1) if gcd(step, count) == 1)
    return day * step % count


def puzzle_of_day(day: int) -> int:
    """The number of a day's puzzle among those that are proved."""
    proved = [number for number, each in enumerate(shipped().puzzles) if each.proved]
    return proved[of_day(proved, day)]
