"""A whist drive's movement: losers go to the next table, winners stay and change partners."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Final

from rightbower.rules.cards import Seat
from rightbower.rules.message import Message, cited, message
from rightbower.tournament.events.draws import chance
from rightbower.tournament.events.event import Event, EventTable
from rightbower.tournament.events.movements.movement import RoundDraw, RoundMaker, Seating, best_of
from rightbower.tournament.events.movements.winners import (
    NextSeats,
    TableSplit,
    closed,
    fill,
    first_hall,
    first_move,
    moved,
    nobody_draws,
    seated,
)
from rightbower.tournament.events.outcome import outcome
from rightbower.tournament.events.participants import in_fours

FIRST, SECOND = 1, 2
# Of each side one player is of either line, and so are the two who come to it.
OF_LINE: Final = {FIRST: (Seat.N, Seat.E), SECOND: (Seat.S, Seat.W)}


def line_of(event: Event, number: int) -> int:
    """The line of seats in which somebody first sat, which stays for the day; 0 before that."""
    for round_ in event.rounds:
        for table in round_.tables:
            if table.playing and number in table.entrants:
                return _line(Seat(seated(table).index(number)))
    return 0


def _line(seat: Seat) -> int:
    return FIRST if seat in OF_LINE[FIRST] else SECOND


def seat(event: Event, by: RoundDraw) -> Seating:
    """The first places, then the losers to the next tables."""
    if event.rounds:
        return _next(event, by)
    return best_of(event, by.seed, "places", partial(_first, event, by))


def _first(event: Event, by: RoundDraw, luck: Random) -> Seating:
    return _seating(first_hall(event, by, luck), first_move(by))


def _next(event: Event, by: RoundDraw) -> Seating:
    nobody_draws(event, by, message("the losers move"))
    luck = chance(by.seed, "moves")
    players = in_fours(event)
    gone = closed(event, len(players) // 4)
    ring = [table for table in event.round.tables if table.number not in gone]
    parted = {table.number: split(event, table, luck) for table in ring}
    hall = NextSeats(moved([table.number for table in ring], parted), parted)
    kept = {number for seats in hall.seats.values() for number in seats}
    fill(event, hall, players, luck, by.shown)
    _into_lines(event, hall, kept)
    return _seating(hall, "losers move")


def split(event: Event, table: EventTable, luck: Random) -> TableSplit:
    """How the four leave the table; after a tied game the lot says who moves.

    The loser of the first line goes up, that of the second down. The winner of the second line
    crosses over, so that both winners have a newcomer of the other line as partner.
    """
    came = outcome(event.plan, table)
    won = luck.randrange(2) if came is None or came.winner is None else came.winner
    seats = seated(table)
    stays, crosses = Seat(won), Seat(won).partner
    up, down = Seat(1 - won), Seat(1 - won).partner
    stay = ((stays, seats[stays]), (down, seats[crosses]))
    return TableSplit(seats[up], seats[down], stay, up, crosses)


def _into_lines(event: Event, hall: NextSeats, kept: set[int]) -> None:
    """Whoever comes in from sitting out takes a free seat of the own line, as far as there is one."""
    free = [
        (seats, place)
        for seats in hall.seats.values()
        for place, number in enumerate(seats)
        if number not in kept
    ]
    coming = [seats[place] for seats, place in free]
    wanted = [number for number in coming if line_of(event, number)]
    for seats, place in free:
        line = _line(Seat(place))
        own = [number for number in coming if line_of(event, number) == line]
        other = [number for number in coming if number not in wanted]
        chosen = (own or other or coming)[0]
        coming.remove(chosen)
        seats[place] = chosen


def _seating(hall: NextSeats, move: str) -> Seating:
    tables = tuple(_table(number, hall.seats[number]) for number in sorted(hall.seats))
    return Seating(tables, hall.out, move)


def _table(number: int, seats: Sequence[int]) -> EventTable:
    return EventTable(number, ((seats[0], seats[2]), (seats[1], seats[3])))


def words(event: Event, _: int) -> tuple[Message, ...]:
    """Who goes where after a deal."""
    clause = cited(event.plan.clause("movement.kind"))
    return (
        message("North and East are the first line, South and West the second."),
        message(
            "The losers move: the first line goes up one table, the second goes down one ({clause}).",
            clause=clause,
        ),
        message(
            "The winners stay and part: the one of the first line keeps the seat, the one of the"
            " second sits opposite the newcomer of the first."
        ),
    )


MOVEMENT: Final = RoundMaker(seat, words=words)
