"""The journal in SQLite."""

from __future__ import annotations

import contextlib
import ctypes
import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from rightbower.store.checks import as_written, damaged_lists, labels_sum, list_sum
from rightbower.store.contract import InUse, JournalError, Newer, Projection

WAL, SHM, LOCK, MARK, ROLLBACK = "-wal", "-shm", "-lock", "-mark", "-journal"
# A backup that is being put in the journal's place, and what an open hall saved of a removed journal.
RESTORING, KEPT = ".restoring", ".kept"
# Where a hall puts its backups, and what their names have before the ending.
BACKUPS: Final = "backups"
DATED: Final = "-[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]-[0-9][0-9][0-9][0-9][0-9][0-9]"
_DIGITS: Final = 20


def marked(journal: Path) -> int:
    """How many entries a journal is known to have had, 0 where nothing is known."""
    try:
        had = Path(f"{journal}{MARK}").read_bytes()[:_DIGITS]
    except OSError:
        return 0
    return int(had) if had.isdigit() else 0


def refuse_missing(journal: Path, position: int, had: int) -> None:
    """Raise where a journal that had so many entries has lost some."""
    lost = had - position
    if lost > 0:
        raise JournalError(
            f"{lost} entries that were written are missing from the journal"
            f" {journal}: restore the last backup, or run 'rightbower journal rescue {journal}"
            f" NEW'. If you put an older copy in its place, remove {journal}{MARK} and start again"
        )


class JournalMark:
    """The number of the last durable entry."""

    def __init__(self, journal: Path, position: int) -> None:
        path = Path(f"{journal}{MARK}")
        make_private(path)
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
        self._held = hold(path)
        with contextlib.ExitStack() as closing:
            closing.callback(self._held.close)
            look(path, through=True)
            with _said_of(path):
                make_private(path)
                self.writer = _connect(path)
                closing.callback(self.writer.close)
                _prepare(self.writer, path)
                self.reader = _connect(path)
                closing.callback(self.reader.close)
                self.reader.execute("pragma query_only = on")
                note_open(self.writer)
            closing.pop_all()

    def close(self, left: bool = False) -> None:
        """Let go of the file; where its files are no longer its own they are ``left`` as they are."""
        if left:
            # At its end a connection removes whatever has the log's name: these two never end.
            for each in (self.writer, self.reader):
                ctypes.pythonapi.Py_IncRef(ctypes.py_object(each))
        else:
            with contextlib.suppress(sqlite3.Error):
                self.writer.execute(f"pragma application_id = {CLOSED}")
            self.reader.close()
            self.writer.close()
        self._held.close()


@contextlib.contextmanager
def _said_of(path: Path) -> Iterator[None]:
    """A fault of the engine is said as people can use it."""
    try:
        yield
    except sqlite3.OperationalError as fault:
        if "locked" in str(fault):
            raise InUse(f"another program has the journal {path} open") from None
        raise JournalError(f"the journal {path} cannot be opened: {fault}") from None
    except sqlite3.DatabaseError as fault:
        raise damaged(path, str(fault)) from None
    except PermissionError as fault:
        raise JournalError(f"the journal {path} cannot be opened: {fault}") from None


def hold(path: Path) -> sqlite3.Connection:
    """Keep other halls and commands out until it is closed; whoever only reads is not kept out."""
    if path.is_symlink():
        # The engine keeps a log beside the file itself, where nobody would look after it.
        raise JournalError(
            f"the journal {path} is a link: name the folder of {path.resolve()}, or link that folder"
        )
    lock = Path(f"{path}{LOCK}")
    with _said_of(path):
        make_private(lock)
        held = _connect(lock)
        try:
            held.execute("pragma locking_mode = exclusive")
            held.execute("begin exclusive")
        except BaseException:
            held.close()
            raise
        return held


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=0.5, isolation_level=None, check_same_thread=False)


# The journal's file says by these whether it is open, or was left without being closed: then its
# newest entries are in the log beside it.
OPEN: Final = int.from_bytes(b"RBop")
CLOSED: Final = int.from_bytes(b"RBcl")


def note_open(connection: sqlite3.Connection) -> None:
    """Have the journal's file itself say that it is open."""
    connection.execute(f"pragma application_id = {OPEN}")
    connection.execute("pragma wal_checkpoint(truncate)")


def note_closed(connection: sqlite3.Connection) -> None:
    """Have the journal's file hold everything, and say so; the log beside it stays as it is."""
    connection.execute(f"pragma application_id = {CLOSED}")
    connection.execute("pragma wal_checkpoint(passive)")


