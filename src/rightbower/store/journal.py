"""The journal: appended to by one thread, read by all."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from rightbower.store import sqlite
from rightbower.store.backup import Copied, backup
from rightbower.store.checks import as_written, listed_as_written, row_sum
from rightbower.store.claims import SoleClaims, StandbySeen
from rightbower.store.contract import Conflict, JournalError, Projection, StoredEntry, Tell
from rightbower.store.limits import OwnLimits
from rightbower.store.opening import OpenJournal
from rightbower.store.sqlite import KEPT, JournalMark, OpenFiles

_log = logging.getLogger(__name__)


class Append(Struct):
    """Entries to be added after number ``expected``, and the callback for what became of them."""

    stream: str
    expected: int
    bodies: Sequence[bytes]
    tell: Tell
    projections: Sequence[Projection]
    after_refusals: int
    # The claim under which they are written; nothing where there is none.
    resource: str = ""
    fence: int = 0

    def report(self, outcome: JournalError | None) -> None:
        """Call back with the outcome; a fault of the callback is not the journal's."""
        try:
            self.tell(outcome)
        except Exception:
            _log.exception("somebody who was told what became of their entries failed")


class Refusals:
    """How often each stream has refused an append, and how often it had when it was last read."""

    def __init__(self) -> None:
        self._refused: dict[str, int] = {}
        self._read: dict[str, int] = {}

    def of(self, stream: str) -> int:
        """How often a stream has refused by now."""
        return self._refused.get(stream, 0)

    def known(self, stream: str) -> int:
        """How often it had when it was last read: upon that an append is decided."""
        return self._read.get(stream, 0)

    def read(self, stream: str, refusals: int) -> None:
        """A stream was read after it had refused so often."""
        if refusals:
            self._read[stream] = refusals

    def objection(self, each: Append, head: int) -> Conflict | None:
        """Why an append is not taken where the stream ends at ``head``."""
        if not each.bodies:
            return None
        if each.after_refusals < self.of(each.stream):
            return Conflict(f"{each.stream} has refused an entry; read it again first")
        if each.expected != head:
            return Conflict(f"{each.stream} has {head} entries by now, not {each.expected}")
        return None

    def refuse(self, each: Append) -> None:
        """From here on the stream takes only what is decided after it was read again."""
        if each.bodies and each.after_refusals == self.of(each.stream):
            self._refused[each.stream] = each.after_refusals + 1


# While several write it gathers for so many seconds: one commit for many costs far less.
GATHER: Final = 0.010
# Of so many streams the last number is remembered.
HEADS: Final = 10_000
_LISTED: Final = (
    "select list, stream, at, body, labels, sum from projections where list = ? order by at desc"
)
_LABELLED: Final = (
    "select list, stream, labels.at, body, labels, sum"
    " from labels join projections using (list, stream)"
    " where list = ? and label = ? order by labels.at desc"
)


