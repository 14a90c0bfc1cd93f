"""Swiss pairs: each meets an opponent of about the same score, and nobody the same one twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from rightbower.tournament.events.schedules.quality import (
    Round,
    Who,
    cheapest_twos,
    different,
    oppositions,
)

# What a pairing avoids, dearest first.
SECOND_BYE = 10**18
KEPT_APART = 10**17
MET_AGAIN = 10**15
BYE_FURTHER_UP = 10**12
POINT_APART = 10**7
FLOATED_AGAIN = 10**5


def swiss_round(
    standing: Sequence[Who],
    scores: Mapping[Who, int],
    before: Sequence[Round[Who]],
    *,
    byes: Collection[Who] = (),
    floated: Collection[Who] = (),
    apart: Iterable[Collection[Who]] = (),
) -> Round[Who]:
    """The next round for the entrants in the order of the standings, best first.

    Within a score the upper half meets the lower half in order. Where a score has an odd number,
    or all in it have met, someone floats to the next score, if possible not one who ``floated``
    in the round before. With an odd number the lowest who has had no bye sits out; ``byes`` names
    those who have had one. ``apart`` names twos who should not meet.
    """
    order = different(standing, 2)
    met = oppositions(before)
    bye = len(order)
    level = Counter(scores[who] for who in order)
    unwanted = {frozenset(two) for two in apart}

    def cost(first: int, second: int) -> int:
        one = order[first]
        if second == bye:
            return SECOND_BYE * (one in byes) + BYE_FURTHER_UP * (bye - first)
        other = order[second]
        two = frozenset((one, other))
        between = scores[one] - scores[other]
        avoided = KEPT_APART * (two in unwanted) + MET_AGAIN * met[two]
        floats = FLOATED_AGAIN * ((one in floated) + (other in floated)) if between else 0
        half = 0 if between else (level[scores[one]] + 1) // 2
        return avoided + POINT_APART * between**2 + floats + (second - first - half) ** 2

    twos = cheapest_twos(len(order) + len(order) % 2, cost)
    return tuple(((order[one],), (order[two],)) for one, two in twos if two != bye)


def floaters(tables: Round[Who], scores: Mapping[Who, int]) -> tuple[Who, ...]:
    """Those whose opponent in a round has another score.

    >>> floaters(((("Ash",), ("Birch",)), (("Cedar",), ("Elm",))), {"Ash": 2, "Birch": 2, "Cedar": 1, "Elm": 0})
    ('Cedar', 'Elm')
    """
    return tuple(
        who for (one,), (other,) in tables if scores[one] != scores[other] for who in (one, other)
    )
