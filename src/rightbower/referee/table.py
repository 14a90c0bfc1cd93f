"""A table with a referee, and what it waits for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rightbower.referee.audit import holding, place_any
from rightbower.referee.irregularities import Fact, Kind, Revoke
from rightbower.referee.judges import not_adding
from rightbower.referee.remedies import Remedy
from rightbower.referee.rulings import Ruling, RulingOption, points
from rightbower.rules import game as games
from rightbower.rules.acts import Action, Bury, Pass, Play, TurnDown
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Card, Seat, Side, Suit, suit_in_play
from rightbower.rules.deal import Deal, Phase
from rightbower.rules.game import Game, TurnUp, cutter_due
from rightbower.rules.judge import following_suit, legal
from rightbower.rules.message import Message, message
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

    def sentence(self) -> Message:
        """What happened, and how it was ruled."""
        return message("{what}. {says}", what=self.fact.sentence(), says=self.ruling.says)


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

    At a ``strict`` table only what the book allows happens: tricks turn and results enter themselves.
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
    strict: bool = False
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
            raise TableError(message("no deal is under way"))
        return self.game.deal

    def bar_on(self, side: Side) -> BarredSide | None:
        """The bar that keeps a side from making trump now, if there is one."""
        phase = self.deal.phase
        for bar in self.barred:
            if bar.side is side and (bar.lasts == "the deal" or bar.phase is phase):
                return bar
        return None

    def why_barred(self, side: Side) -> Message | None:
        """Why a side may not make trump now, with the clause; None if it may."""
        bar = self.bar_on(side)
        return None if bar is None else barred(bar).by(self.game.book.named(bar.path))


def barred(bar: BarredSide) -> Message:
    """What a bar forbids."""
    if bar.lasts == "the deal":
        return message("{side} may not make trump for the rest of the deal", side=bar.side)
    return message("{side} may not make trump for the rest of the round", side=bar.side)


def cleared(table: Table, game: Game) -> Table:
    """The table with a new deal or before one: nothing lasts but what was ruled in the last hand."""
    kept = table.ruled if table.game.deal is None else table.ruled_last
    return Table(
        game,
        table.strict,
        ruled=() if game.deal is not None else kept,
        ruled_last=() if game.deal is None else kept,
        misdeals=table.misdeals,
        running=table.running,
        help_agreed=table.help_agreed,
        waiting=table.waiting,
        log=table.log,
    )


def dealer_is_stuck(table: Table) -> bool:
    """Whether the dealer has to name a suit in this round if nobody else does."""
    deal = table.deal
    if deal.phase is not Phase.ROUND_TWO or table.bar_on(deal.dealer.side) is not None:
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
    orders = (each for each in table.orders if not _fulfilled(each, action, number, leads))
    table = replace(table, orders=tuple(orders))
    if leads and number - 1 > table.quitted:
        left = tuple(range(table.quitted + 1, number))
        table = replace(table, quitted=number - 1, unturned=(*table.unturned, *left))
    return table


def _fulfilled(order: LastingOrder, action: Play, number: int, leads: bool) -> bool:
    match order:
        case CardUp(card=card):
            return card is action.card
        case SameCard(seat=seat, trick=trick):
            return seat is action.seat and trick == number
        case SuitCall(side=side):
            return leads and side is action.seat.side


def settled(table: Table) -> Table:
    """Book a deal that ends without a last trick to turn."""
    if table.deal.ending in ("thrown in", "bad hand", "given up", "game lost"):
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


class CardUp(Struct, frozen=True):
    """An exposed card, to be played at its first legal chance."""

    seat: Seat
    card: Card
    path: str

    def sentence(self) -> Message:
        """What has to be done."""
        return message(
            "{seat} {seat|have|has} {card} face up and {seat|play|plays} it at the first chance",
            seat=self.seat,
            card=self.card,
        )


class SameCard(Struct, frozen=True):
    """A card taken back from a trick, counted from one, only so that another could be put right."""

    seat: Seat
    card: Card
    trick: int
    path: str

    def sentence(self) -> Message:
        """What has to be done."""
        return message(
            "{seat} {seat|play|plays} {card} to this trick", seat=self.seat, card=self.card
        )


class SuitCall(Struct, frozen=True):
    """The other side may name the suit of this side's next lead; ``suit`` once it is named."""

    side: Side
    path: str
    suit: Suit | None = None
    by: Seat | None = None

    def sentence(self) -> Message:
        """What may be asked for, or has to be done."""
        if self.suit is None:
            return message("the other side may name the suit of {side's} next lead", side=self.side)
        return message("{side} lead {suit} if they can", side=self.side, suit=self.suit)


