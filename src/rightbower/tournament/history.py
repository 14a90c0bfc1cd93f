"""The history of an event or a league: how its entries are read, counted and told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

from msgspec import Struct, ValidationError, json


class Written(Protocol):
    """An entry: what happened, when (seconds) and who wrote it down, in which form."""

    @property
    def at(self) -> float: ...
    @property
    def by(self) -> str: ...
    @property
    def fact(self) -> Any: ...
    @property
    def form(self) -> int: ...


E = TypeVar("E", bound=Written)


class Undone(Struct, frozen=True, tag="undone"):
    """An earlier entry is as if it had not been made; it stays in the journal."""

    entry: int
    why: str = ""


class Line(Struct, frozen=True):
    """One line of the story; ``undone`` says that it no longer counts."""

    number: int
    at: float
    by: str
    says: str
    undone: bool = False


def reader(kind: type[E], word: str, newest: int) -> Callable[[bytes], E]:
    """What reads an entry from the journal; one of a newer form is refused."""
    decoder = json.Decoder(kind)

    def decode(body: bytes) -> E:
        try:
            entry = decoder.decode(body)
        except ValidationError as fault:
            raise ValueError(f"an entry of this {word} cannot be read: {fault}") from None
        if entry.form > newest:
            raise ValueError(f"this {word} was written by a newer Rightbower (form {entry.form})")
        return entry

    return decode


def effective(entries: Iterable[E]) -> list[tuple[int, E]]:
    """The entries that count, with their numbers: without those undone."""
    kept: dict[int, E] = {}
    for number, entry in enumerate(entries, 1):
        if isinstance(entry.fact, Undone):
            kept.pop(entry.fact.entry, None)
        else:
            kept[number] = entry
    return list(kept.items())


def last_counting(entries: Iterable[E]) -> int:
    """The number of the latest entry that counts, which is the one to undo."""
    return effective(entries)[-1][0]


def lines(entries: Sequence[E], say: Callable[[Any], str]) -> tuple[Line, ...]:
    """All entries in words, those undone included."""
    kept = {number for number, _ in effective(entries)}
    return tuple(
        Line(
            number,
            entry.at,
            entry.by,
            say(entry.fact),
            number not in kept and not isinstance(entry.fact, Undone),
        )
        for number, entry in enumerate(entries, 1)
    )
