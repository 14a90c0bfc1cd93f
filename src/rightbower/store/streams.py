"""Streams of the journal that come to something: an event, a league, the notes of a desk."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from msgspec import MsgspecError, Struct, json
from msgspec.structs import replace

from rightbower.rules.refusal import Refusal
from rightbower.store.contract import JournalError, StoredEntry, StreamJournal, Unreadable
from rightbower.store.erasures import Erasures

H = TypeVar("H")
E = TypeVar("E")


class StreamType(Struct, Generic[H, E], frozen=True):
    """How the entries of one type of stream are read, written and folded.

    ``word`` is what people call it, with its article; ``error`` is raised where one cannot be had;
    ``stands`` is what a history has come to, and ``form`` the newest form of its entries; one that
    is ``gone`` was thrown away and is listed nowhere.
    """

    prefix: str
    word: str
    error: type[Refusal]
    fold: Callable[[Sequence[E]], H]
    extend: Callable[[H, E], H]
    encode: Callable[[E], bytes]
    decode: Callable[[bytes], E]
    stands: Callable[[H], Any]
    form: int = 1
    gone: Callable[[H], bool] = lambda _: False

    @property
    def noun(self) -> str:
        """What people call one, without the article."""
        return self.word.partition(" ")[2]

    def version(self, history: H) -> int:
        """How many entries have come together."""
        version: int = self.stands(history).version
        return version

    def imported(self, data: bytes, kept: type[Struct], id_: str = "") -> H:
        """What an export holds, under another id where one is given.

        Its entries are folded anew, and have to come to what the file says they do; ``kept`` are
        the fields of the file that are read, one of them named as people call it.
        """
        try:
            read: Any = json.decode(data, type=kept)
            history = self.fold(read.entries)
        except (MsgspecError, ValueError, IndexError, AssertionError) as fault:
            raise self.error(f"this file does not hold a whole {self.noun}: {fault}") from None
        if any(entry.form > self.form for entry in read.entries):
            raise self.error(f"this {self.noun} was written by a newer Rightbower")
        if self.stands(history) != getattr(read, self.noun):
            raise self.error(
                f"the file contradicts itself: its entries do not come to its {self.noun}"
            )
        if not id_:
            return history
        first, *rest = read.entries
        return self.fold([replace(first, fact=replace(first.fact, id=id_)), *rest])


class Store(Generic[H, E]):
    """All streams of one type in a journal, each folded once and then kept up with."""

    def __init__(self, journal: StreamJournal, type_: StreamType[H, E]) -> None:
        self.journal = journal
        self.type = type_
        self._known: dict[str, H] = {}
        self._erasures = Erasures(journal)

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
        have = 0 if known is None else self.type.version(known)
        try:
            known = self._folded(known, self.journal.read(self.type.prefix + id_, have))
        except (MsgspecError, ValueError, LookupError, AssertionError, TypeError) as fault:
            raise Unreadable(f"the {self.type.noun} {id_!r} cannot be read: {fault}") from fault
        return None if known is None else self._keep_newest(id_, known)

    def _keep_newest(self, id_: str, found: H) -> H:
        """Keep what was read, unless something newer was read or written meanwhile in another thread."""
        held = self._known.get(id_)
        if held is None or self.type.version(held) < self.type.version(found):
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
        version = self.type.version(before) if expected is None else expected
        bodies = [self.type.encode(entry) for entry in entries]
        self.journal.append(self.type.prefix + id_, version, bodies)
        self._known[id_] = after
        return after
