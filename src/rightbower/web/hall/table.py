"""A live table as a frozen value, folded from its journal entries."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rightbower import game as games
from rightbower import referee as referees
from rightbower.book import RuleBook, load, overlay
from rightbower.cards import Seat
from rightbower.ceremonies import Dealt as Cards
from rightbower.ceremonies import deal_cards, first_jack
from rightbower.game import Game
from rightbower.referee.doubts import Dropped
from rightbower.web.hall import shuffles, slips
from rightbower.web.hall.acts import read_action
from rightbower.web.hall.entries import (
    Acted,
    Begun,
    Dealt,
    Followed,
    Opened,
    Rang,
    Salted,
    Sat,
    Slipped,
    Stood,
    StoodIn,
    TableEntry,
    Timed,
)

REMEMBERED = 64
# The seats as a plain tuple: walking an enumeration is slow, and this is done for every message.
SEATS = tuple(Seat)
Item = TypeVar("Item")


class Sitter(Struct, frozen=True, gc=False):
    """Who sits in a chair: a person, or a bot by its player's name."""

    who: str
    name: str
    bot: str = ""


class Table(Struct, frozen=True, gc=False):
    """One table: who sits where, the game, and the moves already taken.

    As at the table ``referee`` holds the game with its rulings, and ``dropped`` the cards that
    somebody let everyone see. ``bell_at`` is when the bell of an event's clock will ring.
    """

    opened: Opened
    version: int = 1
    seats: tuple[Sitter | None, ...] = (None, None, None, None)
    stand_ins: tuple[str, ...] = ("", "", "", "")
    salts: tuple[str, ...] = ("", "", "", "")
    game: Game | None = None
    dealt: int = 0
    moves: tuple[str, ...] = ()
    touched: float = 0.0
    followed: str = ""
    referee: referees.Table | None = None
    dropped: tuple[Dropped, ...] = ()
    bell_at: float | None = None

    @property
    def book(self) -> RuleBook:
        return book_of(self.opened)

    @property
    def over(self) -> bool:
        """Whether the result stands; as at the table that is once it is agreed."""
        if self.referee is not None:
            return self.referee.entered
        return self.game is not None and self.game.result is not None

    def seat_of(self, who: str) -> Seat | None:
        """Where a person sits."""
        for sitter, seat in zip(self.seats, SEATS, strict=True):
            if sitter is not None and sitter.who == who:
                return seat
        return None

    def seats_of_people(self) -> dict[str, Seat]:
        """Where everybody sits."""
        sitting = zip(self.seats, SEATS, strict=True)
        return {sitter.who: seat for sitter, seat in sitting if sitter is not None}

    def player_at(self, seat: Seat) -> str:
        """The bot that acts for a seat now, or nothing where a person does."""
        sitter = self.seats[seat]
        return self.stand_ins[seat] or (sitter.bot if sitter is not None else "")

    def waits_for_deal(self) -> bool:
        """Whether the game goes on and the next deal has to be dealt."""
        return self.game is not None and self.game.deal is None and self.game.result is None


def book_of(opened: Opened) -> RuleBook:
    """The book a table plays by, its house settings included."""
    return _book(opened.book, msgspec.json.encode(opened.overlay, order="sorted"))


@lru_cache(maxsize=256)
def _book(name: str, settings: bytes) -> RuleBook:
    values = msgspec.json.decode(settings)
    return overlay(load(name), values, note="Set for this table.") if values else load(name)


def first_dealer(table: Table) -> Seat:
    """Who deals first, by the book's ceremony on a pack of its own."""
    pack = shuffles.pack(table.opened.seed, table.salts, "first dealer")
    method = table.book.draw.first_dealer
    if method in ("first jack", "first black jack"):
        return first_jack(pack, Seat.S, table.book)
    while pack[0].rank is pack[1].rank:
        pack = pack[2:]
    north_deals = (pack[0].rank > pack[1].rank) is (method == "higher cut")
    return Seat.N if north_deals else Seat.E


def fold(table: Table | None, entry: TableEntry) -> Table:
    """The table after one more entry."""
    if table is None:
        assert isinstance(entry, Opened)
        return Table(entry, touched=entry.at)
    return replace(_after(table, entry), version=table.version + 1, touched=entry.at)


