"""The history of an event or a league: how its entries are read, counted and told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct, ValidationError, json
from msgspec.structs import replace

from rightbower.rules.refusal import Refusal

F = TypeVar("F")
S = TypeVar("S", bound=Struct)


class Entry(Struct, Generic[F], frozen=True):
    """One entry: what happened, when (seconds), who wrote it down, and in which form."""

    at: float
    by: str
    fact: F
    form: int = 1


E = TypeVar("E", bound=Entry[Any])


def encode(entry: Entry[Any]) -> bytes:
    """An entry as the journal keeps it."""
    return json.encode(entry)


class Undone(Struct, frozen=True, tag="undone"):
    """An earlier entry is as if it had not been made; it stays in the journal."""

    entry: int
    why: str = ""


class HistoryLine(Struct, frozen=True):
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
            entry: E = decoder.decode(body)
        except ValidationError as fault:
            raise Refusal(f"an entry of this {word} cannot be read: {fault}") from None
        if entry.form > newest:
            raise Refusal(f"this {word} was written by a newer Rightbower (form {entry.form})")
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


def folded(
    entries: Sequence[E], begin: Callable[[Any], S | None], step: Callable[[S, E], S], word: str
) -> S:
    """What entries come to, those undone left out; ``begin`` makes something of the first fact."""
    kept = effective(entries)
    state = begin(kept[0][1].fact) if kept else None
    if state is None:
        raise Refusal(f"{word} begins with its opening")
    for _, entry in kept[1:]:
        state = step(state, entry)
    return replace(state, version=len(entries))


def last_counting(entries: Iterable[E]) -> int:
    """The number of the latest entry that counts, which is the one to undo."""
    return effective(entries)[-1][0]


def lines(entries: Sequence[E], say: Callable[[Any], str]) -> tuple[HistoryLine, ...]:
    """All entries in words, those undone included."""
    kept = {number for number, _ in effective(entries)}
    return tuple(
        HistoryLine(
            number,
            entry.at,
            entry.by,
            say(entry.fact),
            number not in kept and not isinstance(entry.fact, Undone),
        )
        for number, entry in enumerate(entries, 1)
    )
