"""Entries as journals of the first form have them; they are renewed when a table is read."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class DealtByNumber(Struct, frozen=True, gc=False, tag="dealt"):
    """The next deal was dealt; its cards follow from the seed and the book."""

    number: int
    at: float


class Acted(Struct, frozen=True, gc=False, tag="acted"):
    """A player acted, in the words of a record."""

    action: str
    at: float
    move: str = ""
    by_bot: bool = False


class Rang(Struct, frozen=True, gc=False, tag="rang"):
    """The end signal was given."""

    at: float


class Slipped(Struct, frozen=True, gc=False, tag="slipped"):
    """Something irregular happened or was said about it, as a line of a record or a card's name."""

    what: dict[str, Any]
    at: float
    move: str = ""


OlderEntry = DealtByNumber | Acted | Rang | Slipped
