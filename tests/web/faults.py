"""A journal that fails, is slow or conflicts when a test says so; it keeps the contract of all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from msgspec import Struct

from rightbower.store.contract import Conflict, JournalError, Projection, StoredEntry, Tell


class _Waiting(Struct):
    stream: str
    expected: int
    bodies: Sequence[bytes]
    tell: Tell
    projections: Sequence[Projection]
    after_refusals: int


class FaultyJournal:
    """Entries in memory; what is posted waits until ``land``, unless it is ``prompt``.

    ``before_post`` is called with the number of each append, from 1, and may bring a fault about.
    """

    remote = False
    trouble = ""

    def __init__(self, prompt: bool = False) -> None:
        self.prompt = prompt
        self.posted = 0
        self.before_post: Callable[[int, str], None] = lambda _number, _stream: None
        self._entries: dict[str, list[bytes]] = defaultdict(list)
        self._projections: dict[tuple[str, str], Projection] = {}
        self._waiting: list[_Waiting] = []
        self._refusals: dict[str, int] = defaultdict(int)
        self._read: dict[str, int] = {}
        self._failing = ""
        self._failures = 0

    def fail(self, times: int = 1, why: str = "database or disk is full") -> None:
        """The next commits fail; then the disk has room again."""
        self._failing, self._failures = why, times

    def from_elsewhere(self, stream: str, body: bytes) -> None:
        """Somebody else adds to a stream."""
        self._entries[stream].append(body)

    def bodies(self, stream: str) -> list[bytes]:
        """What is durable of a stream."""
        return list(self._entries[stream])

    @property
    def waiting(self) -> int:
        """How many appends are on their way."""
        return len(self._waiting)

    def land(self) -> None:
        """Commit all that waits, as one batch."""
        batch, self._waiting = self._waiting, []
        failing = self._failing if self._failures else ""
        self._failures = max(0, self._failures - 1)
        for each in batch:
            each.tell(self._outcome(each, failing))

    def _outcome(self, each: _Waiting, failing: str) -> JournalError | None:
        refused: JournalError | None = None
        if failing:
            refused = JournalError(f"nothing was written to /secret/path: {failing}")
        elif not each.bodies:
            pass
        elif each.after_refusals < self._refusals[each.stream]:
            refused = Conflict(f"{each.stream} has refused an entry; read it again first")
        elif each.expected != self.head(each.stream):
            refused = Conflict(f"{each.stream} has more entries by now")
        if refused is not None:
            if each.bodies and each.after_refusals == self._refusals[each.stream]:
                self._refusals[each.stream] += 1
            return refused
        self._entries[each.stream] += each.bodies
        for one in each.projections:
            self._projections[one.list, one.stream] = one
        return None

    def post(
        self,
        stream: str,
        expected: int,
        bodies: Sequence[bytes],
        tell: Tell,
        projections: Sequence[Projection] = (),
    ) -> None:
        """As every journal does."""
        self.posted += 1
        self.before_post(self.posted, stream)
        known = self._read.get(stream, 0)
        self._waiting.append(_Waiting(stream, expected, bodies, tell, projections, known))
        if self.prompt:
            self.land()

    def append(
        self,
        stream: str,
        expected: int,
        bodies: Sequence[bytes],
        projections: Sequence[Projection] = (),
    ) -> int:
        """As every journal does; at once."""
        outcome: list[JournalError | None] = []
        self.post(stream, expected, bodies, outcome.append, projections)
        if not self.prompt:
            self.land()
        if outcome[0] is not None:
            raise outcome[0]
        return expected + len(bodies)

    def read(self, stream: str, after: int = 0) -> list[StoredEntry]:
        """As every journal does."""
        self._read[stream] = self._refusals[stream]
        kept = self._entries[stream][after:]
        return [StoredEntry(stream, number, body) for number, body in enumerate(kept, after + 1)]

    def head(self, stream: str) -> int:
        """As every journal does."""
        return len(self._entries[stream])

    def streams(self, prefix: str = "") -> list[str]:
        """As every journal does."""
        return sorted(
            name for name, kept in self._entries.items() if kept and name.startswith(prefix)
        )

    def listed(self, list_: str, label: str = "", most: int = 1000) -> list[Projection]:
        """As every journal does."""
        found = [
            each
            for each in self._projections.values()
            if each.list == list_ and each.body and (not label or label in each.labels)
        ]
        return sorted(found, key=lambda each: -each.at)[:most]

    def projection(self, list_: str, stream: str) -> Projection | None:
        """As every journal does."""
        found = self._projections.get((list_, stream))
        return found if found is not None and found.body else None
