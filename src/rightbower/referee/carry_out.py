"""What follows a ruling, carried out at the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from msgspec.structs import replace

from rightbower.referee import irregularities as facts
from rightbower.referee.audit import audit, place_any
from rightbower.referee.irregularities import (
    Fact,
    Kind,
    OutOfTurn,
    Revoke,
    WrongCall,
    not_played,
)
from rightbower.referee.remedies import (
    FINAL,
    AwardPoints,
    Bar,
    Bind,
    CallSuit,
    DeductPoints,
    Expose,
    FiveDealt,
    KeepResult,
    LetStand,
    LoseGame,
    NoScore,
    OfficerDecides,
    PassStands,
    Redeal,
    Remedy,
    Remind,
    ReturnCard,
    Review,
    StopHand,
    TakeBack,
    VoidCall,
    Warn,
)
from rightbower.referee.table import (
    BarredSide,
    CardUp,
    Ruled,
    SameCard,
    SuitCall,
    Table,
    TableError,
    book_hand,
    cleared,
    resumed,
    table_after,
)
from rightbower.rules import game as games
from rightbower.rules.acts import Bury, Order, Play
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Card, Seat, Side
from rightbower.rules.deal import Deal, Phase
from rightbower.rules.game import Game, Scored, TurnUp, total
from rightbower.rules.message import message
from rightbower.rules.score import Mark


def with_game(table: Table, game: Game) -> Table:
    """The table with its game changed by a ruling; a hand cut short by the end stays on record.

    A game that ends in the middle of a hand leaves nothing to choose about it.
    """
    before, after = table.game, replace(table, game=game)
    if game.result is None or before.deal is None:
        return after
    if before.turn_up is not TurnUp.FACED or before.deal.maker is None:
        return after if table.unsettled is not None else replace(after, waiting=())
    deal = _stopped(before.deal)
    finished = (*game.finished, Scored(deal, (), game.score))
    return replace(
        after,
        game=replace(game, finished=finished),
        unsettled=replace(before, deal=deal),
        orders=(),
        waiting=(),
    )


def _stopped(deal: Deal) -> Deal:
    return replace(deal, phase=Phase.DONE, turn=None, ending="stopped")


def instead_of_the_hand(
    table: Table, fact: Fact, costs: tuple[AwardPoints | DeductPoints, ...]
) -> Table:
    """Points in place of what the hand brings: it stops now, or is scored again."""
    if table.unsettled is None:
        table = replace(table, game=replace(table.game, deal=_stopped(table.deal)))
        marks = marks_of(table.game.score, fact, costs)
        return replace(book_hand(table, marks), penalties=marks)
    so_far = total(table.unsettled.score, table.penalties)
    penalties = (*table.penalties, *marks_of(so_far, fact, costs))
    return replace(_scored_again(table, penalties, penalty=True), penalties=penalties)


def only_for(table: Table, side: Side) -> Table:
    """The hand as played, for one side alone; a penalty already in its place stays."""
    if table.penalties:
        return table
    marks = tuple(each for each in _last_hand(table).marks if each.side is side)
    return _scored_again(table, marks)


def not_scoring(table: Table, side: Side) -> Table:
    """A side scores nothing for the hand under way, or for the last one where none is."""
    after = replace(table, no_score=(*table.no_score, side))
    return after if table.game.deal is not None else only_for(after, side.other)


def _last_hand(table: Table) -> Scored:
    if table.unsettled is None:
        raise TableError(message("no hand is being played, and none can be scored again"))
    return table.game.finished[-1]


def _scored_again(table: Table, marks: tuple[Mark, ...], penalty: bool = False) -> Table:
    """The last hand booked anew; what rulings gave since then is kept."""
    before = table.unsettled
    assert before is not None
    since = table.game.rulings[len(before.rulings) :]
    since = _again(total(before.score, marks), since, before.book)
    game = games.settle_again(table.game, before, marks, since, penalty)
    return replace(table, game=game)


def _again(standing: tuple[int, int], marks: tuple[Mark, ...], book: RuleBook) -> tuple[Mark, ...]:
    """The marks of rulings recomputed for another score; deductions still stop where the book says."""
    floors = {"revoke": book.revoke.floor, "conduct": book.conduct.floor}
    given: list[Mark] = []
    for mark in marks:
        below = floors.get(mark.path.partition(".")[0]) == "below zero"
        if mark.points < 0 and not below:
            mark = replace(mark, points=-min(-mark.points, max(standing[mark.side], 0)))
        standing = total(standing, (mark,))
        given.append(mark)
    return tuple(given)


def marks_of(
    standing: tuple[int, int], fact: Fact, costs: tuple[AwardPoints | DeductPoints, ...]
) -> tuple[Mark, ...]:
    """A ruling's points as marks; deductions stop at zero where the book says so."""
    side = fact.seat.side
    marks = []
    for cost in costs:
        if isinstance(cost, AwardPoints):
            marks.append(Mark(side.other, cost.points, cost.path))
            continue
        most = cost.points if cost.below_zero else min(cost.points, max(standing[side], 0))
        marks.append(Mark(side, -most, cost.path))
    return tuple(marks)


