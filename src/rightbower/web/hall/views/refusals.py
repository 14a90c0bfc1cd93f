"""A refusal as it is read at the table: a whole sentence to the one who asked, its rule one tap away."""

from __future__ import annotations

import re

from rightbower.rules.cards import Seat
from rightbower.rules.refusal import Refusal, sentence
from rightbower.web.common.refusal import Refused
from rightbower.web.hall.table.table import HallTable
from rightbower.web.hall.views.messages import people
from rightbower.web.hall.wire.protocol import No

# What is said of somebody by the name of the seat, and what is said to that one.
_TO_YOU = {
    " holds": "you hold",
    " does not hold": "you do not hold",
    " has ": "you have ",
    " is not one who": "you are not one who",
    "'s partner": "your partner",
}
_CLAUSES = re.compile(r" \(([A-Z]\d+-[\w.]+)(?:, [^()]+)?\)$")


def no(table: HallTable, you: Seat | None, request: str, refusal: Refusal) -> No:
    """The answer to a request that is refused."""
    text, clause = _without_clause(str(refusal))
    said = sentence(people(table, _to(you, text)))
    if isinstance(refusal, Refused):
        return No(request, said, refusal.clause or clause, refusal.ask)
    return No(request, said, clause)


def _without_clause(text: str) -> tuple[str, str]:
    """A reason and the first of the clauses that it ends with.

    >>> _without_clause("West has to play 9S now (A01-11.Q3, A01-11.E5)")
    ('West has to play 9S now', 'A01-11.Q3')
    """
    found = _CLAUSES.search(text)
    return (text, "") if found is None else (text[: found.start()], found[1])


def _to(you: Seat | None, text: str) -> str:
    """What is said of a seat, said to it."""
    if you is None:
        return text
    for third, second in _TO_YOU.items():
        text = text.replace(f"{you.word}{third}", second)
    return text
