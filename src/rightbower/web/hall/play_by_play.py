"""What happened at a table in short public lines; no line tells what a seat may not know."""

from __future__ import annotations

from rightbower.cards import Seat
from rightbower.deal import Bury
from rightbower.web.hall.acts import read_action, write_action
from rightbower.web.hall.calls import told_of
from rightbower.web.hall.entries import (
    Acted,
    Begun,
    Dealt,
    Rang,
    Sat,
    Slipped,
    Stood,
    StoodIn,
    TableEntry,
)
from rightbower.web.hall.table import Table


def told(after: Table, entry: TableEntry) -> list[str]:
    """The lines for one entry; ``after`` is the table once it has happened."""
    match entry:
        case Sat():
            return [f"sat {entry.seat}"]
        case Stood():
            return [f"stood {entry.seat}"]
        case Begun():
            return [f"begun {entry.first_dealer}"]
        case Dealt():
            return [f"dealt {entry.number} {_dealer(after)}"]
        case Acted():
            return [_spoken(entry.action), *_ended(after)]
        case Rang():
            return ["bell", *_ended(after)]
        case Slipped():
            assert after.referee is not None
            ended = [] if after.referee.waiting else _ended(after)
            return [*told_of(after.referee, entry), *ended]
        case StoodIn():
            return [f"{'away' if entry.bot else 'back'} {entry.seat}"]
        case _:
            return []


def _dealer(table: Table) -> Seat:
    assert table.game is not None
    return table.game.dealer


def _spoken(text: str) -> str:
    action = read_action(text)
    return f"{action.seat} bury" if isinstance(action, Bury) else write_action(action)


def _ended(table: Table) -> list[str]:
    game = table.game
    assert game is not None
    if game.deal is not None:
        return []
    lines = [f"score {game.score[0]} {game.score[1]}"]
    if game.result is not None:
        lines.append("over")
    return lines
