"""Tables in the journal are encrypted while they are played: a copy of it reveals nobody's cards.

Each table has a key of its own, made from the hall's secret, which lies beside the journal and not
in it. When the game is over the key is written down, and from then on everybody can read it.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from msgspec.structs import replace

from rightbower.store.contract import StoredEntry
from rightbower.web.hall.table.entries import HallEntry, TableUnsealed, decode, encode
from rightbower.web.hall.table.results import GameFinished

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
