"""The text form of a game: what happened at the table, line by line; read, written, replayed."""

from rightbower.record.entries import (
    ActionEntry,
    BellEntry,
    DealtEntry,
    Entry,
    NoteEntry,
    Record,
    RecordError,
    TurnUpEntry,
    VoidEntry,
)
from rightbower.record.read import read
from rightbower.record.replay import DealStory, begin, replay, step, stories
from rightbower.record.summary import Summary, summary
from rightbower.record.write import write

__all__ = [
    "ActionEntry",
    "BellEntry",
    "DealStory",
    "DealtEntry",
    "Entry",
    "NoteEntry",
    "Record",
    "RecordError",
    "Summary",
    "TurnUpEntry",
    "VoidEntry",
    "begin",
    "read",
    "replay",
    "step",
    "stories",
    "summary",
    "write",
]
