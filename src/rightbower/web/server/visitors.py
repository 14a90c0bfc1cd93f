"""Who is connected from where, who has to go when there are too many, and the log of what visitors do wrong."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from typing import Final

from msgspec import Struct

from rightbower.store.limits import Rate, Tries

# What the journal, the log, worker processes and files need beside the connections.
RESERVED = 64
MOST_WANTED = 65_536
# A hall's wifi is one address: 250 phones knock at the same moment.
MOST_WAITING = 400
MOST_CONNECTED = 1_500
# However many visitors do something wrong, the log has a line a second.
_lines = Tries(Rate(20, 1))


def descriptors() -> int:
    """How many files and connections this process may hold, after asking for as many as it gets."""
    try:
        import resource
    except ImportError:
        return MOST_WANTED
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_WANTED if hard == resource.RLIM_INFINITY else min(hard, MOST_WANTED)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_WANTED if soft == resource.RLIM_INFINITY else min(soft, MOST_WANTED)


class Room(Struct, frozen=True):
    """How many connections there may be: in all, from one address, and with a request half sent."""

    total: int
    per_address: int
    waiting_per_address: int

    @classmethod
    def of(cls, descriptors: int) -> Room:
        """What a number of descriptors leaves room for; one address never has all of it."""
        total = max(16, descriptors - RESERVED)
        return cls(total, min(MOST_CONNECTED, total * 3 // 4), min(MOST_WAITING, total // 3))


class Visitors:
    """All connections by address, oldest first; those whose request is not whole are the first to go."""

    def __init__(self, room: Room, passes_on: Callable[[str], bool] = lambda _: False) -> None:
        self.room = room
        # An address that passes others on, a proxy, has all the room: the pages know who is behind it.
        self._passes_on = passes_on
        self._drop: dict[object, Callable[[], None]] = {}
        self._address: dict[object, str] = {}
        self._all: dict[str, dict[object, None]] = {}
        self._waiting: dict[str, dict[object, None]] = {}

    def __len__(self) -> int:
        return len(self._address)

    def came(self, visitor: object, address: str, drop: Callable[[], None]) -> bool:
        """Somebody connects; whether there is room, for which others may have had to go."""
        if self._is_full(address) and not self._make_room(address):
            return False
        if len(self) >= self.room.total and not self._make_room(self._busiest()):
            return False
        self._address[visitor], self._drop[visitor] = address, drop
        self._all.setdefault(address, {})[visitor] = None
        self.waits(visitor)
        return True

    def waits(self, visitor: object) -> None:
        """Its next request is not whole yet; of too many from one address the oldest goes."""
        address = self._address.get(visitor)
        if address is None:
            return
        waiting = self._waiting.setdefault(address, {})
        waiting.pop(visitor, None)
        waiting[visitor] = None
        if len(waiting) > self.room.waiting_per_address and not self._passes_on(address):
            self._send_away(next(iter(waiting)))

    def is_served(self, visitor: object) -> None:
        """Its request is whole, or it is a socket: it is not sent away for others."""
        address = self._address.get(visitor, "")
        waiting = self._waiting.get(address, {})
        waiting.pop(visitor, None)
        if not waiting:
            self._waiting.pop(address, None)

    def left(self, visitor: object) -> None:
        """Its connection is gone."""
        self.is_served(visitor)
        address = self._address.pop(visitor, None)
        self._drop.pop(visitor, None)
        if address is not None:
            del self._all[address][visitor]
            if not self._all[address]:
                del self._all[address]

    def _is_full(self, address: str) -> bool:
        here = len(self._all.get(address, {}))
        return here >= self.room.per_address and not self._passes_on(address)

    def _make_room(self, address: str) -> bool:
        oldest = next(iter(self._waiting.get(address, {})), None)
        if oldest is None:
            return False
        self._send_away(oldest)
        return True

    def _send_away(self, visitor: object) -> None:
        drop = self._drop[visitor]
        self.left(visitor)
        drop()

    def _busiest(self) -> str:
        return max(self._waiting, key=lambda each: len(self._waiting[each]), default="")


def _few_plain_lines(record: logging.LogRecord) -> bool:
    record.exc_info = None
    return _lines.take("")


LOG: Final = logging.getLogger("rightbower.visitors")
LOG.setLevel(logging.WARNING)
LOG.addFilter(_few_plain_lines)
