"""A journal copied into another, of whichever engine, and every stream read again."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from itertools import islice
from typing import Final

from rightbower.store.backup import Copied
from rightbower.store.contract import JournalError, StoredEntry
from rightbower.store.open_journal import OpenJournal

# So many streams, entries of one, or places in lists are sent before the answers are waited for.
AT_ONCE: Final = 500


def copy_journal(source: OpenJournal, target: OpenJournal) -> Copied:
    """Copy all streams and lists; a copy that was begun is gone on with, another is refused."""
    names = source.streams()
    if strangers := set(target.streams()) - set(names):
        raise JournalError(f"{target.name} is another journal: it has {min(strangers)}")
    entries = 0
    for first in range(0, len(names), AT_ONCE):
        entries += _copy_streams(source, target, names[first : first + AT_ONCE])
    listed = source.projections()
    while some := list(islice(listed, AT_ONCE)):
        target.append("", 0, [], some)
    return Copied(len(names), entries)


def _copy_streams(source: OpenJournal, target: OpenJournal, names: Sequence[str]) -> int:
    """Copy some streams and compare each, as it is read again, with what was sent."""
    waiting: list[Future[int]] = []
    sent = {name: source.read(name) for name in names}
    for name, entries in sent.items():
        head = _agrees(target, name, entries)
        for first in range(head, len(entries), AT_ONCE):
            bodies = [entry.body for entry in entries[first : first + AT_ONCE]]
            waiting.append(target.submit(name, first, bodies))
    for each in waiting:
        each.result()
    for name, entries in sent.items():
        if target.read(name) != entries:
            raise JournalError(f"{name} is not in {target.name} as it was sent; copy it again")
    return sum(map(len, sent.values()))


def _agrees(target: OpenJournal, name: str, entries: Sequence[StoredEntry]) -> int:
    """How many entries of a stream are there already; they have to be the same."""
    there = target.read(name)
    if there != entries[: len(there)]:
        raise JournalError(f"{target.name} is another journal: its {name} is not the same")
    return len(there)
