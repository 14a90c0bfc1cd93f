"""Moments of the play with all hands open, as arrays: what the solver and the playouts take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from rightbower.players.kernel.compiling.compiled import part
from rightbower.players.kernel.numbers.bits import SEATS, count, mask_of, relative
from rightbower.rules.cards import Seat
from rightbower.rules.deal import Deal, Phase

Whole: TypeAlias = "np.ndarray | Sequence[int] | int"
NOBODY = -1


class Positions(NamedTuple):
    """Many moments of the play, one to a row."""

    hands: np.ndarray  # four masks by card index, without the cards on the table
    trump: np.ndarray
    leader: np.ndarray  # who led, or leads, to the trick under way
    makers: np.ndarray  # the makers' side
    lone: np.ndarray  # who plays alone, or -1
    table: np.ndarray  # for each seat the index of its card in the trick under way, or -1
    won: np.ndarray  # tricks the makers have


def positions(
    hands: np.ndarray,
    trump: Whole,
    leader: Whole,
    makers: Whole,
    lone: Whole = NOBODY,
    table: np.ndarray | None = None,
    won: Whole = 0,
) -> Positions:
    """Positions from arrays; one number stands for a whole column."""
    held = _own(hands)
    if held.ndim != 2 or held.shape[1] != SEATS:
        raise ValueError(f"hands come in rows of four, not in the shape {held.shape}")
    on_table = np.full(held.shape, NOBODY) if table is None else np.broadcast_to(table, held.shape)
    columns = (_column(each, len(held)) for each in (trump, leader, makers, lone, won))
    trumps, leaders, sides, lones, tricks = columns
    whole = _own(on_table)
    return Positions(held, trumps, leaders, sides, lones, whole, tricks)


def of_deals(deals: Sequence[Deal]) -> Positions:
    """The positions of deals whose cards are being played."""
    hands, rows, tables = [], [], []
    for deal in deals:
        if deal.phase is not Phase.PLAY:
            raise ValueError(f"no card can be played while the deal is at {deal.phase.value}")
        assert deal.trump is not None
        assert deal.maker is not None
        trick = deal.tricks[-1]
        lone = NOBODY if deal.lone is None else deal.lone
        won = deal.tricks_of(deal.maker.side)
        hands.append([mask_of(hand) for hand in deal.hands])
        rows.append((deal.trump, trick.leader, deal.maker.side, lone, won))
        laid = {seat: card.index for seat, card in trick.plays}
        tables.append([laid.get(seat, NOBODY) for seat in Seat])
    trump, leader, makers, lone_seats, tricks = np.array(rows, dtype=np.int64).T
    masks, on_table = np.array(hands, dtype=np.int64), np.array(tables, dtype=np.int64)
    return positions(masks, trump, leader, makers, lone_seats, on_table, tricks)


def _own(values: np.ndarray) -> np.ndarray:
    """The array as compiled code takes it; copied only where it must be."""
    return np.require(values, np.int64, ["C", "W"])


def _column(value: Whole, length: int) -> np.ndarray:
    return _own(np.broadcast_to(np.asarray(value, dtype=np.int64), length))


@part
def laid_out(
    hands: np.ndarray, trump: int, leader: int, lone: int, table: np.ndarray
) -> tuple[int, int, int, int, int, int]:
    """The hands from the leader on, relative to trump and with their cards on the table.

    After them come those cards, and how many tricks are left.
    """
    a = b = c = d = only = 0
    for turn in range(4):
        seat = (leader + turn) & 3
        hand = hands[seat]
        if lone >= 0 and seat == (lone + 2) & 3:
            hand = 0
        elif table[seat] >= 0:
            hand |= 1 << table[seat]
            only |= 1 << table[seat]
        a, b, c, d = b, c, d, relative(hand, trump)
    return a, b, c, d, relative(only, trump), count(a)
