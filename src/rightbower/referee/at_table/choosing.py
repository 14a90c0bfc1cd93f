"""What is chosen after a ruling: an option, a suit or card to be led, or the officer's own way."""

from __future__ import annotations

from msgspec.structs import replace

from rightbower.referee.at_table.claims import noted
from rightbower.referee.carry_out import carry_out
from rightbower.referee.remedies import FINAL, Remedy
from rightbower.referee.rulings import RulingOption
from rightbower.referee.table import (
    Chosen,
    Overruled,
    Ruled,
    SameCard,
    SuitCall,
    Table,
    TableError,
    allowed_cards,
    leader_called_on,
    may_call,
    ways,
)
from rightbower.rules.cards import Card, Seat, Side, Suit


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
    taken = _taken(table, number, ruled, option)
    after = replace(
        table,
        log=(*table.log, Chosen(number, option, by)),
        waiting=tuple(each for each in table.waiting if each != number),
    )
    after = noted(carry_out(after, fact, taken.remedies), fact, ruling)
    return replace(after, undo=replace(table, undo=None))


def _taken(table: Table, number: int, ruled: Ruled, name: str) -> RulingOption:
    """The option of that name; refuse one that the ruling never had, or has no more."""
    once = ruled.ruling.option(name)
    for option in ways(table, number):
        if option.name == once.name:
            return option
    clause = table.game.book.clause("count.late_penalty")
    side = ruled.fact.seat.side.other
    raise TableError(f"{side} may not score for this deal, so nothing is added ({clause})")


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
    if by not in may_call(deal, table.orders):
        path = "won_tricks.caller" if call.path == "won_tricks.turned_up" else "turns.caller"
        clause = deal.book.clause(path)
        raise TableError(f"{by.word} may not call the suit ({clause})")
    if call.suit is not None:
        raise TableError(
            f"{call.suit} has been called for this lead ({deal.book.clause(call.path)})"
        )
    # however many calls are open on a side, they are all for this one lead
    kept = tuple(
        order
        for order in table.orders
        if not isinstance(order, SuitCall) or order.side is not call.side
    )
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
    order = SameCard(deal.turn, card, len(deal.tricks), "exposed.several")
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
        raise TableError(f"entry {number} of the log is not a ruling")
    ruled = table.log[number]
    assert isinstance(ruled, Ruled)
    undone = table.undo if table.undo is not None and number == rulings[-1] else table
    remedies = tuple(replace(each, path=FINAL) for each in remedies)
    base = replace(
        undone,
        log=(*table.log, Overruled(number, officer, reason, remedies)),
        waiting=tuple(each for each in undone.waiting if each != number),
        undo=None,
    )
    return carry_out(base, ruled.fact, remedies)
