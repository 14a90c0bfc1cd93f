"""Worlds that could be true for a seat, drawn by how likely they make what was said and played."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from rightbower.players.kernel.bits import mask_of, number_of, pack
from rightbower.players.kernel.worlds import MOMENT, PLACES, likely
from rightbower.players.league import lighter, lone_shift
from rightbower.players.sight import HiddenCards, hidden_cards, score_situation
from rightbower.players.views import View
from rightbower.rules.cards import PACK, Seat, Side, suit_in_play

ALL_CARDS = (1 << len(PACK)) - 1
_BIDS, _PLAYS = 16, 20


class Worlds(NamedTuple):
    """A moment as the kernel takes it, and worlds with how often each was drawn."""

    rules: np.ndarray
    bends: np.ndarray
    moment: np.ndarray
    plays: np.ndarray
    hands: np.ndarray
    times: np.ndarray

    @property
    def situation(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """The moment, the cards played and the worlds, in the order that the kernel wants."""
        return self.moment, self.plays, self.hands, self.times


NO_CALLS: Final = np.zeros((1, 1), np.uint8)


def likely_worlds(
    view: View,
    drawn: int,
    kept: int,
    seed: int,
    calls: np.ndarray = NO_CALLS,
    trust: float = 0.0,
) -> Worlds:
    """Deal the hidden cards so many times, and keep so many worlds by how likely they are.

    The others are trusted so far to call by a table, whose ``calls`` are by place and line.
    """
    rules, bent, found = pack(view.book), bends(view), hidden_cards(view)
    plays = [(seat, card.index) for trick in view.tricks for seat, card in trick.plays]
    moment = _moment(view, len(plays), seed)
    worlds = np.zeros((drawn, PLACES), dtype=np.int64)
    times = np.zeros(drawn, dtype=np.int64)
    on_table = _rows(plays, _PLAYS)
    bids = _rows([(bid.seat, number_of(bid)) for bid in view.bids], _BIDS)
    places = _places(view, found)
    likely(rules, bent, moment, bids, on_table, *places, kept, calls, trust, worlds, times)
    return Worlds(rules, bent, moment, on_table, worlds, times)


def _rows(pairs: list[tuple[Seat, int]], length: int) -> np.ndarray:
    rows = np.zeros((length, 2), dtype=np.int64)
    if pairs:
        rows[: len(pairs)] = pairs
    return rows


def bends(view: View) -> np.ndarray:
    """How the score bends each side's calls: lighter in each round, and the bar for going alone."""
    both = [score_situation(view, side) for side in Side]
    rows = [(lighter(now, False), lighter(now, True), lone_shift(now)) for now in both]
    return np.array(rows, dtype=np.int64)


def _moment(view: View, plays: int, seed: int) -> np.ndarray:
    """What the seat sees, in the order that the kernel wants."""
    assert view.seat is not None
    assert view.turn_up is not None
    buried = None if view.buried is None else view.buried.index
    told = (view.trump, view.maker, view.lone, view.taken_by, buried)
    leader = view.tricks[0].leader if view.tricks else view.dealer.left
    row = [
        view.seat,
        view.dealer,
        view.turn_up.index,
        *(-1 if each is None else each for each in told),
    ]
    row += [mask_of(view.hand), len(view.bids), plays, leader, seed]
    moment = np.array(row, dtype=np.int64)
    assert len(moment) == MOMENT
    return moment


def _places(
    view: View, found: HiddenCards
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The unseen cards; of each place its count and what it may hold; the order; the sure cards."""
    unseen = mask_of(found.unseen)
    allowed = [
        ALL_CARDS
        & ~mask_of(card for card in found.unseen if suit_in_play(card, view.trump) in suits)
        if suits
        else ALL_CARDS
        for suits in found.barred
    ]
    room = [
        (may & unseen).bit_count() - count for may, count in zip(allowed, found.counts, strict=True)
    ]
    order = sorted(range(PLACES), key=lambda place: room[place])
    sure = [mask_of(found.sure.get(seat, ())) for seat in Seat]
    cards = [1 << card.index for card in found.unseen]
    numbers = (cards, found.counts, allowed, order, sure)
    unseen_, counts, allowed_, order_, sure_ = (np.array(each, dtype=np.int64) for each in numbers)
    return unseen_, counts, allowed_, order_, sure_
