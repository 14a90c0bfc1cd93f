"""The journal in PostgreSQL: many halls may have it open, and what each sends is guarded."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any, Final

import asyncpg

from rightbower.store.checks import as_written, labels_sum, listed_as_written
from rightbower.store.claims import NotOwner, StandbySeen
from rightbower.store.contract import Conflict, JournalError, Projection, StoredEntry, Tell
from rightbower.store.journal import Append, Refusals
from rightbower.store.opening import OpenJournal
from rightbower.store.postgres import schema as sql
from rightbower.store.postgres.batch import NOWHERE, Batch
from rightbower.store.postgres.claims import PostgresClaims
from rightbower.store.postgres.session import LOST, PostgresLimits, PostgresSession, shown

_log = logging.getLogger(__name__)
# While several write it gathers for so many seconds: one statement for many costs far less.
GATHER: Final = 0.015
# So many appends go into one statement at the most.
MOST: Final = 2000
# A batch is sent so often, where connections are lost under it.
TRIES: Final = 20
PAGE: Final = 1000


class PostgresJournal(OpenJournal):
    """An open journal in PostgreSQL."""

    folder = None
    remote = True
    claims: PostgresClaims

    def __init__(self, address: str) -> None:
        self.name = shown(address)
        self._refusals = Refusals()
        self._waiting: deque[Append] = deque()
        self._wake, self._asleep = asyncio.Event(), True
        self.commits = self.failures = 0
        self._failed = False
        self._session = PostgresSession(address)
        self.claims = PostgresClaims(self._session)
        self.limits = PostgresLimits(self._session)
        self._closing = False
        self._writer = self._session.call(self._write())

    def close(self) -> None:
        """Send what is waiting and let go of the connections."""
        if not self._closing:
            self._closing = True
            self._session.loop.call_soon_threadsafe(self._wake.set)
            self._writer.result()
            self._session.close()
        while self._waiting:
            self._waiting.popleft().report(JournalError("the journal is closed"))

    def standbys(self) -> list[StandbySeen]:
        """The standbys that follow the engine, as far as this hall may look."""
        return [StandbySeen(*row) for row in self._session.ask(sql.STANDBYS)]

    @property
    def failing(self) -> bool:
        """Whether the last commit did not work, or the next would have to wait."""
        return self._failed or not self._session.up

    @property
    def entries(self) -> int:
        """About how many entries there are: what the engine reckons."""
        return int(self._session.ask(sql.ENTRIES)[0][0])

    def head(self, stream: str) -> int:
        """The number of the stream's last entry, 0 when it has none."""
        if not _writable(stream):
            return 0
        return int(self._session.ask(sql.HEAD, stream)[0][0])

    def streams(self, prefix: str = "") -> list[str]:
        """The streams whose names begin so, in order."""
        if not _writable(prefix):
            return []
        return [row[0] for row in self._session.ask(sql.STREAMS, prefix)]

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
        resource, fence = self.claims.fence(stream)
        known = self._refusals.known(stream)
        each = Append(stream, expected, tuple(bodies), tell, projections, known, resource, fence)
        if self._closing:
            each.report(JournalError("the journal is closed"))
        elif not _all_writable(stream, projections):
            each.report(JournalError(f"{stream!r} cannot be written: it is not plain text"))
        else:
            self._waiting.append(each)
            if self._asleep:
                self._asleep = False
                self._session.loop.call_soon_threadsafe(self._wake.set)

    def read(self, stream: str, after: int = 0) -> list[StoredEntry]:
        """The entries of a stream with numbers above ``after``."""
        if not _writable(stream):
            return []
        # Noted before it is read: what is refused in between is refused still.
        refusals = self._refusals.of(stream)
        if refusals > self._refusals.known(stream):
            # What was sent may be there, on one machine alone: nobody is to see it yet.
            self._session.confirm()
        rows = self._session.ask(sql.READ, stream, after)
        for number, (version, body, sum_) in enumerate(rows, after + 1):
            if version != number:
                raise self._damaged(f"entry {number} of {stream} is missing")
            if not as_written(NOWHERE, stream, version, body, sum_):
                raise self._damaged(f"entry {version} of {stream} is not as it was written")
        self._refusals.read(stream, refusals)
        return [StoredEntry(stream, version, body) for version, body, _ in rows]

    def listed(self, list_: str, label: str = "", most: int = 1000) -> list[Projection]:
        """What stands in a list, or is found there by a label; the newest first, without labels."""
        if not _writable(list_ + label):
            return []
        query, values = (
            (sql.LABELLED, (list_, most, label)) if label else (sql.LISTED, (list_, most))
        )
        return [self._projection(row) for row in self._session.ask(query, *values)]

    def projection(self, list_: str, stream: str) -> Projection | None:
        """What a list has of one stream."""
        if not _writable(list_ + stream):
            return None
        rows = self._session.ask(sql.PROJECTION, list_, stream)
        return self._projection(rows[0]) if rows else None

    def projections(self) -> Iterator[Projection]:
        """Everything that is listed, with its labels."""
        last = ("", "")
        while rows := self._session.ask(sql.PROJECTIONS, *last, PAGE):
            for row in rows:
                yield self._projection(row, with_labels=True)
            last = rows[-1]["list"], rows[-1]["stream"]

    def _projection(self, row: Any, with_labels: bool = False) -> Projection:
        list_, stream, at, body, labels, sum_ = row
        if not listed_as_written(list_, stream, at, body, labels_sum(at, labels), sum_):
            raise self._damaged(f"what is listed of {stream} is not as it was written")
        return Projection(list_, stream, at, tuple(labels) if with_labels else (), body)

    def _damaged(self, why: str) -> JournalError:
        return JournalError(f"the journal {self.name} is damaged ({why}); restore the last backup")

    async def _write(self) -> None:
        """Send all that waits together, then tell everyone; one who writes alone does not wait."""
        last, streams = 0.0, set[str]()
        while not self._closing or self._waiting:
            if not self._waiting:
                await self._rest()
                continue
            if self._waiting[0].stream not in streams:
                await asyncio.sleep(max(0.0, last + GATHER - time.monotonic()))
            batch = self._gathered()
            streams = set(batch.chains)
            await self._send(batch)
            batch.report()
            last = time.monotonic()

    async def _rest(self) -> None:
        """Sleep until something comes; what comes in between is seen."""
        self._wake.clear()
        self._asleep = True
        if not self._waiting and not self._closing:
            await self._wake.wait()
        self._asleep = False

    def _gathered(self) -> Batch:
        batch = Batch(self._refusals)
        for _ in range(min(MOST, len(self._waiting))):
            if not batch.add(self._waiting[0]):
                break
            self._waiting.popleft()
        return batch

    async def _send(self, batch: Batch) -> None:
        """Whatever happens, the writer goes on."""
        if batch.empty:
            return
        try:
            await self._settle(batch)
            self.commits, self._failed = self.commits + 1, False
        except Exception as fault:
            self.failures, self._failed = self.failures + 1, True
            if not isinstance(fault, JournalError | asyncpg.PostgresError):
                _log.exception("the journal's writer met something unforeseen")
            batch.failed(JournalError(f"nothing was written to {self.name}: {fault}"))

    async def _settle(self, batch: Batch) -> None:
        """Send until it is known what became of it: a lost connection leaves that open."""
        arrays, unclear = batch.arrays(), False
        for _ in range(TRIES):
            writer = await self._session.writing()
            try:
                standing = await self._standing(writer, batch, arrays) if unclear else set()
                if standing:
                    refused = [stream for stream in batch.chains if stream not in standing]
                else:
                    refused = await _sent(writer, batch.lists, arrays)
                if refused:
                    await self._refuse(writer, batch, refused)
                return
            except (asyncpg.DeadlockDetectedError, asyncpg.SerializationError):
                continue
            except LOST:
                unclear = True
                self._session.lost()
        raise JournalError("the connection is lost again and again")

    async def _standing(self, writer: Any, batch: Batch, arrays: list[list[Any]]) -> set[str]:
        """After a lost connection: an entry that is there as it was sent was taken."""
        return batch.standing(await writer.fetch(sql.STANDING, arrays[0], arrays[1]))

    async def _refuse(self, writer: Any, batch: Batch, refused: list[str]) -> None:
        firsts = [batch.chains[stream][0] for stream in refused]
        resources = [each.resource or each.stream for each in firsts]
        for stream, head, fence in await writer.fetch(sql.REFUSED, refused, resources):
            batch.refused(stream, _why(batch.chains[stream][0], head, fence))


async def _sent(writer: Any, lists: bool, arrays: list[list[Any]]) -> list[str]:
    """Send a batch; the streams that refused it. Where another hall writes one of them, each is for itself."""
    together, each = (
        (sql.APPEND_AND_LIST, sql.APPEND_EACH_AND_LIST) if lists else (sql.APPEND, sql.APPEND_EACH)
    )
    try:
        rows = await writer.fetch(together, *arrays)
    except asyncpg.UniqueViolationError:
        rows = await writer.fetch(each, *arrays)
    return [row[0] for row in rows]


def _why(first: Append, head: int, fence: int) -> Conflict:
    """Why a chain was not taken, as things stand now."""
    if first.fence != fence:
        return NotOwner(f"another hall has {first.resource or first.stream} by now")
    return Conflict(f"{first.stream} has {head} entries by now, not {first.expected}")


def _writable(text: str) -> bool:
    """Whether the engine can keep a text: neither NUL nor half a character."""
    if "\0" in text:
        return False
    return text.isascii() or text.encode("utf-8", "replace").decode() == text


def _all_writable(stream: str, projections: Sequence[Projection]) -> bool:
    texts = (text for one in projections for text in (one.list, one.stream, *one.labels))
    return _writable(stream) and all(map(_writable, texts))
