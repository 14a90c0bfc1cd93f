"""The text form of a game: what happened at the table, line by line; read, written, replayed."""

from rightbower.record.entries import (
    ActionEntry,
    BellEntry,
    CalledEntry,
    ChoiceEntry,
    ClaimEntry,
    CutEntry,
    DealtEntry,
    DroppedEntry,
    EnteredEntry,
    ReminderEntry,
    SlipEntry,
)
from rightbower.record.record import read, replay, stories, write

__all__ = [
    "ActionEntry",
    "BellEntry",
    "CalledEntry",
    "ChoiceEntry",
    "ClaimEntry",
    "CutEntry",
    "DealtEntry",
    "DroppedEntry",
    "EnteredEntry",
    "ReminderEntry",
    "SlipEntry",
    "read",
    "replay",
    "stories",
    "write",
]
