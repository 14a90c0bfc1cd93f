"""A book's table from the first deal to the file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from bidding.auction import bury_rule, league_policy, legal_calls, pays, points
from bidding.oracle import shifts
from bidding.packing import Solved
from bidding.passes import Pays, Policy
from bidding.scores import groups
from bidding.solving import (
    UNHEARD,
    Deals,
    Differences,
    differences,
    gains,
    partnership_gains,
    solved,
    with_differences,
)
from rightbower.rules.book import RuleBook

MakeDeals = Callable[[int, int, int], Deals]  # a seed, how many, and the bury rule
Say = Callable[[str], None]


class Plan(NamedTuple):
    """How much is sampled and solved; the defaults are those of the tables in the package."""

    deals: int = 160_000_000
    held_out: int = 40_000_000
    seed: int = 1
    rounds: int = 16
    score_rounds: int = 9
    groups: int = 28
    share: float = 0.97  # of what a group of scores gains by its own calls


def check_plan(plan: Plan) -> None:
    """Refuse what cannot work."""
    if min(plan.deals, plan.held_out) < 1:
        raise ValueError("at least one deal is needed, to learn from and held out")
    if min(plan.rounds, plan.score_rounds) <= UNHEARD:
        raise ValueError(f"more than {UNHEARD} rounds are needed: the first do not count")
    if plan.groups < 1:
        raise ValueError("at least one group of scores is needed")


def train(book: RuleBook, plan: Plan, make: MakeDeals, say: Say = print) -> Solved:
    """Solve a book's auction for a league player's cards, an expert's, and all scores."""
    check_plan(plan)
    bury = bury_rule(book)
    deals, held_out = make(plan.seed, plan.deals, bury), make(plan.seed + 1, plan.held_out, bury)
    legal, league = legal_calls(book), league_policy(book)
    by_league, by_expert = pays(points(book), share=0.0), pays(points(book), shifts=shifts())
    for_league = solved(deals, by_league, legal, league, plan.rounds)
    for_expert = solved(deals, by_expert, legal, league, plan.rounds)
    facts: dict[str, Any] = {
        "seed": plan.seed,
        "deals": plan.deals,
        "held_out_seed": plan.seed + 1,
        "held_out_deals": plan.held_out,
        "rounds": plan.rounds,
        "gains": _rounded(gains(deals, held_out, by_expert, legal, for_expert)),
        "pair_gains": _rounded(
            partnership_gains(deals, held_out, by_expert, legal, for_expert, plan.rounds)
        ),
        "against_league": (
            mean_gain(held_out, by_league, for_league, league),
            mean_gain(held_out, by_expert, for_expert, league),
        ),
    }
    say(f"{book.name}: {facts}")
    found = by_score(book, plan, deals, held_out, legal, for_expert, say)
    return Solved(_calls(for_league), _calls(for_expert), found, facts)


def by_score(
    book: RuleBook,
    plan: Plan,
    deals: Deals,
    held_out: Deals,
    legal: np.ndarray,
    base: Policy,
    say: Say,
) -> list[Any]:
    """For each group of scores where it calls unlike the base, and what that gains."""
    correction = shifts()
    found: list[Any] = []
    for number, group in enumerate(groups(book, plan.groups)):
        if number == 0:
            nothing = np.zeros(0, np.uint32), np.zeros(0, np.uint8)
            found.append((group, Differences(*nothing), 0.0))
            continue
        worths = pays(group.worths, shifts=correction)
        other = solved(deals, worths, legal, base, plan.score_rounds)
        unlike = differences(deals, worths, base, other, plan.share)
        gain = mean_gain(held_out, worths, with_differences(base, unlike), base)
        found.append((group, unlike, gain))
        say(f"{book.name}: scores {number}, {len(unlike.at)} calls differ, {gain:+.4f}")
    return found


def mean_gain(deals: Deals, worths: Pays, first: Policy, second: Policy) -> float:
    """What a policy gains on another, each deal both ways."""
    return round(float(deals.duel(worths, first, second)[2]) / len(deals), 6)


def _rounded(values: list[float]) -> tuple[float, ...]:
    return tuple(round(value, 6) for value in values)


def _calls(policy: Policy) -> np.ndarray:
    return np.stack([each.argmax(axis=2) for each in policy]).astype(np.uint8)
