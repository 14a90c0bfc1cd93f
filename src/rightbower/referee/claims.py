"""Claims at a table: somebody notices, the referee rules, a side or the officer chooses."""

from __future__ import annotations

from msgspec.structs import replace

from rightbower.cards import Card, Seat, Side, Suit
from rightbower.deal import Action, Deal
from rightbower.referee.carry import carry_out
from rightbower.referee.case import Needed, Proof, Situation
from rightbower.referee.facts import (
    ExposedCard,
    Fact,
    Kind,
    LooseWords,
    TrickTurned,
    WrongCall,
)
from rightbower.referee.orders import SameCard, SuitCall, allowed_cards, callers, leader_called_on
from rightbower.referee.questions import question
from rightbower.referee.remedies import FINAL, Remedy
from rightbower.referee.ruling import Ruling, dismissed
from rightbower.referee.rulings import rule
from rightbower.referee.situation import SHOWN_BY_RECORD, deal_meant, shown, situation
from rightbower.referee.table import By, Chosen, Overruled, Ruled, Table, TableError


def claim(
    table: Table,
    fact: Fact,
    by: By,
    proof: Proof | None = None,
    points: int | None = None,
    last_hand: bool = False,
) -> Table:
    """Somebody calls attention to a fact, or the officer does where ``by`` is None.

    ``proof`` overrides what the record shows of a revoke; ``points`` are those the officer takes
    for conduct; ``last_hand`` says that the hand before is meant.
    """
    ruling = ruling_on(table, fact, by, proof, points, last_hand)
    number = len(table.log)
    after = replace(
        table,
        log=(*table.log, Ruled(fact, by, ruling)),
        ruled=(*table.ruled, fact),
    )
    if ruling.chooser is not None or ruling.when == "after the hand":
        after = replace(after, waiting=(*after.waiting, number))
    else:
        after = _noted(carry_out(after, fact, ruling.remedies), fact, ruling)
    return replace(after, undo=replace(table, undo=None))


def ruling_on(
    table: Table,
    fact: Fact,
    by: By,
    proof: Proof | None = None,
    points: int | None = None,
    last_hand: bool = False,
) -> Ruling:
    """The ruling on a fact as things stand, without carrying it out."""
    last = last_hand or table.game.deal is None
    deal = deal_meant(table, last)
    if reason := _cannot_be(table, deal, fact):
        raise TableError(reason)
    known = situation(table, fact, by, proof, points, last)
    try:
        ruling = rule(fact.kind, known, table.game.book)
    except Needed as missing:
        raise TableError(question(missing.name).words) from None
    law = SHOWN_BY_RECORD.get(fact.kind)
    if ruling.upheld and law is not None and fact not in shown(table, deal, last):
        return dismissed(fact.kind, "The record shows nothing of the kind.", law)
    return ruling


def _cannot_be(table: Table, deal: Deal, fact: Fact) -> str | None:
    match fact:
        case ExposedCard(seat=seat, card=card) if card not in deal.hands[seat]:
            return f"{seat.word} does not hold {card}"
        case TrickTurned(kind=Kind.TRICK_TURNED_UP) if table.game.deal is None:
            return "the play is over, and the tricks may be looked at"
        case TrickTurned(trick=trick) if trick >= table.quitted:
            return f"trick {trick + 1} has not been turned"
        case LooseWords(seat=seat) if seat is deal.dealer or deal.trump is not None:
            return "only a player who may still order can be held to such words"
    return None


def _noted(table: Table, fact: Fact, ruling: Ruling) -> Table:
    """Remember who has paid for cards not played singly."""
    if fact.kind is Kind.NOT_SINGLY and "singly.penalty" in ruling.paths:
        return replace(table, paid_singly=(*table.paid_singly, fact.seat))
    return table


def logged_loss(table: Table, action: Action) -> Table:
    """Log the ruling on an order that lost the game by itself."""
    fact = WrongCall(action.seat, Kind.ORDER_WITHOUT_TRUMP, action)
    ruling = rule(Kind.ORDER_WITHOUT_TRUMP, Situation(), table.game.book)
    return replace(table, log=(*table.log, Ruled(fact, None, ruling)))


