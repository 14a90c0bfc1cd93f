"""Streams of the journal that come to something, an event or the notes of a desk: at home and in an open hall."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeVar

from msgspec import MsgspecError, Struct, json

from rightbower.store.claims import NotOwner, Ownership
from rightbower.store.contract import (
    Conflict,
    JournalError,
    Projection,
    StoredEntry,
    StreamJournal,
    Tell,
    Unreadable,
)
from rightbower.tournament.club.club import Erasure
from rightbower.tournament.club.erasing import without_names
from rightbower.tournament.contest import StreamType

CLUBS: Final = "club/"
ERASED: Final = "person-erased"


class Erasures:
    """All erasures of a journal, read as far as they have come."""

    def __init__(self, journal: StreamJournal) -> None:
        self._journal = journal
        self._read: dict[str, int] = {}
        self._known: list[Erasure] = []

    def _newest(self) -> list[Erasure]:
        for stream in self._journal.streams(CLUBS):
            for entry in self._journal.read(stream, self._read.get(stream, 0)):
                self._read[stream] = entry.version
                if ERASED.encode() in entry.body:
                    self._known += _erasures(entry)
        return self._known

    def bodies(self, stored: list[StoredEntry]) -> list[bytes]:
        """The bodies of entries; in those written before an erasure the name is replaced."""
        known = self._newest() if stored else []
        return [self._shown(entry, known) for entry in stored]

    def _shown(self, entry: StoredEntry, known: list[Erasure]) -> bytes:
        if not known:
            return entry.body
        value = json.decode(entry.body)
        at = value.get("at", 0.0)
        later = [each for each in known if each.covers(entry.stream, entry.version, at)]
        return json.encode(without_names(value, later)) if later else entry.body


def _erasures(entry: StoredEntry) -> list[Erasure]:
    value: dict[str, Any] = json.decode(entry.body)
    fact = value["fact"]
    if fact.get("type") != ERASED:
        return []
    streams = fact.get("streams", {})
    return [Erasure(tuple(fact["marks"]), fact["salt"], fact["label"], value["at"], streams)]


H = TypeVar("H")
E = TypeVar("E")


class Store(Generic[H, E]):
    """All streams of one type in a journal, each folded once and then kept up with.

    ``beside`` puts next to one what others have come to by now.
    """

    def __init__(
        self,
        journal: StreamJournal,
        type_: StreamType[H, E],
        beside: Callable[[H], H] | None = None,
    ) -> None:
        self.journal = journal
        self.type = type_
        self._beside = beside
        self._known: dict[str, H] = {}
        self._erasures = Erasures(journal)

    def version(self, history: H) -> int:
        """How many entries have come together."""
        version: int = self.type.stands(history).version
        return version

    def forget(self) -> None:
        """Read every stream anew, as when a name in it is shown otherwise."""
        self._known.clear()

    def ids(self) -> list[str]:
        """The ids there are."""
        prefix = self.type.prefix
        return [stream.removeprefix(prefix) for stream in self.journal.streams(prefix)]

    def refuse_id(self, id_: str) -> None:
        """Raise where a new one cannot have this id."""
        if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", id_):
            raise self.type.error(f"{id_!r} is not an id; use small letters, digits and hyphens")
        if id_ in self.ids():
            raise self.type.error(f"there is {self.type.word} {id_} already")

    def begin(self, id_: str, entries: Sequence[E]) -> H:
        """A new stream with its first entries; its id must be free."""
        self.refuse_id(id_)
        history = self.type.fold(entries)
        self.journal.append(self.type.prefix + id_, 0, [self.type.encode(each) for each in entries])
        self._known[id_] = history
        return history

    def find(self, id_: str) -> H | None:
        """What a stream has come to by now; None where there is none."""
        known = self._known.get(id_)
        have = 0 if known is None else self.version(known)
        try:
            known = self._folded(known, self.journal.read(self.type.prefix + id_, have))
        except (MsgspecError, ValueError, LookupError, AssertionError, TypeError) as fault:
            raise Unreadable(f"the {self.type.noun} {id_!r} cannot be read: {fault}") from fault
        if known is None:
            return None
        newest = self._keep_newest(id_, known)
        return newest if self._beside is None else self._beside(newest)

    def _keep_newest(self, id_: str, found: H) -> H:
        """Keep what was read, unless something newer was read or written meanwhile in another thread."""
        held = self._known.get(id_)
        if held is None or self.version(held) < self.version(found):
            self._known[id_] = found
            return found
        return held

    def _folded(self, known: H | None, stored: list[StoredEntry]) -> H | None:
        new = [self.type.decode(body) for body in self._erasures.bodies(stored)]
        if known is None:
            return self.type.fold(new) if new else None
        for entry in new:
            known = self.type.extend(known, entry)
        return known

    def readable(self) -> list[H]:
        """Every stream that can be read and was not thrown away."""
        found = []
        for id_ in self.ids():
            with contextlib.suppress(JournalError):
                found.append(self.history(id_))
        return [each for each in found if not self.type.gone(each)]

    def unreadable(self) -> dict[str, str]:
        """Why the others cannot, by their ids."""
        found = {}
        for id_ in self.ids():
            try:
                self.find(id_)
            except JournalError as fault:
                found[id_] = str(fault)
        return found

    def history(self, id_: str) -> H:
        """What a stream has come to; it must be there."""
        found = self.find(id_)
        if found is None:
            raise self.type.error(f"there is no {self.type.noun} {id_!r}")
        return found

    def add_all(self, id_: str, entries: Sequence[E], expected: int | None = None) -> H:
        """Write entries down together and return what they lead to.

        ``expected`` is the version that they were decided upon; the journal refuses them when
        somebody else has written in between.
        """
        after = before = self.history(id_)
        for entry in entries:
            after = self.type.extend(after, entry)
        version = self.version(before) if expected is None else expected
        bodies = [self.type.encode(entry) for entry in entries]
        self.journal.append(self.type.prefix + id_, version, bodies)
        self._known[id_] = after
        return after


_log = logging.getLogger(__name__)
# A journal that cannot be written is tried again so often, in seconds, with an entry of no meaning.
TRY_AGAIN = 2.0
TRIAL = Projection("hall", "trial", body=b"1")


class AsyncJournal:
    """Posts entries to a journal and reports in the loop what became of them, in their order.

    A callback is called even if nobody waits any longer: what is durable always counts.
    """

    def __init__(self, journal: StreamJournal, ownership: Ownership | None = None) -> None:
        self.journal = journal
        self.ownership = ownership or Ownership()
        self._landed: deque[tuple[str, Tell, JournalError | None]] = deque()
        self._trying = False
        self.writable_again: Callable[[], None] = lambda: None

    @property
    def failing(self) -> bool:
        """Whether the journal cannot be written now; it is tried until it can."""
        return self._trying or bool(self.journal.trouble)

    def post(
        self,
        stream: str,
        expected: int,
        bodies: Sequence[bytes],
        tell: Tell,
        projections: Sequence[Projection] = (),
    ) -> None:
        """Add entries after number ``expected``; ``tell`` is called in the loop."""
        loop = asyncio.get_running_loop()

        def landed(fault: JournalError | None) -> None:
            self._landed.append((stream, tell, fault))
            if len(self._landed) == 1:
                loop.call_soon_threadsafe(self._settle)

        self.journal.post(stream, expected, bodies, landed, projections)

    async def write(
        self,
        stream: str,
        expected: int,
        bodies: Sequence[bytes],
        projections: Sequence[Projection] = (),
    ) -> None:
        """Add entries and wait until they are durable."""
        durable: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.post(stream, expected, bodies, lambda fault: settle(durable, fault), projections)
        await durable

    def _settle(self) -> None:
        # One is taken off only after it is dealt with, so that a landing in between is either
        # seen by this loop or wakes a new one.
        while self._landed:
            stream, tell, fault = self._landed[0]
            self._try_again(fault)
            try:
                if isinstance(fault, NotOwner):
                    self.ownership.mark_lost(stream)
                tell(fault)
            except Exception:
                _log.exception("what landed could not be taken up")
            self._landed.popleft()

    def _try_again(self, fault: JournalError | None) -> None:
        """After a failure go on trying; what is written shows that it is over."""
        if fault is None and self._trying:
            self._trying = False
            _log.warning("the journal can be written again")
            self.writable_again()
        if fault is None or isinstance(fault, Conflict) or self._trying:
            return
        self._trying = True
        _log.error("the journal cannot be written: %s", fault)
        asyncio.get_running_loop().call_later(TRY_AGAIN, self._try)

    def _try(self) -> None:
        def tried(_: JournalError | None) -> None:
            if self._trying:
                asyncio.get_running_loop().call_later(TRY_AGAIN, self._try)

        if self._trying:
            self.post("", 0, [], tried, [TRIAL])


def settle(waiting: asyncio.Future[None], fault: JournalError | None) -> None:
    """Let whoever still waits go on."""
    if not waiting.done():
        waiting.set_result(None) if fault is None else waiting.set_exception(fault)


def _unknown() -> None:
    """Nobody has worked it out."""


class _Ahead(Struct, Generic[H]):
    """The newest state of a stream, its last entries still on their way to the disk."""

    history: H


class LiveStore(Store[H, E]):
    """All streams of one type in an open hall.

    A change is decided upon the newest state, also one still on its way to the disk; whoever reads
    is given the durable one. Where an entry is refused, all that was decided upon it falls with it,
    and the stream is read again.
    """

    def __init__(
        self,
        async_journal: AsyncJournal,
        type_: StreamType[H, E],
        beside: Callable[[H], H] | None = None,
    ) -> None:
        super().__init__(async_journal.journal, type_, beside)
        self._async_journal = async_journal
        self._ahead: dict[str, _Ahead[H]] = {}

    def find(self, id_: str) -> H | None:
        """What is durable of a stream; where nobody else writes it the journal is asked once."""
        known = self._known.get(id_)
        if known is not None and self._async_journal.ownership.owns(self.type.prefix + id_):
            return known if self._beside is None else self._beside(known)
        return super().find(id_)

    def read_on(self, id_: str) -> None:
        """Read what others have written of a stream."""
        super().find(id_)

    def known(self, id_: str) -> H | None:
        """What was read of a stream last."""
        return self._known.get(id_)

    def newest(self, id_: str) -> H:
        """The newest state of a stream, also one still on its way to the disk."""
        ahead = self._ahead.get(id_)
        if ahead is None:
            return self.history(id_)
        return ahead.history if self._beside is None else self._beside(ahead.history)

    async def open(self, id_: str, entry: E) -> H:
        """Begin a stream; the journal refuses an id that is taken."""
        history = self.type.fold([entry])
        await self._post(id_, _Ahead(history), history, 0, [entry])
        return history

    async def add(
        self, id_: str, decide: Callable[[H], Sequence[E]], known: Callable[[], H | None] = _unknown
    ) -> H:
        """Decide upon entries by the newest state, make them durable, and return what they lead to.

        ``known`` is asked once they are decided: what they lead to, where that was worked out already.
        """
        durable = self.history(id_)
        ahead = self._ahead.get(id_) or _Ahead(durable)
        before = after = ahead.history
        entries = decide(before)
        if (worked_out := known()) is not None:
            after = worked_out
        else:
            for entry in entries:
                after = self.type.extend(after, entry)
        ahead.history = after
        self._ahead[id_] = ahead
        await self._post(id_, ahead, after, self.version(before), entries)
        return after

    async def _post(
        self, id_: str, ahead: _Ahead[H], after: H, expected: int, entries: Sequence[E]
    ) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def landed(fault: JournalError | None) -> None:
            self._took(id_, ahead, after) if fault is None else self._fell(id_, ahead)
            settle(done, fault)

        bodies = [self.type.encode(entry) for entry in entries]
        self._async_journal.post(self.type.prefix + id_, expected, bodies, landed)
        await done

    def _took(self, id_: str, ahead: _Ahead[H], after: H) -> None:
        """Entries are durable: whoever reads sees them."""
        self._keep_newest(id_, after)
        if self._ahead.get(id_) is ahead and ahead.history is after:
            del self._ahead[id_]

    def _fell(self, id_: str, ahead: _Ahead[H]) -> None:
        """Entries were refused: what was decided upon them is forgotten, and the stream read again."""
        if self._ahead.get(id_) is ahead:
            del self._ahead[id_]
        self._known.pop(id_, None)
