"""Streams of the journal that come to something: an event, a league, the notes of a desk."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from rightbower.journal import Journal

H = TypeVar("H")
E = TypeVar("E")


class Kind(Struct, Generic[H, E], frozen=True):
    """How the entries of one kind of stream are read, written and folded.

    ``word`` is what people call it, with its article; ``error`` is raised where one cannot be had.
    """

    prefix: str
    word: str
    error: type[ValueError]
    fold: Callable[[Sequence[E]], H]
    extend: Callable[[H, E], H]
    encode: Callable[[E], bytes]
    decode: Callable[[bytes], E]
    version: Callable[[H], int]


class Shelf(Generic[H, E]):
    """All streams of one kind in a journal, each folded once and then kept up with."""

    def __init__(self, journal: Journal, kind: Kind[H, E]) -> None:
        self.journal = journal
        self.kind = kind
        self._known: dict[str, H] = {}

    def ids(self) -> list[str]:
        """The ids there are."""
        prefix = self.kind.prefix
        return [stream.removeprefix(prefix) for stream in self.journal.streams(prefix)]

    def refuse_id(self, id_: str) -> None:
        """Raise where a new one cannot have this id."""
        if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", id_):
            raise self.kind.error(f"{id_!r} is no id; use small letters, digits and hyphens")
        if id_ in self.ids():
            raise self.kind.error(f"there is {self.kind.word} {id_} already")

    def begin(self, id_: str, entries: Sequence[E]) -> H:
        """A new stream with its first entries; its id must be free."""
        self.refuse_id(id_)
        history = self.kind.fold(entries)
        self.journal.append(self.kind.prefix + id_, 0, [self.kind.encode(each) for each in entries])
        self._known[id_] = history
        return history

    def find(self, id_: str) -> H | None:
        """What a stream has come to by now; None where there is none."""
        kind, known = self.kind, self._known.get(id_)
        have = 0 if known is None else kind.version(known)
        new = [kind.decode(entry.body) for entry in self.journal.read(kind.prefix + id_, have)]
        if known is None:
            if not new:
                return None
            known = kind.fold(new)
        else:
            for entry in new:
                known = kind.extend(known, entry)
        self._known[id_] = known
        return known

    def history(self, id_: str) -> H:
        """What a stream has come to; it must be there."""
        found = self.find(id_)
        if found is None:
            raise self.kind.error(f"there is no {self.kind.word.partition(' ')[2]} {id_!r}")
        return found

    def add_all(self, id_: str, entries: Sequence[E], expected: int | None = None) -> H:
        """Write entries down together and return what they lead to.

        ``expected`` is the version that they were decided upon; the journal refuses them when
        somebody else has written in between.
        """
        after = before = self.history(id_)
        for entry in entries:
            after = self.kind.extend(after, entry)
        version = self.kind.version(before) if expected is None else expected
        bodies = [self.kind.encode(entry) for entry in entries]
        self.journal.append(self.kind.prefix + id_, version, bodies)
        self._known[id_] = after
        return after
