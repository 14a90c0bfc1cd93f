"""Worlds that could be true for a seat, drawn by how likely the bids were in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from rightbower.cards import PACK, Card, Seat, Suit, suit_in_play
from rightbower.deal import Action, GoAlone, KeepPartner, Name, Order, PickUp
from rightbower.kernel.auction import WEIGHTS, strength
from rightbower.kernel.sampling import sample
from rightbower.players.known import BURIED, Known, known
from rightbower.view import View

# At which strength good players call, by round and seat from the dealer's left, and go alone; and
# how sharply. Fitted to the calls of club players.
BARS: Final = np.array([[7.7, 6.65, 6.5, 4.65], [5.1, 4.5, 5.3, 5.0], [8.3, 0.0, 0.0, 0.0]])
SHARPNESS: Final = 0.55
ALL_CARDS: Final = (1 << len(PACK)) - 1
SURPLUS: Final = 4


def likely_worlds(view: View, count: int, seed: int) -> np.ndarray:
    """Hands by card index that fit what was seen, drawn by how likely the bids were."""
    found = known(view)
    many = np.zeros((SURPLUS * count, BURIED + 1), dtype=np.int64)
    sample(*_arrays(found, view.trump), seed, many)
    for seat, cards in found.sure.items():
        many[:, seat] |= mask(cards)
    weights = _likelihood(view, many)
    shares = weights / weights.sum()
    return many[np.random.default_rng(seed).choice(len(many), count, p=shares)]


def mask(cards: Sequence[Card]) -> int:
    """Cards as bits by their index."""
    return sum(1 << card.index for card in cards)


def _arrays(
    found: Known, trump: Suit | None
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """What the sampler takes: unseen cards, counts, what each place may hold, the order."""
    unseen = np.array([1 << card.index for card in found.unseen], dtype=np.int64)
    counts = np.array(found.counts, dtype=np.int64)
    allowed = np.full(BURIED + 1, ALL_CARDS, dtype=np.int64)
    for place, suits in enumerate(found.barred):
        for card in found.unseen if suits else ():
            if suit_in_play(card, trump) in suits:
                allowed[place] &= ~(1 << card.index)
    room = [
        sum(bool(int(allowed[place]) >> card.index & 1) for card in found.unseen) - count
        for place, count in enumerate(found.counts)
    ]
    order = np.array(sorted(range(BURIED + 1), key=lambda place: room[place]), dtype=np.int64)
    return unseen, counts, allowed, order


def _likelihood(view: View, worlds: np.ndarray) -> np.ndarray:
    """How likely each world is by what the others said, as good players say it."""
    assert view.turn_up is not None
    weights = np.ones(len(worlds))
    dealt = _as_dealt(view, worlds)
    lift = WEIGHTS[view.turn_up.suit, view.turn_up.index]
    for number, bid in enumerate(view.bids):
        if bid.seat is view.seat or isinstance(bid, GoAlone | KeepPartner):
            continue
        round_one = number < len(Seat)
        position = (bid.seat - view.dealer - 1) % len(Seat)
        force = _forces(view, bid, dealt[:, bid.seat], round_one, float(lift))
        bar = BARS[0 if round_one else 1, position]
        called = 1 / (1 + np.exp(np.clip((bar - force) / SHARPNESS, -30, 30)))
        weights *= called + 0.02 if isinstance(bid, Order | PickUp | Name) else 1.02 - called
    return weights


def _as_dealt(view: View, worlds: np.ndarray) -> np.ndarray:
    """The hands as they were dealt in each world: with the cards played since, and the bury."""
    assert view.turn_up is not None
    dealt = worlds[:, :4].copy()
    for trick in view.tricks:
        for seat, card in trick.plays:
            dealt[:, seat] |= 1 << card.index
    if view.taken_by is not None and view.taken_by is not view.seat:
        dealt[:, view.taken_by] |= worlds[:, BURIED]
        dealt[:, view.taken_by] &= ~(1 << view.turn_up.index)
    return dealt


def _forces(view: View, bid: Action, hands: np.ndarray, round_one: bool, lift: float) -> np.ndarray:
    """The strength behind a bid in each world."""
    assert view.turn_up is not None
    suit = view.turn_up.suit
    if round_one:
        own = bid.seat is view.dealer
        ours = bid.seat.side is view.dealer.side
        shift = lift if own else 0.6 * lift if ours else -0.6 * lift
        return np.array([strength(int(hand), int(suit), WEIGHTS) for hand in hands]) + shift
    suits = [bid.suit] if isinstance(bid, Name) else [each for each in Suit if each is not suit]
    return np.array(
        [max(strength(int(hand), int(each), WEIGHTS) for each in suits) for hand in hands]
    )
