"""What is known of each movement by its name: how it is told, what is drawn for it, what can be foreseen."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class MovementKind(Struct, frozen=True):
    """A movement; ``said`` is what everybody is told, where that does not depend on the event.

    ``lot`` is what people draw before the first round, nothing where nobody draws; ``always`` says
    that they draw before every round, ``foreseen`` that results do not change who sits where.
    """

    said: str = ""
    lot: str = ""
    always: bool = False
    foreseen: bool = False


KINDS: Final[dict[str, MovementKind]] = {
    "A up": MovementKind(lot="table", foreseen=True),
    "host's deck": MovementKind(lot="card", always=True),
    "winners part": MovementKind(lot="table", always=True),
    "full round robin": MovementKind(
        "After each game go to the table that the list of the next round gives.",
        lot="number",
        foreseen=True,
    ),
    "whist chart": MovementKind(
        "After each game go to the table that the chart gives for your number.",
        lot="number",
        foreseen=True,
    ),
    "fair draw": MovementKind("After each game wait for the draw; your next table is read out."),
    "swiss": MovementKind(
        "After each game wait for the list; you meet others with as many wins.", lot="place"
    ),
    "knock-out": MovementKind(
        "Winners advance, losers are out. Wait for the list of the next round.", lot="place"
    ),
    "fixtures": MovementKind("Nobody moves: all the games are played at one table."),
}