def choose(table: Table, option: str, by: Side | None, number: int | None = None) -> Table:
    """A side, or the officer where ``by`` is None, takes one option of a ruling that waits."""
    if not table.waiting:
        raise TableError("no ruling waits for a choice")
    number = table.waiting[0] if number is None else number
    if number not in table.waiting:
        raise TableError(f"ruling {number} does not wait for a choice")
    ruled = table.log[number]
    assert isinstance(ruled, Ruled)
    fact, ruling = ruled.fact, ruled.ruling
    if reason := _not_yours(table, ruled, by):
        raise TableError(reason)
    taken = ruling.option(option)
    after = replace(
        table,
        log=(*table.log, Chosen(number, option, by)),
        waiting=tuple(each for each in table.waiting if each != number),
    )
    after = _noted(carry_out(after, fact, taken.remedies), fact, ruling)
    return replace(after, undo=replace(table, undo=None))


def _not_yours(table: Table, ruled: Ruled, by: Side | None) -> str | None:
    if ruled.ruling.when == "after the hand" and table.unsettled is None:
        return "the choice is made when the hand is played out"
    if ruled.ruling.chooser == "officer" and by is not None:
        return f"the {table.game.book.officer} decides"
    if ruled.ruling.chooser == "other side" and by is ruled.fact.seat.side:
        return "the other side chooses"
    return None


def call_suit(table: Table, by: Seat, suit: Suit | None) -> Table:
    """The hand entitled to it names the suit to be led, or waives the call with None."""
    deal = table.deal
    call = leader_called_on(deal, table.orders)
    if call is None:
        raise TableError("no suit can be called for this lead")
    if by not in callers(deal, deal.book):
        clause = deal.book.clause("turns.caller")
        raise TableError(f"it is not {by.word} who may call the suit ({clause})")
    kept = tuple(order for order in table.orders if order is not call)
    if suit is None:
        return replace(table, orders=kept, undo=None)
    return replace(table, orders=(*kept, SuitCall(call.side, call.path, suit, by)), undo=None)


def call_card(table: Table, by: Seat, card: Card) -> Table:
    """Where opponents choose among several exposed cards, one of them names the card."""
    deal = table.deal
    if deal.book.exposed.several != "opponents choose":
        raise TableError(f"the owner chooses ({deal.book.clause('exposed.several')})")
    if deal.turn is None or by.side is deal.turn.side:
        raise TableError("the opponents choose among exposed cards")
    if card not in allowed_cards(deal, deal.turn, table.orders):
        raise TableError(f"{card} cannot be called for now")
    order = SameCard(deal.turn, card, len(deal.tricks) - 1, "exposed.several")
    return replace(table, orders=(*table.orders, order), undo=None)


def overrule(
    table: Table, officer: str, reason: str, remedies: tuple[Remedy, ...], number: int | None = None
) -> Table:
    """The officer sets a ruling aside, by name and with a reason; the log keeps both.

    What the latest ruling did is undone first if nothing has happened since.
    """
    if not officer.strip() or not reason.strip():
        raise TableError("an overruling needs the officer's name and a reason")
    rulings = [at for at, each in enumerate(table.log) if isinstance(each, Ruled)]
    if not rulings:
        raise TableError("there is no ruling to set aside")
    number = rulings[-1] if number is None else number
    if number not in rulings:
        raise TableError(f"entry {number} of the log is no ruling")
    ruled = table.log[number]
    assert isinstance(ruled, Ruled)
    undone = table.undo if table.undo is not None and number == rulings[-1] else table
    remedies = tuple(replace(each, path=FINAL) for each in remedies)
    base = replace(
        undone,
        log=(*table.log, Overruled(number, officer, reason, remedies)),
        ruled=table.ruled,
        waiting=tuple(each for each in undone.waiting if each != number),
        undo=None,
    )
    return carry_out(base, ruled.fact, remedies)
