"""Games sealed, asleep and erased."""

from __future__ import annotations

import hashlib
import hmac
import logging
import secrets
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec import MsgspecError, Struct
from msgspec.structs import replace

from rightbower.rules.refusal import Refusal
from rightbower.store.contract import (
    JournalError,
    Projection,
    StoredEntry,
    StreamJournal,
    Unreachable,
)
from rightbower.web.hall import archive as lists
from rightbower.web.hall.archive import read_table
from rightbower.web.hall.entries import GameFinished, HallEntry, TableUnsealed, decode, encode
from rightbower.web.hall.play_by_play import PlayByPlay
from rightbower.web.hall.table import HallTable, finished, fold

# What is not sealed is JSON and begins with a brace.
SEALED: Final = b"\x01"
NONCE: Final = 12
# Tables in play whose cipher is kept at hand; each holds some kilobytes that Python does not count.
LIVE: Final = 1_024
# Chance is fetched for so many entries at once: each asking is a call to the system.
AT_ONCE: Final = 512


class Seals:
    """Seals and opens the entries of tables; without a secret nothing is sealed."""

    def __init__(self, secret: str = "") -> None:
        self._secret = secret.encode()
        # A table seals every move with the same key; setting one up costs more than sealing with it.
        self._nonces = _nonces()
        self._cipher = lru_cache(LIVE)(lambda stream: AESGCM(self._key(stream)))

    def unsealed(self, stream: str, at: float) -> list[HallEntry]:
        """The key of a table whose game is over, as it is written down."""
        return [TableUnsealed(self._key(stream).hex(), at)] if self._secret else []

    def bodies(self, stream: str, entries: Sequence[HallEntry], over: bool) -> list[bytes]:
        """Entries as the journal keeps them: sealed until the game is over."""
        found = []
        for entry in entries:
            over = over or isinstance(entry, GameFinished)
            body = encode(entry)
            found.append(body if over or not self._secret else self._sealed(stream, body))
        return found

    def opened(self, stream: str, stored: Sequence[StoredEntry]) -> list[StoredEntry]:
        """Entries of the journal as they were before they were sealed."""
        if not any(each.body.startswith(SEALED) for each in stored):
            return list(stored)
        key = self._told(stored) or self._key(stream)
        return [
            replace(each, body=_open(key, stream, each.body))
            if each.body.startswith(SEALED)
            else each
            for each in stored
        ]

    def _key(self, stream: str) -> bytes:
        return hmac.digest(self._secret, f"table key\n{stream}".encode(), hashlib.sha256)

    def _sealed(self, stream: str, body: bytes) -> bytes:
        nonce = next(self._nonces)
        return SEALED + nonce + self._cipher(stream).encrypt(nonce, body, stream.encode())

    def _told(self, stored: Sequence[StoredEntry]) -> bytes:
        """The key that was written down when the game was over."""
        for each in reversed(stored):
            if each.body.startswith(SEALED):
                break
            if isinstance(entry := decode(each.body), TableUnsealed):
                return bytes.fromhex(entry.key)
        return b""


def _nonces() -> Iterator[bytes]:
    """Numbers that are used once, by chance."""
    while True:
        fetched = secrets.token_bytes(NONCE * AT_ONCE)
        yield from (fetched[at : at + NONCE] for at in range(0, len(fetched), NONCE))


def _open(key: bytes, stream: str, body: bytes) -> bytes:
    nonce, sealed = body[len(SEALED) :][:NONCE], body[len(SEALED) + NONCE :]
    try:
        return AESGCM(key).decrypt(nonce, sealed, stream.encode())
    except (InvalidTag, ValueError):
        why = "it was being played, and the secret of this hall is not the one it was sealed with"
        raise ValueError(why) from None


# What a stream that cannot be read as a table raises.
UNREADABLE: Final = (
    MsgspecError,
    ValueError,
    LookupError,
    TypeError,
    AssertionError,
    JournalError,
)
_log = logging.getLogger(__name__)


class SleepingTable(Struct, frozen=True):
    """A table as its stream has it, and with the facts that it lacks; ``aside`` where it is listed as set aside."""

    before: HallTable
    table: HallTable
    facts: list[bytes]
    lines: PlayByPlay
    aside: bool


# What is there of a table that sleeps: itself, why it cannot be read, or nothing.
Slept = SleepingTable | Exception | None


def sleeping(
    journal: StreamJournal, stored: Callable[[str], list[StoredEntry]], stream: str
) -> Slept:
    """What the journal has of a table; why it cannot be read; nothing where there is none."""
    try:
        entries = stored(stream)
        if not entries:
            return None
        table, lines = read_table(entries)
        _by_its_edition(table)
        aside = journal.projection(lists.ASIDE, stream) is not None
        return SleepingTable(table, *with_facts(table), lines, aside)
    except Unreachable:
        raise
    except UNREADABLE as fault:
        return fault


def with_facts(table: HallTable) -> tuple[HallTable, list[bytes]]:
    """A finished game with its facts, and those that its stream does not have yet."""
    if not table.over or table.finished is not None:
        return table, []
    facts = finished(table)
    return fold(table, facts), [encode(facts)]


def _by_its_edition(table: HallTable) -> None:
    """A game that is going on is not judged by another edition than it was begun by."""
    begun_by, now = table.opened.edition, table.book.edition
    if table.finished is None and begun_by and begun_by != now:
        raise Refusal(
            f"it is played by the edition {begun_by!r} of {table.opened.book},"
            f" and the one installed is {now!r}"
        )


def listed(fault: JournalError | None) -> None:
    """Where a list could not be written it is written at the next occasion."""
    if fault is not None:
        _log.warning("a list of the hall could not be written: %s", fault)


class AsideTables:
    """The tables of a hall that are set aside, and why."""

    def __init__(self, journal: StreamJournal, clock: Callable[[], float]) -> None:
        self._journal, self._clock = journal, clock
        # Those found since the start; the list in the journal may be a moment behind.
        self._found: dict[str, Projection] = {}

    def put(self, stream: str, fault: Exception) -> None:
        """Set a stream aside."""
        if stream in self._found:
            return
        damaged = isinstance(fault, JournalError)
        why = "its entries are damaged" if damaged else (str(fault) or type(fault).__name__)
        noted = Projection(lists.ASIDE, stream, self._clock(), body=why.encode())
        self._found[stream] = noted
        self._journal.post("", 0, [], listed, [noted])

    def take_out(self, stream: str, known: bool) -> None:
        """A stream can be read again; where the journal lists it, it does so no longer."""
        self._found.pop(stream, None)
        if known:
            self._journal.post("", 0, [], listed, [Projection(lists.ASIDE, stream)])

    def why(self, table_id: str) -> str:
        """Why a table is not found although its stream is there; nothing where it is not."""
        stream = lists.PREFIX + table_id
        found = self._found.get(stream) or self._journal.projection(lists.ASIDE, stream)
        return "" if found is None else found.body.decode()

    def tables(self) -> list[lists.SetAside]:
        """All of them, those found a moment ago among them."""
        known = {each.stream: each for each in lists.set_aside(self._journal)}
        now = {name: lists.SetAside(name, p.body.decode()) for name, p in self._found.items()}
        return list((known | now).values())
