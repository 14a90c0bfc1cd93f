"""The journal's file: an SQLite database, opened for one program alone, whole and of our kind."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

SCHEMA: Final = 1
_TABLES: Final = """
create table if not exists entries (
    position integer primary key,
    stream text not null,
    version integer not null,
    body blob not null,
    sum integer not null,
    unique (stream, version)
);
"""


class JournalError(ValueError):
    """The journal cannot be opened or read, and what to do about it."""


def connect(path: Path) -> sqlite3.Connection:
    """Open the file for this program alone, and see that it is whole and of our kind."""
    if not path.parent.is_dir():
        raise JournalError(f"there is no folder {path.parent} for the journal")
    with contextlib.ExitStack() as closing:
        try:
            connection = sqlite3.connect(
                path, timeout=0.5, isolation_level=None, check_same_thread=False
            )
            closing.callback(connection.close)
            _prepare(connection, path)
        except sqlite3.OperationalError as fault:
            if "locked" in str(fault):
                raise JournalError(f"another program has the journal {path} open") from None
            raise JournalError(f"the journal {path} cannot be opened: {fault}") from None
        except sqlite3.DatabaseError as fault:
            raise damaged(path, str(fault)) from None
        closing.pop_all()
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("pragma locking_mode = exclusive")
    connection.execute("pragma journal_mode = wal")
    connection.execute("pragma synchronous = full")
    connection.execute("begin exclusive")
    version = connection.execute("pragma user_version").fetchone()[0]
    if version not in (0, SCHEMA):
        raise JournalError(f"{path} was written by a newer Rightbower (journal version {version})")
    connection.execute(_TABLES)
    connection.execute(f"pragma user_version = {SCHEMA}")
    connection.execute("commit")
    found = connection.execute("pragma quick_check(1)").fetchone()[0]
    if found != "ok":
        raise damaged(path, str(found))


def damaged(path: Path, why: str) -> JournalError:
    """What is said of a file that cannot be read as it should be."""
    return JournalError(
        f"the journal {path} is damaged ({why}); restore the last backup, or run"
        f" 'rightbower journal rescue {path} NEW' to save what can be read"
    )


def heads(connection: sqlite3.Connection) -> dict[str, int]:
    """The number of each stream's last entry."""
    return dict(connection.execute("select stream, max(version) from entries group by stream"))


def last_position(connection: sqlite3.Connection) -> int:
    """How many entries the journal has."""
    return int(connection.execute("select coalesce(max(position), 0) from entries").fetchone()[0])


@contextlib.contextmanager
def all_or_nothing(connection: sqlite3.Connection) -> Iterator[None]:
    """What is written in here is durable at its end, or none of it is there."""
    connection.execute("begin immediate")
    try:
        yield
        connection.execute("commit")
    except sqlite3.Error:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("rollback")
        raise
