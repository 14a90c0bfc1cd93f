"""Books searched and compared, and each setting traced to its clause."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from rightbower.rules.book import (
    GAPS,
    LAWS,
    TOPICS,
    BookError,
    RuleBook,
    load,
    names,
    read,
    sheet_names,
    text_of,
)
from rightbower.rules.message import Arg, Message, message
from rightbower.rules.refusal import Refusal
from rightbower.rules.settings import NOTES, stated

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


SHELVES = (*TOPICS, "laws")


class SettingLine(Struct, frozen=True):
    """One setting or law of a book, with where it comes from."""

    path: str
    value: Any
    clause: str
    basis: str
    see: str
    note: str

    @property
    def source(self) -> str:
        """The clause, and its basis where the text does not simply state it.

        >>> from rightbower.rules.book import load
        >>> line(load("alberta-55plus"), "clock.minutes").source
        'A01-C.1, read X-11'
        """
        if self.basis == "stated":
            return self.clause
        if self.basis == "read" or self.basis in GAPS:
            return f"{self.clause}, {self.basis} {self.see}"
        return f"{self.basis} rule"


class BookSummary(Struct, frozen=True):
    """A book at a glance: the bases of its settings, and how many clauses it has."""

    name: str
    title: str
    document: str
    edition: str
    settings: int
    stated: int
    read: int
    borrowed: int
    own: int
    clauses: int


class SearchResult(Struct, frozen=True):
    """What a book holds under a topic, a clause, a number or a word."""

    lines: tuple[SettingLine, ...] = ()
    clauses: tuple[Clause, ...] = ()
    readings: tuple[Reading, ...] = ()
    gaps: tuple[Gap, ...] = ()


class ComparedSetting(Struct, frozen=True):
    """One setting in several books."""

    path: str
    differs: bool
    lines: tuple[SettingLine, ...]


def say(value: object) -> str:
    """A value as people read it.

    >>> say(True), say(None), say((2, 3)), say(25)
    ('yes', 'none', '2, 3', '25')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple | list):
        return ", ".join(str(each) for each in value) or "none"
    return "none" if value is None else str(value)


def choices(path: str) -> str:
    """What a sheet may write for a setting, as TOML has it.

    >>> choices("alone.needs_trump"), choices("game.target"), choices("draw.ace")
    ('true or false', 'a number or "none"', '"high" or "low"')
    """
    topic, _, name = path.partition(".")
    kind = get_type_hints(TOPICS[topic])[name]
    if get_origin(kind) is Literal:
        return " or ".join(f'"{value}"' for value in get_args(kind))
    if kind is bool:
        return "true or false"
    if kind is str:
        return "any words"
    if get_origin(kind) is tuple:
        return "numbers, such as [2, 3]"
    return "a number" if kind is int else 'a number or "none"'


def about(book: RuleBook) -> tuple[str, ...]:
    """What a reader has to know of a book's text and edition, a sentence each."""
    said = [book.notice] if book.notice else []
    if book.replaces:
        said.append(f"This edition ({book.edition}) replaces {book.replaces}. What changed:")
        said += [f"- {each}" for each in book.changes]
    said += [
        f"A later edition is {later.name} ({later.edition})."
        for later in map(load, names())
        if later.replaces == book.name
    ]
    return tuple(said)


def next_edition(book: str, name: str, edition: str, changes: Sequence[str]) -> str:
    """The text of a book's next edition: a copy under its own name that says what changed."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        raise BookError(
            message("{name} is not a name; write it like alberta-55plus-2027", name=repr(name[:40]))
        )
    if book not in names() or name in names():
        known = ", ".join(names())
        raise BookError(
            message(
                "an edition follows one of {books}, and has a name that none of these has",
                books=known,
            )
        )
    old, text = load(book), text_of(book)
    kept = {key: getattr(old, key) for key in ("title", "document", "officer", "notice")}
    head = {"name": name, "edition": edition, **kept, "replaces": book, "changes": list(changes)}
    lines = [
        f"{key} = {json.dumps(each, ensure_ascii=False)}" for key, each in head.items() if each
    ]
    edited = "\n".join([*lines, text[text.index("\n[") :]])
    read(edited, name)
    return edited


def open_book(word: str) -> RuleBook:
    """A book by its name or its document, a sheet that comes along, or a club's own by its path."""
    if word.endswith(".toml") and not Path(word).is_file():
        raise BookError(message("there is no sheet {sheet}", sheet=word))
    known = [*names(), *sheet_names(), *(load(name).document for name in names())]
    if word.endswith(".toml") or {word, word.upper()} & {*known}:
        return load(word)
    raise BookError(
        message(
            "there is no book called {book}; {advice}",
            book=repr(word),
            advice=_meant(word, names()),
        )
    )


def line(book: RuleBook, path: str) -> SettingLine:
    """One setting or law of a book."""
    cited = book.cite(path)
    topic, _, name = path.partition(".")
    value = LAWS[name] if topic == "laws" else book.value(path)
    return SettingLine(path, value, cited.clause, cited.basis, cited.see, cited.note)


def lines(book: RuleBook, topic: str = "") -> tuple[SettingLine, ...]:
    """The settings and laws of a book, or those of one topic."""
    shelves = SHELVES if not topic else (topic,) if topic in SHELVES else ()
    return tuple(line(book, path) for shelf in shelves for path in _paths(book, shelf))


