"""What only a game as at the table has, as its journal keeps it: the lines of a record, and slips."""

from __future__ import annotations

from rightbower.cards import Card, Seat, card
from rightbower.ceremonies import Dealt
from rightbower.record import TableEntry
from rightbower.record.at_table import table_step
from rightbower.record.lines import Line
from rightbower.record.slip_lines import read_table_line
from rightbower.referee import Table


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


def read_shown(text: str) -> tuple[Seat, Card]:
    """Whose card lies open, and which: ``E AS``."""
    seat, _, shown = text.partition(" ")
    return Seat.of(seat), card(shown)


def one_too_many(cards: Dealt, seat: Seat) -> Dealt:
    """The same deal with a card of the stock gone to a hand."""
    hands = list(cards.hands)
    hands[seat] = (*hands[seat], cards.stock[0])
    return Dealt(tuple(hands), cards.turn_up, cards.stock[1:])
