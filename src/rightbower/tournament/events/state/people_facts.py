"""What happens to the entrants of an event, as it stands in the journal."""

from __future__ import annotations

from msgspec import Struct

from rightbower.tournament.events.state.entrants import Entrant, Player


class Added(Struct, frozen=True, tag="added"):
    """Entrants were put on the list."""

    entrants: tuple[Entrant, ...]


class CheckedIn(Struct, frozen=True, tag="checked-in"):
    """Entrants are here."""

    numbers: tuple[int, ...]


class Missing(Struct, frozen=True, tag="missing"):
    """Entrants did not come."""

    numbers: tuple[int, ...]


class Withdrew(Struct, frozen=True, tag="withdrew"):
    """Entrants left; what they played stays."""

    numbers: tuple[int, ...]
    why: str = ""


class Substituted(Struct, frozen=True, tag="substituted"):
    """A substitute took a player's place; ``place`` is 0 or 1 in a pair."""

    number: int
    place: int
    player: Player
    why: str = ""


class Renamed(Struct, frozen=True, tag="renamed"):
    """A name was written wrong and is put right; ``place`` is 0 or 1 in a pair."""

    number: int
    place: int
    name: str


class Removed(Struct, frozen=True, tag="removed"):
    """An entry was taken off the list: it should not have been on it."""

    number: int
    why: str = ""


class SeatsSwapped(Struct, frozen=True, tag="seats-swapped"):
    """Two entrants took each other's places in a round; either may have been sitting out."""

    round: int
    first: int
    second: int
    why: str


class Partnered(Struct, frozen=True, tag="partnered"):
    """Two single players became a pair."""

    first: int
    second: int


class KeptApart(Struct, frozen=True, tag="kept-apart"):
    """Two entrants are to be kept apart where the movement leaves a choice."""

    first: int
    second: int


class Vouched(Struct, frozen=True, tag="vouched"):
    """The officer vouches for an entrant whose papers are missing."""

    number: int
    why: str


class FloaterSet(Struct, frozen=True, tag="floater-set"):
    """An entrant plays only to make the numbers even, and is not ranked; or is ranked again."""

    number: int
    floater: bool


class SitterSet(Struct, frozen=True, tag="sitter-set"):
    """A player sits at a table all day; 0 is no table."""

    number: int
    table: int
