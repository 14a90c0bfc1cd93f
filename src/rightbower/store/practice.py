"""What people have practiced in the hall: a stream of answers for each, and what it comes to."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import reduce
from typing import Final

from msgspec import Struct, json

from rightbower.rules.refusal import Refusal
from rightbower.study.lessons import PracticeState, answered
from rightbower.tournament.contest import StreamType

PREFIX: Final = "practice/"


class PracticeAnswer(Struct, frozen=True):
    """A puzzle of a topic was answered."""

    at: float
    topic: str
    number: int
    right: bool


def practice_id(who: str) -> str:
    """The id of a person's practice, from which nobody finds the person."""
    return hashlib.sha256(f"practice {who}".encode()).hexdigest()[:24]


def extend(practice: PracticeState, entry: PracticeAnswer) -> PracticeState:
    """The practice with one more answer."""
    return answered(practice, entry.topic, entry.number, entry.right)


def fold(entries: Sequence[PracticeAnswer]) -> PracticeState:
    """The practice from the first answer to the last."""
    return reduce(extend, entries, PracticeState())


PRACTICES: Final[StreamType[PracticeState, PracticeAnswer]] = StreamType(
    PREFIX,
    "a practice",
    Refusal,
    fold,
    extend,
    json.encode,
    json.Decoder(PracticeAnswer).decode,
    lambda found: found,
)
