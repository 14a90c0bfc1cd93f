"""How a table deals."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from rightbower.record.entries import DealtEntry
from rightbower.rules.cards import PACK, Card, Seat, shuffled
from rightbower.rules.ceremonies import Dealt as Cards
from rightbower.rules.ceremonies import cut_pack, deal_cards, first_jack
from rightbower.rules.game import TurnUp
from rightbower.web.hall.entries import Played
from rightbower.web.hall.table import HallTable

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


def first_dealer(table: HallTable) -> Seat:
    """Who deals first, by the book's ceremony on a pack of its own."""
    pack = _pack(table, "first dealer")
    method = table.book.draw.first_dealer
    if method in ("first jack", "first black jack"):
        return first_jack(pack, Seat.S, table.book)
    while pack[0].rank is pack[1].rank:
        pack = pack[2:]
    north_deals = (pack[0].rank > pack[1].rank) is (method == "higher cut")
    return Seat.N if north_deals else Seat.E


def _pack(table: HallTable, label: str) -> tuple[Card, ...]:
    deck = table.book.pack.cards
    return pack(table.opened.seed, table.mixed, label, table.opened.shuffle, deck)


def dealt(table: HallTable, at: float, move: str = "") -> Played:
    """The next deal of a game."""
    assert table.game is not None
    number = table.dealt + 1
    pack = _pack(table, f"deal {number}")
    lifted = None if table.game.cut is None else table.game.cut.lifted
    cards = deal_cards(cut_pack(pack, lifted, table.book), table.game.dealer, table.book)
    return Played(DealtEntry(table.game.dealer, cards, at=at), move, number=number)


def not_faced(deal: Played) -> Played:
    """The same deal with its turn-up still face down, so that there is time to call."""
    assert isinstance(deal.entry, DealtEntry)
    return replace(deal, entry=replace(deal.entry, turn_up=TurnUp.PUT_DOWN))


def one_too_many(deal: Played, seat: Seat) -> Played:
    """The same deal with a card of the stock gone to a hand."""
    assert isinstance(deal.entry, DealtEntry)
    return replace(deal, entry=replace(deal.entry, cards=with_one_more(deal.entry.cards, seat)))


def with_one_more(cards: Cards, seat: Seat) -> Cards:
    """The cards of a deal, one of the stock gone to a hand."""
    hands = list(cards.hands)
    hands[seat] = (*hands[seat], cards.stock[0])
    return Cards(tuple(hands), cards.turn_up, cards.stock[1:])
