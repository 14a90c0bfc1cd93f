"""The one append-only journal: streams of entries in SQLite, durable before anyone is told.

A stream is a named list (``table/7``, ``event/spring-social``); its entries are numbered from 1 and
never change. Writers say which number they expect to follow, so two of them cannot both add the
next one. Appends made at the same moment are committed together.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from types import TracebackType
from typing import Final

from msgspec import Struct

from rightbower.store.sqlite import (
    JournalError,
    all_or_nothing,
    connect,
    damaged,
    heads,
    last_position,
)

__all__ = ["Conflict", "Entry", "Journal", "JournalError"]

# While several write it gathers for so many seconds: one commit for many costs far less.
GATHER: Final = 0.010
# So many rows go into one statement: each statement hands Python over to the other threads once.
ROWS: Final = 100


class Conflict(JournalError):
    """Somebody else has added to the stream since it was read."""


class Entry(Struct, frozen=True, gc=False):
    """One entry of a stream, with its place in the whole journal."""

    position: int
    stream: str
    version: int
    body: bytes


# Told from the journal's own thread: nothing once the entries are durable, or why they are not.
Tell = Callable[[JournalError | None], None]


class _Append(Struct):
    stream: str
    expected: int
    bodies: Sequence[bytes]
    tell: Tell


Follower = Callable[[Sequence[Entry]], None]


class Journal:
    """An open journal; one program at a time may have it open."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._lock = threading.Lock()
        self._queue: SimpleQueue[_Append | None] = SimpleQueue()
        self._followers: list[Follower] = []
        self._connection = connect(self.path)
        self._heads = heads(self._connection)
        self._position = last_position(self._connection)
        self._writer = threading.Thread(target=self._write, name="journal", daemon=True)
        self._writer.start()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Commit what is waiting and let go of the file."""
        if self._writer.is_alive():
            self._queue.put(None)
            self._writer.join()
            self._connection.close()

    def head(self, stream: str) -> int:
        """The number of the stream's last entry, 0 when it has none."""
        return self._heads.get(stream, 0)

    def streams(self, prefix: str = "") -> list[str]:
        """The streams whose names begin so, in order."""
        with self._lock:
            return sorted(stream for stream in self._heads if stream.startswith(prefix))

    def post(self, stream: str, expected: int, bodies: Sequence[bytes], tell: Tell) -> None:
        """Add entries after number ``expected``; ``tell`` is called once they are durable or refused.

        It is called from the journal's own thread and must be quick.
        """
        if self._writer.is_alive():
            self._queue.put(_Append(stream, expected, tuple(bodies), tell))
        else:
            tell(JournalError("the journal is closed"))

    def submit(self, stream: str, expected: int, bodies: Sequence[bytes]) -> Future[int]:
        """Add entries after number ``expected``; the future is done once they are durable."""
        done: Future[int] = Future()

        def tell(fault: JournalError | None) -> None:
            if fault is None:
                done.set_result(expected + len(bodies))
            else:
                done.set_exception(fault)

        self.post(stream, expected, bodies, tell)
        return done

    def append(self, stream: str, expected: int, bodies: Sequence[bytes]) -> int:
        """Add entries and wait until they are durable; return the stream's new head."""
        return self.submit(stream, expected, bodies).result()

    def read(self, stream: str, after: int = 0) -> list[Entry]:
        """The entries of a stream with numbers above ``after``."""
        where = "where stream = ? and version > ? order by version"
        return list(self._rows(where, (stream, after)))

    def everything(self, after: int = 0) -> list[Entry]:
        """All entries in the order they were added, from a place in the journal."""
        return list(self._rows("where position > ? order by position", (after,)))

    def follow(self, follower: Follower) -> Callable[[], None]:
        """Have the follower told of entries once they are durable; returns how to stop.

        It is called from the journal's own thread and must be quick.
        """
        self._followers.append(follower)

        def stop() -> None:
            with contextlib.suppress(ValueError):
                self._followers.remove(follower)

        return stop

    def backup(self, to: Path | str) -> None:
        """Write a copy of the whole journal while it is open."""
        target = Path(to)
        if target.exists():
            raise JournalError(f"{target} is there already; choose another name for the backup")
        try:
            with self._lock, contextlib.closing(sqlite3.connect(target)) as copy:
                self._connection.backup(copy)
                copy.execute("pragma journal_mode = delete")
        except sqlite3.Error as fault:
            raise JournalError(f"{target} cannot be written: {fault}") from None

    def _rows(self, where: str, values: tuple[object, ...]) -> Iterator[Entry]:
        query = f"select position, stream, version, body, sum from entries {where}"
        with self._lock:
            try:
                rows = self._connection.execute(query, values).fetchall()
            except sqlite3.DatabaseError as fault:
                raise damaged(self.path, str(fault)) from None
        for position, stream, version, body, checksum in rows:
            if zlib.crc32(body) != checksum:
                raise damaged(self.path, f"entry {version} of {stream} is not as it was written")
            yield Entry(position, stream, version, body)

    def _write(self) -> None:
        """The writer's thread: take all that waits, commit it together, then tell everyone.

        Whoever writes alone, one entry after the other, does not wait for others.
        """
        last, streams = 0.0, set[str]()
        while True:
            batch = [self._queue.get()]
            if batch[0] is not None and batch[0].stream not in streams:
                time.sleep(max(0.0, last + GATHER - time.monotonic()))
            while not self._queue.empty():
                batch.append(self._queue.get())
            work = [each for each in batch if each is not None]
            if work:
                self._commit(work)
            last, streams = time.monotonic(), {each.stream for each in work}
            if len(work) < len(batch):
                return

    def _commit(self, batch: list[_Append]) -> None:
        heads: dict[str, int] = {}
        added: list[Entry] = []
        refused: dict[int, Conflict] = {}
        for number, each in enumerate(batch):
            head = heads.get(each.stream, self.head(each.stream))
            if each.expected != head:
                refused[number] = Conflict(
                    f"{each.stream} has {head} entries by now, not {each.expected}"
                )
                continue
            for version, body in enumerate(each.bodies, head + 1):
                place = self._position + len(added) + 1
                added.append(Entry(place, each.stream, version, body))
            heads[each.stream] = head + len(each.bodies)
        try:
            self._insert(added)
        except sqlite3.Error as fault:
            failed = JournalError(f"nothing was written to {self.path}: {fault}")
            for each in batch:
                each.tell(failed)
            return
        with self._lock:
            self._heads.update(heads)
            self._position += len(added)
        for follower in tuple(self._followers) if added else ():
            follower(added)
        for number, each in enumerate(batch):
            each.tell(refused.get(number))

    def _insert(self, entries: Sequence[Entry]) -> None:
        rows = [
            (each.position, each.stream, each.version, each.body, zlib.crc32(each.body))
            for each in entries
        ]
        with self._lock, all_or_nothing(self._connection):
            for first in range(0, len(rows), ROWS):
                part = rows[first : first + ROWS]
                values = ", ".join(["(?, ?, ?, ?, ?)"] * len(part))
                self._connection.execute(
                    f"insert into entries values {values}", tuple(chain.from_iterable(part))
                )
