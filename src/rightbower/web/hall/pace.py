"""How fast a table goes on by itself."""

from __future__ import annotations

from msgspec import Struct


class Pace(Struct, frozen=True):
    """How long the server waits, in seconds, so that people can follow.

    ``retry`` after something could not be saved; ``linger`` until a table nobody looks at sleeps.
    """

    bot: float = 0.9
    trick: float = 1.6
    deal: float = 6.0
    grace: float = 45.0
    retry: float = 2.0
    linger: float = 300.0
