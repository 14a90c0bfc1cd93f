"""Points that a ruling gives, takes, or puts in place of what a hand brought."""

from __future__ import annotations

from msgspec.structs import replace

from rightbower.referee.irregularities import Fact
from rightbower.referee.remedies import AwardPoints, DeductPoints
from rightbower.referee.table import Table, TableError, book_hand
from rightbower.rules import game as games
from rightbower.rules.book import RuleBook
from rightbower.rules.cards import Side
from rightbower.rules.deal import Deal, Phase
from rightbower.rules.game import Game, Scored, TurnUp, total
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
        raise TableError("no hand is being played, and none can be scored again")
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
