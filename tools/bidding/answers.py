"""Answers to a policy by kinds of hands: what few deals can teach, where single hands are too rare.

A kind is what a player would say of a hand: the turn-up, how many trumps, which bowers, aces beside,
suits held. An answer changes one call of a whole kind into another.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from bidding.passes import ONE, TWO, Pays, Policy
from bidding.solving import Deals, gain_of_answer
from rightbower.players.kernel.bits import classes

JACK, ACE = 4, 32


@lru_cache
def kinds() -> tuple[np.ndarray, np.ndarray]:
    """The kind of each class in round one and in round two, as numbers."""
    _, hands, ranks = classes()
    own, one, other, following = (hands >> 6 * suit & 63 for suit in range(4))
    lengths = [_ones(suit) for suit in (own, following, one, other)]
    trumps = lengths[0] + (following & JACK > 0)
    aces = sum((suit & ACE > 0).astype(np.int64) for suit in (one, other, following))
    held = sum((length > 0).astype(np.int64) for length in lengths)
    first = (ranks, trumps, own & JACK > 0, following & JACK > 0, own & ACE > 0, aces, held)
    bowers = (following & JACK > 0) * 2 + (own & JACK > 0)
    crosses = [_ones(suit) + (twin & JACK > 0) for suit, twin in ((one, other), (other, one))]
    second = (lengths[1] + (own & JACK > 0), bowers, np.maximum(*crosses), aces, held)
    return _numbered(first), _numbered(second)


def _ones(masks: np.ndarray) -> np.ndarray:
    return np.bitwise_count(masks).astype(np.int64)


def _numbered(columns: tuple[np.ndarray, ...]) -> np.ndarray:
    rows = np.stack([np.asarray(each, np.int64) for each in columns], axis=1)
    return np.unique(rows, axis=0, return_inverse=True)[1].reshape(-1)


def answer_by_kind(
    deals: Deals, pays: Pays, legal: np.ndarray, policy: Policy, place: int
) -> Policy:
    """A place's best answer by kinds: round two first, then round one."""
    one, two = policy.one.copy(), policy.two.copy()
    first, second = kinds()
    sums = deals.sums(pays, policy, place)[1]
    two[place] = _changed(sums, two[place], second, legal[place] >> 3, TWO)
    sums = deals.sums(pays, Policy(one, two), place)[0]
    one[place] = _changed(sums, one[place], first, legal[place] & 7, ONE)
    return Policy(one, two)


def _changed(
    sums: np.ndarray, shares: np.ndarray, kind: np.ndarray, legal: np.ndarray, columns: int
) -> np.ndarray:
    """Shares in which each kind that makes one call makes the call that brings it most."""
    acts = columns - 1
    now = shares[:, :acts].argmax(axis=1)
    totals = np.zeros(((kind.max() + 1) * acts, acts), np.int64)
    np.add.at(totals, kind * acts + now, sums[:, :acts])
    wanted = totals[kind * acts + now].argmax(axis=1)
    chosen = np.where(legal >> wanted & 1, wanted, now)
    return np.eye(columns, dtype=np.float32)[chosen]


def gains_by_kind(
    deals: Deals, held_out: Deals, pays: Pays, legal: np.ndarray, policy: Policy
) -> list[float]:
    """What each place alone gains by its answer, learnt on one store and paid on another."""
    found = []
    for place in range(4):
        answer = answer_by_kind(deals, pays, legal, policy, place)
        found.append(gain_of_answer(held_out, pays, policy, answer, place & 1))
    return found
