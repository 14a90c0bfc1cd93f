"""The journal in SQLite."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from rightbower.store.checks import damaged_lists, labels_sum, list_sum
from rightbower.store.contract import JournalError, Projection

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


SCHEMA: Final = 3
# Only the owner reads and writes a journal, its copies and what lies beside it.
OWNER_ONLY: Final = 0o600
# Each commit is on the disk before anybody is told.
SYNCHRONOUS = "full"
# A larger file is not looked through when it is opened; each entry is checked when it is read.
CHECKED_WHEN_OPENED: Final = 64 * 1024 * 1024
# So many rows go into one statement: each statement hands Python over to the other threads once.
# Few sizes, for each is a statement that SQLite keeps.
ROWS: Final = (64, 16, 4, 1)
_TABLES: Final = (
    """create table if not exists entries (
    position integer primary key,
    stream text not null,
    version integer not null,
    body blob not null,
    sum integer not null,
    unique (stream, version)
)""",
    "create table if not exists heads (stream text primary key, head integer not null) without rowid",
    """create table if not exists projections (
    list text not null,
    stream text not null,
    at real not null,
    body blob not null,
    labels integer,
    sum integer,
    primary key (list, stream)
) without rowid""",
    "create index if not exists projections_by_time on projections (list, at)",
    """create table if not exists labels (
    list text not null,
    label text not null,
    at real not null,
    stream text not null,
    primary key (list, label, at, stream)
) without rowid""",
    "create index if not exists labels_by_stream on labels (list, stream)",
)
_FILL_HEADS: Final = (
    "insert or ignore into heads select stream, max(version) from entries group by stream"
)
_SUMS: Final = (
    "alter table projections add column labels integer",
    "alter table projections add column sum integer",
)


class JournalFile:
    """The two connections of an open journal: one writes, the other reads and never waits for it."""

    def __init__(self, path: Path) -> None:
        if not path.parent.is_dir():
            raise JournalError(f"there is no folder {path.parent} for the journal")
        with contextlib.ExitStack() as closing:
            try:
                self._closing = closing
                for ending in ("-lock", ""):
                    make_private(Path(f"{path}{ending}"))
                self._hold(path)
                self.writer = self._connect(path)
                _prepare(self.writer, path)
                self.reader = self._connect(path)
                self.reader.execute("pragma query_only = on")
            except sqlite3.OperationalError as fault:
                if "locked" in str(fault):
                    raise JournalError(f"another program has the journal {path} open") from None
                raise JournalError(f"the journal {path} cannot be opened: {fault}") from None
            except sqlite3.DatabaseError as fault:
                raise damaged(path, str(fault)) from None
            except PermissionError as fault:
                raise JournalError(f"the journal {path} cannot be opened: {fault}") from None
            self._closing = closing.pop_all()

    def _hold(self, path: Path) -> None:
        """Keep other halls and commands out; whoever only copies the journal is not kept out."""
        held = self._connect(Path(f"{path}-lock"))
        held.execute("pragma locking_mode = exclusive")
        held.execute("begin exclusive")

    def _connect(self, path: Path) -> sqlite3.Connection:
        found = sqlite3.connect(path, timeout=0.5, isolation_level=None, check_same_thread=False)
        self._closing.callback(found.close)
        return found

    def close(self) -> None:
        """Let go of the file."""
        self._closing.close()


def _version(connection: sqlite3.Connection, path: Path) -> int:
    """The form of a journal; one that is newer than this program is refused."""
    version = int(connection.execute("pragma user_version").fetchone()[0])
    if version > SCHEMA:
        raise JournalError(f"{path} was written by a newer Rightbower (journal version {version})")
    return version


def refuse_newer(path: Path) -> None:
    """Raise where a newer program wrote a journal."""
    with contextlib.closing(open_read_only(path)) as connection:
        _version(connection, path)


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    connection.execute("pragma journal_mode = wal")
    connection.execute(f"pragma synchronous = {SYNCHRONOUS}")
    connection.execute("begin exclusive")
    version = _version(connection, path)
    for table in _TABLES:
        connection.execute(table)
    if version < SCHEMA:
        connection.execute(_FILL_HEADS)
        _add_sums(connection)
        connection.execute(f"pragma user_version = {SCHEMA}")
    connection.execute("commit")
    if path.stat().st_size <= CHECKED_WHEN_OPENED:
        check_file(connection, path)


def _add_sums(connection: sqlite3.Connection) -> None:
    columns = connection.execute("select name from pragma_table_info('projections')").fetchall()
    if ("sum",) not in columns:
        for statement in _SUMS:
            connection.execute(statement)


def make_private(path: Path) -> None:
    """Let only its owner read and write a file, which is made where it is missing."""
    if path.is_dir():
        return
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY))
    if path.stat().st_mode & 0o077:
        path.chmod(OWNER_ONLY)


def check_file(connection: sqlite3.Connection, path: Path) -> None:
    """Raise where the file is not whole."""
    found = connection.execute("pragma integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise damaged(path, str(found))
    for why in damaged_lists(connection):
        raise damaged(path, why)


def damaged(path: Path, why: str) -> JournalError:
    """What is said of a file that cannot be read as it should be."""
    return JournalError(
        f"the journal {path} is damaged ({why}); restore the last backup, or run"
        f" 'rightbower journal rescue {path} NEW' to save what can be read"
    )


def open_read_only(path: Path) -> sqlite3.Connection:
    """A connection that can change nothing; a hall may have the file open."""
    return sqlite3.connect(f"file:{quote(str(path.resolve()))}?mode=ro", uri=True)


def last_position(connection: sqlite3.Connection) -> int:
    """How many entries the journal has."""
    return int(connection.execute("select coalesce(max(position), 0) from entries").fetchone()[0])


def head_of(connection: sqlite3.Connection, stream: str) -> int:
    """The number of a stream's last entry, 0 when it has none."""
    row = connection.execute("select head from heads where stream = ?", (stream,)).fetchone()
    return 0 if row is None else int(row[0])


@contextlib.contextmanager
def all_or_nothing(connection: sqlite3.Connection) -> Iterator[None]:
    """What is written in here is durable at its end, or none of it is there."""
    connection.execute("begin immediate")
    try:
        yield
        connection.execute("commit")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("rollback")
        raise


def insert(connection: sqlite3.Connection, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Put rows into a table, many in one statement; one with the same key is replaced."""
    first = 0
    for size in ROWS:
        while len(rows) - first >= size:
            part = rows[first : first + size]
            statement = _insertion(table, len(part[0]), size)
            connection.execute(statement, tuple(chain.from_iterable(part)))
            first += size


@cache
def _insertion(table: str, columns: int, rows: int) -> str:
    into = "insert into entries" if table == "entries" else f"insert or replace into {table}"
    row = f"({', '.join('?' * columns)})"
    return f"{into} values {', '.join([row] * rows)}"


def project(connection: sqlite3.Connection, each: Projection) -> None:
    """Put one projection in its place, or take it away."""
    key = (each.list, each.stream)
    connection.execute("delete from labels where list = ? and stream = ?", key)
    if not each.body:
        connection.execute("delete from projections where list = ? and stream = ?", key)
        return
    at, labels = float(each.at), dict.fromkeys(each.labels)
    summed = labels_sum(at, labels)
    row = (*key, at, each.body, summed, list_sum(*key, at, each.body, summed))
    insert(connection, "projections", [row])
    insert(connection, "labels", [(each.list, label, at, each.stream) for label in labels])