def look(path: Path, through: bool = False) -> None:
    """Raise where a journal is not whole with what lies beside it; nothing is changed or made.

    What an engine opens to write it also makes and removes: this comes before. A file that is not too
    large is looked ``through`` from its first page to its last.
    """
    path = path.resolve() if path.is_symlink() else path
    had = marked(path)
    if not _size(path):
        _refuse_absent(path, had)
        return
    with _said_of(path):
        with contextlib.closing(_opened(path, "immutable=1")) as alone:
            # Whoever was ended while it took the log in, by a kill or a full disk, may have left a file that
            # is shorter than its first page says: the rest is in the log.
            alone.execute("pragma writable_schema = on")
            left_open = alone.execute("pragma application_id").fetchone()[0] == OPEN
            base = _vouched_for(alone)
        for ending in (WAL, MARK):
            if left_open and not Path(f"{path}{ending}").exists():
                raise _gone(path, ending)
        # Reading as well the engine would make a log where there is none.
        beside = any(Path(f"{path}{ending}").exists() for ending in (WAL, ROLLBACK))
        with contextlib.closing(_opened(path, "mode=ro" if beside else "immutable=1")) as whole:
            whole.execute("begin")  # one moment of the journal, whatever a hall writes meanwhile
            _version(whole, path)
            if through and _size(path) <= CHECKED_WHEN_OPENED:
                check_file(whole, path)
            position = last_position(whole)
            refuse_missing(path, position, had)
            if left_open and had != position and not _size(Path(f"{path}{WAL}")):
                raise _gone(path, WAL)
            if _size(Path(f"{path}{WAL}")):
                _refuse_foreign_log(path, whole, base, position)


def _gone(path: Path, ending: str) -> JournalError:
    """What is said of a journal whose newest entries are in a file that is not beside it."""
    return JournalError(
        f"{path}{ending} is missing: the journal {path} was copied or moved without it while a hall had"
        f" it open, or after one was killed. Put {path}{ending} back; if it is lost, restore the last"
        f" backup, or run 'rightbower journal rescue {path} NEW'"
    )


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _refuse_absent(path: Path, had: int) -> None:
    """Raise where there is no journal, or an empty file, and something says that there was one."""
    for ending, how in (
        (RESTORING, "a restore was broken off: run it again"),
        (
            KEPT,
            f"it was removed while a hall had it open: 'rightbower journal restore {path}{KEPT}'",
        ),
    ):
        if Path(f"{path}{ending}").exists():
            raise JournalError(f"there is no journal {path}, but {path}{ending}: {how}")
    found = [WAL] if _size(Path(f"{path}{WAL}")) else []
    found += [MARK] if had else []
    if found:
        beside = " and ".join(f"{path}{ending}" for ending in found)
        raise JournalError(
            f"there is no journal {path}, but {beside} of one"
            f"{f' with {had} entries' if had else ''}: put the journal back,"
            " or restore the last backup"
        )
    if last := _last_backup(path):
        raise JournalError(
            f"there is no journal {path}, but a backup of one: put the journal back, or run 'rightbower journal"
            f" restore {last}'. To begin anew, move the folder {last.parent} away"
        )


def _last_backup(path: Path) -> Path | None:
    """The latest backup that a hall has made beside a journal."""
    made = (path.parent / BACKUPS).glob(f"*{DATED}{path.suffix}")
    return max(made, default=None)


_ROWS: Final = "select position, stream, version, body, sum from entries"


def _vouched_for(alone: sqlite3.Connection) -> tuple[Any, ...] | None:
    """The last entry that the file has without its log, where it is as it was written."""
    try:
        row = alone.execute(f"{_ROWS} order by position desc limit 1").fetchone()
    except sqlite3.DatabaseError:
        return None
    return row if row is not None and as_written(*row) else None


def _refuse_foreign_log(
    path: Path, whole: sqlite3.Connection, last: tuple[Any, ...] | None, position: int
) -> None:
    """Raise where the log beside a journal is not its own, or older than it.

    The last entry of the file by itself has to be there with the log too: a log of another journal that
    has as many entries would hide it, and be written over it.
    """
    base = 0 if last is None else int(last[0])
    before = base
    for row in whole.execute(f"{_ROWS} where position > ? order by position", (base,)):
        if row[0] != before + 1 or not as_written(*row):
            break
        before = row[0]
    own = last is None or whole.execute(f"{_ROWS} where position = ?", (base,)).fetchone() == last
    if before != position or not own:
        raise damaged(
            path, f"{path}{WAL} is not its own, or what is in it is not as it was written"
        )


# The files of an open journal are looked after so often, in seconds; after so many nanoseconds a
# change in their folder has a time of its own.
LOOK: Final = 1.0
SETTLES: Final = 50_000_000


def _state(file: int) -> tuple[int, int]:
    """A file's size and when it was last written, where a system notes that at once."""
    found = os.fstat(file)
    return found.st_size, found.st_mtime_ns if os.name == "posix" else 0


