"""The journal in PostgreSQL."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import asyncpg

from rightbower.store.checks import as_written, labels_sum, list_sum, listed_as_written, row_sum
from rightbower.store.claims import NotOwner, StandbySeen
from rightbower.store.contract import Conflict, JournalError, Projection, StoredEntry, Tell
from rightbower.store.journal import Append, Refusals
from rightbower.store.opening import OpenJournal
from rightbower.store.postgres import schema as sql
from rightbower.store.postgres.claims import PostgresClaims
from rightbower.store.postgres.session import LOST, PostgresLimits, PostgresSession, shown

# Rows in PostgreSQL have no place beside their stream and their number.
NOWHERE: Final = 0
BETWEEN: Final = "\x1f"


class Batch:
    """What one statement sends, and what becomes of each append."""

    def __init__(self, refusals: Refusals) -> None:
        self._refusals = refusals
        self.chains: dict[str, list[Append]] = {}
        self._heads: dict[str, int] = {}
        self._listed: dict[tuple[str, str], tuple[Projection, str]] = {}
        self._outcomes: list[tuple[Append, JournalError | None]] = []

    def add(self, each: Append) -> bool:
        """Take an append in, or refuse it; False where it has to wait for the next batch."""
        upon = each.stream if each.bodies else ""
        if each.projections and self._listed_otherwise(each.projections, upon):
            return False
        head = self._heads.get(each.stream, each.expected)
        if refused := self._refusals.objection(each, head):
            self._refusals.refuse(each)
            self._outcomes.append((each, refused))
            return True
        if each.bodies:
            self.chains.setdefault(each.stream, []).append(each)
            self._heads[each.stream] = head + len(each.bodies)
        for one in each.projections:
            self._listed[one.list, one.stream] = one, upon
        self._outcomes.append((each, None))
        return True

    def _listed_otherwise(self, projections: Sequence[Projection], upon: str) -> bool:
        """Whether a same place in a list was changed upon something else in this batch."""
        before = (self._listed.get((one.list, one.stream)) for one in projections)
        return any(found is not None and found[1] != upon for found in before)

    @property
    def empty(self) -> bool:
        """Whether there is nothing to send."""
        return not self.chains and not self._listed

    @property
    def lists(self) -> bool:
        """Whether it changes what is listed."""
        return bool(self._listed)

    def arrays(self) -> list[list[Any]]:
        """The rows, column by column, as the statement takes them."""
        found: list[list[Any]] = [[] for _ in range(7)]
        for stream, chain in self.chains.items():
            _add_rows(found, stream, chain)
        if self._listed:
            listed = [_listed_row(one, upon) for one, upon in self._listed.values()]
            found += [list(column) for column in zip(*listed, strict=True)]
        return found

    def refused(self, stream: str, why: Conflict) -> None:
        """A stream's chain was not taken: nor is what was decided upon its first entries."""
        first, *_ = chain = self.chains[stream]
        self._refusals.refuse(first)
        whys = {id(each): self._refusals.objection(each, 0) for each in chain}
        if isinstance(why, NotOwner):
            whys = dict.fromkeys(whys, why)
        whys[id(first)] = why
        self._outcomes = [(each, whys.get(id(each), fault)) for each, fault in self._outcomes]

    def failed(self, why: JournalError) -> None:
        """Nothing is known to have been taken."""
        for each, _ in self._outcomes:
            self._refusals.refuse(each)
        self._outcomes = [(each, fault or why) for each, fault in self._outcomes]

    def report(self) -> None:
        """Tell everyone."""
        for each, outcome in self._outcomes:
            each.report(outcome)

    def standing(self, rows: Iterable[tuple[str, int, bytes]]) -> set[str]:
        """The streams whose chains stand in full, by the rows that were found at their places."""
        found = {(stream, version): body for stream, version, body in rows}
        return {
            stream
            for stream, chain in self.chains.items()
            if all(
                found.get((stream, version)) == body
                for version, body in enumerate(_bodies(chain), chain[0].expected + 1)
            )
        }


def _add_rows(columns: list[list[Any]], stream: str, chain: list[Append]) -> None:
    """Add the rows of a chain to the columns."""
    streams, versions, bodies, sums, afters, resources, fences = columns
    first = chain[0]
    resource = None if first.resource == stream else first.resource or None
    for version, body in enumerate(_bodies(chain), first.expected + 1):
        streams.append(stream)
        versions.append(version)
        bodies.append(body)
        sums.append(row_sum(NOWHERE, stream, version, body))
        afters.append(first.expected)
        resources.append(resource)
        fences.append(first.fence)


def _bodies(chain: list[Append]) -> Iterator[bytes]:
    for each in chain:
        yield from each.bodies


def _listed_row(one: Projection, upon: str) -> tuple[str, str, float, str, bytes, int, str]:
    at, labels = float(one.at), dict.fromkeys(one.labels)
    sum_ = list_sum(one.list, one.stream, at, one.body, labels_sum(at, labels))
    return one.list, one.stream, at, BETWEEN.join(labels), one.body, sum_, upon


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
