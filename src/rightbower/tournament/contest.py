"""What events, leagues and clubs share: facts, the history they make, and the undoing of what was done."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, ClassVar, Final, Generic, Protocol, Self, TypeVar

from msgspec import MsgspecError, Struct, ValidationError, defstruct, json
from msgspec.structs import replace

from rightbower.rules.message import Message, Term, because, message
from rightbower.rules.refusal import Refusal
from rightbower.tournament.commands import Command, FactMade, Now, Opening, Query, Request, declared

F = TypeVar("F")
S = TypeVar("S", bound=Struct)


class Entry(Struct, Generic[F], frozen=True):
    """One entry: what happened, when (seconds), who wrote it down, and in which form."""

    at: float
    by: str
    fact: F
    form: int = 1


E = TypeVar("E", bound=Entry[Any])
H = TypeVar("H", bound="History[Any]")


def encode(entry: Entry[Any]) -> bytes:
    """An entry as the journal keeps it."""
    return json.encode(entry)


class Fact(Struct, frozen=True):
    """Something that happened in a contest: what it changes, and how it is told."""

    def apply(self, state: Any, at: float) -> Any:
        """The state after it; ``at`` is when it happened, in seconds."""
        raise NotImplementedError

    def says(self, state: Any) -> Message:
        """It in words, with the names of a state."""
        raise NotImplementedError


class Opened(Fact, frozen=True):
    """The first fact of a contest."""

    def begin(self) -> Any:
        """The state that it begins with."""
        raise NotImplementedError

    def apply(self, state: Any, at: float) -> Any:
        raise AssertionError(f"{self} comes first or not at all")


class Undone(Fact, frozen=True, tag="undone"):
    """An earlier entry is as if it had not been made; it stays in the journal."""

    entry: int
    why: str = ""

    def apply(self, state: Any, at: float) -> Any:
        raise AssertionError("what is undone is left out before facts are applied")

    def says(self, state: Any) -> Message:
        return because(message("entry {entry} undone", entry=self.entry), self.why)

    def names(self, told: Sequence[Message]) -> Message:
        """What was undone by its own words, after all that was told before it."""
        return because(message("undone: {said}", said=told[self.entry - 1]), self.why)


class Archived(Fact, frozen=True, tag="archived"):
    """A contest was put out of the way, or taken out of the archive again."""

    archived: bool

    def apply(self, state: Any, at: float) -> Any:
        return replace(state, archived=self.archived)

    def says(self, state: Any) -> Message:
        if self.archived:
            return message("put into the archive")
        return message("taken out of the archive")


class ThrownAway(Fact, frozen=True, tag="thrown-away"):
    """A contest that was practice is shown nowhere any more."""

    def apply(self, state: Any, at: float) -> Any:
        return replace(state, thrown_away=True)

    def says(self, state: Any) -> Message:
        return message("practice thrown away")


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


def last_counting(entries: Iterable[E]) -> int:
    """The number of the latest entry that counts, which is the one to undo."""
    return effective(entries)[-1][0]


class History(Struct, Generic[S], frozen=True):
    """All entries of a contest and the state they come to; ``word`` is what people call one."""

    word: ClassVar[str] = "a contest"
    entries: tuple[Entry[Any], ...]
    state: S

    @classmethod
    def of(cls, entries: Sequence[Entry[Any]]) -> Self:
        """The history from the first entry to the last."""
        kept = effective(entries)
        first = kept[0][1].fact if kept else None
        if not isinstance(first, Opened):
            raise Refusal(message("{word} begins with its opening", word=Term(cls.word)))
        state = first.begin()
        for _, entry in kept[1:]:
            state = entry.fact.apply(state, entry.at)
        return cls(tuple(entries), replace(state, version=len(entries)))

    def extend(self, entry: Entry[Any]) -> Self:
        """The history with one more entry."""
        entries = (*self.entries, entry)
        if isinstance(entry.fact, Undone):
            return replace(self, entries=entries, state=self.of(entries).state)
        state = entry.fact.apply(self.state, entry.at)
        return replace(self, entries=entries, state=replace(state, version=len(entries)))

    def lines(self) -> tuple[HistoryLine, ...]:
        """All entries in words, those undone included."""
        kept = {number for number, _ in effective(self.entries)}
        tell = self.teller()
        told = list[Message]()
        lines = []
        for number, entry in enumerate(self.entries, 1):
            undone = isinstance(entry.fact, Undone)
            told.append(
                entry.fact.names(told) if isinstance(entry.fact, Undone) else tell(entry.fact)
            )
            gone = number not in kept and not undone
            lines.append(HistoryLine(number, entry.at, entry.by, told[-1], gone))
        return tuple(lines)

    def teller(self) -> Callable[[Fact], Message]:
        """What tells its facts, one after the other from the first."""
        return lambda fact: fact.says(self.state)


Held = TypeVar("Held")
Line = TypeVar("Line")


class StreamType(Struct, Generic[Held, Line], frozen=True):
    """How the entries of one type of stream are read, written and folded.

    ``word`` is what people call it, with its article; ``error`` is raised where one cannot be had;
    ``stands`` is what a history has come to, and ``form`` the newest form of its entries; one that
    is ``gone`` was thrown away and is listed nowhere.
    """

    prefix: str
    word: str
    error: type[Refusal]
    fold: Callable[[Sequence[Line]], Held]
    extend: Callable[[Held, Line], Held]
    encode: Callable[[Line], bytes]
    decode: Callable[[bytes], Line]
    stands: Callable[[Held], Any]
    form: int = 1
    gone: Callable[[Held], bool] = lambda _: False

    @property
    def noun(self) -> str:
        """What people call one, without the article."""
        return self.word.partition(" ")[2]


class Contest(StreamType[H, Entry[Any]], Generic[H], frozen=True, kw_only=True):
    """What is run, an event, a league or a club: its stream, its requests, what is told of it, its export.

    ``remarks`` are what to look out for beside a fact about to be written, ``summary`` is a line in
    the list of all of them; ``told`` is what an export says between the state and the entries, and
    ``kept`` what of an export makes one again.
    """

    commands: type[Command]
    queries: type[Query]
    opening: type[Opening]
    summary: Callable[[Any], Any]
    kept: type[Struct]
    told: Callable[[H], dict[str, Any]] = lambda _: {}
    remarks: Callable[[Any, Any], tuple[Message, ...]] = lambda *_: ()

    @classmethod
    def of(
        cls,
        history: type[H],
        state: type[Struct],
        entry: type[Entry[Any]],
        error: type[Refusal],
        form: int,
        **said: Any,
    ) -> Self:
        """A contest whose stream is named as people call one, and holds entries of a type."""
        noun = history.word.partition(" ")[2]
        return cls(
            prefix=f"{noun}/",
            word=history.word,
            error=error,
            fold=history.of,
            extend=history.extend,
            encode=encode,
            decode=reader(entry, noun, form),
            stands=lambda held: held.state,
            form=form,
            gone=lambda held: getattr(held.state, "thrown_away", False),
            kept=defstruct("Kept", [(noun, state), ("entries", tuple[entry, ...])]),  # type: ignore[valid-type]  # known when it runs
            **said,
        )

    def whole(self, history: H) -> dict[str, Any]:
        """All that is exported of one, under its names there."""
        return {self.noun: history.state, **self.told(history), "entries": history.entries}

    def as_json(self, history: H) -> bytes:
        """The whole of one as JSON; the same entries always give the same bytes."""
        return json.encode(self.whole(history))

    def from_json(self, data: bytes, id_: str = "") -> H:
        """What an export holds, under another id where one is given.

        Its entries are folded anew, and have to come to what the file says they do.
        """
        try:
            read: Any = json.decode(data, type=self.kept)
            history = self.fold(read.entries)
        except (MsgspecError, ValueError, IndexError, AssertionError) as fault:
            raise self.error(f"this file does not hold a whole {self.noun}: {fault}") from None
        if any(entry.form > self.form for entry in read.entries):
            raise self.error(f"this {self.noun} was written by a newer Rightbower")
        if self.stands(history) != getattr(read, self.noun):
            raise self.error(
                f"the file contradicts itself: its entries do not come to its {self.noun}"
            )
        if not id_:
            return history
        first, *rest = read.entries
        return self.fold([replace(first, fact=replace(first.fact, id=id_)), *rest])

    def requests(self) -> dict[str, type[Request]]:
        """Everything that can be asked, by name."""
        return {**declared(self.commands), **declared(self.queries)}

    def decided(
        self,
        history: H,
        commands: Sequence[Command],
        by: str = "",
        at: float | None = None,
        seen: str = "",
    ) -> tuple[H, list[Entry[Any]], list[FactMade]]:
        """The history after commands, its new entries and what they say; nothing is written yet."""
        start = history.state
        now = Now(history, time.time() if at is None else at, by or start.plan.officer)
        done: list[FactMade] = []
        for command in commands:
            state = now.history.state
            if seen and command.seen(state) != seen:
                raise self.error(
                    message("Somebody else changed this in the meantime; look again, please.")
                )
            for fact in command.decide(state, now):
                told = self.remarks(now.history.state, fact)
                now.history = now.history.extend(Entry(now.at, now.by, fact))
                state = now.history.state
                done.append(FactMade(state.id, state.version, partial(fact.says, state), told))
        return now.history, list(now.history.entries[start.version :]), done


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
