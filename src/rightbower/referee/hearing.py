"""What words at the table amount to: whoever tells the dealer to take the card has ordered it."""

from __future__ import annotations

import re
from typing import Final

from rightbower.cards import Seat
from rightbower.deal import Deal, Order, Pass, Phase

# Words with the sense of an order; a book may hold players to any of them or only to its own.
_TAKE: Final = re.compile(
    r"\b(pick|take|put|bring)\b.{0,12}\b(it|that|one|card|up|in)\b|\border(ed|ing)?\b|\bit'?s yours\b"
)
_NOT: Final = re.compile(r"\b(not|don'?t|never|should i|shall i)\b")


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
    rules = deal.book.bidding
    if re.search(rf"\b{re.escape(rules.pass_word)}\b", said):
        return Pass(seat)
    own = rules.order_word in said
    told = own or (deal.book.calls.any_words_bind and _TAKE.search(said))
    if told and not _NOT.search(said):
        return Order(seat, alone=bool(re.search(r"\balone\b", said)))
    return None
