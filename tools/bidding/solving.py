"""CFR+ over a store: the places learn in turn, and later rounds count for more."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple, Protocol

import numpy as np
from numba import njit

from bidding.passes import ONE, TWO, Pays, Policy

UNHEARD: Final = 4  # the first rounds do not count for the mean
SELDOM: Final = 1e-4
ALL_PLACES: Final = 0b1111


class Deals(Protocol):
    """A store wherever it lies: in files, over workers or on a GPU."""

    def solve(
        self, pays: Pays, legal: np.ndarray, start: Policy, rounds: int, learners: int
    ) -> Policy:
        """The mean of the policies that places learn, not yet made into shares."""
        ...

    def sums(self, pays: Pays, policy: Policy, place: int) -> tuple[np.ndarray, np.ndarray]:
        """What each call of a place is worth."""
        ...

    def duel(self, pays: Pays, first: Policy, second: Policy) -> np.ndarray:
        """Sums of there, back, half the difference, and its square."""
        ...

    def __len__(self) -> int: ...


@njit
def match_regrets(regret, sums, policy, acts, legal):
    """A row of a policy moves to where calls would have brought more."""
    mean = 0.0
    for act in range(acts):
        if legal >> act & 1:
            mean += np.float64(policy[act]) * np.float64(sums[act])
    total, best = 0.0, -1
    for act in range(acts):
        if not legal >> act & 1:
            continue
        now = regret[act] + np.float64(sums[act]) - mean
        regret[act] = now if now > 0 else 0.0
        total += regret[act]
        if best < 0 or sums[act] > sums[best]:
            best = act
    for act in range(acts):
        if not legal >> act & 1:
            policy[act] = 0.0
        elif total > 0:
            policy[act] = regret[act] / total
        else:
            policy[act] = 1.0 if act == best else 0.0


@njit(cache=True)
def learn(legal, weight, sum_one, sum_two, regret_one, regret_two, one, two, mean_one, mean_two):
    """One place learns from the sums; all arrays are those of this place."""
    for each in range(len(legal)):
        if sum_one[each, 3] > 0:
            match_regrets(regret_one[each], sum_one[each], one[each], 3, legal[each] & 7)
        if sum_two[each, 7] > 0:
            match_regrets(regret_two[each], sum_two[each], two[each], 7, legal[each] >> 3)
        for act in range(3):
            mean_one[each, act] += weight * np.float64(one[each, act])
        passed = max(np.float64(one[each, 0]), SELDOM)
        for act in range(7):
            mean_two[each, act] += weight * passed * np.float64(two[each, act])


class Learning:
    """What has been learnt so far: a policy, regrets and means, and the round it is in."""

    def __init__(self, legal: np.ndarray, start: Policy) -> None:
        classes = legal.shape[1]
        self.legal = legal
        self.arrays = {
            "one": start.one.copy(),
            "two": start.two.copy(),
            "regret_one": np.zeros((4, classes, ONE)),
            "regret_two": np.zeros((4, classes, TWO)),
            "mean_one": np.zeros((4, classes, ONE)),
            "mean_two": np.zeros((4, classes, TWO)),
        }
        self.round, self.place = 1, 0

    @property
    def policy(self) -> Policy:
        return Policy(self.arrays["one"], self.arrays["two"])

    @property
    def mean(self) -> Policy:
        return Policy(self.arrays["mean_one"], self.arrays["mean_two"])

    def step(self, sum_one: np.ndarray, sum_two: np.ndarray) -> None:
        """The place whose turn it is learns; the next one is on."""
        weight = 0.0 if self.round <= UNHEARD else float(self.round)
        names = ("regret_one", "regret_two", "one", "two", "mean_one", "mean_two")
        rows = [self.arrays[name][self.place] for name in names]
        learn(self.legal[self.place], weight, sum_one, sum_two, *rows)
        self.skip()

    def skip(self) -> None:
        """The next place is on, or the next round."""
        self.place = (self.place + 1) % 4
        self.round += self.place == 0

    def keep(self, path: Path) -> None:
        """Write down all that was learnt, in one step."""
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            np.savez(file, at=np.array([self.round, self.place]), **self.arrays)
        part.replace(path)

    def resume(self, path: Path) -> None:
        """Go on from what was written down."""
        with np.load(path) as file:
            self.round, self.place = (int(each) for each in file["at"])
            self.arrays = {name: file[name] for name in self.arrays}


def pure(mean: Policy, legal: np.ndarray) -> Policy:
    """Each class keeps to its likeliest call."""
    found = []
    for shares, acts, shift in ((mean.one, 3, 0), (mean.two, 7, 3)):
        may = (legal[:, :, None] >> (shift + np.arange(acts))) & 1
        best = np.where(may, shares[:, :, :acts], -1.0).argmax(axis=2)
        only = np.zeros(shares.shape, np.float32)
        np.put_along_axis(only, best[:, :, None], 1.0, axis=2)
        found.append(only)
    return Policy(*found)


def with_places(learnt: Policy, others: Policy, learners: int) -> Policy:
    """The learners' rows of one policy and the rest of another."""
    own = np.array([learners >> place & 1 for place in range(4)], dtype=bool)[:, None, None]
    return Policy(*(np.where(own, a, b) for a, b in zip(learnt, others, strict=True)))


