"""How a table deals."""

from __future__ import annotations

from msgspec.structs import replace

from rightbower.record.entries import DealtEntry
from rightbower.rules import shuffles
from rightbower.rules.cards import Card, Seat
from rightbower.rules.ceremonies import Dealt as Cards
from rightbower.rules.ceremonies import cut_pack, deal_cards
from rightbower.rules.game import TurnUp
from rightbower.web.hall.entries import Played
from rightbower.web.hall.table import HallTable


def first_dealer(table: HallTable) -> Seat:
    """Who deals first, by the book's ceremony on a pack of its own."""
    return shuffles.first_dealer(_pack(table, "first dealer"), table.book)


def _pack(table: HallTable, label: str) -> tuple[Card, ...]:
    deck = table.book.pack.cards
    return shuffles.pack(table.opened.seed, table.mixed, label, table.opened.shuffle, deck)


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
