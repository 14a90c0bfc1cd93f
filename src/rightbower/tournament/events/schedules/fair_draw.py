"""A draw of single players that avoids repeats: partners are matched first, then the tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import product
from random import Random
from typing import Generic

from rightbower.tournament.events.schedules.quality import (
    Progress,
    Round,
    Side,
    Who,
    cheapest_twos,
    different,
    oppositions,
    partnerships,
    seated,
)

# What a draw avoids, dearest first; lots decide between draws that cost the same.
APART = 1_000_000
PARTNERS_AGAIN = 10_000
OPPONENTS_AGAIN = 100
LOT = 10

TRIES = 12


def fair_rounds(
    players: Sequence[Who],
    rounds: int,
    seed: str,
    *,
    apart: Iterable[Collection[Who]] = (),
    progress: Progress | None = None,
) -> tuple[Round[Who], ...]:
    """A whole schedule drawn in advance; the same seed gives the same.

    With many rounds for few players a draw can run out of new partners too early. Then it is
    begun again, and the best of a few draws is kept.
    """
    best: tuple[Round[Who], ...] = ()
    fewest: int | None = None
    for attempt in range(TRIES):
        drawn = _drawn(players, rounds, f"{seed}/{attempt}", apart, progress)
        repeats = sum(count - 1 for count in partnerships(drawn).values())
        if fewest is None or repeats < fewest:
            best, fewest = drawn, repeats
        if repeats <= _unavoidable(len(players), rounds):
            break
    return best


def _drawn(
    players: Sequence[Who],
    rounds: int,
    seed: str,
    apart: Iterable[Collection[Who]],
    progress: Progress | None,
) -> tuple[Round[Who], ...]:
    drawn: tuple[Round[Who], ...] = ()
    apart = tuple(apart)
    for number in range(rounds):
        drawn += (fair_round(players, drawn, seed, apart=apart),)
        if progress:
            progress(number + 1, rounds)
    return drawn


def _unavoidable(players: int, rounds: int) -> int:
    """The repeats that counting alone forces: more partnerships than there are twos."""
    return max(0, players // 4 * 2 * rounds - players * (players - 1) // 2)


def fair_round(
    players: Sequence[Who],
    before: Sequence[Round[Who]],
    seed: str,
    *,
    apart: Iterable[Collection[Who]] = (),
    sat_out: Mapping[Who, int] | None = None,
) -> Round[Who]:
    """The next round for those who are here now, after the rounds before.

    ``apart`` names twos who should not share a table. ``sat_out`` says how often each has sat
    out; without it every earlier round without the player counts, so give it where some came late.
    """
    order = list(different(players, 4))
    luck = Random(f"{seed}/round {len(before) + 1}")
    luck.shuffle(order)
    out = _who_sits_out(order, before, sat_out)
    playing = [who for who in order if who not in out]
    costs = _Costs(before, apart, luck)
    sides = [
        (playing[one], playing[two])
        for one, two in cheapest_twos(len(playing), costs.of_two(playing))
    ]
    tables = cheapest_twos(len(sides), costs.of_sides(sides))
    luck.shuffle(tables)
    return tuple((sides[one], sides[two]) for one, two in tables)


def _who_sits_out(
    order: Sequence[Who], before: Sequence[Round[Who]], sat_out: Mapping[Who, int] | None
) -> set[Who]:
    """Those over from whole tables: who has waited least, and did not wait just now."""
    if sat_out is None:
        played = Counter(who for tables in before for who in seated(tables))
        sat_out = {who: len(before) - played[who] for who in order}
    just_played = set(seated(before[-1])) if before else set(order)
    turn = sorted(order, key=lambda who: (sat_out.get(who, 0), who not in just_played))
    return set(turn[: len(order) % 4])


class _Costs(Generic[Who]):
    """What two partners or two sides cost after the rounds before."""

    def __init__(
        self, before: Sequence[Round[Who]], apart: Iterable[Collection[Who]], luck: Random
    ) -> None:
        self.partnered = partnerships(before)
        self.opposed = oppositions(before)
        self.apart = {frozenset(two) for two in apart}
        self.luck = luck

    def of_two(self, playing: Sequence[Who]) -> Callable[[int, int], int]:
        """The cost of partners: partners before, then opponents before, then the lot."""

        def cost(first: int, second: int) -> int:
            two = frozenset((playing[first], playing[second]))
            return (
                APART * (two in self.apart)
                + PARTNERS_AGAIN * self.partnered[two] ** 2
                + OPPONENTS_AGAIN * self.opposed[two]
                + self.luck.randrange(LOT)
            )

        return cost

    def of_sides(self, sides: Sequence[Side[Who]]) -> Callable[[int, int], int]:
        """The cost of a table: opponents before, above all the same ones often, then partners."""

        def cost(first: int, second: int) -> int:
            twos = [frozenset(two) for two in product(sides[first], sides[second])]
            return sum(
                APART * (two in self.apart)
                + OPPONENTS_AGAIN * (self.opposed[two] ** 2 * 2 + self.partnered[two])
                for two in twos
            ) + self.luck.randrange(LOT)

        return cost
