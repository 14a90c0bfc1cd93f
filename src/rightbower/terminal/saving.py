"""Where the record of a game is kept."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from rightbower.record.entries import Record
from rightbower.record.record import write
from rightbower.rules.book import RuleBook
from rightbower.rules.refusal import Refusal


def usual_place(book: RuleBook, now: datetime) -> Path:
    """A new file in the folder where a person's own data belongs."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    name = f"{now:%Y-%m-%d-%H%M%S}-{Path(book.name).stem}.txt"
    return Path(data) / "rightbower" / "games" / name


def new_file(path: Path) -> Path:
    """The path itself; refuse one that would write over something."""
    if path.exists():
        raise Refusal(f"{path} exists already; name another file for the record")
    return path


def keep(record: Record, path: Path) -> str:
    """Write the record, and say where it is or why it could not be kept."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(write(record), "utf-8")
    except OSError as fault:
        return f"The record could not be saved: {fault.strerror or fault} ({path})."
    return f"The record is saved in {path}"
