"""Fair shuffles: the server commits to a seed, players add their own, anyone can check.

Before the first deal everyone sees the SHA-256 of the server's seed. Each player may add a few
words. A deal's pack is shuffled with the seed, the players' words and the deal's number; after the
game the seed is shown, and whoever kept the hash can work every pack out again.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence

from rightbower.cards import Card, shuffled


def new_seed() -> str:
    """A seed nobody can guess."""
    return secrets.token_hex(32)


def commitment(seed: str) -> str:
    """What is shown before the deal: it fixes the seed and does not tell it."""
    return hashlib.sha256(seed.encode()).hexdigest()


def pack(seed: str, salts: Sequence[str], label: str) -> tuple[Card, ...]:
    """The pack for a deal (``deal 3``) or a ceremony (``first dealer``)."""
    parts = [seed, *salts, label]
    text = "\n".join(f"{len(part)}:{part}" for part in parts)
    return shuffled(hashlib.sha256(text.encode()).hexdigest())


def matches(seed: str, shown: str) -> bool:
    """Whether a revealed seed is the one that was committed to."""
    return secrets.compare_digest(commitment(seed), shown)
