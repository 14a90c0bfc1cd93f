"""Every clause of the five documents, and what carries it: settings, laws, tests, shown text."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from rightbower.rules.book import RuleBook

Kind = Literal["E", "I", "T", "L", "C"]

DOCUMENTS: Final = ("A00", "A01", "S02", "L03", "N04")
KINDS: Final[Mapping[Kind, str]] = {
    "E": "game rule",
    "I": "irregularity",
    "T": "tournament",
    "L": "organization",
    "C": "courtesy or advice",
}

# Where a text is shown, and the parts that will carry what nothing carries yet.
PLACES: Final = ("about the book", "courtesies", "event page", "player's card", "table", "clock")
PARTS: Final = ("referee", "events", "league", "hall", "desk")


class Clause(Struct, frozen=True, forbid_unknown_fields=True):
    """One clause of a document in our words; ``later`` names the part that will carry it."""

    id: str
    kind: Kind = msgspec.field(name="type")
    rule: str
    shown: str = ""
    later: str = ""
    tests: tuple[str, ...] = ()


class ReadingOption(Struct, frozen=True, forbid_unknown_fields=True):
    """One way to read an unclear text, and the settings that choose it."""

    text: str
    set: Mapping[str, Any] = {}


class Reading(Struct, frozen=True, forbid_unknown_fields=True):
    """An unclear text: the ways to read it, the one chosen and why."""

    number: str
    question: str
    clauses: tuple[str, ...]
    options: tuple[ReadingOption, ...]
    chosen: str
    why: str
    elsewhere: Mapping[str, str] = {}

    def option(self, document: str) -> ReadingOption:
        """The way this text is read in a document."""
        return self.options["abc".index(self.elsewhere.get(document, self.chosen))]


class Gap(Struct, frozen=True, forbid_unknown_fields=True):
    """Something a text is silent on, and what is borrowed for it."""

    number: str
    topic: str
    silent: tuple[str, ...]
    borrow: str


class ClauseCount(Struct, frozen=True):
    """How many clauses of one kind are carried, and by what; one clause may have several."""

    kind: Kind
    clauses: int
    settings: int
    tests: int
    shown: int
    not_yet: int


def _file(name: str) -> dict[str, dict[str, Any]]:
    text = (
        resources.files("rightbower.rules").joinpath("clauses", f"{name}.toml").read_text("utf-8")
    )
    return tomllib.loads(text)


@cache
def clauses(document: str) -> Mapping[str, Clause]:
    """The clauses of a document by their ids; none for a book that has no document."""
    if document not in DOCUMENTS:
        return {}
    return {
        name: msgspec.convert({"id": name, **entry}, Clause)
        for name, entry in _file(document).items()
    }


@cache
def every_clause() -> Mapping[str, Clause]:
    """The clauses of all five documents."""
    return {name: each for document in DOCUMENTS for name, each in clauses(document).items()}


@cache
def readings() -> Mapping[str, Reading]:
    """The unclear texts by their X- numbers."""
    return {
        number: msgspec.convert({"number": number, **entry}, Reading)
        for number, entry in _file("readings").items()
        if number.startswith("X-")
    }


@cache
def gaps() -> Mapping[str, Gap]:
    """What the texts are silent on, by G- numbers; G-00 is the general order of lending."""
    return {
        number: msgspec.convert({"number": number, **entry}, Gap)
        for number, entry in _file("readings").items()
        if number.startswith("G-")
    }


def carriers(book: RuleBook) -> Mapping[str, tuple[str, ...]]:
    """The settings and laws of a book by each clause they cite."""
    found: dict[str, tuple[str, ...]] = {}
    for path, citation in book.citations.items():
        for cited in dict.fromkeys(citation.clauses):
            found[cited] = (*found.get(cited, ()), path)
    return found


def readings_of(book: RuleBook, clause: str) -> tuple[str, ...]:
    """The X- and G- numbers that touch a clause: readings of it, and the book's notes about it."""
    touching = [number for number, each in readings().items() if clause in each.clauses]
    touching += [each.see for each in book.citations.values() if clause in each.clauses]
    return tuple(dict.fromkeys(number for number in touching if number))


def not_yet(book: RuleBook) -> tuple[Clause, ...]:
    """The clauses a later part has still to carry, and those nothing carries."""
    cited = carriers(book)
    return tuple(
        each
        for each in clauses(book.document).values()
        if each.later or not (each.id in cited or each.tests or each.shown)
    )


def coverage(book: RuleBook) -> tuple[ClauseCount, ...]:
    """How a book's clauses of each kind are carried."""
    cited = carriers(book)
    waiting = not_yet(book)
    found = []
    for kind in KINDS:
        ours = [each for each in clauses(book.document).values() if each.kind == kind]
        if ours:
            found.append(
                ClauseCount(
                    kind,
                    len(ours),
                    sum(each.id in cited for each in ours),
                    sum(bool(each.tests) for each in ours),
                    sum(bool(each.shown) for each in ours),
                    sum(each in waiting for each in ours),
                )
            )
    return tuple(found)


def clause_named(test: str, known: Iterable[str]) -> str | None:
    """The clause a test function is named for; the longest id wins.

    >>> clause_named("test_A01_4_12_no_jack_is_a_bower", ["A01-4.1", "A01-4.12"])
    'A01-4.12'
    """
    written = _as_in_tests(tuple(known))
    words = test.removeprefix("test_").split("_")
    beginnings = ("_".join(words[:end]) for end in range(len(words), 0, -1))
    return next((written[each] for each in beginnings if each in written), None)


@cache
def _as_in_tests(known: tuple[str, ...]) -> Mapping[str, str]:
    signs = str.maketrans("-.", "__")
    return {each.translate(signs): each for each in known}