LastingOrder = CardUp | SameCard | SuitCall


def leader_called_on(deal: Deal, orders: tuple[LastingOrder, ...]) -> SuitCall | None:
    """The call that bears on the lead now to be made, if there is one."""
    return next(iter(_calls_now(deal, orders)), None)


def _calls_now(deal: Deal, orders: tuple[LastingOrder, ...]) -> tuple[SuitCall, ...]:
    if deal.phase is not Phase.PLAY or deal.tricks[-1].plays or deal.turn is None:
        return ()
    side = deal.turn.side
    return tuple(order for order in orders if isinstance(order, SuitCall) and order.side is side)


def may_call(deal: Deal, orders: tuple[LastingOrder, ...]) -> tuple[Seat, ...]:
    """Who may name the suit of the lead now to be made, by any of the calls that bear on it."""
    by = {seat for call in _calls_now(deal, orders) for seat in callers(deal, deal.book, call)}
    return tuple(sorted(by))


def callers(deal: Deal, book: RuleBook, call: SuitCall | None = None) -> tuple[Seat, ...]:
    """Who may name the suit: for a false lead the hand that plays last, unless the book says else."""
    assert deal.turn is not None
    leader = deal.turn
    opponents = tuple(seat for seat in deal.active if seat.side is not leader.side)
    turned_up = call is not None and call.path == "won_tricks.turned_up"
    who = book.won_tricks.caller if turned_up else book.turns.caller
    if who == "either opponent":
        return opponents
    last = leader.right if leader.right in deal.active else leader.partner
    if last.side is not leader.side:
        return (last,)
    return opponents if book.turns.caller_lone == "lone opponent" else ()


def allowed_cards(deal: Deal, seat: Seat, orders: tuple[LastingOrder, ...]) -> tuple[Card, ...]:
    """The legal cards of a seat, narrowed by the orders that bear on it."""
    return bound_to(deal, seat, orders)[0]


def bound_to(
    deal: Deal, seat: Seat, orders: tuple[LastingOrder, ...]
) -> tuple[tuple[Card, ...], tuple[str, ...]]:
    """The cards that orders leave a seat, and the settings behind the orders that narrow them."""
    choice = legal_cards(deal, seat)
    for order in orders:
        if isinstance(order, SameCard) and order.seat is seat and order.card in choice:
            return (order.card,), (order.path,)
    call = leader_called_on(deal, orders) if seat is deal.turn else None
    up = set(_up(deal, seat, orders))
    paths: list[str] = []
    first = deal.book.exposed.called_suit == "call first"
    if call is not None and call.suit is not None and (first or up.isdisjoint(choice)):
        called = {card for card in choice if suit_in_play(card, deal.trump) is call.suit}
        choice = _narrowed(choice, called, call.path, paths)
    return _narrowed(choice, up, "exposed.duty", paths), tuple(paths)


def _narrowed(
    choice: tuple[Card, ...], wanted: set[Card], path: str, paths: list[str]
) -> tuple[Card, ...]:
    """What is wanted among the cards, if there is any; the setting is noted where it narrows."""
    left = tuple(card for card in choice if card in wanted)
    if not left or left == choice:
        return choice
    paths.append(path)
    return left


def _up(deal: Deal, seat: Seat, orders: tuple[LastingOrder, ...]) -> tuple[Card, ...]:
    """The exposed cards that bind a seat; the book may free a hand that plays alone since then."""
    rules = deal.book.lone_hand
    if (
        rules.exempt
        and seat in (deal.lone, deal.lone_defender)
        and rules.exposed_before == "goes back"
    ):
        return ()
    return tuple(o.card for o in orders if isinstance(o, CardUp) and o.seat is seat)


