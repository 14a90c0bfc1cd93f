"""A game from the first card drawn: the draw, the cut for the deal, the cut pack, the packets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from rightbower.rules.book import RuleBook, load
from rightbower.rules.cards import Card, Seat, Side
from rightbower.rules.ceremonies import (
    DrawAgain,
    Packets,
    cut_for_deal,
    cut_pack,
    deal_cards,
    draw_partners,
    first_jack,
)
from rightbower.rules.game import Game, GameError, deal_out, start_game
from rightbower.rules.message import message
from rightbower.rules.refusal import wrong_kind


def draw_for_seats(
    draws: Sequence[Mapping[str, Card]], book: RuleBook | str
) -> Game | DrawAgain[str]:
    """A game of four who draw for partners: those who drew high sit North and South.

    Whoever drew lowest sits East and deals; ``draws`` are the draw and any redraws.
    """
    book = load(book)
    found = draw_partners(draws, book)
    if isinstance(found, DrawAgain):
        return found
    (north, south), (west, east) = found.high, found.low
    return start_game(book, Seat.E, players=(north, east, south, west))


def cut_for_first_deal(game: Game, cuts: Sequence[Mapping[Seat, Card]]) -> Game | DrawAgain[Seat]:
    """The game with the dealer that a cut decides; ``cuts`` are the cut and any further ones."""
    book = _unbegun(game).book
    dealer = cut_for_deal(cuts, book)
    if sorted(seat.side for seat in cuts[0]) != list(Side):
        clause = book.named("draw.first_dealer")
        raise GameError(message("one player of each side cuts for the deal", clause))
    return dealer if isinstance(dealer, DrawAgain) else _dealt_by(game, dealer)


def deal_for_jack(game: Game, pack: Sequence[Card], holder: Seat | str) -> Game:
    """The game with the dealer to whom the book's jack falls."""
    return _dealt_by(game, first_jack(pack, Seat.of(holder, "holder"), _unbegun(game).book))


def deal_pack(
    game: Game,
    pack: Sequence[Card],
    lifted: int | None = None,
    packets: Packets | None = None,
) -> Game:
    """The next dealer deals a pack from the top, cut where cards are ``lifted``, in these packets."""
    if not isinstance(pack, Sequence):
        raise wrong_kind("pack", "the cards of the deck in their order", pack)
    if lifted is not None and not isinstance(lifted, int):
        raise wrong_kind("lifted", "a whole number", lifted)
    cut = cut_pack(tuple(pack), lifted, _a_game(game).book)
    return deal_out(game, deal_cards(cut, game.dealer, game.book, packets))


def _dealt_by(game: Game, dealer: Seat) -> Game:
    return replace(game, first_dealer=dealer, dealer=dealer)


def _unbegun(game: Game) -> Game:
    _a_game(game)
    if game.finished or game.deal is not None or game.result is not None:
        raise GameError(message("the first dealer is decided before the first deal"))
    return game


def _a_game(game: Game) -> Game:
    if not isinstance(game, Game):
        raise wrong_kind("game", "a Game", game)
    return game
