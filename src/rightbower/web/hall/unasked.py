"""What a table as at the table does without being asked, and whom it waits for."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rightbower.cards import Seat
from rightbower.referee import Option, Ruled, points
from rightbower.referee import Table as Referee
from rightbower.web.hall.calls import deciders, unturned
from rightbower.web.hall.entries import Slipped, TableEntry
from rightbower.web.hall.table import Table

# How many times longer than at a strict table people have between the hands: to look, and to call.
UNHURRIED = 5


class Due(Struct, frozen=True):
    """The next thing at the table, and whose it is; ``line`` is what a bot does about it."""

    what: Literal["choice", "trick", "turn", "deal", "result"]
    seats: tuple[Seat, ...] = ()
    line: str = ""


def due(table: Table, referee: Referee) -> Due | None:
    """What has to happen next."""
    if (choice := _choice(table, referee)) is not None:
        return choice
    game = referee.game
    if game.result is not None:
        return None if referee.entered else Due("result", line="entered the result")
    if game.deal is None:
        return Due("deal")
    winner = unturned(referee)
    if winner is not None:
        return Due("trick", (winner,), "trick turned")
    return None if game.deal.turn is None else Due("turn", (game.deal.turn,))


def _choice(table: Table, referee: Referee) -> Due | None:
    for number in referee.waiting:
        ruled = referee.log[number]
        assert isinstance(ruled, Ruled)
        ruling = ruled.ruling
        if ruling.when == "after the hand" and referee.unsettled is None:
            continue
        option = max(ruling.options, key=_worth)
        if ruling.chooser == "other side":
            side = ruled.fact.seat.side.other.name
            line = f"choice {number} by {side}: {option.name}"
            return Due("choice", deciders(table, ruled), line)
        line = f"choice {number} by officer: {ruling.options[0].name}"
        seats = deciders(table, ruled) if ruling.chooser is not None else ()
        return Due("choice", seats, line)
    return None


def _worth(option: Option) -> int:
    return sum(points(option))


def done(line: str, now: float) -> list[TableEntry]:
    """The entry for a line that nobody had to say."""
    return [Slipped({"line": line}, now)]
