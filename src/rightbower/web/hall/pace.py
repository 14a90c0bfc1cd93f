"""How fast a table goes on by itself."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

Speed = Literal["slow", "normal", "fast", "none"]
# How much longer or shorter bots take at a table of one, by the player's own setting.
SPEEDS: Final[dict[Speed, float]] = {"slow": 1.6, "normal": 1.0, "fast": 1 / 8, "none": 1 / 8}


class Pace(Struct, frozen=True):
    """How long the server waits, in seconds, so that people can follow.

    ``retry`` after something could not be saved; ``linger`` until a table nobody looks at sleeps;
    ``salts`` for what players add to the shuffle, when the game is to begin.
    """

    bot: float = 0.9
    trick: float = 1.6
    deal: float = 6.0
    grace: float = 45.0
    retry: float = 2.0
    linger: float = 300.0
    salts: float = 4.0


def at_speed(pace: Pace, speed: Speed) -> Pace:
    """The pace of a table at which one person plays at a speed of their own."""
    by = SPEEDS[speed]
    return replace(pace, bot=pace.bot * by, trick=pace.trick * by)
