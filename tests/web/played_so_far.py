"""A table in the midst of a game, after some acts."""

from __future__ import annotations

from rightbower.web.hall.table import HallTable
from web.seated import Sitting

TAKEN = "W pass, N pass, E pass, S pick up, S bury JC"
TRICKS = (
    "W AS, N 9S, E TS, S 9H",
    "S KH, W QH, N TH, E AH",
    "E QC, S AC, W TC, N KC",
    "S JH, W 9D, N JD, E KD",
    "S QD, W KS, N AD, E QS",
)


def after(*acts: str) -> HallTable:
    """A strict table after these acts."""
    sitting = Sitting(mode="strict")
    for each in acts:
        sitting.do(each)
    return sitting.table
