"""What older records hold otherwise than they are written now."""

from __future__ import annotations

from msgspec.structs import replace

from rightbower.deal import GoAlone, Name, Order, PickUp
from rightbower.referee import Fact, Table, WrongCall
from rightbower.referee.table import witnessed


def as_called(table: Table, fact: Fact) -> Table:
    """The table as a claim on a call with alone knew it, when that was one act in every book."""
    if not isinstance(fact, WrongCall) or table.game.deal is None:
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
        table = witnessed(table, action)
    return table