def _paths(book: RuleBook, shelf: str) -> Iterator[str]:
    """What stands on a shelf; of the variants those that the book states."""
    names = LAWS if shelf == "laws" else TOPICS[shelf].__struct_fields__
    paths = (f"{shelf}.{name}" for name in names)
    return (path for path in paths if path not in NOTES or path in book.citations)


def summary(book: RuleBook) -> BookSummary:
    """A book at a glance."""
    bases = [book.cite(path).basis for path in book.paths()]
    own = bases.count("custom") + bases.count("house")
    return BookSummary(
        book.name,
        book.title,
        book.document,
        book.edition,
        len(bases),
        bases.count("stated"),
        bases.count("read"),
        sum(basis in GAPS for basis in bases),
        own,
        len(clauses(book.document)),
    )


def compare(books: Sequence[RuleBook]) -> tuple[ComparedSetting, ...]:
    """Every setting in each of the books, those that differ first."""
    rows = []
    variants = dict.fromkeys(path for book in books for path in stated(book))
    for path in (*books[0].paths(), *variants):
        side_by_side = tuple(line(book, path) for book in books)
        differs = any(each.value != side_by_side[0].value for each in side_by_side)
        rows.append(ComparedSetting(path, differs, side_by_side))
    return tuple(sorted(rows, key=lambda row: not row.differs))


def look_up(book: RuleBook, word: str) -> SearchResult:
    """What a book holds under a topic, setting, place, clause or number, or any word in it."""
    topic = word.lower()
    if topic in PLACES or (topic in SHELVES and any(_paths(book, topic))):
        return _shelf(book, topic)
    if word in book.citations or word in NOTES:
        return _setting(book, word)
    if clause := _clause(book, word):
        return _with_clause(book, clause)
    if (number := word.upper().replace("B", "b")) in {**readings(), **gaps()}:
        return _numbered(book, number)
    found = _search(book, word.replace("_", " "))
    if found == SearchResult():
        raise Refusal(
            message(
                "{book} says nothing of {topic}; {advice}",
                book=book.name,
                topic=repr(word),
                advice=_meant(word, _words(book)),
            )
        )
    return found


def _shelf(book: RuleBook, topic: str) -> SearchResult:
    """A topic's settings and the texts shown in that place; a book may have none of either."""
    shown = (each for each in clauses(book.document).values() if each.shown == topic)
    return SearchResult(lines(book, topic), tuple(shown))


def _setting(book: RuleBook, path: str) -> SearchResult:
    shown = line(book, path)
    known = every_clause()
    cited = tuple(known[each] for each in book.cite(path).clauses if each in known)
    return SearchResult((shown,), cited, *_explained([shown.see]))


def _clause(book: RuleBook, word: str) -> Clause | None:
    """The clause a word names, with its document (``S02-5.1``) or without (``5.1``)."""
    known = {name.lower(): clause for name, clause in every_clause().items()}
    return known.get(word.lower()) or known.get(f"{book.document}-{word}".lower())


def _with_clause(book: RuleBook, clause: Clause) -> SearchResult:
    cited = (each for each in lines(book) if clause.id in book.cite(each.path).clauses)
    return SearchResult(tuple(cited), (clause,), *_explained(readings_of(book, clause.id)))


def _numbered(book: RuleBook, number: str) -> SearchResult:
    cited = (each for each in lines(book) if each.see == number)
    return SearchResult(tuple(cited), (), *_explained([number]))


def _explained(numbers: Iterable[str]) -> tuple[tuple[Reading, ...], tuple[Gap, ...]]:
    numbers = tuple(numbers)
    unclear, silent = readings(), gaps()
    return (
        tuple(unclear[each] for each in numbers if each in unclear),
        tuple(silent[each] for each in numbers if each in silent),
    )


def _search(book: RuleBook, word: str) -> SearchResult:
    def said(*texts: str) -> bool:
        return any(word.lower() in text.lower().replace("_", " ") for text in texts)

    def ours(reading: Reading) -> bool:
        return any(clause.startswith(book.document) for clause in reading.clauses)

    settings = (
        each for each in lines(book) if said(each.path, say(each.value), each.clause, each.note)
    )
    rules = (each for each in clauses(book.document).values() if said(each.rule))
    unclear = (each for each in readings().values() if said(each.question, each.why) and ours(each))
    silent = (each for each in gaps().values() if said(each.topic) and book.document in each.silent)
    return SearchResult(tuple(settings), tuple(rules), tuple(unclear), tuple(silent))


def _words(book: RuleBook) -> tuple[str, ...]:
    settings = (path.partition(".")[2] for path in (*book.citations, *NOTES))
    return (*SHELVES, *PLACES, *settings, *clauses(book.document))


def _meant(word: str, known: Iterable[str]) -> Message:
    known = tuple(dict.fromkeys(known))
    holding = [each for each in known if word.lower() in each.lower()]
    near = holding or get_close_matches(word.lower(), known, n=3, cutoff=0.5)
    if near:
        return message("did you mean {words}?", words=_either(near[:3]))
    return message("try {words}", words=", ".join(known[: len(SHELVES)]))


def _either(words: Sequence[str]) -> Arg:
    first, *others = words
    if not others:
        return first
    return message("{one} or {others}", one=first, others=_either(others))
