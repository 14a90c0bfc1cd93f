"""Entries as they may be read: names that were erased on request are replaced, whatever was stored."""

from __future__ import annotations

from typing import Any, Final

from msgspec import json

from rightbower.store.contract import StoredEntry, StreamJournal
from rightbower.tournament.club.club import Erasure
from rightbower.tournament.club.erasing import without_names

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
