"""Passes over the store: what each call is worth to a place, against a policy of all places.

A policy is two arrays, by place and class: the shares of pass, accept and accept alone in round
one; of pass, next, next alone, and the same for both cross suits in round two. Sums are whole
numbers (values times 2^20), so they do not depend on how the deals are shared out.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numba import njit

from bidding.store import Store

ONE, TWO = 4, 8  # columns of a policy; the last of the sums holds how often a class is reached
SCALE: Final = 1048576.0
LEAST: Final = 1e-7


class Policy(NamedTuple):
    """Shares of the calls: by place, class and call, in round one and in round two."""

    one: np.ndarray
    two: np.ndarray


class Pays(NamedTuple):
    """What ends are worth to the makers.

    ``ends`` is by contract and three times the open kind plus the league one; ``correction`` by
    place, class and call; ``nobody`` is what it is worth to places 0 and 2 that all pass.
    """

    ends: np.ndarray
    correction: np.ndarray
    nobody: float


@njit
def find_values(ends, correction, league, opened, ids, one, two):
    """The worth of each call of each place to places 0 and 2, in the order of its own suits."""
    for place in range(4):
        sign = -1.0 if place & 1 else 1.0
        mine = correction[place, ids[place] >> 1]
        swap = ids[place] & 1
        for act in range(8):
            contract = 2 * place + act if act < 2 else 8 + 6 * place + act - 2
            if swap and act >= 4:
                contract += 2 if act < 6 else -2
            shift = np.uint64(2 * contract)
            pair = 3 * (opened >> shift & np.uint64(3)) + (league >> shift & np.uint64(3))
            worth = sign * (ends[contract, np.int64(pair)] + np.float64(mine[act]))
            if act < 2:
                one[place, act] = worth
            else:
                two[place, act - 2] = worth


@njit
def mixed_two(shares, value, following):
    """A place's worth in round two when it calls by these shares."""
    worth = np.float64(shares[0]) * following
    for act in range(6):
        worth += np.float64(shares[act + 1]) * value[act]
    return worth


@njit
def mixed_one(shares, value, following):
    """A place's worth in round one when it calls by these shares."""
    worth = np.float64(shares[0]) * following
    worth += np.float64(shares[1]) * value[0]
    worth += np.float64(shares[2]) * value[1]
    return worth


@njit(nogil=True, cache=True)
def add_up(place, classes, league, opened, ends, correction, nobody, one, two, sum_one, sum_two):
    """Add what each call of a place is worth, by its classes."""
    value_one, value_two, passes = np.zeros((4, 2)), np.zeros((4, 6)), np.zeros(4)
    sign = -1.0 if place & 1 else 1.0
    for row in range(len(league)):
        ids = classes[row]
        reach = 1.0
        for before in range(place):
            reach *= np.float64(one[before, ids[before] >> 1, 0])
        if not reach > LEAST:
            continue
        find_values(ends, correction, league[row], opened[row], ids, value_one, value_two)
        worth, after_two, after_one = nobody, 0.0, 0.0
        for each in range(3, -1, -1):
            shares = two[each, ids[each] >> 1]
            if each == place:
                after_two = worth
            passes[each] = np.float64(shares[0])
            worth = mixed_two(shares, value_two[each], worth)
        for each in range(3, -1, -1):
            if each == place:
                after_one = worth
            worth = mixed_one(one[each, ids[each] >> 1], value_one[each], worth)
        mine = ids[place] >> 1
        weight = reach * sign * SCALE
        sum_one[mine, 0] += np.int64(np.rint(weight * after_one))
        sum_one[mine, 1] += np.int64(np.rint(weight * value_one[place, 0]))
        sum_one[mine, 2] += np.int64(np.rint(weight * value_one[place, 1]))
        sum_one[mine, 3] += np.int64(np.rint(reach * SCALE))
        for after in range(place + 1, 4):
            reach *= np.float64(one[after, ids[after] >> 1, 0])
        for before in range(place):
            reach *= passes[before]
        if not reach > LEAST:
            continue
        weight = reach * sign * SCALE
        sum_two[mine, 0] += np.int64(np.rint(weight * after_two))
        for act in range(6):
            sum_two[mine, act + 1] += np.int64(np.rint(weight * value_two[place, act]))
        sum_two[mine, 7] += np.int64(np.rint(reach * SCALE))


@njit
def whole_value(ids, nobody, even_one, even_two, odd_one, odd_two, value_one, value_two):
    """What a deal is worth to places 0 and 2 when each side keeps to a policy."""
    worth = nobody
    for place in range(3, -1, -1):
        mine = ids[place] >> 1
        shares = odd_two[place, mine] if place & 1 else even_two[place, mine]
        worth = mixed_two(shares, value_two[place], worth)
    for place in range(3, -1, -1):
        mine = ids[place] >> 1
        shares = odd_one[place, mine] if place & 1 else even_one[place, mine]
        worth = mixed_one(shares, value_one[place], worth)
    return worth


@njit(nogil=True, cache=True)
def compare(classes, league, opened, ends, correction, nobody, a_one, a_two, b_one, b_two, totals):
    """Two policies against each other, both ways round: sums of there, back, half and its square."""
    one, two = np.zeros((4, 2)), np.zeros((4, 6))
    for row in range(len(league)):
        ids = classes[row]
        find_values(ends, correction, league[row], opened[row], ids, one, two)
        there = whole_value(ids, nobody, a_one, a_two, b_one, b_two, one, two)
        back = whole_value(ids, nobody, b_one, b_two, a_one, a_two, one, two)
        half = 0.5 * (there - back)
        totals[0] += there
        totals[1] += back
        totals[2] += half
        totals[3] += half * half


def sums(store: Store, pays: Pays, policy: Policy, place: int) -> tuple[np.ndarray, np.ndarray]:
    """What each call of a place is worth over a store, against the policy."""
    classes = policy.one.shape[1]
    found = np.zeros((classes, ONE), np.int64), np.zeros((classes, TWO), np.int64)
    add_up(place, *store, pays.ends, pays.correction, pays.nobody, *policy, *found)
    return found


def duel(store: Store, pays: Pays, first: Policy, second: Policy) -> np.ndarray:
    """Sums over a store of what the first policy brings against the second."""
    totals = np.zeros(4)
    compare(*store, pays.ends, pays.correction, pays.nobody, *first, *second, totals)
    return totals