def kept_up(deal: Deal, seat: Seat, orders: tuple[LastingOrder, ...]) -> tuple[Card, ...]:
    """The exposed cards that a seat may not bury; none where every card it may bury is one."""
    if deal.book.exposed.buried == "may be buried":
        return ()
    up = _up(deal, seat, orders)
    burying = legal(replace(deal, phase=Phase.BURY, turn=seat))
    free = [act for act in burying if isinstance(act, Bury) and act.card not in up]
    return up if free else ()


def legal_cards(deal: Deal, seat: Seat) -> tuple[Card, ...]:
    """What follow-suit leaves a seat; a turn-up not buried for does not count."""
    return following_suit(deal, holding(deal, seat))


class PendingChoice(Struct, frozen=True):
    """A ruling whose choice is due: ``by`` is the side that has it, None for the officer or nobody.

    ``option`` is what a bot takes: what brings its side the most, or else the first there is.
    """

    number: int
    ruled: Ruled
    by: Side | None
    option: str


class NextStep(Struct, frozen=True):
    """What has to happen next, unasked, and whose it is; nobody's where there are no seats."""

    what: Literal["choice", "trick", "turn", "cut", "deal", "turn-up", "result"]
    seats: tuple[Seat, ...] = ()
    choice: PendingChoice | None = None


def next_step(table: Table, officers: Sequence[Seat] = ()) -> NextStep | None:
    """What has to happen next; ``officers`` are the seats that decide what is left to the officer."""
    choice = pending_choice(table)
    if choice is not None:
        return NextStep("choice", choosers(choice.ruled, officers), choice)
    if table.game.result is not None:
        return None if table.entered or table.strict else NextStep("result")
    if table.game.deal is None:
        cutter = None if table.strict else cutter_due(table.game)
        return NextStep("deal") if cutter is None else NextStep("cut", (cutter,))
    if table.game.turn_up is not TurnUp.FACED:
        return NextStep("turn-up")
    winner = None if table.strict else unturned(table)
    if winner is not None:
        return NextStep("trick", (winner,))
    return None if table.deal.turn is None else NextStep("turn", (table.deal.turn,))


def pending_choice(table: Table) -> PendingChoice | None:
    """The ruling whose choice is due now; one for after the hand waits until it is over."""
    for number in table.waiting:
        ruled = table.log[number]
        assert isinstance(ruled, Ruled)
        ruling = ruled.ruling
        if ruling.when == "after the hand" and table.unsettled is None:
            continue
        if ruling.chooser == "other side":
            best = max(ways(table, number), key=lambda option: sum(points(option)))
            return PendingChoice(number, ruled, ruled.fact.seat.side.other, best.name)
        return PendingChoice(number, ruled, None, ways(table, number)[0].name)
    return None


def ways(table: Table, number: int) -> tuple[RulingOption, ...]:
    """The options that a ruling still has: a side that may not score since then adds nothing."""
    ruled = table.log[number]
    assert isinstance(ruled, Ruled)
    options = ruled.ruling.options
    others = ruled.fact.seat.side.other
    barred = others in table.no_score and isinstance(ruled.fact, Revoke) and number in table.waiting
    if not barred or table.game.book.count.late_penalty == "may be added":
        return options
    return not_adding(options)


def choosers(ruled: Ruled, officers: Sequence[Seat]) -> tuple[Seat, ...]:
    """The seats that may choose in a ruling; none where there is nothing to choose."""
    match ruled.ruling.chooser:
        case "officer":
            return tuple(officers)
        case "other side":
            return ruled.fact.seat.side.other.seats
        case None:
            return ()


def unturned(table: Table) -> Seat | None:
    """Who won the trick that waits to be turned down."""
    deal = table.game.deal
    if deal is None:
        return None
    won = [trick.winner for trick in deal.tricks if trick.winner is not None]
    return won[-1] if len(won) > table.quitted else None
