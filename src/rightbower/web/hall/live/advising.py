"""What each option is worth to the one who has to choose, and why the best is best."""

from __future__ import annotations

from msgspec import Struct

from rightbower.deal import Action, write_action
from rightbower.office.workers import pool
from rightbower.view import View

WORLDS = 300
# While many wait each is looked into less far.
FEWER_WORLDS = 60
LONG_QUEUE = 6


class OptionWorth(Struct, frozen=True):
    """An option, the chance to win the game after it, and how far it falls behind the best."""

    action: Action
    chance: float
    behind: float
    error: float

    @property
    def words(self) -> str:
        """The option as a record has it, without its seat."""
        return write_action(self.action)[2:]


class Advice(Struct, frozen=True):
    """The options, the best first, and why it is the best."""

    worth: list[OptionWorth]
    why: str


def worlds_now() -> int:
    """How far a position is looked into, by how many wait for that."""
    return FEWER_WORLDS if pool("study").waiting >= LONG_QUEUE else WORLDS


def advised(
    seen: View, chosen: Action | None = None, known: Action | None = None, worlds: int = WORLDS
) -> Advice:
    """What each option is worth to the one who sees this, and why the best is best.

    Where the best is ``known`` from a longer look, that is what is explained.
    """
    from rightbower.advice import advise, explain

    found = advise(seen, worlds)
    best = found[0]
    worth = [
        OptionWorth(each.action, each.chance, best.chance - each.chance, each.error)
        for each in found
    ]
    return Advice(worth, explain(seen, known or best.action, chosen).text)
