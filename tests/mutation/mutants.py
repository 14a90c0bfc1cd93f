"""Each setting of the books and presets with another value: what a test has to notice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

from msgspec.structs import force_setattr

from rightbower.rules.book import TOPICS, BookError, load, names, overlay
from rightbower.tournament.events.presets import PRESETS

# Words that the table says, and what else it might say.
WORDS: Final = {"bidding.order_word": "I order it", "bidding.pass_word": "I pass"}


class Mutant(NamedTuple):
    """One value of one book or preset, before and after."""

    home: str
    path: str
    before: Any
    after: Any

    @property
    def key(self) -> str:
        """The mutant's name in the list of witnesses."""
        return f"{self.home} {self.path} {self.after!r}"

    @property
    def book(self) -> str:
        """The book that is changed, or that a preset plays by."""
        return PRESETS[self.home].book if self.home in PRESETS else self.home

    @property
    def document(self) -> str:
        """The document of the book that is changed; nothing for a preset."""
        return "" if self.home in PRESETS else load(self.home).document

    def __str__(self) -> str:
        return f"{self.home}  {self.path}: {self.before!r} -> {self.after!r}"

    def apply(self) -> None:
        """Change the value where it stands, for the rest of this process."""
        topic, name = self.path.split(".")
        if self.home in PRESETS:
            changes: dict[str, Any] = dict(PRESETS[self.home].changes)
            changes[self.path] = self.after
            force_setattr(PRESETS[self.home], "changes", changes)
        else:
            force_setattr(getattr(load(self.home), topic), name, self.after)

    @property
    def refused(self) -> bool:
        """Whether no book can be so: reading it fails."""
        try:
            overlay(load(self.book), {self.path: self.after}, "a mutant")
        except BookError:
            return True
        return False


def mutants() -> Iterator[Mutant]:
    """Every setting of every book and preset, each with another value."""
    for name in names():
        book = load(name)
        for path in book.paths():
            for after in others(path, book.value(path)):
                yield Mutant(name, path, book.value(path), after)
    for name, preset in PRESETS.items():
        for path, value in preset.changes.items():
            for after in others(path, value):
                yield Mutant(name, path, value, after)


def others(path: str, value: Any) -> list[Any]:
    """Other values that the setting may have; at least one."""
    kind = kind_of(path)
    if path in WORDS:
        return [WORDS[path]]
    if kind is str:
        return _other_chains(value)
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, tuple):
        return _other_lists(value)
    if isinstance(value, int):
        return [value + 1]
    if value is None:
        return [_some(kind)]
    choices = [each for each in _choices(kind) if each != value]
    if not choices:  # the one word that may stand for a number
        return [1]
    place = _choices(kind).index(value)
    return [choices[place % len(choices)]]


def _other_lists(value: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Each number raised by one, and the last left out."""
    if not value:
        return [(1,)]
    raised = [(*value[:at], each + 1, *value[at + 1 :]) for at, each in enumerate(value)]
    return [*raised, value[:-1]]


def _other_chains(value: str) -> list[str]:
    """The chain of tie-breaks with each step left out; one of a single step with another."""
    steps = value.split(", ")
    if len(steps) == 1:
        return ["points" if value != "points" else "difference"]
    return [", ".join([*steps[:at], *steps[at + 1 :]]) for at in range(len(steps))]


def kind_of(path: str) -> Any:
    """The type of a setting."""
    topic, name = path.split(".")
    return get_type_hints(TOPICS[topic])[name]


def _choices(kind: Any) -> tuple[Any, ...]:
    """What a setting of this type may be, where it is a choice."""
    if get_origin(kind) is Literal:
        return get_args(kind)
    found: tuple[Any, ...] = ()
    for each in get_args(kind):
        found += _choices(each)
    return found


def _some(kind: Any) -> Any:
    """A value for a setting that has none."""
    return next(iter(_choices(kind)), 1)
