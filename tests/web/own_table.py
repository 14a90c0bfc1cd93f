"""A table that does things by itself: its pace, its bots, and what it was made to do."""

from __future__ import annotations

from typing import Any

from rightbower.rules.acts import read_action
from rightbower.rules.cards import Seat
from rightbower.web.hall.entries import Beginning, HallEntry
from rightbower.web.hall.seats import bot_sits
from rightbower.web.hall.table import HallTable, Pace, folded
from web.seated import Sitting

PACE = Pace(bot=1.0, trick=2.0, deal=3.0, grace=40.0, retry=7.0, salts=4.0)


class Thinks:
    """A bot that thinks about it, passes, and keeps who asked it."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Seat]] = []

    def has_to_think(self, bot: str, seen: Any) -> bool:
        """It does."""
        self.asked.append((bot, seen.seat))
        return True

    async def act(self, _bot: str, seen: Any, _whose: str) -> Any:
        """It passes."""
        return read_action(f"{seen.seat} pass")


def begins(_: HallTable, now: float) -> list[HallEntry]:
    return [Beginning(now)]


def bots(table: HallTable, *seats: Seat) -> HallTable:
    """The same with bots in these chairs."""
    return folded(table, [bot_sits(seat, "club", 2.0) for seat in seats])


def strict(acts: str = "", **more: Any) -> HallTable:
    """A strict table after these acts."""
    sitting = Sitting(mode="strict", **more)
    if acts:
        sitting.do(acts)
    return sitting.table
