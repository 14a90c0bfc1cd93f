"""Packs that are shuffled from a seed fixed beforehand, so that everybody can check a deal afterwards."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Sequence
from typing import Final

from rightbower.rules.book import RuleBook
from rightbower.rules.cards import PACK, Card, Seat, shuffled
from rightbower.rules.ceremonies import first_jack

FIRST: Final = 1
NEWEST: Final = 2
# For deals that several tables have alike: what players add is left out.
SAME: Final = 3
HEADING: Final = "rightbower shuffle 2"
SAME_HEADING: Final = "rightbower shuffle 3"
WORDS: Final = 1 << 32


def new_seed() -> str:
    """A seed nobody can guess."""
    return secrets.token_hex(32)


def commitment(text: str) -> str:
    """What is shown before the deal: it fixes a seed or a salt and does not tell it."""
    return hashlib.sha256(text.encode()).hexdigest()


def pack(
    seed: str, salts: Sequence[str], label: str, version: int, deck: Sequence[Card] = PACK
) -> tuple[Card, ...]:
    """The pack for a deal (``deal 3``) or a ceremony (``first dealer``), the top card first."""
    parts = [seed, *salts, label]
    if version == FIRST:
        text = "\n".join(f"{len(part)}:{part}" for part in parts)
        return shuffled(hashlib.sha256(text.encode()).hexdigest(), deck)
    if version == SAME:
        return _ordered(_key([SAME_HEADING, seed, label]), deck)
    return _ordered(_key([HEADING, *parts]), deck)


def matches(seed: str, shown: str) -> bool:
    """Whether a revealed seed is the one that was committed to."""
    return secrets.compare_digest(commitment(seed), shown)


def _key(parts: Sequence[str]) -> bytes:
    """One number for all parts; each is preceded by its length, so that none runs into the next."""
    whole = b"".join(b"%d:%b\n" % (len(part), part) for part in (each.encode() for each in parts))
    return hashlib.sha256(whole).digest()


def _ordered(key: bytes, deck: Sequence[Card]) -> tuple[Card, ...]:
    """From the last place down, each is exchanged with one drawn among it and those before it."""
    order, words = list(deck), _words(key)
    for last in range(len(order) - 1, 0, -1):
        drawn = _below(last + 1, words)
        order[last], order[drawn] = order[drawn], order[last]
    return tuple(order)


def _words(key: bytes) -> Iterator[int]:
    """Numbers of 32 bits without end."""
    block = 0
    while True:
        found = hashlib.sha256(key + block.to_bytes(8)).digest()
        yield from (int.from_bytes(found[at : at + 4]) for at in range(0, len(found), 4))
        block += 1


def _below(limit: int, words: Iterator[int]) -> int:
    """A number from 0 to below the limit, each as likely: words past the last whole round are left out."""
    whole = WORDS - WORDS % limit
    return next(word for word in words if word < whole) % limit


def first_dealer(order: Sequence[Card], book: RuleBook) -> Seat:
    """Who deals first, by the book's ceremony on a pack of its own."""
    method = book.draw.first_dealer
    if method in ("first jack", "first black jack"):
        return first_jack(order, Seat.S, book)
    while order[0].rank is order[1].rank:
        order = order[2:]
    north_deals = (order[0].rank > order[1].rank) is (method == "higher cut")
    return Seat.N if north_deals else Seat.E