def _after(table: Table, entry: TableEntry) -> Table:
    match entry:
        case Sat():
            sitter = Sitter(entry.who, entry.name, entry.bot)
            return replace(table, seats=_set(table.seats, entry.seat, sitter))
        case Stood():
            return replace(table, seats=_set(table.seats, entry.seat, None))
        case Salted():
            return replace(table, salts=_set(table.salts, entry.seat, entry.text))
        case StoodIn():
            return replace(table, stand_ins=_set(table.stand_ins, entry.seat, entry.bot))
        case Followed():
            return replace(table, followed=entry.table)
        case Timed():
            return replace(table, bell_at=entry.bell_at)
        case Opened():
            raise ValueError("a table is opened once")
        case Begun() | Dealt() | Acted() | Rang() | Slipped():
            return _played(table, entry)


def _played(table: Table, entry: Begun | Dealt | Acted | Rang | Slipped) -> Table:
    if isinstance(entry, Begun):
        begun = _begun(table, entry)
        slipping = table.opened.mode == "as-at-the-table"
        referee = referees.open_table(begun) if slipping else None
        return replace(table, game=begun, referee=referee)
    if table.referee is not None:
        return _refereed(table, table.referee, entry)
    game = table.game
    assert game is not None
    match entry:
        case Dealt():
            out = cards_of(table, entry.number)
            return replace(table, game=games.deal_out(game, out, entry.at), dealt=entry.number)
        case Acted():
            # It was judged before it was written down (``commands.move``).
            game = games.place(game, read_action(entry.action), entry.at)
            return replace(table, game=game, moves=_moves(table, entry))
        case Rang():
            return replace(table, game=games.ring(game, entry.at))
        case Slipped():
            raise ValueError("nothing irregular happens at a strict table")


def _refereed(
    table: Table, referee: referees.Table, entry: Dealt | Acted | Rang | Slipped
) -> Table:
    """The same as at the table, where what is wrong happens too."""
    match entry:
        case Dealt():
            cards = cards_of(table, entry.number)
            table = replace(table, dealt=entry.number, dropped=())
            referee = referees.deal_out(referee, cards, at=entry.at)
        case Acted():
            table = replace(table, moves=_moves(table, entry))
            referee = referees.act(referee, read_action(entry.action), entry.at)
        case Rang():
            referee = referees.ring_bell(referee, entry.at)
        case Slipped(what={"line": line}):
            table = replace(table, moves=_moves(table, entry))
            referee = slips.after(referee, line)
        case Slipped(what={"drop": shown}):
            moves, dropped = _moves(table, entry), (*table.dropped, slips.read_shown(shown))
            return replace(table, moves=moves, dropped=dropped)
        case Slipped(what={"deal": number, "extra": seat}):
            cards = slips.one_too_many(cards_of(table, number), Seat.of(seat))
            table = replace(table, dealt=number, dropped=(), moves=_moves(table, entry))
            referee = referees.deal_out(referee, cards, at=entry.at)
        case Slipped():
            raise ValueError(f"this table does not know {entry.what}")
    return replace(table, referee=referee, game=referee.game)


def cards_of(table: Table, number: int) -> Cards:
    """The cards of a deal, from its pack."""
    assert table.game is not None
    pack = shuffles.pack(table.opened.seed, table.salts, f"deal {number}")
    return deal_cards(pack, table.game.dealer, table.book)


def _moves(table: Table, entry: Acted | Slipped) -> tuple[str, ...]:
    return (*table.moves[-REMEMBERED:], entry.move) if entry.move else table.moves


def _begun(table: Table, entry: Begun) -> Game:
    north, east, south, west = (
        sitter.name if sitter is not None else seat.word
        for seat, sitter in zip(Seat, table.seats, strict=True)
    )
    game = games.start_game(
        table.book,
        entry.first_dealer,
        table.opened.target,
        (north, east, south, west),
        at=entry.at,
    )
    return game if game.begun else games.start_bell(game, entry.at)


def _set(items: tuple[Item, ...], seat: Seat, item: Item) -> tuple[Item, ...]:
    return tuple(item if index == seat else other for index, other in enumerate(items))
