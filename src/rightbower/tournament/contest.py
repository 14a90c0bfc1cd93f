"""How a contest is told, and the undoing of what was done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Generic, Protocol, TypeVar

from msgspec import Struct, ValidationError, json
from msgspec.structs import replace

from rightbower.rules.message import Message, Term, message
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
    says: Message
    undone: bool = False


def reader(kind: type[E], word: str, newest: int) -> Callable[[bytes], E]:
    """What reads an entry from the journal; one of a newer form is refused."""
    decoder = json.Decoder(kind)

    def decode(body: bytes) -> E:
        try:
            entry: E = decoder.decode(body)
        except ValidationError as fault:
            said = message(
                "an entry of this {word} cannot be read: {fault}", word=Term(word), fault=str(fault)
            )
            raise Refusal(said) from None
        if entry.form > newest:
            raise Refusal(
                message(
                    "this {word} was written by a newer Rightbower (form {form})",
                    word=Term(word),
                    form=entry.form,
                )
            )
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
        raise Refusal(message("{word} begins with its opening", word=Term(word)))
    for _, entry in kept[1:]:
        state = step(state, entry)
    return replace(state, version=len(entries))


def last_counting(entries: Iterable[E]) -> int:
    """The number of the latest entry that counts, which is the one to undo."""
    return effective(entries)[-1][0]


def lines(entries: Sequence[E], say: Callable[[Any], Message]) -> tuple[HistoryLine, ...]:
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


class PlanByBook(Struct, frozen=True):
    """A plan made from a book; subclasses keep the ``clauses`` of their settings."""

    book: str
    title: str
    edition: str
    officer: str

    def clause(self, path: str, step: int = 0) -> str:
        """The clause of a setting, or of one step of it; the setting's own name in older plans."""
        known: dict[str, tuple[str, ...]] = self.clauses  # type: ignore[attr-defined]  # of the subclass
        cited = known.get(path, (path,))
        return cited[min(step, len(cited) - 1)]


YES: Final = ("yes", "y", "true", "1", "x", "active")
NO: Final = ("no", "n", "false", "0", "-", "lapsed")


class RowRead(Protocol):
    """One row as it was read; without a ``fault`` it can be imported."""

    @property
    def fault(self) -> Message: ...


R = TypeVar("R", bound=RowRead)


class Preview(Struct, Generic[R], frozen=True):
    """What importing the rows would do."""

    lines: tuple[R, ...]

    @property
    def good(self) -> tuple[R, ...]:
        """The rows that can be imported."""
        return tuple(line for line in self.lines if not line.fault)

    @property
    def faulty(self) -> tuple[R, ...]:
        """The rows that cannot, each with its fault."""
        return tuple(line for line in self.lines if line.fault)


def yes_or_no(text: str, error: type[Refusal], column: str = "") -> bool | None:
    """What a cell says; None where it says nothing.

    >>> yes_or_no(" Yes", Refusal), yes_or_no("-", Refusal), yes_or_no("", Refusal)
    (True, False, None)
    """
    word = text.strip().casefold()
    if word and word not in (*YES, *NO):
        raise error(
            message("{text} under {column} is neither yes nor no", text=repr(text), column=column)
            if column
            else message("{text} is neither yes nor no", text=repr(text))
        )
    return word in YES if word else None
