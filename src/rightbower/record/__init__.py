"""The text form of a game: what happened at the table, line by line; read, written, replayed."""

from rightbower.record.entries import (
    ActionEntry,
    BellEntry,
    CutEntry,
    DealtEntry,
    Entry,
    NoteEntry,
    Record,
    RecordError,
    ReminderEntry,
    TurnUpEntry,
    VoidEntry,
)
from rightbower.record.read import read, read_entry
from rightbower.record.replay import (
    DealStory,
    at_the_table,
    begin,
    go_on,
    replay,
    sit_down,
    step,
    stories,
)
from rightbower.record.rulings import RulingSummary
from rightbower.record.slips import (
    CalledEntry,
    ChoiceEntry,
    ClaimEntry,
    DroppedEntry,
    EnteredEntry,
    OverruleEntry,
    SlipEntry,
    TableEntry,
    TurnedEntry,
)
from rightbower.record.summary import GameSummary, summary
from rightbower.record.write import write, write_entry

__all__ = [
    "ActionEntry",
    "BellEntry",
    "CalledEntry",
    "ChoiceEntry",
    "ClaimEntry",
    "CutEntry",
    "DealStory",
    "DealtEntry",
    "DroppedEntry",
    "EnteredEntry",
    "Entry",
    "GameSummary",
    "NoteEntry",
    "OverruleEntry",
    "Record",
    "RecordError",
    "ReminderEntry",
    "RulingSummary",
    "SlipEntry",
    "TableEntry",
    "TurnUpEntry",
    "TurnedEntry",
    "VoidEntry",
    "at_the_table",
    "begin",
    "go_on",
    "read",
    "read_entry",
    "replay",
    "sit_down",
    "step",
    "stories",
    "summary",
    "write",
    "write_entry",
]
