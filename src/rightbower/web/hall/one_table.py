"""A live table as a frozen value, folded from its journal entries."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec import Struct

from rightbower.referee.table import Table as Referee
from rightbower.rules.book import RuleBook, load, overlay
from rightbower.rules.cards import Seat
from rightbower.rules.deal import Deal
from rightbower.rules.game import Advice, Game
from rightbower.web.hall.entries import GameFinished, SharedAs, TableOpened, Wanted

# The seats as a plain tuple: walking an enumeration is slow, and this is done for every message.
SEATS = tuple(Seat)


class Sitter(Struct, frozen=True, gc=False):
    """Who sits in a chair: a person, or a bot by its player's name."""

    who: str
    name: str
    bot: str = ""


class Proposal(Struct, frozen=True, gc=False):
    """What a player wants, and who has agreed."""

    what: Wanted
    by: Seat
    agreed: tuple[Seat, ...] = ()


class SeenCards(Struct, frozen=True, gc=False):
    """Somebody who gave a chair up while cards were out, and so knows that hand."""

    who: str
    name: str
    seat: Seat


class HallTable(Struct, frozen=True, gc=False):
    """One table: who sits where, the game, and the moves already taken.

    As at the table ``referee`` holds the game with its rulings. ``bell_at`` is when the bell of an
    event's clock will ring. Of a game that was finished before the table was read there is no
    ``game``, only what it came to: ``finished``. Who ``left`` a chair in this hand and what was
    ``asked`` in it without being granted is kept until the next cards are dealt.
    """

    opened: TableOpened
    version: int = 1
    seats: tuple[Sitter | None, ...] = (None, None, None, None)
    stand_ins: tuple[str, ...] = ("", "", "", "")
    salts: tuple[str, ...] = ("", "", "", "")
    hints: tuple[int, ...] = (0, 0, 0, 0)
    taken_back: int = 0
    committed: tuple[str, ...] = ("", "", "", "")
    beginning: float | None = None
    closed: float | None = None
    game: Game | None = None
    dealt: int = 0
    moves: tuple[str, ...] = ()
    touched: float = 0.0
    followed: str = ""
    referee: Referee | None = None
    bell_at: float | None = None
    finished: GameFinished | None = None
    proposal: Proposal | None = None
    past: tuple[Game, ...] = ()
    same_address: tuple[Seat, ...] = ()
    shared: tuple[SharedAs, ...] = ("", "", "", "")
    studied: tuple[bool, ...] = (False, False, False, False)
    left: tuple[SeenCards, ...] = ()
    asked: tuple[tuple[Seat, Wanted], ...] = ()
    given_up: tuple[tuple[Seat, str], ...] = ()

    @property
    def book(self) -> RuleBook:
        return book_of(self.opened)

    @property
    def played(self) -> Referee:
        """The game as the table it is played at, strict or with its referee."""
        assert self.game is not None, "the game has begun"
        return Referee(self.game, strict=True) if self.referee is None else self.referee

    @property
    def deal(self) -> Deal | None:
        """The hand that is being played, if any."""
        return None if self.game is None else self.game.deal

    @property
    def advice(self) -> Advice:
        """The setting that says how long a game here ought to take."""
        if self.opened.event:
            return "clock.tournament_advice_minutes"
        return "clock.advice_minutes"

    @property
    def friendly(self) -> bool:
        """Whether hints may be asked for: at a table of one's own, not in an event."""
        return self.opened.friendly and not self.opened.event

    @property
    def helped(self) -> bool:
        """Whether somebody asked for a hint or took a play back; then the game is not rated."""
        return any(self.hints) or self.taken_back > 0

    @property
    def playing(self) -> bool:
        """Whether the game has begun, or is over."""
        return self.game is not None or self.finished is not None

    @property
    def over(self) -> bool:
        """Whether the result is final; as at the table that is once it is agreed."""
        if self.finished is not None:
            return True
        if self.referee is not None:
            return self.referee.entered
        return self.game is not None and self.game.result is not None

    @property
    def mixed(self) -> tuple[str, ...]:
        """What the players add to the shuffle: a salt that was not revealed counts by its commitment."""
        return tuple(
            salt or (sum_ and f"untold {sum_}")
            for salt, sum_ in zip(self.salts, self.committed, strict=True)
        )

    def unsalted(self) -> list[Seat]:
        """The people of whom a commitment, or once those are closed a salt, is still to come."""
        if self.opened.same:
            return []
        if self.closed is not None:
            wait = [bool(sum_) and not self.salts[seat] for seat, sum_ in enumerate(self.committed)]
        else:
            wait = [
                sitter is not None and not sitter.bot and not sum_
                for sitter, sum_ in zip(self.seats, self.committed, strict=True)
            ]
        return [seat for seat in SEATS if wait[seat]]

    @property
    def players(self) -> tuple[str, str, str, str]:
        """The names at the four seats."""
        north, east, south, west = (
            sitter.name if sitter is not None else seat.word
            for seat, sitter in zip(SEATS, self.seats, strict=True)
        )
        return north, east, south, west

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

    @property
    def people(self) -> int:
        """How many people sit here."""
        return sum(sitter is not None and not sitter.bot for sitter in self.seats)

    @property
    def cards_are_out(self) -> bool:
        """Whether a hand is being played."""
        return self.deal is not None and not self.over

    def waits_for_deal(self) -> bool:
        """Whether the game goes on and the next deal has to be dealt."""
        return self.game is not None and self.game.deal is None and self.game.result is None


def book_of(opened: TableOpened) -> RuleBook:
    """The book a table plays by, its house settings included."""
    if not opened.overlay:
        return load(opened.book)
    return _book(opened.book, msgspec.json.encode(opened.overlay, order="sorted"))


@lru_cache(maxsize=256)
def _book(name: str, settings: bytes) -> RuleBook:
    return overlay(load(name), msgspec.json.decode(settings), note="Set for this table.")
