"""A table of the hall as a frozen value, folded from the entries of its stream."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, Literal, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rightbower.players.expert import win_chances
from rightbower.record.entries import ActionEntry, BellEntry, DealtEntry, RecordEntry, SlipEntry
from rightbower.record.record import after_entry, as_known
from rightbower.referee.doing import act_at_table, open_table
from rightbower.referee.table import Table as Referee
from rightbower.rules import game as games
from rightbower.rules.book import RuleBook, load, overlay
from rightbower.rules.cards import Seat, Side
from rightbower.rules.deal import Deal
from rightbower.rules.game import Advice, Game, GameResult, Scored
from rightbower.rules.message import message
from rightbower.rules.refusal import Refusal
from rightbower.web.common.refusal import Refused
from rightbower.web.hall import entries
from rightbower.web.hall.entries import (
    DealFacts,
    GameFinished,
    HallEntry,
    Played,
    SharedAs,
    TableOpened,
    Wanted,
)

Speed = Literal["slow", "normal", "fast", "none"]
# How much longer or shorter bots take at a table of one, by the player's own setting.
SPEEDS: Final[dict[Speed, float]] = {"slow": 1.6, "normal": 1.0, "fast": 1 / 8, "none": 1 / 8}


class Pace(Struct, frozen=True):
    """How long the server waits, in seconds, so that people can follow.

    ``retry`` after something could not be saved; ``linger`` until a table nobody looks at sleeps;
    ``salts`` for what players add to the shuffle, when the game is to begin.
    """

    bot: float = 0.9
    trick: float = 1.6
    deal: float = 6.0
    grace: float = 45.0
    retry: float = 2.0
    linger: float = 300.0
    salts: float = 4.0


def at_speed(pace: Pace, speed: Speed) -> Pace:
    """The pace of a table at which one person plays at a speed of their own."""
    by = SPEEDS[speed]
    return replace(pace, bot=pace.bot * by, trick=pace.trick * by)


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
    settings = opened.overlay
    return _book(opened.book, msgspec.json.encode(settings, order="sorted") if settings else b"")


@lru_cache(maxsize=256)
def _book(name: str, settings: bytes) -> RuleBook:
    if not settings:
        return load(name)
    return overlay(load(name), msgspec.json.decode(settings), note="Set for this table.")


def seated(seat: Seat | None) -> Seat:
    """The seat of whoever asks; refuse one who has none."""
    if seat is None:
        raise Refused(message("take a seat first"))
    return seat


REMEMBERED = 64
Item = TypeVar("Item")


def fold(table: HallTable | None, entry: HallEntry) -> HallTable:
    """The table after one more entry."""
    if table is None:
        assert isinstance(entry, entries.TableOpened)
        return HallTable(entry, touched=entry.at)
    # A question does not set the clock of a turn back.
    at = table.touched if isinstance(entry, entries.Hinted) else entry.at
    return replace(_after(table, entry), version=table.version + 1, touched=at)


def folded(table: HallTable, more: Iterable[HallEntry]) -> HallTable:
    """The table after several more entries."""
    for entry in more:
        table = fold(table, entry)
    return table


def _after(table: HallTable, entry: HallEntry) -> HallTable:
    if isinstance(entry, Played):
        return _played(table, entry)
    if isinstance(entry, entries.AtChair):
        return _at_a_chair(table, entry)
    if isinstance(entry, entries.AtShuffle):
        return _shuffled(table, entry)
    if isinstance(entry, entries.Agreement):
        return _agreed(table, entry)
    match entry:
        case entries.Claimed(move=move):
            return replace(table, moves=(*table.moves[-REMEMBERED:], move))
        case entries.Followed():
            return replace(table, followed=entry.table)
        case entries.Timed():
            return replace(table, bell_at=entry.bell_at)
        case GameFinished():
            return replace(table, finished=entry)
        case entries.TableUnsealed():
            return table
        case entries.TableOpened():
            raise Refusal("a table is opened once")
        case entries.Begun():
            game = _begun(table, entry)
            slipping = table.opened.mode == "as-at-the-table"
            return replace(table, game=game, referee=open_table(game) if slipping else None)


def _at_a_chair(table: HallTable, entry: entries.AtChair) -> HallTable:
    match entry:
        case entries.Sat():
            return _seated(table, entry.seat, Sitter(entry.who, entry.name, entry.bot))
        case entries.Stood():
            return _seated(table, entry.seat, None)
        case entries.Sharing():
            study = entry.study and bool(entry.how)
            return replace(
                table,
                shared=_set(table.shared, entry.seat, entry.how),
                studied=_set(table.studied, entry.seat, study),
            )
        case entries.SameAddress(seats=seats):
            return replace(table, same_address=seats)
        case entries.BotStoodIn():
            return replace(table, stand_ins=_set(table.stand_ins, entry.seat, entry.bot))
        case entries.Hinted(seat=seat):
            return replace(table, hints=_set(table.hints, seat, table.hints[seat] + 1))


def _shuffled(table: HallTable, entry: entries.AtShuffle) -> HallTable:
    match entry:
        case entries.Beginning():
            return replace(table, beginning=entry.at)
        case entries.SaltCommitted():
            return replace(table, committed=_set(table.committed, entry.seat, entry.sum))
        case entries.SaltsClosed():
            return replace(table, closed=entry.at)
        case entries.Salted():
            return replace(table, salts=_set(table.salts, entry.seat, entry.text))


def _agreed(table: HallTable, entry: entries.Agreement) -> HallTable:
    match entry:
        case entries.Proposed():
            asked = (*table.asked, (entry.seat, entry.what))
            return replace(table, proposal=Proposal(entry.what, entry.seat), asked=asked)
        case entries.Answered():
            return replace(table, proposal=_answered(table.proposal, entry))
        case entries.TakenBack():
            before, past = table.past[-entry.acts], table.past[: -entry.acts]
            again = table.taken_back + 1
            asked = tuple(each for each in table.asked if each[1] != "undo")
            return replace(
                table, game=before, past=past, proposal=None, taken_back=again, asked=asked
            )
        case entries.CalledOff():
            assert table.game is not None
            winner = Side[entry.winner] if entry.winner else None
            game = games.call_off(table.game, winner, entry.how)
            return replace(table, game=game, proposal=None, given_up=_given_up(table, entry.left))


def _seated(table: HallTable, seat: Seat, sitter: Sitter | None) -> HallTable:
    """Another in a chair, or nobody: before the game the last one's commitment goes along."""
    committed = table.committed if table.playing else _set(table.committed, seat, "")
    seats, left = _set(table.seats, seat, sitter), _left(table, seat)
    given_up = table.given_up
    if sitter is not None and sitter.bot:
        given_up = _given_up(table, seat)
    elif sitter is not None:
        given_up = tuple(each for each in given_up if each[1] != sitter.who)
    return replace(table, seats=seats, committed=committed, left=left, given_up=given_up)