def plays_of(table: Table, fact: OutOfTurn | Revoke) -> dict[Seat, Card]:
    """The cards of the trick a fact is about; refuse one to which its player has not played."""
    tricks = table.deal.tricks
    plays = dict(tricks[fact.trick - 1].plays) if fact.trick <= len(tricks) else {}
    if fact.seat not in plays:
        raise TableError(not_played(fact.seat, fact.trick))
    return plays


def taken_back(table: Table, fact: Fact, remedy: TakeBack) -> Table:
    """The card goes back; who played after it plays again, or as before where that is in order."""
    if not isinstance(fact, OutOfTurn | Revoke):
        raise TableError(message("there is no card to take back"))
    number, seat = fact.trick, fact.seat
    plays = tuple(plays_of(table, fact).items())
    after = plays[[who for who, _ in plays].index(seat) + 1 :]
    table = rewound(table, lambda deal: not _has_played(deal, seat, number), number - 1)
    if isinstance(fact, OutOfTurn) and plays[0][0] is not seat:
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
        table = table_after(table, Play(who, card))
    return table


def _has_played(deal: Deal, seat: Seat, number: int) -> bool:
    return len(deal.tricks) >= number and deal.tricks[number - 1].card_of(seat) is not None


def rewound(table: Table, wanted: Callable[[Deal], bool], quitted: int) -> Table:
    """The table as it was when the deal was last as wanted; orders given since then stay."""
    fitting = [at for at, (deal, _) in enumerate(table.history) if wanted(deal)]
    if not fitting:
        raise TableError(message("it can no longer be undone"))
    number = fitting[-1]
    deal, orders = table.history[number]
    since = tuple(order for order in table.orders if order not in orders)
    # what is undone may be done wrongly once more: that is a new irregularity
    shown = audit(deal)
    ruled = tuple(fact for fact in table.ruled if fact in shown or not _on_record(fact))
    back = replace(
        table,
        ruled=ruled,
        game=replace(table.game, deal=deal),
        orders=(*orders, *since),
        history=table.history[:number],
        quitted=min(table.quitted, quitted),
        unturned=tuple(each for each in table.unturned if each <= quitted),
    )
    return resumed(back)


def _on_record(fact: Fact) -> bool:
    """Whether the acts of a deal show it; a pass out of turn is heard and not put among them."""
    return (
        isinstance(fact, OutOfTurn | Revoke | WrongCall) and fact.kind is not Kind.PASS_OUT_OF_TURN
    )


def call_undone(table: Table, fact: Fact) -> Table:
    """The bidding as it stood before a call."""
    acts = table.deal.acts
    if not isinstance(fact, WrongCall) or fact.call not in acts:
        raise TableError(message("there is no call that could be made void"))
    said = len(acts) - 1 - acts[::-1].index(fact.call)
    return rewound(table, lambda deal: len(deal.acts) == said, 0)


def carry_out(table: Table, fact: facts.Fact, remedies: tuple[Remedy, ...]) -> Table:
    """The table after all remedies of a ruling; refuse what would change an entered result."""
    if table.entered and (costly := [each for each in remedies if each.penalty]):
        path = costly[0].path if costly[0].path.startswith("conduct.") else "revoke.claim_until"
        clause = table.game.book.named(path)
        raise TableError(message("the result is entered, and a finished result stands", clause))
    exposing = any(isinstance(each, Expose) for each in remedies)
    shown = cards_of(table, fact) if exposing else ()
    for remedy in remedies:
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
        case (
            facts.Misdeal()
            | facts.WrongCount()
            | facts.WrongDealer()
            | facts.WrongCall()
            | facts.LooseWords()
            | facts.TrickTurned()
            | facts.Talk()
        ):
            return ()
        case _:
            assert_never(fact)


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
        case StopHand() | AwardPoints() | DeductPoints():
            return table  # the points of a ruling go in together, when all else is done
        case LetStand() | KeepResult() | ReturnCard() | Warn() | Remind() | Review():
            return table
        case OfficerDecides():
            return table
        case _:
            assert_never(remedy)


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
