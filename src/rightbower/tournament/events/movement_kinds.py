"""What is known of each movement by its name: how it is told, what is drawn for it, what can be foreseen."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from rightbower.rules.message import UNSAID, Message, message

Follows = Literal["the plan", "the draw", "the wins", "who goes on", "who parts", "nothing"]


class MovementKind(Struct, frozen=True):
    """A movement; ``follows`` is what the seats of a later round go by.

    That is the plan alone, a draw, the wins so far, who goes on while the losers are out, or who
    parts at each table. ``said`` is what everybody is told, where that does not depend on the event.
    ``lot`` is what people draw before the first round, nothing where nobody draws; ``always`` says
    that they draw before every round. ``a_up`` is for the A and B
    teams of the seniors alone, which sentences and choices name; ``meets_all`` says that a whole
    chart brings everybody together with everybody. ``lives`` are how many games one may lose before
    being out, where losers are.
    """

    follows: Follows
    said: Message = UNSAID
    lot: str = ""
    always: bool = False
    a_up: bool = False
    meets_all: bool = False
    lives: int = 1

    @property
    def foreseen(self) -> bool:
        """Whether results do not change who sits where, so that all rounds can be told beforehand."""
        return self.follows == "the plan"

    @property
    def by_card(self) -> bool:
        """Whether the seats are the cards of the host's deck, red against black."""
        return self.lot == "card"

    @property
    def knocks_out(self) -> bool:
        """Whether losers are out, so that nobody can come in late."""
        return self.follows == "who goes on"

    @property
    def parts(self) -> bool:
        """Whether the table's own game and cuts say who leaves it, a tied game by its last dealer."""
        return self.follows == "who parts"


KINDS: Final[dict[str, MovementKind]] = {
    "A up": MovementKind("the plan", lot="table", a_up=True),
    "host's deck": MovementKind("the draw", lot="card", always=True),
    "winners part": MovementKind("who parts", lot="table", always=True),
    "full round robin": MovementKind(
        "the plan",
        message("After each game go to the table that the list of the next round gives."),
        lot="number",
        meets_all=True,
    ),
    "whist chart": MovementKind(
        "the plan",
        message("After each game go to the table that the chart gives for your number."),
        lot="number",
    ),
    "fair draw": MovementKind(
        "the draw", message("After each game wait for the draw; your next table is read out.")
    ),
    "swiss": MovementKind(
        "the wins",
        message("After each game wait for the list; you meet others with as many wins."),
        lot="place",
    ),
    "knock-out": MovementKind(
        "who goes on",
        message("Winners advance, losers are out. Wait for the list of the next round."),
        lot="place",
    ),
    "double knock-out": MovementKind(
        "who goes on",
        message("Whoever loses twice is out. Wait for the list of the next round."),
        lot="place",
        lives=2,
    ),
    "losers move": MovementKind("the wins", lot="table"),
    "fixtures": MovementKind("nothing"),
}