def solved(
    deals: Deals,
    pays: Pays,
    legal: np.ndarray,
    start: Policy,
    rounds: int,
    learners: int = ALL_PLACES,
) -> Policy:
    """The pure policy that so many rounds lead to; places that do not learn keep the start's."""
    found = pure(deals.solve(pays, legal, start, rounds, learners), legal)
    return with_places(found, start, learners)


def best_answer(deals: Deals, pays: Pays, legal: np.ndarray, policy: Policy, place: int) -> Policy:
    """A place's best answer to a policy on a store: round two first, then round one."""
    _, sum_two = deals.sums(pays, policy, place)
    two = np.where(sum_two[:, 7:] > 0, _best(sum_two, 7, legal[place] >> 3), policy.two[place])
    changed = policy.two.copy()
    changed[place] = two
    sum_one, _ = deals.sums(pays, Policy(policy.one, changed), place)
    one = np.where(sum_one[:, 3:] > 0, _best(sum_one, 3, legal[place] & 7), policy.one[place])
    answer = policy.one.copy()
    answer[place] = one
    return Policy(answer, changed)


def _best(sums: np.ndarray, acts: int, legal: np.ndarray) -> np.ndarray:
    may = legal[:, None] >> np.arange(acts) & 1
    best = np.where(may, sums[:, :acts], np.iinfo(np.int64).min).argmax(axis=1)
    only = np.zeros(sums.shape, np.float32)
    np.put_along_axis(only, best[:, None], 1.0, axis=1)
    return only


def gains(
    deals: Deals, held_out: Deals, pays: Pays, legal: np.ndarray, policy: Policy
) -> list[float]:
    """What each place alone gains by its best answer, learnt on one store and paid on another."""
    found = []
    for place in range(4):
        answer = best_answer(deals, pays, legal, policy, place)
        found.append(gain_of_answer(held_out, pays, policy, answer, place & 1))
    return found


def gain_of_answer(deals: Deals, pays: Pays, policy: Policy, answer: Policy, side: int) -> float:
    """What a side gains a deal when its places answer and the others keep to the policy."""
    before = deals.duel(pays, policy, policy)[0]
    if side == 0:
        return float(deals.duel(pays, answer, policy)[0] - before) / len(deals)
    return float(before - deals.duel(pays, policy, answer)[0]) / len(deals)


def partnership_gains(
    deals: Deals, held_out: Deals, pays: Pays, legal: np.ndarray, policy: Policy, rounds: int
) -> list[float]:
    """What each side gains when both its places learn to answer the policy."""
    found = []
    for side, learners in enumerate((0b0101, 0b1010)):
        answer = solved(deals, pays, legal, policy, rounds, learners)
        found.append(gain_of_answer(held_out, pays, policy, answer, side))
    return found


class Differences(NamedTuple):
    """Where a policy differs from a base: places in (round, place, class), and the calls there."""

    at: np.ndarray
    call: np.ndarray


def differences(deals: Deals, pays: Pays, base: Policy, other: Policy, share: float) -> Differences:
    """The calls unlike the base's that bring this share of what all of them bring."""
    parts = []
    for place in range(4):
        for number, (sums, reached) in enumerate(
            zip(deals.sums(pays, other, place), (3, 7), strict=True)
        ):
            was, now = base[number][place].argmax(axis=1), other[number][place].argmax(axis=1)
            rows = np.nonzero((was != now) & (sums[:, reached] > 0))[0]
            gain = (sums[rows, now[rows]] - sums[rows, was[rows]]).astype(float)
            if number == 1:  # who calls in round one never comes to round two
                gain *= other.one[place, rows, 0]
            parts.append(((number * 4 + place) * len(was) + rows, now[rows], gain))
    at, call, gain = (np.concatenate(each) for each in zip(*parts, strict=True))
    order = np.argsort(-gain, kind="stable")
    total = np.cumsum(np.maximum(gain[order], 0))
    kept = np.sort(order[: int(np.searchsorted(total, share * total[-1])) + 1])
    kept = kept[gain[kept] > 0]
    return Differences(at[kept].astype(np.uint32), call[kept].astype(np.uint8))


def with_differences(base: Policy, unlike: Differences) -> Policy:
    """A base policy with some of its calls changed."""
    calls = np.stack([each.argmax(axis=2) for each in base])
    calls.reshape(-1)[unlike.at] = unlike.call
    return of_calls(calls)


def of_calls(calls: np.ndarray) -> Policy:
    """A policy from its calls: round, place, class."""
    return Policy(np.eye(ONE, dtype=np.float32)[calls[0]], np.eye(TWO, dtype=np.float32)[calls[1]])
