"""What happened at a table in short public lines; no line tells what a seat may not know."""

from __future__ import annotations

from rightbower.cards import Side
from rightbower.deal import Action, Bury
from rightbower.record import (
    ActionEntry,
    BellEntry,
    CalledEntry,
    ChoiceEntry,
    ClaimEntry,
    DealtEntry,
    DroppedEntry,
    EnteredEntry,
    Entry,
    ReminderEntry,
    SlipEntry,
)
from rightbower.referee import Ruled, describe
from rightbower.reminders import reminder
from rightbower.web.hall.acts import write_action
from rightbower.web.hall.entries import Begun, HallEntry, Played, Sat, Stood, StoodIn
from rightbower.web.hall.table import Table

_CHOOSERS = {
    Side.NS: "North–South choose",
    Side.EW: "East–West choose",
    None: "The officer chooses",
}


def told(after: Table, entry: HallEntry) -> list[str]:
    """The lines for one entry; ``after`` is the table once it has happened."""
    match entry:
        case Sat():
            return [f"sat {entry.seat}"]
        case Stood():
            return [f"stood {entry.seat}"]
        case Begun():
            return [f"begun {entry.first_dealer}"]
        case StoodIn():
            return [f"{'away' if entry.bot else 'back'} {entry.seat}"]
        case Played():
            return [*_happened(after, entry.entry), *_ended(after, entry.entry)]
        case _:
            return []


def _happened(after: Table, entry: Entry) -> list[str]:
    match entry:
        case ActionEntry(action=action) | SlipEntry(action=action):
            return [_spoken(action)]
        case DealtEntry():
            return [f"dealt {after.dealt} {entry.dealer}"]
        case ReminderEntry():
            return [f"reminder {reminder(after.book, entry.advice)}"]
        case BellEntry():
            return ["bell"]
        case DroppedEntry():
            return [f"dropped {entry.seat} {' '.join(each.name for each in entry.cards)}"]
        case ClaimEntry():
            return [_ruled(after)]
        case ChoiceEntry():
            return [f"ruling {_CHOOSERS[entry.by]}: {entry.option}"]
        case CalledEntry():
            return [f"ruling {entry.by.word} calls for {entry.called or 'nothing'}"]
        case EnteredEntry():
            return ["ruling The result is agreed"]
        case _:
            return []


def _spoken(action: Action) -> str:
    return f"{action.seat} bury" if isinstance(action, Bury) else write_action(action)


def _ruled(after: Table) -> str:
    assert after.referee is not None
    ruled = next(each for each in reversed(after.referee.log) if isinstance(each, Ruled))
    return f"ruling {describe(ruled.fact)}. {ruled.ruling.says}"


def _ended(table: Table, entry: Entry) -> list[str]:
    """The score once a hand is over, unless a ruling waits for its choice first."""
    game, referee = table.game, table.referee
    assert game is not None
    acted = isinstance(entry, ActionEntry | SlipEntry | BellEntry)
    quiet = isinstance(entry, ReminderEntry) and game.result is None
    if game.deal is not None or quiet or (referee is not None and referee.waiting and not acted):
        return []
    lines = [f"score {game.score[0]} {game.score[1]}"]
    if game.result is not None:
        lines.append("over")
    return lines
