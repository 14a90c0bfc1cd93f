"""Bots as people are: now and then one of them slips, and now and then one of them notices."""

from __future__ import annotations

from collections.abc import Collection
from random import Random
from typing import Final

from rightbower.referee.audit import audit
from rightbower.referee.doing import doubts, options, plain_to_see, refusal, the_deal
from rightbower.referee.irregularities import Fact, Revoke
from rightbower.referee.table import Table
from rightbower.rules.acts import Action, Order, Play
from rightbower.rules.cards import Card, Seat
from rightbower.rules.deal import Phase

OFTEN: Final = {"never": 0.0, "seldom": 0.02, "often": 0.08}
EYES: Final = 0.6  # how often somebody who looks notices what lies open
DROPS: Final = 0.2  # how many slips are cards dropped face up


def slip(
    table: Table, people: Collection[Seat], chance: Random
) -> Action | tuple[Seat, Card] | None:
    """Something a bot does wrong: an act, or a card it drops face up; None where nothing fits."""
    deal = table.deal
    bots = [seat for seat in deal.active if seat not in people]
    if chance.random() < DROPS:
        holders = [seat for seat in bots if deal.hands[seat]]
        if holders:
            seat = chance.choice(holders)
            return seat, chance.choice(deal.hands[seat])
    proper = set(options(table))
    tried: list[Action] = []
    for seat in bots:
        if deal.phase is Phase.PLAY:
            tried += [Play(seat, card) for card in deal.hands[seat]]
        elif seat is not deal.turn and seat is not deal.dealer:
            tried.append(Order(seat))
    wrong = [
        act
        for act in tried
        if act not in proper and refusal(table, act) is None and not _ruinous(act, table)
    ]
    return chance.choice(wrong) if wrong else None


def _ruinous(act: Action, table: Table) -> bool:
    return isinstance(act, Order) and table.game.book.bidding.breach == "loses the game"


def noticed(
    table: Table, people: Collection[Seat], chance: Random, of: Collection[Seat] = tuple(Seat)
) -> tuple[Seat, Fact] | None:
    """What a bot calls now ``of`` those seats: something in plain sight, or a revoke that was shown."""
    for fact in (*plain_to_see(table), *_shown(table)):
        for seat in fact.seat.side.other.seats:
            if fact.seat in of and seat not in people and chance.random() < EYES:
                return seat, fact
    return None


def _shown(table: Table) -> list[Fact]:
    """Revokes that can be proved: after the hand the tricks may be looked at."""
    deal = the_deal(table)
    if deal is None or table.game.deal is not None:
        return []
    real = audit(deal)
    return [fact for fact in doubts(table) if isinstance(fact, Revoke) and fact in real]
