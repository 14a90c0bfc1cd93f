"""How a day ends: what parted those who were tied, the places, and who wins what."""

from __future__ import annotations

from msgspec import Struct

from rightbower.tournament.events.state.draws import Draws, Face


class Tossed(Struct, frozen=True, tag="tossed"):
    """Three who are tied tossed coins, again and again until one was odd."""

    group: tuple[int, ...]
    tosses: tuple[tuple[tuple[int, Face], ...], ...]
    seed: str = ""


class PlayedOff(Struct, frozen=True, tag="played-off"):
    """Two of a level group played a game for their place."""

    group: tuple[int, ...]
    pair: tuple[int, int]
    points: tuple[int, int]
    why: str = ""


class CutForPlace(Struct, frozen=True, tag="cut-for-place"):
    """Those who are tied cut for their places; a redraw ranks only those still tied."""

    group: tuple[int, ...]
    draws: Draws
    seed: str = ""


class TieDecided(Struct, frozen=True, tag="decided"):
    """The officer placed those who are tied, or let them share."""

    group: tuple[int, ...]
    order: tuple[int, ...]
    why: str
    shared: bool = False


TieFact = Tossed | PlayedOff | CutForPlace | TieDecided


class Place(Struct, frozen=True, omit_defaults=True):
    """An entrant in the standings: the rank, what it rests on, and the sentence that says so.

    ``given`` of its points are for rounds sat out.
    """

    rank: int | None
    entrant: int
    name: str
    why: str
    clauses: tuple[str, ...] = ()
    won: int = 0
    drawn: int = 0
    lost: int = 0
    byes: int = 0
    points: int = 0
    against: int = 0
    event_points: int = 0
    shared: bool = False
    open: bool = False
    note: str = ""
    given: int = 0

    @property
    def played(self) -> int:
        """How many games were played."""
        return self.won + self.drawn + self.lost


class Award(Struct, frozen=True, omit_defaults=True):
    """Who wins a prize, or shares several; ``left`` are cents that could not be shared out."""

    prizes: tuple[str, ...]
    winners: tuple[int, ...]
    each: int = 0
    left: int = 0
    why: str = ""


class PrizeDrawn(Struct, frozen=True, tag="prize-drawn"):
    """A prize that chance gave: to a player here, or to a ticket; ``among`` is how many could win.

    ``came_in`` is what tickets brought and ``goes_out`` what the winner is paid, in cents.
    """

    name: str
    winner: str
    seed: str
    among: int
    entrant: int = 0
    came_in: int = 0
    goes_out: int = 0
