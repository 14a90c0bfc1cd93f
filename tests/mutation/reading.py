"""Which settings each test reads: the topics of books and plans tell, while this is switched on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from rightbower.rules.book import TOPICS, RuleBook
from rightbower.tournament.events.event import EventPlan
from rightbower.tournament.league.league import LeaguePlan

# A reading of a topic that belongs to nobody we know.
ANYBODY: Final = "?"
Read = tuple[str, str]


class Reader:
    """Notes each setting that is read, with the book it belongs to."""

    def __init__(self) -> None:
        self.read: set[Read] = set()
        self._owners: dict[int, tuple[Any, str]] = {}

    def switch_on(self) -> None:
        """From now on every reading is noted; there is no way back in this process."""
        for name, topic in TOPICS.items():
            _watch(topic, name, self._noted)
        for holder in (RuleBook, EventPlan, LeaguePlan):
            _watch_holder(holder, self._owned)

    def _noted(self, topic: Any, path: str) -> None:
        owner = self._owners.get(id(topic))
        self.read.add((owner[1] if owner else ANYBODY, path))

    def _owned(self, holder: Any, topic: Any) -> None:
        get = object.__getattribute__
        book = get(holder, "book") if not isinstance(holder, RuleBook) else ""
        name = book or get(holder, "extends") or get(holder, "name")
        # the topic is kept, so that no other gets its id
        self._owners[id(topic)] = (topic, name)


def _watch(kind: type[Struct], topic: str, noted: Callable[[Any, str], None]) -> None:
    fields, plain = set(kind.__struct_fields__), object.__getattribute__

    def get(self: Any, name: str) -> Any:
        if name in fields:
            noted(self, f"{topic}.{name}")
        return plain(self, name)

    kind.__getattribute__ = get  # type: ignore[method-assign]  # only in this process


def _watch_holder(kind: type[Struct], owned: Callable[[Any, Any], None]) -> None:
    topics, plain = tuple(TOPICS.values()), object.__getattribute__

    def get(self: Any, name: str) -> Any:
        found = plain(self, name)
        if isinstance(found, topics):
            owned(self, found)
        return found

    kind.__getattribute__ = get  # type: ignore[method-assign]  # only in this process
