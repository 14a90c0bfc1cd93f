"""The rest are mine: a claim, and the tricks that follow from it."""

from __future__ import annotations

from rightbower import game as games
from rightbower.cards import Card, Seat
from rightbower.deal import Action, Deal, Play, legal
from rightbower.record import ActionEntry
from rightbower.view import view
from rightbower.web.common.refusal import Refused
from rightbower.web.hall.table.entries import Claimed, HallEntry, Played
from rightbower.web.hall.table.table import HallTable


def claim(table: HallTable, seat: Seat, move_id: str, now: float) -> list[HallEntry]:
    """All tricks left, played out at once, where the claim is certain and the solver agrees."""
    from rightbower.advice.claims import sure_order, takes_the_rest

    if move_id in table.moves:
        return []
    deal = None if table.game is None else table.game.deal
    if table.referee is not None:
        raise Refused("as at the table every card is played")
    if deal is None or table.game is None or deal.turn is not seat:
        raise Refused("claim the rest when it is your turn to lead")
    order = sure_order(view(table.game, seat))
    if not order or not takes_the_rest(deal, seat):
        raise Refused("that is not certain yet: play on, and claim when nothing can go wrong")
    played = [Played(ActionEntry(act, now), by_bot=True) for act in _played_out(table, seat, order)]
    return [Claimed(seat, now, move_id), *played]


def _played_out(table: HallTable, seat: Seat, order: tuple[Card, ...]) -> list[Action]:
    game, acts, left = table.game, [], list(order)
    assert game is not None
    while game.deal is not None and game.deal.turn is not None:
        acts.append(_next(game.deal, seat, left))
        game = games.place(game, acts[-1])
    return acts


def _next(deal: Deal, seat: Seat, left: list[Card]) -> Action:
    """The claimant's next winner; the others give whatever they may."""
    return Play(seat, left.pop(0)) if deal.turn is seat else legal(deal)[0]
