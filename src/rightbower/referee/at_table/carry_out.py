"""Carry a ruling out: what each remedy does to the table."""

from __future__ import annotations

from msgspec.structs import replace

from rightbower.referee import irregularities as facts
from rightbower.referee.at_table.rescoring import (
    instead_of_the_hand,
    marks_of,
    not_scoring,
    only_for,
    with_game,
)
from rightbower.referee.at_table.taking_back import call_undone, plays_of, rewound, taken_back
from rightbower.referee.audit import place_any
from rightbower.referee.remedies import (
    FINAL,
    PENALTIES,
    AwardPoints,
    Bar,
    Bind,
    CallSuit,
    DeductPoints,
    Expose,
    FiveDealt,
    KeepResult,
    LoseGame,
    NoScore,
    PassStands,
    Redeal,
    Remedy,
    StopHand,
    TakeBack,
    VoidCall,
)
from rightbower.referee.table import (
    BarredSide,
    CardUp,
    Ruled,
    SuitCall,
    Table,
    TableError,
    book_hand,
    cleared,
    table_after,
)
from rightbower.rules import game as games
from rightbower.rules.acts import Bury, Order
from rightbower.rules.cards import Card, Seat, Side
from rightbower.rules.deal import Phase
from rightbower.rules.game import TurnUp


def carry_out(table: Table, fact: facts.Fact, remedies: tuple[Remedy, ...]) -> Table:
    """The table after all remedies of a ruling; refuse what would change an entered result."""
    if table.entered and (costly := [each for each in remedies if isinstance(each, PENALTIES)]):
        path = costly[0].path if costly[0].path.startswith("conduct.") else "revoke.claim_until"
        clause = table.game.book.clause(path)
        raise TableError(f"the result is entered, and a finished result stands ({clause})")
    exposing = any(isinstance(each, Expose) for each in remedies)
    shown = cards_of(table, fact) if exposing else ()
    for remedy in remedies:
        if not isinstance(remedy, StopHand | AwardPoints | DeductPoints):
            table = _carried(table, fact, remedy, shown)
    costs = tuple(each for each in remedies if isinstance(each, AwardPoints | DeductPoints))
    if any(isinstance(each, StopHand) for each in remedies):
        return instead_of_the_hand(table, fact, costs)
    if costs:
        marks = marks_of(table.game.score, fact, costs)
        return with_game(table, games.award(table.game, marks))
    return table


def cards_of(table: Table, fact: facts.Fact) -> tuple[Card, ...]:
    """The cards a fact is about."""
    match fact:
        case facts.Revoke():
            return (plays_of(table, fact)[fact.seat],)
        case facts.ExposedCard() | facts.NotSingly():
            return fact.cards
        case facts.OutOfTurn(card=card) | facts.NotBuried(card=card):
            return (card,)
    return ()


def _carried(table: Table, fact: facts.Fact, remedy: Remedy, shown: tuple[Card, ...]) -> Table:
    seat, side = fact.seat, fact.seat.side
    match remedy:
        case TakeBack():
            return taken_back(table, fact, remedy)
        case VoidCall():
            return call_undone(table, fact)
        case Bar(path=path, lasts=lasts):
            return _barred(table, BarredSide(side, path, lasts, table.deal.phase))
        case Redeal():
            return _redealt(table, remedy)
        case KeepResult(for_both=False):
            return only_for(table, side.other)
        case NoScore():
            return not_scoring(table, side)
        case LoseGame(path=path):
            return with_game(table, games.lose_game(table.game, side, path))
        case Expose(path=path):
            return _exposed(table, seat, shown, path)
        case CallSuit(path=path):
            return replace(table, orders=(*table.orders, SuitCall(side, path)))
        case FiveDealt(withdraw=withdraw):
            return _five_dealt(table, seat, withdraw)
        case Bind(alone=alone):
            return table_after(table, Order(seat, alone))
        case PassStands():
            return replace(table, passed=(*table.passed, seat))
        case _:
            return table


def _exposed(table: Table, seat: Seat, shown: tuple[Card, ...], path: str) -> Table:
    """The cards lie face up, those that are known, still held and not up already."""
    deal = table.game.deal
    if deal is None:
        return table
    up = {order.card for order in table.orders if isinstance(order, CardUp)}
    new = (card for card in shown if card in deal.hands[seat] and card not in up)
    return replace(
        table, orders=(*table.orders, *(CardUp(seat, card, path) for card in dict.fromkeys(new)))
    )


def _barred(table: Table, bar: BarredSide) -> Table:
    """A side may not make trump; where neither may any more, the deal is thrown in."""
    table = replace(table, barred=(*table.barred, bar))
    last_round = table.deal.phase is Phase.ROUND_TWO
    for_good = {
        each.side
        for each in table.barred
        if each.lasts == "the deal" or (last_round and each.phase is Phase.ROUND_TWO)
    }
    if for_good != set(Side):
        return table
    deal = replace(table.deal, phase=Phase.DONE, turn=None, ending="thrown in")
    return book_hand(replace(table, game=replace(table.game, deal=deal)))


def _redealt(table: Table, remedy: Redeal) -> Table:
    """The deal is void; a misdeal is counted against its dealer, and a missed turn is kept."""
    dealer, right = table.deal.dealer, table.missed
    back = table.game.book.misdeal.after_wrong_dealer == "the missed player"
    following = {
        "same dealer": dealer,
        "next dealer": (right if back else None) or dealer.left,
        "right dealer": right or dealer,
    }[remedy.by]
    ordered = remedy.path == FINAL  # what the officer orders is not stopped again
    owed = back or (table.game.turn_up is not TurnUp.FACED and not ordered)
    fresh = replace(
        cleared(table, games.void(table.game, following)),
        missed=right if owed and following is not right else None,
        waiting=_about_the_last_hand(table),
        unsettled=table.unsettled,
        penalties=table.penalties,
    )
    if not remedy.misdeal:
        return fresh
    running = table.running + 1 if following in (dealer, right) else 0
    return replace(fresh, misdeals=(*table.misdeals, dealer), running=running)


def _about_the_last_hand(table: Table) -> tuple[int, ...]:
    """The rulings that wait for a choice about the hand before; a deal not faced has no revoke."""
    if table.unsettled is None:
        return ()
    return tuple(at for at in table.waiting if _on_a_revoke(table, at))


def _on_a_revoke(table: Table, number: int) -> bool:
    ruled = table.log[number]
    return isinstance(ruled, Ruled) and isinstance(ruled.fact, facts.Revoke)


def _five_dealt(table: Table, seat: Seat, withdraw: bool) -> Table:
    """The turn-up goes out of play, taken back first where it was the card played."""
    turn_up = table.deal.turn_up
    if withdraw:
        table = rewound(table, lambda deal: turn_up in deal.hands[seat], 0)
    if turn_up not in table.deal.hands[seat]:
        return table
    dead = Bury(seat, turn_up)
    game = replace(table.game, deal=place_any(table.deal, dead))
    # Where nothing has been played it looks like a wrong bury, and it is none.
    settled = facts.WrongCall(seat, facts.Kind.FORBIDDEN_CALL, dead)
    after = replace(table, game=game, ruled=(*table.ruled, settled))
    still_bound = table.game.book.count.unburied_taken_back == "still bound"
    return _still_dead(after, dead) if still_bound else after


def _still_dead(table: Table, dead: Bury) -> Table:
    """Whatever is taken back from here on, the turn-up stays out of play."""
    history = tuple(
        (place_any(deal, dead) if dead.card in deal.hands[dead.seat] else deal, orders)
        for deal, orders in table.history
    )
    return replace(table, history=history)
