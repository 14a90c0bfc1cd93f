"""Carry a ruling out: what each remedy does to the table."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from rightbower import game as games
from rightbower.cards import Card, Seat, Side
from rightbower.deal import Action, Bury, Deal, Order, Phase, Play
from rightbower.game import Game
from rightbower.referee.audit import audit
from rightbower.referee.facts import Fact, Kind, OutOfTurn, Revoke, WrongCall
from rightbower.referee.happen import happen
from rightbower.referee.orders import CardUp, SameCard, SuitCall
from rightbower.referee.remedies import (
    Award,
    Bar,
    Bind,
    CallSuit,
    Deduct,
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
from rightbower.referee.table import BarredSide, Table, TableError, book_hand, cleared, witnessed
from rightbower.score import Mark, score


def carry_out(table: Table, fact: Fact, remedies: tuple[Remedy, ...]) -> Table:
    """The table after all remedies of a ruling."""
    exposing = any(isinstance(each, Expose) for each in remedies)
    card = card_of(table, fact) if exposing else None
    for remedy in remedies:
        if not isinstance(remedy, StopHand | Award | Deduct):
            table = _carried(table, fact, remedy, card)
    costs = tuple(each for each in remedies if isinstance(each, Award | Deduct))
    if any(isinstance(each, StopHand) for each in remedies):
        return _instead_of_the_hand(table, fact, costs)
    if costs:
        marks = _marks(table.game.score, fact, costs)
        return _lapsed(replace(table, game=games.award(table.game, marks)))
    return _lapsed(table)


def _lapsed(table: Table) -> Table:
    """A game that ends in the middle of a hand leaves nothing to choose about it."""
    cut_short = table.game.result is not None and table.unsettled is None
    return replace(table, waiting=()) if cut_short else table


def card_of(table: Table, fact: Fact) -> Card | None:
    """The card a fact is about."""
    if isinstance(fact, Revoke):
        return table.deal.tricks[fact.trick].card_of(fact.seat)
    return getattr(fact, "card", None)


def _carried(table: Table, fact: Fact, remedy: Remedy, card: Card | None) -> Table:
    seat, side = fact.seat, fact.seat.side
    match remedy:
        case TakeBack():
            return _taken_back(table, fact, remedy)
        case VoidCall():
            assert isinstance(fact, WrongCall)
            return _unsaid(table, fact.call)
        case Bar(path=path, lasts=lasts):
            return _barred(table, BarredSide(side, path, lasts, table.deal.phase))
        case Redeal():
            return _redealt(table, remedy)
        case KeepResult(for_both=False):
            return _only_for(table, side.other)
        case NoScore():
            return replace(table, no_score=(*table.no_score, side))
        case LoseGame(path=path):
            return replace(table, game=games.lose_game(table.game, side, path))
        case Expose(path=path):
            return _exposed(table, seat, card, path)
        case CallSuit(path=path):
            return replace(table, orders=(*table.orders, SuitCall(side, path)))
        case FiveDealt(withdraw=withdraw):
            return _five_dealt(table, seat, withdraw)
        case Bind(alone=alone):
            return witnessed(table, Order(seat, alone))
        case PassStands():
            return replace(table, passed=(*table.passed, seat))
        case _:
            return table


def _taken_back(table: Table, fact: Fact, remedy: TakeBack) -> Table:
    """The card goes back; who played after it plays again, or as before where that is in order."""
    if not isinstance(fact, OutOfTurn | Revoke):
        raise TableError("there is no card to take back")
    number, seat = fact.trick, fact.seat
    trick = table.deal.tricks[number]
    seats = [each for each, _ in trick.plays]
    after = trick.plays[seats.index(seat) + 1 :]
    table = _rewound(table, lambda deal: not _has_played(deal, seat, number), number)
    if isinstance(fact, OutOfTurn) and trick.plays[0][0] is not seat:
        return _still_in_turn(table, after)
    if remedy.followers == "same card":
        again = tuple(SameCard(who, card, number, remedy.path) for who, card in after)
        return replace(table, orders=(*table.orders, *again))
    if remedy.followers == "exposed":
        up = tuple(CardUp(who, card, remedy.path) for who, card in after)
        return replace(table, orders=(*table.orders, *up))
    return table


def _still_in_turn(table: Table, plays: tuple[tuple[Seat, Card], ...]) -> Table:
    """Cards that were played in their turn stay; the first that was not goes back with the rest."""
    for who, card in plays:
        if who is not table.deal.turn:
            break
        table = witnessed(table, Play(who, card))
    return table


def _exposed(table: Table, seat: Seat, card: Card | None, path: str) -> Table:
    """The card lies face up, if it is known and still held."""
    deal = table.game.deal
    if deal is None or card is None or card not in deal.hands[seat]:
        return table
    return replace(table, orders=(*table.orders, CardUp(seat, card, path)))


def _has_played(deal: Deal, seat: Seat, number: int) -> bool:
    return len(deal.tricks) > number and deal.tricks[number].card_of(seat) is not None


def _rewound(table: Table, wanted: Callable[[Deal], bool], quitted: int) -> Table:
    """The table as it was when the deal was last as wanted; orders given since then stay."""
    fitting = [at for at, (deal, _) in enumerate(table.history) if wanted(deal)]
    if not fitting:
        raise TableError("it can no longer be undone")
    number = fitting[-1]
    deal, orders = table.history[number]
    since = tuple(order for order in table.orders if order not in orders)
    # a card taken back may be played wrongly once more: that is a new irregularity
    played = audit(deal)
    ruled = tuple(
        fact for fact in table.ruled if not isinstance(fact, OutOfTurn | Revoke) or fact in played
    )
    return replace(
        table,
        ruled=ruled,
        game=replace(table.game, deal=deal),
        orders=(*orders, *since),
        history=table.history[:number],
        quitted=min(table.quitted, quitted),
        unturned=tuple(each for each in table.unturned if each < quitted),
    )


def _unsaid(table: Table, call: Action) -> Table:
    """The bidding as it stood before a call."""
    said = len(table.deal.acts) - 1 - table.deal.acts[::-1].index(call)
    return _rewound(table, lambda deal: len(deal.acts) == said, 0)


def _barred(table: Table, bar: BarredSide) -> Table:
    table = replace(table, barred=(*table.barred, bar))
    if {each.side for each in table.barred} != set(Side):
        return table
    deal = replace(table.deal, phase=Phase.DONE, turn=None, ending="thrown in")
    return book_hand(replace(table, game=replace(table.game, deal=deal)))


def _redealt(table: Table, remedy: Redeal) -> Table:
    """The deal is void; a misdeal is counted against its dealer."""
    dealer = table.deal.dealer
    following = {
        "same dealer": dealer,
        "next dealer": dealer.left,
        "right dealer": table.missed or dealer,
    }[remedy.by]
    fresh = cleared(table, games.void(table.game, following))
    fresh = replace(fresh, waiting=(), unsettled=table.unsettled, penalties=table.penalties)
    if not remedy.misdeal:
        return fresh
    running = table.running + 1 if following is dealer else 0
    return replace(fresh, misdeals=(*table.misdeals, dealer), running=running)


def _five_dealt(table: Table, seat: Seat, withdraw: bool) -> Table:
    """The turn-up goes out of play, taken back first where it was the card played."""
    turn_up = table.deal.turn_up
    if withdraw:
        table = _rewound(table, lambda deal: turn_up in deal.hands[seat], 0)
    if turn_up not in table.deal.hands[seat]:
        return table
    dead = Bury(seat, turn_up)
    game = replace(table.game, deal=happen(table.deal, dead))
    # Where nothing has been played it looks like a wrong bury, and it is none.
    settled = WrongCall(seat, Kind.FORBIDDEN_CALL, dead)
    return replace(table, game=game, ruled=(*table.ruled, settled))


def _instead_of_the_hand(table: Table, fact: Fact, costs: tuple[Award | Deduct, ...]) -> Table:
    """Points in place of what the hand brings: it stops now, or is scored again."""
    if table.unsettled is None:
        deal = replace(table.deal, phase=Phase.DONE, turn=None, ending="stopped")
        table = replace(table, game=replace(table.game, deal=deal))
        marks = _marks(table.game.score, fact, costs)
        return replace(book_hand(table, marks), penalties=marks)
    so_far = games.settle(table.unsettled, table.penalties).score
    penalties = (*table.penalties, *_marks(so_far, fact, costs))
    again = games.settle(table.unsettled, penalties, penalty=True)
    return replace(_scored_again(table, again), penalties=penalties)


def _only_for(table: Table, side: Side) -> Table:
    """The hand as played, for one side alone."""
    assert table.unsettled is not None
    deal = table.unsettled.deal
    assert deal is not None
    marks = tuple(each for each in score(deal) if each.side is side)
    return _scored_again(table, games.settle(table.unsettled, marks))


def _scored_again(table: Table, game: Game) -> Table:
    """The game with the last hand booked anew; what rulings gave since then is kept."""
    assert table.unsettled is not None
    since = table.game.rulings[len(table.unsettled.rulings) :]
    game = games.award(game, since) if since else game
    now = table.game
    game = replace(game, dealer=now.dealer)
    if now.deal is not None and game.result is None:
        game = replace(game, deal=now.deal, turn_up=now.turn_up)
    return replace(table, game=game)


def _marks(
    standing: tuple[int, int], fact: Fact, costs: tuple[Award | Deduct, ...]
) -> tuple[Mark, ...]:
    side = fact.seat.side
    marks = []
    for cost in costs:
        if isinstance(cost, Award):
            marks.append(Mark(side.other, cost.points, cost.path))
            continue
        most = cost.points if cost.below_zero else min(cost.points, max(standing[side], 0))
        marks.append(Mark(side, -most, cost.path))
    return tuple(marks)
