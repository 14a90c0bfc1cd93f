"""Results of boards: entered at the desk, by a side or from the hall, and corrected."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Final

from rightbower.rules.message import message
from rightbower.tournament.commands import Now, field
from rightbower.tournament.contest import Fact
from rightbower.tournament.events.acts import EventCommand, Round, Side, Table, Why
from rightbower.tournament.events.board_dealing import no_boards
from rightbower.tournament.events.entrants import EventError
from rightbower.tournament.events.event import Event, EventHistory
from rightbower.tournament.events.labels import side
from rightbower.tournament.events.phone_results import FromPhone
from rightbower.tournament.events.results import AtTable, correct, enter

# A form says which board it is before the score.
WRITTEN: Final = re.compile(r"\s*(?:[0-9]+=)?\s*([+-]?[0-9]{1,2})\s*")
Boards = Annotated[
    tuple[str, ...],
    field("Boards", "What North–South made of each board in its order: +1, +2, -2 or 0.",
          place=True, metavar="points", each=("board",)),
]  # fmt: skip


def read_boards(texts: Sequence[str]) -> tuple[int, ...]:
    """Scores of boards as they are typed, less than zero where East–West made the points.

    >>> read_boards(["+1", "-2", "0", "−4"])
    (1, -2, 0, -4)
    """
    return tuple(map(_read, texts))


def _read(text: str) -> int:
    found = WRITTEN.fullmatch(text.replace("−", "-"))
    if found is None:
        raise EventError(
            message("{text} is not a score of a board; write +1, -2 or 0", text=repr(text[:20]))
        )
    return int(found[1])


def summed(boards: Sequence[int]) -> tuple[int, int]:
    """What both sides made of boards together.

    >>> summed((1, -2, 4))
    (5, 2)
    """
    return sum(each for each in boards if each > 0), -sum(each for each in boards if each < 0)


class EnterBoards(EventCommand, frozen=True, tag="boards"):
    """Enter a table's boards: '3 +1 -2', plus for North–South, minus for East–West."""

    table: Table
    boards: Boards = ()
    round: Round = None
    side: Side = ""
    why: Annotated[str, field("Reason", "Lets an unusual score stand.")] = ""

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        if state.plan.duplicate is None:
            raise no_boards()
        made = read_boards(self.boards)
        yield enter(
            state,
            self.table,
            summed(made),
            round_=self.round,
            side=side(self.side),
            why=self.why,
            boards=made,
        )


class CorrectBoards(AtTable, frozen=True, tag="correct-boards"):
    """Correct a table's boards: round, table, and every board of it."""

    asks_first: ClassVar[bool] = True
    round: Annotated[int, field("Round", limits={"ge": 1, "le": 9999})]
    table: Table
    why: Why
    boards: Boards = ()
    ruled: Annotated[bool, field("Accept this unusual score")] = False

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        if state.plan.duplicate is None:
            raise no_boards()
        made = read_boards(self.boards)
        yield correct(
            state, self.round, self.table, summed(made), why=self.why, ruled=self.ruled, boards=made
        )


class PhoneBoards(FromPhone, frozen=True, tag="phone-boards"):
    """Send the boards of a round from the phone of one side."""

    boards: Boards = ()

    def decide(self, state: Event, now: Now[EventHistory]) -> Iterator[Fact]:
        if state.plan.duplicate is None:
            raise no_boards()
        table, own = self.here(state)
        made = read_boards(self.boards)
        yield enter(state, table.number, summed(made), side=own, boards=made)
