"""Save what can still be read of a damaged journal."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
import zlib
from pathlib import Path
from typing import Final

from msgspec import Struct

from rightbower.store.contract import JournalError
from rightbower.store.journal import Journal

# No entry takes fewer bytes of the file: so many can be in it at the most.
LEAST_ENTRY: Final = 32
_Row = tuple[int, str, int, object, int]


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
    with tempfile.TemporaryDirectory() as folder:
        copy = _made_whole(Path(path), Path(folder))
        with contextlib.closing(sqlite3.connect(copy, isolation_level=None)) as source:
            rows, to_the_end = _readable(source, copy.stat().st_size // LEAST_ENTRY)
    if not rows:
        raise JournalError(f"nothing in {path} can be read as a journal")
    kept = 0
    ends: dict[str, int] = {}
    with Journal(to) as fresh:
        for _, stream, version, body, checksum in rows:
            if not isinstance(body, bytes) or zlib.crc32(body) != checksum:
                continue
            if version == ends.get(stream, 0) + 1:
                ends[stream] = fresh.append(stream, version - 1, [body])
                kept += 1
    return Rescued(kept, rows[-1][0] - kept, to_the_end)


def _made_whole(path: Path, folder: Path) -> Path:
    """A copy to read from; where its end was cut off, it has its old length again."""
    copy = folder / path.name
    for ending in ("", "-wal"):
        if Path(f"{path}{ending}").is_file():
            shutil.copy(f"{path}{ending}", f"{copy}{ending}")
    head = copy.read_bytes()[:100] if copy.stat().st_size else b""
    page, pages = int.from_bytes(head[16:18]), int.from_bytes(head[28:32])
    if head.startswith(b"SQLite format 3") and copy.stat().st_size < page * pages:
        os.truncate(copy, page * pages)
    return copy


def _readable(source: sqlite3.Connection, tries: int) -> tuple[list[_Row], bool]:
    """The rows that can be read, past those that cannot, and whether the end was reached."""
    query = (
        "select position, stream, version, body, sum from entries not indexed"
        " where position > ? order by position"
    )
    rows: list[_Row] = []
    position = 0
    for _ in range(tries + 1):
        try:
            for row in source.execute(query, (position,)):
                if row[0] <= position:
                    raise sqlite3.DatabaseError("out of order")
                rows.append(row)
                position = row[0]
            return rows, True
        except sqlite3.DatabaseError:
            position += 1
    return rows, False
