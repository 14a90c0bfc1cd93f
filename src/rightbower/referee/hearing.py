"""What words at the table amount to: whoever tells the dealer to take the card has ordered it."""

from __future__ import annotations

import re
from typing import Final

from rightbower.cards import Seat
from rightbower.deal import Deal, Order, Pass, Phase

# Words with the sense of an order; a book may hold players to any of them or only to its own.
_TAKE: Final = re.compile(
    r"\b(pick|take|bring)\b.{0,12}\b(it|that|one|card|up|in)\b|\bput\b.{0,12}\b(up|in)\b"
    r"|\border(ed|ing)?\b|\bit'?s yours\b"
)
_AWAY: Final = re.compile(r"\b(pick|take|put|bring)\b.{0,12}\b(down|away|back)\b")
_NOT: Final = re.compile(r"\b(no|not|cannot|never)\b|n't\b|\b(do|ca|wo)nt\b")
_ASKING: Final = re.compile(r"\b(should|shall) i\b")
_PAUSE: Final = re.compile(r"[,.;:!?]|\bbut\b")


def hear(deal: Deal, seat: Seat, words: str) -> Order | Pass | None:
    """The call that words in the first round amount to; None where they are no call.

    >>> from rightbower.book import load
    >>> from rightbower.ceremonies import deal_cards
    >>> from rightbower.cards import PACK
    >>> from rightbower.deal import start
    >>> book = load("alberta-55plus")
    >>> out = deal_cards(PACK, Seat.S, book)
    >>> hear(start(book, Seat.S, out.hands, out.turn_up, out.stock), Seat.W, "You take it, partner")
    Order(seat=<Seat.W: 3>, alone=False)
    """
    if deal.phase is not Phase.ROUND_ONE or seat is deal.dealer:
        return None
    said = " ".join(words.lower().replace("’", "'").split())
    meant = [part for part in _PAUSE.split(said) if not _NOT.search(part)]
    rules = deal.book.bidding
    if any(re.search(rf"\b{re.escape(rules.pass_word)}\b", part) for part in meant):
        return Pass(seat)
    binds = deal.book.calls.any_words_bind
    told = any(
        rules.order_word in part or (binds and _TAKE.search(_AWAY.sub("", part))) for part in meant
    )
    if told and not _ASKING.search(said):
        return Order(seat, alone=any(re.search(r"\balone\b", part) for part in meant))
    return None
