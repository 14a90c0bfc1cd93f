"""What a ruling depends on: known in full at a live table, asked for bit by bit by the assistant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Generic, Literal, TypeVar

from msgspec import Struct

from rightbower.referee.irregularities import How
from rightbower.rules.cards import Card

Moment = Literal[
    "turn-up faced",
    "first lead",
    "first trick quitted",
    "another card",
    "trick complete",
    "trick quitted",
    "next lead",
    "hand scored",
    "next turn-up",
]
Lone = Literal["nobody", "offender", "other side"]
Party = Literal["offenders", "other side"]
Claimed = Literal["offenders", "other side", "officer"]
Proof = Literal["shown", "not shown", "mixed by offenders", "mixed by other side"]
Speaker = Literal["dealer's partner", "opponent"]
T = TypeVar("T")

# What must have happened for this to have happened.
_DEAL: Final[tuple[Moment, ...]] = ("turn-up faced", "first lead", "first trick quitted")
_TRICK: Final[tuple[Moment, ...]] = (
    "another card",
    "trick complete",
    "trick quitted",
    "next lead",
)
BEFORE: Final[Mapping[Moment, frozenset[Moment]]] = {
    "turn-up faced": frozenset(),
    "first lead": frozenset(_DEAL[:1]),
    "first trick quitted": frozenset(_DEAL[:2]),
    "another card": frozenset(),
    "trick complete": frozenset(),
    "trick quitted": frozenset({"trick complete"}),
    "next lead": frozenset(_TRICK[:3]),
    "hand scored": frozenset(_DEAL + _TRICK),
    "next turn-up": frozenset((*_DEAL, *_TRICK, "hand scored")),
}


class Needed(Exception):
    """The ruling depends on something not known yet."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class Situation(Struct, frozen=True):
    """What is known of an irregularity; None where it is not known.

    What is rare is not asked for and counts where it is told: a ``wrong_dealer``, a side that has
    ``paid_before``, ``others_may_score`` where they may not, the ``cards`` shown at once.
    """

    happened: frozenset[Moment] = frozenset()
    not_yet: frozenset[Moment] = frozenset()
    lone: Lone | None = None
    makers: Party | None = None
    claimed_by: Claimed | None = None
    second: bool | None = None
    in_turn: bool | None = None
    wrong_dealer: bool | None = None
    pack_right: bool | None = None
    paid_before: bool | None = None
    others_may_score: bool | None = None
    kitty_right: bool | None = None
    unburied: bool | None = None
    turn_up_played: bool | None = None
    proof: Proof | None = None
    how: How | None = None
    first_time: bool | None = None
    help_agreed: bool | None = None
    speaker: Speaker | None = None
    points: int | None = None
    offenders_score: int | None = None
    cards: tuple[Card, ...] = ()


class NeededAnswer(Generic[T]):
    """A field of the situation that a ruling cannot do without."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, case: Case, owner: type) -> T:
        answer: T | None = getattr(case.known, self.name)
        if answer is None:
            raise Needed(self.name)
        return answer


class Case(Struct, frozen=True):
    """A situation that raises ``Needed`` when asked for what it does not know."""

    known: Situation
    lone = NeededAnswer[Lone]()
    makers = NeededAnswer[Party]()
    claimed_by = NeededAnswer[Claimed]()
    second = NeededAnswer[bool]()
    in_turn = NeededAnswer[bool]()
    pack_right = NeededAnswer[bool]()
    kitty_right = NeededAnswer[bool]()
    unburied = NeededAnswer[bool]()
    turn_up_played = NeededAnswer[bool]()
    proof = NeededAnswer[Proof]()
    how = NeededAnswer[How]()
    first_time = NeededAnswer[bool]()
    help_agreed = NeededAnswer[bool]()
    speaker = NeededAnswer[Speaker]()
    points = NeededAnswer[int]()
    offenders_score = NeededAnswer[int]()

    def before(self, moment: Moment | Literal["never"]) -> bool:
        """Whether it was noticed before something happened."""
        if moment == "never":
            return False
        known = self.known
        if any(moment == each or moment in BEFORE[each] for each in known.happened):
            return False
        if any(moment == each or each in BEFORE[moment] for each in known.not_yet):
            return True
        raise Needed(f"before {moment}")

    @property
    def hand_over(self) -> bool:
        """Whether the hand is known to be scored already."""
        return not self.known.happened.isdisjoint(("hand scored", "next turn-up"))
