"""Replaying older records, which were written by other rules."""

from __future__ import annotations

from msgspec.structs import replace

from rightbower.record.entries import ActionEntry, ClaimEntry, RecordEntry, SlipEntry
from rightbower.referee.audit import place_any
from rightbower.referee.irregularities import Fact, NotBuried, WrongCall
from rightbower.referee.table import Ruled, Table, table_after
from rightbower.rules.acts import Action, Bury, GoAlone, Name, Order, PickUp, Play
from rightbower.rules.deal import Deal


def as_known(table: Table, entry: RecordEntry) -> Table:
    """The table as it stood by the rules of the time when the entry was written."""
    if table.game.deal is None:
        return table
    match entry:
        case ClaimEntry(fact=fact):
            return _as_called(table, fact)
        case (
            ActionEntry(action=Bury() | Play() as action)
            | SlipEntry(action=Bury() | Play() as action)
        ):
            return _as_held(table, action)
    return table


def _as_called(table: Table, fact: Fact) -> Table:
    """A claim on a call with alone, from when that was one act in every book."""
    if not isinstance(fact, WrongCall):
        return table
    call, acts = fact.call, table.deal.acts
    if not isinstance(call, Order | PickUp | Name) or not call.alone or call in acts:
        return table
    pair = (replace(call, alone=False), GoAlone(call.seat))
    said = [at for at in range(len(acts)) if acts[at : at + 2] == pair]
    return _as_one(table, call, said[-1]) if said else table


def _as_one(table: Table, call: Order | PickUp | Name, said: int) -> Table:
    """The two acts from number ``said`` on as one; what was done after them is done again."""
    acts = table.deal.acts
    (number,) = (at for at, (deal, _) in enumerate(table.history) if len(deal.acts) == said)
    deal, _ = table.history[number]
    game = replace(table.game, deal=deal)
    table = replace(table, game=game, history=table.history[:number])
    for action in (call, *acts[said + 2 :]):
        table = table_after(table, action)
    return table


def _as_held(table: Table, action: Bury | Play) -> Table:
    """A dealer with six cards, from when a card taken back took the ruling on it along."""
    deal = table.deal
    dead = Bury(action.seat, deal.turn_up)
    needs_six = isinstance(action, Bury) or action.card is deal.turn_up
    if not needs_six or dead not in deal.acts or not _held_to_five(table, dead):
        return table
    if any(trick.card_of(dead.seat) is not None for trick in deal.tricks):
        return table
    return _with_six(table, dead)


def _held_to_five(table: Table, dead: Bury) -> bool:
    """Whether a ruling of this hand took the turn-up out of play."""
    hand = len(table.game.finished) + 1
    return any(
        isinstance(each, Ruled)
        and isinstance(each.fact, NotBuried)
        and (each.fact.seat, each.hand, each.ruling.upheld) == (dead.seat, hand, True)
        for each in table.log
    )


def _with_six(table: Table, dead: Bury) -> Table:
    """The turn-up in the dealer's hand again; what was done since it was taken is done again."""
    taken = max(at for at, (deal, _) in enumerate(table.history) if dead not in deal.acts)
    before, _ = table.history[taken]
    later = ((_again(before, deal.acts, dead), o) for deal, o in table.history[taken + 1 :])
    game = replace(table.game, deal=_again(before, table.deal.acts, dead))
    return replace(table, game=game, history=(*table.history[: taken + 1], *later))


def _again(deal: Deal, acts: tuple[Action, ...], dead: Bury) -> Deal:
    for action in acts[len(deal.acts) :]:
        deal = deal if action == dead else place_any(deal, action)
    return deal
