"""Claims at a table: somebody notices, the referee rules, a side or the officer chooses."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from rightbower.referee import irregularities as facts
from rightbower.referee.at_table.situation import deal_meant, shown, situation
from rightbower.referee.audit import broken
from rightbower.referee.carry_out import carry_out
from rightbower.referee.irregularities import KINDS
from rightbower.referee.judges import rule
from rightbower.referee.remedies import TakeBack
from rightbower.referee.rulings import Ruling, dismissed
from rightbower.referee.situation import Needed, Proof, Situation, question
from rightbower.referee.table import (
    By,
    CardUp,
    Ruled,
    Table,
    TableError,
    dealer_is_stuck,
    resumed,
    why_barred,
)
from rightbower.rules.acts import Action, Order, Pass, say
from rightbower.rules.cards import Seat
from rightbower.rules.deal import Deal, Phase

_ALREADY = "It has been ruled on already."


def claim(
    table: Table,
    fact: facts.Fact,
    by: By,
    proof: Proof | None = None,
    points: int | None = None,
    last_hand: bool = False,
) -> Table:
    """Somebody calls attention to a fact, or the officer does where ``by`` is None.

    ``proof`` overrides what the record shows of a revoke; ``points`` are those the officer takes
    for conduct; ``last_hand`` says that the hand before is meant. Between two deals, also after a
    void one, it always is: the log says which hand that was.
    """
    fact = _at_issue(table, fact, last_hand)
    ruling = ruling_on(table, fact, by, proof, points, last_hand)
    number = len(table.log)
    known = replace(_remembered(resumed(table), fact, last_hand), undo=None)
    after = replace(known, log=(*table.log, Ruled(fact, by, ruling, _hand(table, last_hand))))
    if ruling.chooser is not None or ruling.when == "after the hand":
        after = replace(after, waiting=(*after.waiting, number))
    else:
        after = noted(carry_out(after, fact, ruling.remedies), fact, ruling)
    if isinstance(fact, facts.LooseWords) and _just_lost(after):
        after = logged_loss(after, Order(fact.seat))
    return replace(after, undo=known)


def _hand(table: Table, last_hand: bool = False) -> int:
    """The hand that a claim is about, counted from one."""
    done = len(table.game.finished)
    return done if last_hand or table.game.deal is None else done + 1


def _just_lost(table: Table) -> bool:
    """Whether words that count as an order lost the game by themselves."""
    return table.game.result is not None and table.game.result.path == "bidding.breach"


def _remembered(table: Table, fact: facts.Fact, last_hand: bool) -> Table:
    """The table with one more fact ruled on, in the deal under way or in the last hand."""
    if last_hand and table.game.deal is not None:
        return replace(table, ruled_last=(*table.ruled_last, fact))
    return replace(table, ruled=(*table.ruled, fact))


def _at_issue(table: Table, fact: facts.Fact, last_hand: bool) -> facts.Fact:
    """What a claim is ruled as: a card out of turn that goes back was not played, and cannot revoke."""
    if not isinstance(fact, facts.Revoke) or last_hand or table.game.deal is None:
        return fact
    for each in shown(table, table.deal, False):
        if isinstance(each, facts.OutOfTurn) and (each.seat, each.trick) == (fact.seat, fact.trick):
            ruling = rule(each.kind, situation(table, each), table.game.book)
            back = any(isinstance(remedy, TakeBack) for remedy in ruling.options[0].remedies)
            return each if back and each not in table.ruled else fact
    return fact


def ruling_on(
    table: Table,
    fact: facts.Fact,
    by: By,
    proof: Proof | None = None,
    points: int | None = None,
    last_hand: bool = False,
) -> Ruling:
    """The ruling on a fact as things stand, without carrying it out."""
    fact = _at_issue(table, fact, last_hand)
    last = last_hand or table.game.deal is None
    deal = deal_meant(table, last)
    if reason := _cannot_be(table, deal, fact):
        raise TableError(reason)
    if (settled := _settled(table, fact, last_hand)) is not None:
        return dismissed(fact.kind, _ALREADY, *settled)
    if isinstance(fact, facts.WrongCall) and last and _just_lost(table):
        says = "The game was lost by a call already, and nothing else follows."
        return dismissed(fact.kind, says, "bidding.breach")
    if (
        fact.kind is facts.Kind.PASS_OUT_OF_TURN
        and fact.seat is deal.dealer
        and dealer_is_stuck(table)
    ):
        says = "This pass does not bind: if everybody else passes, the dealer has to name a suit."
        return dismissed(fact.kind, says, "bidding.all_pass")
    known = situation(table, fact, by, proof, points, last)
    try:
        ruling = rule(fact.kind, known, table.game.book)
    except Needed as missing:
        raise TableError(question(missing.name).words) from None
    law = KINDS[fact.kind].law
    if ruling.upheld and law is not None and fact not in shown(table, deal, last):
        return dismissed(fact.kind, "The record shows nothing of the kind.", law)
    return _with_what_it_broke(ruling, deal, fact)


def _with_what_it_broke(ruling: Ruling, deal: Deal, fact: facts.Fact) -> Ruling:
    """A ruling on something that the book just refuses, with the rule it broke."""
    if not isinstance(fact, facts.WrongCall) or fact.kind is not facts.Kind.FORBIDDEN_CALL:
        return ruling
    against = broken(deal, fact.call)
    if against is None:
        return ruling
    says = f"{ruling.says} The rule: {against.reason}."
    return replace(ruling, says=says, paths=(*ruling.paths, against.path))


def _settled(table: Table, fact: facts.Fact, last_hand: bool) -> tuple[str, ...] | None:
    """The settings behind a ruling that upheld this very fact before; None if there is none."""
    if isinstance(fact, facts.ExposedCard):
        up = {order.card: order.path for order in table.orders if isinstance(order, CardUp)}
        if all(card in up for card in fact.cards):
            return (up[fact.card],)
    ruled = table.ruled_last if last_hand and table.game.deal is not None else table.ruled
    if KINDS[fact.kind].again or fact not in ruled:
        return None
    earlier = [each.ruling for each in table.log if isinstance(each, Ruled) and each.fact == fact]
    rulings = [each for each in earlier if each.says != _ALREADY]
    if not rulings:
        raise TableError("another ruling brought it about, and it can no longer be undone")
    return rulings[-1].paths if rulings[-1].upheld else None


def _cannot_be(table: Table, deal: Deal, fact: facts.Fact) -> str | None:
    """Why a fact cannot be one of this deal. A new kind of fact has to be thought of here too."""
    match fact:
        case facts.Misdeal(seat=seat) if seat is not deal.dealer:
            return f"{deal.dealer.word} dealt, so it is not a misdeal of {seat.word}'s"
        case facts.ExposedCard() | facts.NotSingly():
            return _cannot_be_shown(deal, fact)
        case facts.TrickTurned(kind=facts.Kind.TRICK_TURNED_UP) if table.game.deal is None:
            return "the play is over, and the tricks may be looked at"
        case facts.TrickTurned(trick=trick) if trick > table.quitted:
            return f"trick {trick} has not been turned"
        case facts.LooseWords(seat=seat):
            return _cannot_be_order(table, deal, seat)
        case facts.WrongCall(kind=facts.Kind.PASS_OUT_OF_TURN):
            return _cannot_be_early_pass(deal, fact)
        case facts.Revoke(seat=seat, trick=trick):
            return _cannot_be_revoke(deal, seat, trick)
        case (
            facts.Misdeal()
            | facts.WrongCount()
            | facts.WrongDealer()
            | facts.WrongCall()
            | facts.TrickTurned()
        ):
            return None
        case facts.NotBuried() | facts.OutOfTurn() | facts.Talk():
            return None
        case _:
            assert_never(fact)


def _cannot_be_shown(deal: Deal, fact: facts.ExposedCard | facts.NotSingly) -> str | None:
    if fact.seat not in deal.active:
        return f"{fact.seat.word}'s partner plays alone, and the hand is put away"
    missing = [card for card in fact.cards if card not in deal.hands[fact.seat]]
    if missing and isinstance(fact, facts.ExposedCard):
        return f"{fact.seat.word} does not hold {missing[0]}"
    if len(set(fact.cards)) < len(fact.cards):
        return "a card is named twice"
    return None


def _cannot_be_order(table: Table, deal: Deal, seat: Seat) -> str | None:
    if deal.phase is Phase.ROUND_TWO:
        clause = deal.book.clause("laws.dead_suit")
        return f"the card is turned down and can no longer be ordered ({clause})"
    if seat is deal.dealer or deal.phase is not Phase.ROUND_ONE:
        return "only a player who may still order is bound by such words"
    return why_barred(table, seat.side)


def _cannot_be_early_pass(deal: Deal, fact: facts.WrongCall) -> str | None:
    if not isinstance(fact.call, Pass):
        return f"{say(fact.call)}: that is not a pass"
    if deal.phase not in (Phase.ROUND_ONE, Phase.ROUND_TWO):
        return "the bidding is over"
    return f"it is {fact.seat.word}'s turn to call" if fact.seat is deal.turn else None


def _cannot_be_revoke(deal: Deal, seat: Seat, number: int) -> str | None:
    plays = deal.tricks[number - 1].plays if number <= len(deal.tricks) else ()
    if seat not in dict(plays):
        return f"{seat.word} has not played to trick {number}"
    if plays[0][0] is seat:
        clause = deal.book.clause("laws.follow_suit")
        return f"{seat.word} led to trick {number} and had no suit to follow ({clause})"
    return None


def noted(table: Table, fact: facts.Fact, ruling: Ruling) -> Table:
    """Remember whose first time of its kind in this hand it was."""
    if KINDS[fact.kind].first in ruling.paths:
        return replace(table, first_times=(*table.first_times, (fact.seat, fact.kind)))
    return table


def logged_loss(table: Table, action: Action) -> Table:
    """Log the ruling on an order that lost the game by itself."""
    fact = facts.WrongCall(action.seat, facts.Kind.ORDER_WITHOUT_TRUMP, action)
    ruling = rule(facts.Kind.ORDER_WITHOUT_TRUMP, Situation(), table.game.book)
    return replace(table, log=(*table.log, Ruled(fact, None, ruling, _hand(table))))