class OpenFiles:
    """The files of an open journal, known by their device and number as they were when it was opened.

    Those that hold entries are known by their size and time as well, as the last commit left them: what
    is copied over them keeps their number.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        # Closed last: closing any descriptor of the journal lets go of the locks that the engine has on it.
        self._files = [os.open(f"{path}{ending}", os.O_RDONLY) for ending in ("", WAL)]
        self._names = [Path(f"{path}{ending}") for ending in ("", WAL, SHM, LOCK, MARK)]
        self._known = [self._number(name) for name in self._names]
        self._folder = str(path.parent)
        self._settled: tuple[int, int] | None = None
        self._looked = 0.0
        self._left = self._states()

    def wrote(self) -> None:
        """The journal itself has written: so its files are now."""
        self._left = self._states()

    def _states(self) -> list[tuple[int, int]]:
        return [_state(file) for file in self._files]

    def written_over(self) -> str:
        """The file that somebody else has written into."""
        for name, left, found in zip(self._names[:2], self._left, self._states(), strict=True):
            if found != left:
                return f"{name.name} was written over; close the hall and restore the last backup"
        return ""

    @staticmethod
    def _number(name: Path) -> tuple[int, int]:
        try:
            found = name.stat()
        except OSError:
            return 0, 0
        return found.st_dev, found.st_ino

    def taken(self) -> str:
        """The same as ``amiss``, for every commit: all files are looked at when the folder changed, or now and then.

        A folder that changed just now may change again without another time: it is not trusted yet.
        """
        try:
            folder = os.stat(self._folder)  # noqa: PTH116
        except OSError:
            return self.amiss()
        state, now = (folder.st_ino, folder.st_mtime_ns), time.monotonic()
        if state == self._settled and now - self._looked < LOOK:
            return self.written_over()
        self._looked, why = now, self.amiss()
        quiet = time.time_ns() - folder.st_mtime_ns > SETTLES
        self._settled = state if quiet and not why else None
        return why

    def amiss(self) -> str:
        """What is no longer where it was; nothing where all is well."""
        for name, known in zip(self._names, self._known, strict=True):
            found = self._number(name)
            if found != known:
                what = "is another file now" if found[1] else "was moved or removed"
                return f"{name.name} {what}; put it back, or start the hall again"
        return self.written_over()

    @property
    def shared(self) -> bool:
        """Whether another hall may have opened the same journal: its lock is not ours."""
        names = dict(zip(self._names, self._known, strict=True))
        journal, lock = self.path, Path(f"{self.path}{LOCK}")
        own = self._number(journal) == names[journal]
        return own and self._number(lock) != names[lock]

    @property
    def removed(self) -> bool:
        """Whether the journal has no name any more anywhere."""
        return os.fstat(self._files[0]).st_nlink == 0

    def close(self) -> None:
        """Let go of the files."""
        for file in self._files:
            os.close(file)


def _version(connection: sqlite3.Connection, path: Path) -> int:
    """The form of a journal; one that is newer than this program is refused."""
    version = int(connection.execute("pragma user_version").fetchone()[0])
    if version > SCHEMA:
        raise Newer(f"{path} was written by a newer Rightbower (journal version {version})")
    return version


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


def _add_sums(connection: sqlite3.Connection) -> None:
    columns = connection.execute("select name from pragma_table_info('projections')").fetchall()
    if ("sum",) not in columns:
        for statement in _SUMS:
            connection.execute(statement)


def make_private(path: Path) -> None:
    """Let only its owner read and write a file, which is made where it is missing."""
    if path.is_dir():
        return
    # One that is there is not opened: closing it would let go of locks that this program has on it.
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    if path.stat().st_mode & 0o077:
        path.chmod(OWNER_ONLY)


def check_file(connection: sqlite3.Connection, path: Path) -> None:
    """Raise where the file is not whole."""
    found = connection.execute("pragma integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise damaged(path, " ".join(str(found).split()))
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
    if not _size(path) and _size(Path(f"{path}{WAL}")):
        # The engine removes a log that it finds beside an empty file, also when it only reads.
        raise JournalError(f"{path} is empty, but {path}{WAL} is not: put the journal back")
    return _opened(path, "mode=ro")


def _opened(path: Path, how: str) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{quote(str(path.resolve()))}?{how}", uri=True)


def free_name(wanted: str, beside: Sequence[str] = ("",)) -> Path:
    """A name that nothing has yet, nor what would lie beside it."""
    name, number = wanted, 2
    while any(Path(f"{name}{ending}").exists() for ending in beside):
        name, number = f"{wanted}-{number}", number + 1
    return Path(name)


def copy_to(journal: sqlite3.Connection, to: Path) -> None:
    """Copy what a connection sees into a file that is whole by itself."""
    make_private(to)
    with contextlib.closing(sqlite3.connect(to, isolation_level=None)) as copy:
        journal.backup(copy)
        copy.execute(f"pragma application_id = {CLOSED}")
        copy.execute("pragma journal_mode = delete")


def last_position(connection: sqlite3.Connection) -> int:
    """How many entries the journal has."""
    if not connection.execute("select 1 from sqlite_schema where name = 'entries'").fetchone():
        return 0
    return int(connection.execute("select coalesce(max(position), 0) from entries").fetchone()[0])


HEAD_OF: Final = "select head from heads where stream = ?"


def head_of(connection: sqlite3.Connection, stream: str) -> int:
    """The number of a stream's last entry, 0 when it has none."""
    row = connection.execute(HEAD_OF, (stream,)).fetchone()
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
