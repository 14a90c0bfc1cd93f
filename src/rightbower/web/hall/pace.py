"""How fast a table goes on by itself."""

from __future__ import annotations

from msgspec import Struct


class Pace(Struct, frozen=True):
    """How long the server waits, in seconds, so that people can follow."""

    bot: float = 0.9
    trick: float = 1.6
    deal: float = 6.0
    grace: float = 45.0
