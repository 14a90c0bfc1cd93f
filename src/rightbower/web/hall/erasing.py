"""People who were erased on request: their games stay, and nobody reads their names.

The journal is never rewritten. Who is erased stands in a stream of its own as a hash, and where the
entries of a table are read, the name and the key are replaced before anything is made of them.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Struct, json
from msgspec.structs import replace

from rightbower.store.contract import StoredEntry, StreamJournal
from rightbower.web.common.background import read_soon
from rightbower.web.hall.entries import Sat, decode, encode
from rightbower.web.hall.lists import PastGame

STREAM: Final = "erased people"
# Another hall over the same journal may have erased somebody: so often it is looked at, in seconds.
READ_AGAIN: Final = 10.0
# How the entry of somebody who sat down begins.
SAT: Final = b'{"type":"sat"'


class ProfileErased(Struct, frozen=True):
    """Somebody whose name is not read any more; ``mark`` is a hash of their device's key."""

    mark: str
    at: float


class ErasedPeople:
    """Everybody who was erased, in their order: ``many`` entries, whose numbers ``_marks`` have."""

    _marks: dict[str, int]
    many: int
    _read_at: float

    def __init__(self, journal: StreamJournal, clock: Callable[[], float] = time.monotonic) -> None:
        self._journal, self._clock = journal, clock
        self.read()

    def __contains__(self, who: object) -> bool:
        if self._clock() - self._read_at > READ_AGAIN:
            self._read_at = self._clock()
            read_soon(self._journal, self._read_on)
        return bool(self._marks) and _mark(str(who)) in self._marks

    def read(self) -> None:
        """Those whom the journal has."""
        self._marks, self.many = {}, 0
        self._read_on()

    def _read_on(self) -> None:
        """Those whom another hall has added; one on its way to the disk stays."""
        self._read_at, have = self._clock(), self.many
        stored = self._journal.read(STREAM, have)
        if self.many == have:
            for each in stored:
                self._remember(json.decode(each.body, type=ProfileErased).mark)

    def add(self, who: str, at: float) -> bytes:
        """One more; what is to be written down of it."""
        self._remember(_mark(who))
        return json.encode(ProfileErased(_mark(who), at))

    def _remember(self, mark: str) -> None:
        self.many += 1
        self._marks.setdefault(mark, self.many)

    def shown(self, who: str, name: str) -> tuple[str, str]:
        """The key and the name of a person as they are read."""
        if who not in self:
            return who, name
        number = self._marks[_mark(who)]
        return f"erased {number}", f"Erased player {number}"

    def entries(self, stored: Sequence[StoredEntry]) -> list[StoredEntry]:
        """The entries of a table as they are read."""
        if not self._marks:
            return list(stored)
        return [
            replace(each, body=self._sat(each.body)) if each.body.startswith(SAT) else each
            for each in stored
        ]

    def _sat(self, body: bytes) -> bytes:
        sat = decode(body)
        assert isinstance(sat, Sat)
        who, name = self.shown(sat.who, sat.name)
        return encode(replace(sat, who=who, name=name))

    def game(self, game: PastGame) -> PastGame:
        """A listed game as it is read."""
        shown = [self.shown(*each) for each in zip(game.people, game.names, strict=True)]
        people, names = zip(*shown, strict=True)
        return replace(game, people=people, names=names)


def _mark(who: str) -> str:
    return hashlib.sha256(f"erased {who}".encode()).hexdigest()
