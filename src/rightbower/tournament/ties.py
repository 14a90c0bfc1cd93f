"""Tie-breaks: one table of named steps for events and leagues, and how a step splits a group.

A chain is a tuple of names. A new step by a figure is one entry here; days and seasons both know it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, Final

from msgspec import Struct

from rightbower.rules.refusal import Refusal, listed

MANY: Final = 5  # so many figures are said one by one
_ONE: Final = re.compile(r"^(-?1 \w+)s\b")
Group = tuple[int, ...]
Number = int | Fraction


class TieBreak(Struct, frozen=True):
    """A step: a figure of each tally is compared, or the games among themselves are.

    ``says`` is the figure in words, ``{}`` its value. A step ``by_hand`` is made by people (a coin, a
    cut, the officer's word), and ``only`` is the size of the only group that can take it.
    """

    key: Callable[[Any], Number] | None = None
    more_is_better: bool = True
    says: str = ""
    among: bool = False
    by_hand: bool = False
    only: int = 0

    def in_words(self, value: Number) -> str:
        """The figure in words.

        >>> TIE_BREAKS["games won"].in_words(1), TIE_BREAKS["games won"].in_words(2)
        ('1 game won', '2 games won')
        """
        return _ONE.sub(r"\1", self.says.format(value))


TIE_BREAKS: Final[dict[str, TieBreak]] = {
    "head to head": TieBreak(among=True),
    "points": TieBreak(lambda tally: tally.points, says="{} points in all"),
    "games won": TieBreak(lambda tally: tally.won, says="{} games won"),
    "difference": TieBreak(lambda tally: tally.difference, says="{} points of difference"),
    "extra game": TieBreak(by_hand=True, only=2, says="an extra game is only for two"),
    "coins": TieBreak(by_hand=True, only=3, says="coins are only for three"),
    "cut": TieBreak(by_hand=True),
    "director": TieBreak(by_hand=True),
    "shared": TieBreak(by_hand=True),
}


def chain(text: str, error: type[Refusal] = Refusal) -> tuple[str, ...]:
    """The steps named in a setting.

    >>> chain("points, coins")
    ('points', 'coins')
    """
    steps = tuple(word.strip() for word in text.split(","))
    for step in steps:
        if step not in TIE_BREAKS:
            known = ", ".join(TIE_BREAKS)
            raise error(f"{step!r} is not a tie-break; the tie-breaks are {known}")
    return steps


def grouped(group: Sequence[int], key: Callable[[int], Number]) -> list[Group]:
    """Those of one value together, the highest first, each in order of numbers."""
    values: dict[Number, list[int]] = {}
    for number in group:
        values.setdefault(key(number), []).append(number)
    return [tuple(values[value]) for value in sorted(values, reverse=True)]


def beside(values: Sequence[Number], show: Callable[[Number], str] = str) -> list[str]:
    """For each the values of the others: a few one by one, many as their extremes.

    >>> beside([3, 2, 1])
    ['2 and 1', '3 and 1', '3 and 2']
    """
    if len(values) > MANY:
        return [f"{show(min(values))}–{show(max(values))} in the group"] * len(values)
    shown = [show(value) for value in values]
    others = [[*shown[:place], *shown[place + 1 :]] for place in range(len(shown))]
    return [listed(each) for each in others]


class Ties:
    """Those who are tied: their tallies, the games between them, and the reasons found so far."""

    def __init__(self, tallies: Mapping[int, Any]) -> None:
        self.tallies = tallies
        self.reasons: dict[int, list[tuple[str, str]]] = {}

    def why(self, number: int, reason: str, clause: str) -> None:
        """Keep a reason for a place."""
        self.reasons.setdefault(number, []).append((reason, clause))

    def value(self, step: str, number: int) -> Number:
        """The figure that a step compares."""
        key = TIE_BREAKS[step].key
        assert key is not None
        return key(self.tallies[number])

    def said(self, step: str, values: Sequence[Number]) -> list[str]:
        """The figures of a group in words, each beside those of the others."""
        return [
            f"{TIE_BREAKS[step].in_words(value)} to {others}"
            for value, others in zip(values, beside(values), strict=True)
        ]

    def tied_at(self, step: str, number: int) -> str:
        """The figure that parts nobody, in words."""
        return f"tied at {TIE_BREAKS[step].in_words(self.value(step, number))}"

    def winners(self, one: int, other: int) -> Sequence[int]:
        """Who won each game between two, 0 where nobody did."""
        raise NotImplementedError

    def opponents(self, number: int) -> Collection[int]:
        """Those somebody has met."""
        raise NotImplementedError

    def between(self, number: int, group: Group, won: Mapping[int, int]) -> str:
        """What somebody won among themselves, in words."""
        raise NotImplementedError

    def split(self, step: str, group: Group, clause: str) -> list[Group]:
        """The group as a step splits it, with what everybody had in it, also where it parts nobody."""
        if TIE_BREAKS[step].among:
            return self._head_to_head(group, clause)
        sign = 1 if TIE_BREAKS[step].more_is_better else -1
        values = {number: self.value(step, number) for number in group}
        parts = grouped(group, lambda number: sign * values[number])
        if len(parts) == 1:
            return self._still_tied(group, self.tied_at(step, group[0]), clause)
        for number, says in zip(group, self.said(step, [*values.values()]), strict=True):
            self.why(number, says, clause)
        return parts

    def _head_to_head(self, group: Group, clause: str) -> list[Group]:
        """The games between them, where each met each of the others equally often."""
        within = frozenset(group)
        met = [len(within.intersection(self.opponents(number))) for number in group]
        if not any(met):
            return self._still_tied(group, "never met", clause)
        # Only where each has met all others, and so the group is small, is each game looked at.
        everybody = min(met) == len(group) - 1
        pairs = combinations(sorted(group), 2) if everybody else ()
        games = [self.winners(one, other) for one, other in pairs]
        if len({len(each) for each in games}) != 1:
            return self._still_tied(group, "did not all meet the same number of times", clause)
        won = dict.fromkeys(group, 0)
        for winner in (each for played in games for each in played if each):
            won[winner] += 1
        parts = grouped(group, won.__getitem__)
        if len(parts) == 1:
            return self._still_tied(group, _alike(won[group[0]]), clause)
        for number in group:
            self.why(number, self.between(number, group, won), clause)
        return parts

    def _still_tied(self, group: Group, says: str, clause: str) -> list[Group]:
        """Nobody is parted, and everybody is told why."""
        for number in group:
            self.why(number, says, clause)
        return [group]


def _alike(won: int) -> str:
    wins = "1 win" if won == 1 else f"{won} wins"
    return f"{wins} each among themselves"
