"""Tie-breaks: one table of named steps for events and leagues, and how a step splits a group.

A chain is a tuple of names. A new step by a figure is one entry here; days and seasons both know it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, Final

from msgspec import Struct

from rightbower.rules.message import Arg, Message, message, word
from rightbower.rules.refusal import Refusal

MANY: Final = 5  # so many figures are said one by one
Group = tuple[int, ...]
Number = int | Fraction


class TieBreak(Struct, frozen=True):
    """A step: a figure of each tally is compared, or the games among themselves are.

    ``says`` is the figure in words, ``count`` its value, and ``unit`` what it counts. A step ``by_hand`` is made by people (a coin, a
    cut, the officer's word), and ``only`` is the size of the only group that can take it.
    """

    key: Callable[[Any], Number] | None = None
    more_is_better: bool = True
    says: str = ""
    unit: str = ""
    among: bool = False
    by_hand: bool = False
    only: int = 0

    def in_words(self, value: Number) -> Message:
        """The figure in words.

        >>> [str(TIE_BREAKS["games won"].in_words(won)) for won in (1, 2)]
        ['1 game won', '2 games won']
        """
        count = float(value) if isinstance(value, Fraction) else value
        return Message(self.says, (("count", count),))


TIE_BREAKS: Final[dict[str, TieBreak]] = {
    word("head to head"): TieBreak(among=True),
    word("points"): TieBreak(
        lambda tally: tally.points,
        says=word("{count} {count|point|points} in all"),
        unit=word("points in all"),
    ),
    word("games won"): TieBreak(
        lambda tally: tally.won,
        says=word("{count} {count|game|games} won"),
        unit=word("games won"),
    ),
    word("difference"): TieBreak(
        lambda tally: tally.difference,
        says=word("{count} {count|point|points} of difference"),
        unit=word("difference in points"),
    ),
    word("extra game"): TieBreak(by_hand=True, only=2, says=word("an extra game is only for two")),
    word("coins"): TieBreak(by_hand=True, only=3, says=word("coins are only for three")),
    word("cut"): TieBreak(by_hand=True),
    word("director"): TieBreak(by_hand=True),
    word("shared"): TieBreak(by_hand=True),
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
            raise error(
                message(
                    "{text} is not a tie-break; the tie-breaks are {known}",
                    text=repr(step),
                    known=known,
                )
            )
    return steps


def grouped(group: Sequence[int], key: Callable[[int], Number]) -> list[Group]:
    """Those of one value together, the highest first, each in order of numbers."""
    values: dict[Number, list[int]] = {}
    for number in group:
        values.setdefault(key(number), []).append(number)
    return [tuple(values[value]) for value in sorted(values, reverse=True)]


def beside(values: Sequence[Number], show: Callable[[Number], str] = str) -> list[Arg]:
    """For each the values of the others: a few one by one, many as their extremes.

    >>> beside([3, 2, 1])
    [('2', '1'), ('3', '1'), ('3', '2')]
    """
    if len(values) > MANY:
        least, most = show(min(values)), show(max(values))
        group = message("{least}–{most} in the group", least=least, most=most)
        return [group] * len(values)
    shown = [show(value) for value in values]
    return [(*shown[:place], *shown[place + 1 :]) for place in range(len(shown))]


class Ties:
    """Those who are tied: their tallies, the games between them, and the reasons found so far."""

    def __init__(self, tallies: Mapping[int, Any]) -> None:
        self.tallies = tallies
        self.reasons: dict[int, list[tuple[Message, str]]] = {}

    def why(self, number: int, reason: Message, clause: str) -> None:
        """Keep a reason for a place."""
        self.reasons.setdefault(number, []).append((reason, clause))

    def value(self, step: str, number: int) -> Number:
        """The figure that a step compares."""
        key = TIE_BREAKS[step].key
        assert key is not None
        return key(self.tallies[number])

    def said(self, step: str, values: Sequence[Number]) -> list[Message]:
        """The figures of a group in words, each beside those of the others."""
        return [
            message("{figure} to {others}", figure=TIE_BREAKS[step].in_words(value), others=others)
            for value, others in zip(values, beside(values), strict=True)
        ]

    def tied_at(self, step: str, number: int) -> Message:
        """The figure that parts nobody, in words."""
        figure = TIE_BREAKS[step].in_words(self.value(step, number))
        return message("tied at {figure}", figure=figure)

    def winners(self, one: int, other: int) -> Sequence[int]:
        """Who won each game between two, 0 where nobody did."""
        raise NotImplementedError

    def opponents(self, number: int) -> Collection[int]:
        """Those somebody has met."""
        raise NotImplementedError

    def between(self, number: int, group: Group, won: Mapping[int, int]) -> Message:
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
            return self._still_tied(group, message("never met"), clause)
        # Only where each has met all others, and so the group is small, is each game looked at.
        everybody = min(met) == len(group) - 1
        pairs = combinations(sorted(group), 2) if everybody else ()
        games = [self.winners(one, other) for one, other in pairs]
        if len({len(each) for each in games}) != 1:
            uneven = message("did not all meet the same number of times")
            return self._still_tied(group, uneven, clause)
        won = dict.fromkeys(group, 0)
        for winner in (each for played in games for each in played if each):
            won[winner] += 1
        parts = grouped(group, won.__getitem__)
        if len(parts) == 1:
            return self._still_tied(group, _alike(won[group[0]]), clause)
        for number in group:
            self.why(number, self.between(number, group, won), clause)
        return parts

    def _still_tied(self, group: Group, says: Message, clause: str) -> list[Group]:
        """Nobody is parted, and everybody is told why."""
        for number in group:
            self.why(number, says, clause)
        return [group]


def _alike(won: int) -> Message:
    return message("{wins} {wins|win|wins} each among themselves", wins=won)
