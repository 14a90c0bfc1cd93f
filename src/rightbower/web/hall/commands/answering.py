"""What a person may ask of a table, and the entries it leads to; no clock, no chance, no sockets."""

from __future__ import annotations

from rightbower.rules.acts import Action
from rightbower.rules.cards import Seat
from rightbower.rules.refusal import Refusal
from rightbower.web.common.refusal import Refused
from rightbower.web.hall.commands.agreements import answer_proposal, propose
from rightbower.web.hall.commands.calls import call
from rightbower.web.hall.commands.moves import claim, go_on, move, spoken_call
from rightbower.web.hall.commands.seating import (
    before_the_game,
    hosted,
    not_beginning,
    other_bot,
    salted,
    seated,
    sit,
    stand,
    with_bots,
)
from rightbower.web.hall.table.acts import read_action
from rightbower.web.hall.table.entries import (
    HallEntry,
)
from rightbower.web.hall.table.table import HallTable
from rightbower.web.hall.wire import protocol as wire


def answer(
    table: HallTable, who: str, name: str, request: wire.Request, now: float
) -> list[HallEntry]:
    """The entries that a request adds to the table; raise ``Refused`` where it may not be."""
    now = max(now, table.touched)
    seat = table.seat_of(who)
    match request:
        case wire.Sit() | wire.Stand() | wire.AddBot() | wire.Begin() if table.opened.event:
            raise Refused("this table is an event's: its seats are held, and it begins by itself")
        case wire.Sit() | wire.Stand() | wire.AddBot() if table.opened.same:
            raise Refused("others play these deals too: everybody plays them alone, to the end")
        case wire.Sit():
            return sit(table, who, name, Seat[request.seat], now)
        case wire.Stand():
            not_beginning(table)
            return stand(table, seated(seat), now)
        case wire.Propose():
            return propose(table, seated(seat), request.what, now)
        case wire.Agree():
            return answer_proposal(table, seated(seat), request.yes, now)
        case wire.AddBot() | wire.Begin() if seat is not None and hosted(table, who):
            raise Refused(f"{hosted(table, who)} opened this table and begins the game")
        case wire.AddBot():
            return other_bot(table, seat, request, now)
        case wire.Commit() | wire.Salt():
            before_the_game(table)
            return salted(table, seated(seat), request, now)
        case wire.Begin():
            seated(seat)
            return with_bots(table, now)
        case wire.Next():
            return go_on(table, seated(seat), now)
        case wire.TakeRest():
            return claim(table, seated(seat), request.id, now)
        case wire.Move():
            action = _read(seated(seat), request.action)
            return move(table, action, request.id, now, meant=request.meant)
        case wire.Call(what={"do": "words", "words": str(words), **more}):
            return spoken_call(table, seated(seat), words, request.id, now, bool(more.get("meant")))
        case wire.Call():
            return call(table, seated(seat), request.what, request.id, now)
        case _:
            raise Refused("the table does not take this now")


def _read(seat: Seat, text: str) -> Action:
    try:
        return read_action(f"{seat} {text}")
    except Refusal as fault:
        raise Refused(str(fault)) from None
