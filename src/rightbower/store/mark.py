"""How far a journal has come, in a small file beside it: what is missing later is noticed.

The engine drops the end of a damaged write-ahead log without a word. The mark is set after entries
are durable and never before, so a journal that has fewer has lost some.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

from rightbower.store.contract import JournalError
from rightbower.store.sqlite import make_private

ENDING: Final = "-mark"
_DIGITS: Final = 20


def marked(journal: Path) -> int:
    """How many entries a journal is known to have had, 0 where nothing is known."""
    try:
        had = Path(f"{journal}{ENDING}").read_bytes()[:_DIGITS]
    except OSError:
        return 0
    return int(had) if had.isdigit() else 0


def refuse_missing(journal: Path, position: int) -> None:
    """Raise where a journal with so many entries has lost some."""
    lost = marked(journal) - position
    if lost > 0:
        raise JournalError(
            f"{lost} entries that were written are missing from the journal"
            f" {journal}: restore the last backup, or run 'rightbower journal rescue {journal}"
            f" NEW'. If you put an older copy in its place, remove {journal}{ENDING} and start again"
        )


class JournalMark:
    """The number of the last durable entry."""

    def __init__(self, journal: Path, position: int) -> None:
        path = Path(f"{journal}{ENDING}")
        make_private(path)
        refuse_missing(journal, position)
        self._file = path.open("r+b", buffering=0)
        self.set(position)

    def set(self, position: int) -> None:
        """So many entries are durable; where that cannot be noted, the mark stays behind."""
        with contextlib.suppress(OSError):
            self._file.seek(0)
            self._file.write(b"%0*d" % (_DIGITS, position))

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()
