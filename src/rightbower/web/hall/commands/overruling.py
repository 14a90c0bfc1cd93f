"""The officer's last word at a table: a ruling set aside, with what follows instead and why."""

from __future__ import annotations

from rightbower.record import OverruleEntry
from rightbower.referee import Overruled, Ruled, read_remedy
from rightbower.referee import Table as Referee
from rightbower.refusal import Refusal
from rightbower.web.common.refusal import Refused
from rightbower.web.hall.table.table import HallTable

LONGEST_REASON = 200
# What an officer may order in place of a ruling, and how it is said; points are added to the first two.
INSTEAD = {
    "award": "The other side scores points",
    "deduct": "Points come off the side that erred",
    "stand": "What was done stands",
    "take back": "The card is taken back",
    "void call": "The call is void",
    "redeal by same dealer": "The same dealer deals again",
    "redeal by right dealer": "The right dealer deals again",
    "no score": "The side that erred scores nothing for the hand",
    "lose game": "The side that erred loses the game",
}


def set_aside(
    table: HallTable, number: int, officer: str, instead: str, reason: str, now: float
) -> OverruleEntry:
    """The entry that sets a ruling aside; raise ``Refused`` where something is missing."""
    referee = table.referee
    if referee is None or number not in open_rulings(referee):
        raise Refused("there is no such ruling to set aside")
    if not reason.strip():
        raise Refused("give the reason for setting the ruling aside")
    try:
        remedies = tuple(read_remedy(each) for each in instead.split(","))
    except Refusal as fault:
        raise Refused(str(fault)) from None
    return OverruleEntry(number, officer, reason.strip()[:LONGEST_REASON], remedies, now)


def open_rulings(referee: Referee) -> list[int]:
    """The rulings that can be set aside still, by their numbers."""
    aside = {each.number for each in referee.log if isinstance(each, Overruled)}
    ruled = [at for at, each in enumerate(referee.log) if isinstance(each, Ruled)]
    return [] if referee.entered else [at for at in ruled if at not in aside]
