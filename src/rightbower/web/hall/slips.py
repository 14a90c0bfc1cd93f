"""What only a game as at the table has, as its journal keeps it: the lines of a record, and slips."""

from __future__ import annotations

from rightbower.cards import Seat, cards
from rightbower.ceremonies import Dealt
from rightbower.record import TableEntry
from rightbower.record.at_table import table_step
from rightbower.record.lines import Line
from rightbower.record.slip_lines import read_table_line
from rightbower.referee import Table
from rightbower.referee.doubts import Dropped


def after(table: Table, line: str) -> Table:
    """The referee's table after one line of a record."""
    return table_step(table, read_line(line))


def read_line(line: str) -> TableEntry:
    """A claim, a choice, a call, a trick turned, the result entered."""
    kind, _, rest = line.partition(" ")
    found = read_table_line(Line(1, kind, rest), None)
    if found is None:
        raise ValueError(f"{line!r} is nothing that is said at a table")
    return found


def read_shown(text: str) -> Dropped:
    """Whose cards fell at once, and which: ``E AS KS``."""
    seat, _, shown = text.partition(" ")
    return Seat.of(seat), cards(shown)


def one_too_many(dealt: Dealt, seat: Seat) -> Dealt:
    """The same deal with a card of the stock gone to a hand."""
    hands = list(dealt.hands)
    hands[seat] = (*hands[seat], dealt.stock[0])
    return Dealt(tuple(hands), dealt.turn_up, dealt.stock[1:])
