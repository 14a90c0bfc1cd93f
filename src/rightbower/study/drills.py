"""Practice by topic: puzzles one after the other, and what was missed comes again."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from rightbower.rules.cards import Seat
from rightbower.study.puzzles import Puzzle, shipped

CALLS: Final = ("taking the turn-up", "naming a suit", "passing", "alone or not")
# After so many other answers a missed one comes again; once more after it was right.
AGAIN: Final = (4, 12)


class Topic(Struct, frozen=True):
    """What is practiced: themes of puzzles, of the calls one seat from the dealer's left."""

    name: str
    title: str
    themes: tuple[str, ...]
    place: int | None = None

    def has(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle belongs to it."""
        if puzzle.theme not in self.themes:
            return False
        return self.place is None or _place(puzzle) == self.place


TOPICS: Final = (
    Topic("first-seat", "Calling from the first seat", CALLS, 1),
    Topic("second-seat", "Calling as the dealer’s partner", CALLS, 2),
    Topic("third-seat", "Calling from the third seat", CALLS, 3),
    Topic("dealer", "Calling as the dealer", CALLS, 0),
    Topic("discards", "The discard", ("discards",)),
    Topic("leads", "What to lead", ("leading trumps", "leading a side card")),
    Topic(
        "following",
        "Win it, trump it or let it go",
        ("taking the trick", "trumping in", "the partner is winning", "throwing off"),
    ),
    Topic("loners", "Stopping a loner", ("against a lone hand",)),
    Topic("endings", "The last two tricks", ("endgames",)),
)


def _place(puzzle: Puzzle) -> int:
    """Chairs from the dealer to the one who chooses."""
    return (Seat.of(puzzle.seat) - Seat.of(puzzle.dealer)) % len(Seat)


def topic(name: str) -> Topic | None:
    """The topic of a name."""
    return next((each for each in TOPICS if each.name == name), None)


@lru_cache(maxsize=32)
def numbers(name: str) -> tuple[int, ...]:
    """The puzzles of a topic by their numbers, those anybody finds first."""
    found = topic(name)
    assert found is not None
    levels = {level: place for place, level in enumerate(("easy", "fair", "hard", "very hard"))}
    own = [(number, each) for number, each in enumerate(shipped().puzzles) if found.has(each)]
    mixed = sorted(own, key=lambda pair: (levels[pair[1].level], pair[0] * 2654435761 % 2**32))
    return tuple(number for number, _ in mixed)


class Repeat(Struct, frozen=True):
    """A puzzle that was missed: after which answer it is due, and how often it was right since."""

    due: int
    right: int = 0


class PracticeState(Struct, frozen=True):
    """What somebody has practiced: answers and right ones by topic, and what comes again."""

    version: int = 0
    answers: Mapping[str, int] = {}
    right: Mapping[str, int] = {}
    seen: frozenset[int] = frozenset()
    repeats: Mapping[int, Repeat] = {}

    @property
    def count(self) -> int:
        """All answers."""
        return sum(self.answers.values())


def answered(practice: PracticeState, name: str, number: int, right: bool) -> PracticeState:
    """The practice after one more answer."""
    repeats = dict(practice.repeats)
    before = repeats.pop(number, None)
    count = practice.count + 1
    if not right:
        repeats[number] = Repeat(count + AGAIN[0])
    elif before is not None and before.right + 1 < len(AGAIN):
        repeats[number] = Repeat(count + AGAIN[before.right + 1], before.right + 1)
    return replace(
        practice,
        version=practice.version + 1,
        answers={**practice.answers, name: practice.answers.get(name, 0) + 1},
        right={**practice.right, name: practice.right.get(name, 0) + right},
        seen=practice.seen | {number},
        repeats=repeats,
    )


def next_number(practice: PracticeState, name: str) -> int:
    """The puzzle that comes next in a topic: one that is due again, a new one, or the next to be due."""
    own = numbers(name)
    waiting = sorted((each.due, at) for at, each in practice.repeats.items() if at in own)
    if waiting and waiting[0][0] <= practice.count:
        return waiting[0][1]
    fresh = [each for each in own if each not in practice.seen]
    if fresh:
        return fresh[0]
    return waiting[0][1] if waiting else own[practice.count % len(own)]


def to_come_again(practice: PracticeState) -> dict[str, int]:
    """How many missed puzzles come again, by topic."""
    return {each.name: sum(at in numbers(each.name) for at in practice.repeats) for each in TOPICS}