def _left(table: HallTable, seat: Seat) -> tuple[SeenCards, ...]:
    """Those who know a hand of these cards, once the one in this chair has gone."""
    gone = table.seats[seat]
    if gone is None or gone.bot or not table.cards_are_out:
        return table.left
    return (*table.left, SeenCards(gone.who, gone.name, seat))


def _given_up(table: HallTable, seat: Seat | None) -> tuple[tuple[Seat, str], ...]:
    """Who gave up a chair in the game, with one more where a person sits in this seat."""
    sitter = None if seat is None else table.seats[seat]
    if seat is None or sitter is None or sitter.bot or not table.playing:
        return table.given_up
    return (*table.given_up, (seat, sitter.who))


def _played(table: HallTable, played: Played) -> HallTable:
    """What happened was judged before it was written down; here it is only placed."""
    entry = played.entry
    if played.move:
        table = replace(table, moves=(*table.moves[-REMEMBERED:], played.move))
    if isinstance(entry, DealtEntry):
        table = replace(table, dealt=table.dealt + 1, left=(), asked=())
    if table.referee is not None:
        referee = _refereed(table.referee, entry)
        return replace(table, referee=referee, game=referee.game)
    assert table.game is not None, "the game has begun"
    past = (*table.past, table.game) if isinstance(entry, ActionEntry) else ()
    game = _strict(table.game, entry)
    return replace(table, game=game, past=past if game.deal is not None else (), proposal=None)


def _answered(proposal: Proposal | None, answer: entries.Answered) -> Proposal | None:
    """What is proposed once somebody has answered; a no takes it off the table."""
    if proposal is None or not answer.yes:
        return None
    return replace(proposal, agreed=(*proposal.agreed, answer.seat))


def _strict(game: Game, entry: RecordEntry) -> Game:
    if isinstance(entry, ActionEntry):
        return games.place(game, entry.action, entry.at)
    if isinstance(entry, BellEntry) and entry.signal == "end":
        return games.place_bell(game, entry.at)
    return entry.on_game(game)


def _refereed(referee: Referee, entry: RecordEntry) -> Referee:
    if isinstance(entry, ActionEntry | SlipEntry):
        return act_at_table(as_known(referee, entry), entry.action, entry.at)
    if isinstance(entry, BellEntry) and entry.signal == "end":
        return replace(referee, game=games.place_bell(referee.game, entry.at))
    return after_entry(referee, entry)


def _begun(table: HallTable, entry: entries.Begun) -> Game:
    game = games.start_game(
        table.book,
        entry.first_dealer,
        table.opened.target,
        table.players,
        at=entry.at,
    )
    return game if game.begun else games.start_bell(game, entry.at)


def _set(items: tuple[Item, ...], seat: Seat, item: Item) -> tuple[Item, ...]:
    return tuple(item if index == seat else other for index, other in enumerate(items))


def finished(table: HallTable) -> GameFinished:
    """The facts of a game that is over."""
    game = table.game
    assert game is not None
    assert game.result is not None
    result = game.result
    return GameFinished(
        score=result.score,
        winner="" if result.winner is None else result.winner.name,
        reason=result.reason,
        setting=result.path,
        clause=clause_of(game.book, result),
        title=game.book.title,
        dealer=game.dealer,
        deals=tuple(_deal(game, scored) for scored in game.finished),
        at=table.touched,
        time_up=game.time_up,
    )


def clause_of(book: RuleBook, result: GameResult) -> str:
    """The clause that ended a game; none where the players called it off."""
    return book.clause(result.path) if result.path else ""


def _deal(game: Game, scored: Scored) -> DealFacts:
    deal = scored.deal
    return DealFacts(
        dealer=deal.dealer,
        score=scored.score,
        ending=str(deal.ending),
        marks=tuple(
            (mark.side.name, mark.points, mark.path, game.book.clause(mark.path))
            for mark in scored.marks
        ),
        maker=deal.maker,
        alone=deal.lone is not None,
        tricks=(deal.tricks_of(Side.NS), deal.tricks_of(Side.EW)),
    )


def same_result(table: HallTable, facts: GameFinished) -> bool:
    """Whether a game replayed by today's book has the result it had then."""
    return table.over and table.game is not None and finished(table) == facts


def chances_of(book: RuleBook, target: int | None, facts: GameFinished, side: Side) -> list[float]:
    """A side's chance to win before the first deal and after each."""
    goal = book.game.target if target is None else target
    deals = [(each.dealer, each.score) for each in facts.deals]
    return win_chances(book, goal, deals, Side[facts.winner] if facts.winner else None, side)
