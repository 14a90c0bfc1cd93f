"""A game with whoever waits: a chair at a table that looks for players, or a table that begins to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rightbower.rules.book import names
from rightbower.rules.cards import Seat
from rightbower.web.common.identity import Person
from rightbower.web.common.refusal import Refused
from rightbower.web.hall.commands.moves import answer
from rightbower.web.hall.live.hall import Hall
from rightbower.web.hall.live.live_table import Live
from rightbower.web.hall.pages.opening import may_open, to_table
from rightbower.web.hall.pages.pages import NOTHING_TYPED, hall_of, person_of, remembered
from rightbower.web.hall.table.entries import Manners, Sat
from rightbower.web.hall.wire import protocol
from rightbower.web.hall.wire.protocol import SeatLetter

# How long a table looks for players, how long each may take for a turn, and how late others watch.
LOOKING, TURN, WATCHED = 15, 45, 30
# So soon after a table was opened the one who opened it may still be on the way to it.
ON_THE_WAY: Final = 5.0
# Partners first: two people play together against bots.
CHAIRS: Final[tuple[SeatLetter, ...]] = ("N", "W", "E", "S")


async def match(request: Request) -> Response:
    """Sit down with whoever waits by this book; where nobody does, be the first to wait."""
    form = await request.form()
    book = str(form.get("book", NOTHING_TYPED["book"]))
    if book not in names():
        raise HTTPException(400, "Choose the book from the list.")
    hall, person = hall_of(request), person_of(request)
    # One after the other, so that nobody is given two chairs.
    async with request.app.state.matching:
        live = await _seat(hall, person, book)
        if live is None:
            await may_open(request)
            live = await _first(hall, person, book)
    return remembered(request, to_table(live), person)


async def _first(hall: Hall, person: Person, book: str) -> Live:
    return await hall.open(
        book,
        person.who,
        turn_seconds=TURN,
        friendly=False,
        then=[Sat(Seat.S, person.who, person.name, hall.clock())],
        manners=Manners(watched_after=WATCHED, bots_after=LOOKING),
    )


async def _seat(hall: Hall, person: Person, book: str) -> Live | None:
    """A chair at a table that looks for players; None where there is none."""
    for live in tuple(looking(hall, book)):
        if live.table.seat_of(person.who) is not None:
            return live
        async with live.turn():
            for chair in CHAIRS:
                try:
                    sit = protocol.Sit("match", chair)
                    entries = answer(live.table, person.who, person.name, sit, hall.clock())
                except Refused:
                    continue
                await live.write(entries)
                return live
    return None


def looking(hall: Hall, book: str) -> Iterator[Live]:
    """The tables by a book that look for players, those with the most people first."""
    waiting = [live for live in hall.tables.values() if _looks(live, book, hall.clock())]
    yield from sorted(waiting, key=lambda live: -live.table.people)


def _looks(live: Live, book: str, now: float) -> bool:
    table, opened = live.table, live.table.opened
    if opened.manners.bots_after is None or opened.book != book:
        return False
    if table.playing or table.beginning is not None or None not in table.seats:
        return False
    return live.audience.people_here or now - opened.at < ON_THE_WAY
