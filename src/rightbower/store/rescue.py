"""Save what can still be read of a damaged journal."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

from msgspec import Struct

from rightbower.store import sqlite
from rightbower.store.backup import workplace
from rightbower.store.checks import as_written, row_sum
from rightbower.store.contract import JournalError

# No entry takes fewer bytes of the file: so many can be in it at the most.
LEAST_ENTRY: Final = 32
AT_ONCE: Final = 4096
_Row = tuple[int, str, int, bytes, int]


class Rescued(Struct, frozen=True):
    """How many entries were saved and how many are known to be lost; whether the end was reached."""

    kept: int
    lost: int
    to_the_end: bool


def rescue(path: Path | str, to: Path | str) -> Rescued:
    """Copy what can still be read of a damaged journal.

    Of each stream the entries up to its first unreadable one are kept.
    """
    if Path(to).exists():
        raise JournalError(f"{to} is there already; choose another name")
    with workplace(Path(to).parent) as folder:
        copy = _made_whole(Path(path), folder)
        with contextlib.closing(sqlite3.connect(copy, isolation_level=None)) as source:
            reading = _Reading(source, copy.stat().st_size // LEAST_ENTRY)
            fresh = folder / "rescued"
            kept = _write(fresh, reading)
        if not reading.last:
            raise JournalError(f"nothing in {path} can be read as a journal")
        fresh.replace(to)
    return Rescued(kept, reading.last - kept, reading.to_the_end)


def _write(fresh: Path, reading: _Reading) -> int:
    """Put the rows that are as they were written into a new journal; how many they are."""
    heads: dict[str, int] = {}
    kept = 0
    file = sqlite.JournalFile(fresh)
    try:
        with sqlite.all_or_nothing(file.writer):
            sound = _sound(reading, heads)
            while rows := list(islice(sound, AT_ONCE)):
                sqlite.insert(file.writer, "entries", rows)
                kept += len(rows)
            sqlite.insert(file.writer, "heads", list(heads.items()))
    finally:
        file.close()
    return kept


def _sound(reading: _Reading, heads: dict[str, int]) -> Iterator[_Row]:
    """The rows that follow upon each other, in new places."""
    place = 0
    for position, stream, version, body, sum_ in reading.rows():
        whole = as_written(position, stream, version, body, sum_)
        if whole and version == heads.get(stream, 0) + 1:
            heads[stream] = version
            place += 1
            yield place, stream, version, body, row_sum(place, stream, version, body)


def _made_whole(path: Path, folder: Path) -> Path:
    """A copy to read from; where its end was cut off, it has its old length again."""
    copy = folder / path.name
    for ending in ("", "-wal"):
        if Path(f"{path}{ending}").is_file():
            shutil.copy(f"{path}{ending}", f"{copy}{ending}")
    with copy.open("rb") as file:
        head = file.read(100)
    page, pages = int.from_bytes(head[16:18]), int.from_bytes(head[28:32])
    if head.startswith(b"SQLite format 3") and copy.stat().st_size < page * pages:
        os.truncate(copy, page * pages)
    return copy


class _Reading:
    """The rows that can be read, past those that cannot, and whether the end was reached."""

    def __init__(self, source: sqlite3.Connection, most: int) -> None:
        self.source, self.most = source, most
        self.last = 0
        self.to_the_end = False

    def rows(self) -> Iterator[_Row]:
        query = (
            "select position, stream, version, body, sum from entries not indexed"
            " where position > ? order by position"
        )
        position = 0
        while position <= self.most:
            try:
                for row in self.source.execute(query, (position,)):
                    if not isinstance(row[0], int) or row[0] <= position:
                        raise sqlite3.DatabaseError("out of order")
                    self.last = position = row[0]
                    yield row
                self.to_the_end = True
                return
            except sqlite3.DatabaseError:
                position = self._readable_after(position)

    def _readable_after(self, position: int) -> int:
        """A place to read on from, not beyond the next that can be read: found by ever longer steps."""
        step = 1
        while position + step <= self.most and not self._reads(position + step):
            step *= 2
        return position + step // 2 + 1

    def _reads(self, position: int) -> bool:
        query = "select position, length(body) from entries not indexed where position > ? order by position limit 1"
        try:
            row = self.source.execute(query, (position,)).fetchone()
        except sqlite3.DatabaseError:
            return False
        return row is None or (isinstance(row[0], int) and row[0] > position)
