"""A game as at the table: slips can happen, and are noticed, claimed, put right or let pass."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rightbower.referee.at_table.orders import CardUp, LastingOrder, SameCard, SuitCall
from rightbower.referee.at_table.unchecked_acts import place_any
from rightbower.referee.irregularities import Fact, Kind
from rightbower.referee.remedies import Remedy
from rightbower.referee.rulings import Ruling
from rightbower.rules import game as games
from rightbower.rules.acts import Action, Pass, Play, TurnDown
from rightbower.rules.cards import Card, Seat, Side
from rightbower.rules.deal import Deal, Phase
from rightbower.rules.game import Game
from rightbower.rules.refusal import Refusal
from rightbower.rules.score import Mark, score

By = Seat | None
# Cards that somebody let fall at once.
Dropped = tuple[Seat, tuple[Card, ...]]


class TableError(Refusal):
    """Something that cannot be done at the table now, with the reason."""


class BarredSide(Struct, frozen=True):
    """A side that may not make trump, for the deal or for one round of bidding."""

    side: Side
    path: str
    lasts: Literal["the deal", "the round"]
    phase: Phase


class Ruled(Struct, frozen=True):
    """A ruling, on what, and at whose word; ``by`` is None for the officer.

    ``hand`` is the hand it is about, counted from one: the deal under way, or the last that was
    scored where none is, also after a void deal.
    """

    fact: Fact
    by: By
    ruling: Ruling
    hand: int


class Chosen(Struct, frozen=True):
    """The option that was taken of ruling ``number``; ``by`` is None for the officer."""

    number: int
    option: str
    by: Side | None


class Overruled(Struct, frozen=True):
    """The officer set ruling ``number`` aside: who, why, and what follows instead."""

    number: int
    officer: str
    reason: str
    remedies: tuple[Remedy, ...]


Logged = Ruled | Chosen | Overruled


class Table(Struct, frozen=True):
    """A game under way, the orders that last, and the log of rulings.

    ``history`` holds the deal and the orders before each act, for taking back; ``unsettled`` is
    the game before the last hand was booked, while that hand can still be claimed upon; ``missed``
    is the player whose turn to deal another took, also while that deal is void and not dealt again;
    ``running`` counts the misdeals since the last deal that was none; ``passed``
    are the passes of this round that stand though given early, and ``passed_first`` those of the
    first round once the second has begun, in case the card is faced again; ``ruled``
    is what was ruled upon in the deal under way or, between two deals, in the last hand, and
    ``ruled_last`` what was in the last hand while the next deal is under way; ``first_times`` is who
    had their first time of what counts once in this hand; ``dropped`` are the cards of this deal
    that somebody let everyone see.
    """

    game: Game
    orders: tuple[LastingOrder, ...] = ()
    barred: tuple[BarredSide, ...] = ()
    passed: tuple[Seat, ...] = ()
    passed_first: tuple[Seat, ...] | None = None
    no_score: tuple[Side, ...] = ()
    quitted: int = 0
    unturned: tuple[int, ...] = ()
    missed: Seat | None = None
    early: bool = False
    misdeals: tuple[Seat, ...] = ()
    running: int = 0
    first_times: tuple[tuple[Seat, Kind], ...] = ()
    ruled: tuple[Fact, ...] = ()
    ruled_last: tuple[Fact, ...] = ()
    history: tuple[tuple[Deal, tuple[LastingOrder, ...]], ...] = ()
    unsettled: Game | None = None
    penalties: tuple[Mark, ...] = ()
    entered: bool = False
    help_agreed: bool = False
    dropped: tuple[Dropped, ...] = ()
    waiting: tuple[int, ...] = ()
    log: tuple[Logged, ...] = ()
    undo: Table | None = None

    def __repr__(self) -> str:
        ruled = sum(isinstance(each, Ruled) for each in self.log)
        return f"<Table with {self.game!r}, {ruled} ruling{'' if ruled == 1 else 's'}>"

    @property
    def deal(self) -> Deal:
        """The deal under way."""
        if self.game.deal is None:
            raise TableError("no deal is under way")
        return self.game.deal


def cleared(table: Table, game: Game) -> Table:
    """The table with a new deal or before one: nothing lasts but what was ruled in the last hand."""
    kept = table.ruled if table.game.deal is None else table.ruled_last
    return Table(
        game,
        ruled=() if game.deal is not None else kept,
        ruled_last=() if game.deal is None else kept,
        misdeals=table.misdeals,
        running=table.running,
        help_agreed=table.help_agreed,
        waiting=table.waiting,
        log=table.log,
    )


def bar_on(table: Table, side: Side) -> BarredSide | None:
    """The bar that keeps a side from making trump now, if there is one."""
    phase = table.deal.phase
    for bar in table.barred:
        if bar.side is side and (bar.lasts == "the deal" or bar.phase is phase):
            return bar
    return None


def why_barred(table: Table, side: Side) -> str | None:
    """Why a side may not make trump now, with the clause; None if it may."""
    bar = bar_on(table, side)
    if bar is None:
        return None
    return f"{side} may not make trump for the rest of {bar.lasts} ({table.game.book.clause(bar.path)})"


def dealer_is_stuck(table: Table) -> bool:
    """Whether the dealer has to name a suit in this round if nobody else does."""
    deal = table.deal
    if deal.phase is not Phase.ROUND_TWO or bar_on(table, deal.dealer.side) is not None:
        return False
    return deal.book.bidding.all_pass == "stick the dealer"


def table_after(table: Table, action: Action, at: float | None = None) -> Table:
    """The table after an action that was seen, with what follows of itself."""
    table = resumed(table)
    deal = table.deal
    game = games.witness(table.game, action, place_any, at)
    if game.result is not None:
        return replace(table, game=game, orders=(), undo=None)
    history = (*table.history, (deal, table.orders))
    orders = _in_play(table.orders, game.deal)
    after = replace(table, game=game, orders=orders, history=history, undo=None)
    if isinstance(action, Play):
        after = _card_down(after, deal, action)
    return settled(_standing_passes(after, deal.phase))


def _in_play(orders: tuple[LastingOrder, ...], deal: Deal | None) -> tuple[LastingOrder, ...]:
    """The orders less those on cards of a hand that was put away."""
    active = tuple(Seat) if deal is None else deal.active
    return tuple(o for o in orders if isinstance(o, SuitCall) or o.seat in active)


def resumed(table: Table) -> Table:
    """The table with its early passes again where the card was turned down wrongly and is faced."""
    deal = table.game.deal
    if deal is None or deal.phase is not Phase.ROUND_ONE or table.passed_first is None:
        return table
    return replace(table, passed=table.passed_first, passed_first=None)


def _standing_passes(table: Table, phase: Phase) -> Table:
    """Passes given early take effect as their turn comes; the second round begins without them."""
    deal = table.deal
    bidding = phase in (Phase.ROUND_ONE, Phase.ROUND_TWO)
    while bidding and deal.phase is phase and deal.turn in table.passed:
        assert deal.turn is not None
        down = deal.turn is deal.dealer and phase is Phase.ROUND_ONE
        passing = TurnDown(deal.turn) if down else Pass(deal.turn)
        history = (*table.history, (deal, table.orders))
        deal = place_any(deal, passing)
        table = replace(table, game=replace(table.game, deal=deal), history=history)
    if phase is Phase.ROUND_ONE and deal.phase is Phase.ROUND_TWO:
        return replace(table, passed=(), passed_first=table.passed)
    return table


def _card_down(table: Table, before: Deal, action: Play) -> Table:
    """A card is played: orders about it are fulfilled, and a lead ends a call on it."""
    number = max(len(before.tricks), 1)
    leads = not before.tricks or not before.tricks[-1].plays
    kept = []
    for order in table.orders:
        match order:
            case CardUp(card=card) if card is action.card:
                continue
            case SameCard(seat=seat, trick=trick) if seat is action.seat and trick == number:
                continue
            case SuitCall(side=side) if leads and side is action.seat.side:
                continue
        kept.append(order)
    table = replace(table, orders=tuple(kept))
    if leads and number - 1 > table.quitted:
        left = tuple(range(table.quitted + 1, number))
        table = replace(table, quitted=number - 1, unturned=(*table.unturned, *left))
    return table


def settled(table: Table) -> Table:
    """Book a deal that ends without a last trick to turn."""
    if table.deal.ending in ("thrown in", "game lost"):
        return book_hand(table)
    return table


def book_hand(table: Table, penalty: tuple[Mark, ...] | None = None) -> Table:
    """Score the hand, less what a side may not score, or a penalty in its place.

    It can be claimed upon until the next.
    """
    game = table.game
    marks = tuple(each for each in score(table.deal) if each.side not in table.no_score)
    if penalty is None:
        after = games.settle(game, marks)
    else:
        after = games.settle(game, penalty, penalty=True)
    if table.missed is not None and game.book.misdeal.after_wrong_dealer == "the missed player":
        after = replace(after, dealer=table.missed)
    return replace(table, game=after, unsettled=game, missed=None, running=0, orders=(), undo=None)
