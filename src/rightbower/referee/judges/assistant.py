"""The ruling assistant: it asks only what the ruling depends on.

There is no second copy of the rules here: the one ruling function is tried on what is known, and
what it misses is the next question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rightbower.book import RuleBook
from rightbower.referee.cases.case import Needed, Situation
from rightbower.referee.cases.facts import Kind
from rightbower.referee.cases.questions import Question, answered, question
from rightbower.referee.cases.ruling import Ruling
from rightbower.referee.judges.rulings import rule


def advise(kind: Kind, book: RuleBook, known: Situation | None = None) -> Ruling | Question:
    """The ruling, or the question it needs answered next."""
    try:
        return rule(kind, known or Situation(), book)
    except Needed as missing:
        return question(missing.name)


def interview(
    kind: Kind, book: RuleBook, answer: Callable[[Question], str]
) -> tuple[Ruling, Situation]:
    """Ask until the ruling is clear; give it with all that was said."""
    said = Situation()
    while isinstance(found := advise(kind, book, said), Question):
        said = answered(said, found, answer(found))
    return found, said


def every_ruling(kind: Kind, book: RuleBook) -> Iterator[tuple[Situation, Ruling]]:
    """Every end of the question tree; a question that takes a number is answered with 1."""
    waiting = [Situation()]
    while waiting:
        known = waiting.pop()
        found = advise(kind, book, known)
        if isinstance(found, Ruling):
            yield known, found
            continue
        answers = [value for value, _ in found.answers] or ["1"]
        waiting.extend(answered(known, found, each) for each in answers)