class Journal(OpenJournal):
    """An open journal; one program at a time may have it open."""

    remote = False

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self.name, self.folder = str(self.path), self.path.parent
        self.claims, self.limits = SoleClaims(), OwnLimits()
        self._queue: SimpleQueue[Append | None] = SimpleQueue()
        self._file = sqlite.JournalFile(self.path)
        self._reading = threading.Lock()
        self._heads: dict[str, int] = {}
        self._refusals = Refusals()
        self.commits = self.failures = 0
        self.trouble, self._failed = "", False
        try:
            self._position = sqlite.last_position(self._file.writer)
            self._mark = JournalMark(self.path, self._position)
            self._place = OpenFiles(self.path)
        except BaseException:
            self._file.close()
            raise
        self._writer = threading.Thread(target=self._write, name="journal", daemon=True)
        self._writer.start()

    def close(self) -> None:
        """Commit what is waiting and let go of the file."""
        if self._writer.is_alive():
            self._queue.put(None)
            self._writer.join()
            self._look()
            self._file.close(left=bool(self.trouble))
            self._mark.close()
            self._place.close()
        while not self._queue.empty():
            if (late := self._queue.get()) is not None:
                late.report(JournalError("the journal is closed"))

    @property
    def failing(self) -> bool:
        """Whether the last commit failed, or the next would."""
        return self._failed or bool(self.trouble)

    def standbys(self) -> list[StandbySeen]:
        """None: a file has backups."""
        return []

    @property
    def entries(self) -> int:
        """How many entries there are."""
        return self._position

    def head(self, stream: str) -> int:
        """The number of the stream's last entry, 0 when it has none."""
        known = self._heads.get(stream)
        if known is not None:
            return known
        return self._durable_head(stream)

    def _durable_head(self, stream: str) -> int:
        rows = self._rows(sqlite.HEAD_OF, (stream,))
        return int(rows[0][0]) if rows else 0

    def streams(self, prefix: str = "") -> list[str]:
        """The streams whose names begin so, in order."""
        query = "select stream from heads where substr(stream, 1, ?) = ? and stream >= ? order by stream"
        return [stream for (stream,) in self._rows(query, (len(prefix), prefix, prefix))]

    def post(
        self,
        stream: str,
        expected: int,
        bodies: Sequence[bytes],
        tell: Tell,
        projections: Sequence[Projection] = (),
    ) -> None:
        """Add entries after number ``expected``; ``tell`` is called once they are durable or refused.

        It is called from the journal's own thread and must be quick.
        """
        if not self._writer.is_alive():
            tell(JournalError("the journal is closed"))
            return
        refusals = self._refusals.known(stream)
        self._queue.put(Append(stream, expected, tuple(bodies), tell, projections, refusals))

    def read(self, stream: str, after: int = 0) -> list[StoredEntry]:
        """The entries of a stream with numbers above ``after``."""
        # Noted before it is read: what is refused in between is refused still.
        refusals = self._refusals.of(stream)
        head = self._durable_head(stream)
        query = "select position, version, body, sum from entries where stream = ? and version > ? order by version"
        found: list[StoredEntry] = []
        for position, version, body, sum_ in self._rows(query, (stream, after)):
            if version != after + len(found) + 1:
                break
            if not as_written(position, stream, version, body, sum_):
                why = f"entry {version} of {stream} is not as it was written"
                raise sqlite.damaged(self.path, why)
            found.append(StoredEntry(stream, version, body))
        if after + len(found) < head:
            why = f"entry {after + len(found) + 1} of {stream} is missing"
            raise sqlite.damaged(self.path, why)
        self._refusals.read(stream, refusals)
        return found

    def listed(self, list_: str, label: str = "", most: int = 1000) -> list[Projection]:
        """What stands in a list, or is found there by a label; the newest first, without labels."""
        query, values = (_LABELLED, (list_, label, most)) if label else (_LISTED, (list_, most))
        rows = self._rows(f"{query} limit ?", values)
        return [self._projection(*row) for row in rows]

    def projection(self, list_: str, stream: str) -> Projection | None:
        """What a list has of one stream."""
        query = "select list, stream, at, body, labels, sum from projections where list = ? and stream = ?"
        found = self._rows(query, (list_, stream))
        return self._projection(*found[0]) if found else None

    def projections(self) -> Iterator[Projection]:
        """Everything that is listed, with its labels."""
        labels: dict[tuple[str, str], list[str]] = defaultdict(list)
        for list_, stream, label in self._rows("select list, stream, label from labels", ()):
            labels[list_, stream].append(label)
        query = "select list, stream, at, body, labels, sum from projections order by list, stream"
        for row in self._rows(query, ()):
            found = tuple(sorted(labels[row[0], row[1]]))
            yield replace(self._projection(*row), labels=found)

    def _projection(
        self, list_: str, stream: str, at: float, body: bytes, labels: int | None, sum_: int | None
    ) -> Projection:
        if not listed_as_written(list_, stream, at, body, labels, sum_):
            why = f"what is listed of {stream} is not as it was written"
            raise sqlite.damaged(self.path, why)
        return Projection(list_, stream, at, (), body)

    def backup(self, to: Path | str) -> Copied:
        """Write a copy of the whole journal while it is open."""
        return backup(self.path, to)

    def _rows(self, query: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
        with self._reading:
            try:
                return self._file.reader.execute(query, values).fetchall()
            except sqlite3.DatabaseError as fault:
                raise sqlite.damaged(self.path, str(fault)) from None

    def _write(self) -> None:
        """The writer's thread: take all that waits, commit it together, then tell everyone.

        Whoever writes alone, one entry after the other, does not wait for others.
        """
        last, streams = 0.0, set[str]()
        while True:
            batch = [self._next()]
            if batch[0] is not None and batch[0].stream not in streams:
                time.sleep(max(0.0, last + GATHER - time.monotonic()))
            while not self._queue.empty():
                batch.append(self._queue.get())
            closing = None in batch
            streams = self._done([each for each in batch if each is not None])
            # What was written is not held while nothing comes.
            batch.clear()
            last = time.monotonic()
            if closing:
                return

    def _next(self) -> Append | None:
        """Wait for something to write, and look after the files meanwhile."""
        while True:
            try:
                return self._queue.get(timeout=sqlite.LOOK)
            except Empty:
                self._look()

    def _look(self) -> None:
        """Notice when the journal's files are moved or removed under it, and when they are back."""
        before, self.trouble = self.trouble, self._place.amiss()
        if bool(before) == bool(self.trouble):
            return
        if self.trouble:
            _log.error("the journal %s cannot be written: %s", self.path, self.trouble)
        else:
            _log.warning("the journal %s is back in its place", self.path)
        try:
            if not self.trouble:
                sqlite.note_open(self._file.writer)
                self._place.wrote()
            elif self._place.removed:
                kept = sqlite.free_name(f"{self.path}{KEPT}")
                sqlite.copy_to(self._file.writer, kept)
                _log.error("the journal %s was removed: all of it is kept in %s", self.path, kept)
            elif not (self._place.shared or self._place.written_over()):
                sqlite.note_closed(self._file.writer)
                self._place.wrote()
        except (sqlite3.Error, OSError) as fault:
            _log.error("the journal is not where it was, and could not be kept: %s", fault)

    def _done(self, work: list[Append]) -> set[str]:
        """Commit what has come together and tell everyone; the streams it belongs to."""
        for each, outcome in zip(work, self._outcomes(work), strict=True):
            each.report(outcome)
        return {each.stream for each in work}

    def _outcomes(self, batch: list[Append]) -> list[JournalError | None]:
        """Commit a batch; what became of each append. Whatever happens, the thread lives on."""
        if not batch:
            return []
        try:
            done = self._commit(batch)
            self.commits, self._failed = self.commits + 1, False
            return done
        except Exception as fault:
            self.failures, self._failed = self.failures + 1, True
            if isinstance(fault, JournalError):
                self._look()
            elif not isinstance(fault, sqlite3.Error):
                _log.exception("the journal's writer met something unforeseen")
            for each in batch:
                self._refusals.refuse(each)
            return [JournalError(f"nothing was written to {self.path}: {fault}")] * len(batch)

    def _commit(self, batch: list[Append]) -> list[JournalError | None]:
        heads: dict[str, int] = {}
        rows: list[tuple[int, str, int, bytes, int]] = []
        outcomes: list[JournalError | None] = []
        projections: list[Projection] = []
        for each in batch:
            head = heads.get(each.stream, -1)
            if head < 0:
                head = self._head_to_write(each.stream)
            outcomes.append(self._refusals.objection(each, head))
            if outcomes[-1] is not None:
                self._refusals.refuse(each)
                continue
            for version, body in enumerate(each.bodies, head + 1):
                place = self._position + len(rows) + 1
                sum_ = row_sum(place, each.stream, version, body)
                rows.append((place, each.stream, version, body, sum_))
            if each.bodies:
                heads[each.stream] = head + len(each.bodies)
            projections += each.projections
        self._insert(rows, heads, projections)
        if len(self._heads) > HEADS:
            self._heads.clear()
        self._heads.update(heads)
        self._position += len(rows)
        self._mark.set(self._position)
        return outcomes

    def _head_to_write(self, stream: str) -> int:
        known = self._heads.get(stream)
        return sqlite.head_of(self._file.writer, stream) if known is None else known

    def _insert(
        self,
        rows: Sequence[tuple[int, str, int, bytes, int]],
        heads: dict[str, int],
        projections: Sequence[Projection],
    ) -> None:
        if not rows and not projections:
            return
        with contextlib.ExitStack() as writes, sqlite.all_or_nothing(self._file.writer):
            # In the transaction: whoever opened the journal by another lock waits for its end.
            if why := self._place.taken():
                raise JournalError(why)
            writes.callback(self._place.wrote)
            sqlite.insert(self._file.writer, "entries", rows)
            sqlite.insert(self._file.writer, "heads", list(heads.items()))
            for each in projections:
                sqlite.project(self._file.writer, each)
