"""Single reasons, each in a position made for it: what is said, and where nothing is to be said."""

from __future__ import annotations

import pytest

from lessons.lessons import Position
from rightbower.advice import explain

PARTNERS_ACE = (
    "standard | S | 9H | S | JH KH 9C TC AD | "
    "W pass, N pass, E pass, S pick up, S bury 9C, W QS, N AS, E TS"
)
THEIR_KING = PARTNERS_ACE.replace("W QS, N AS, E TS", "W AS, N QS, E TS")
EAST_IS_OUT = (
    "standard | S | 9H | S | JH AC KC AD QS | "
    "W pass, N pass, E pass, S pick up, S bury QS, W 9C, N TC, E 9D, S KC"
)
EAST_FOLLOWED = EAST_IS_OUT.replace("E 9D", "E QC")
TAKEN_AWAY = "9♥ only takes the trick away from your partner's A♠"
MAY_TRUMP = "East has shown out of clubs and may trump A♣"


def faults(at: str, best: str, mistake: str) -> list[str]:
    """What is said against the mistake."""
    each = Position("", at, best, mistake, "", (), ())
    said = explain(each.seen, each.action(best), each.action(mistake))
    return [reason.text for reason in said.faults]


@pytest.mark.parametrize(
    ("at", "best", "mistake", "said"),
    [
        (PARTNERS_ACE, "TC", "9H", TAKEN_AWAY),
        (EAST_IS_OUT, "JH", "AC", MAY_TRUMP),
    ],
)
def test_a_fault_is_told(at: str, best: str, mistake: str, said: str) -> None:
    assert said in faults(at, best, mistake)


@pytest.mark.parametrize(
    ("at", "best", "mistake", "said"),
    [
        (THEIR_KING, "TC", "9H", TAKEN_AWAY),
        (EAST_FOLLOWED, "JH", "AC", MAY_TRUMP),
    ],
)
def test_a_fault_that_is_none_is_not_told(at: str, best: str, mistake: str, said: str) -> None:
    assert said not in faults(at, best, mistake)
