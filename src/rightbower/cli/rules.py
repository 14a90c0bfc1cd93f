"""``rightbower rules``: the books, their settings and clauses, side by side and counted."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path
from textwrap import fill

from msgspec.structs import astuple

from rightbower.cli.output import print_json, show
from rightbower.rules.book import EDITIONS, TOPICS, RuleBook, load, names
from rightbower.rules.library import (
    KINDS,
    SHELVES,
    Clause,
    ComparedSetting,
    Gap,
    Reading,
    SearchResult,
    SettingLine,
    about,
    choices,
    compare,
    coverage,
    lines,
    look_up,
    next_edition,
    not_yet,
    open_book,
    say,
    summary,
)
from rightbower.rules.refusal import Refusal, counted
from rightbower.tournament.commands import Sheet


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow ``rightbower rules``."""
    parser.usage = (
        "%(prog)s\n       %(prog)s BOOK [TOPIC]\n       %(prog)s compare BOOK BOOK...\n"
        "       %(prog)s coverage [BOOK...]\n"
        "       %(prog)s new-edition BOOK NAME --edition TEXT --changed TEXT [--into FOLDER]"
    )
    add = parser.add_argument
    add(
        "words",
        nargs="*",
        metavar="BOOK",
        help="a book's name, its document (A01) or the path of a house sheet; then a topic"
        f" ({', '.join(SHELVES)}), a clause (4.12), a setting, an X- or G- number, or any word",
    )
    add("--all", action="store_true", help="with compare: show the settings that agree too")
    not_yet_ = "with coverage: list the clauses that nothing carries out yet"
    add("--list", action="store_true", help=not_yet_)
    add(
        "--edition",
        default="",
        help="with new-edition: which text it is, such as 'web text of 2027'",
    )
    add("--changed", action="append", default=[], help="with new-edition: what changed; repeat it")
    add("--into", default=".", metavar="FOLDER", help="with new-edition: where its file is written")
    add("--plain", action="store_true", help="lines without boxes or color")
    add("--json", action="store_true", help="the same as JSON")


def run(args: argparse.Namespace) -> int:
    """Show what was asked for."""
    match args.words:
        case []:
            found, sheets = _books()
        case ["compare", *words]:
            found, sheets = _compared([open_book(word) for word in words], args.all)
        case ["coverage", *words]:
            books = [open_book(word) for word in words or _documented()]
            found, sheets = _covered(books, args.list)
        case ["new-edition", *words]:
            found, sheets = _new_edition(words, args.edition, args.changed, Path(args.into))
        case [word]:
            book = open_book(word)
            found = lines(book)
            sheets = _settings(found)
            if told := about(book):
                sheets = [Sheet("\n".join(fill(each, WIDTH) for each in told)), *sheets]
        case [word, *topic]:
            sought = " ".join(topic)
            found = look_up(open_book(word), sought)
            sheets = _found(found, sought)
    if args.json:
        print_json(found)
    else:
        show(sheets, plain=args.plain)
    return 0


Shown = tuple[object, list[Sheet]]
WIDTH = 78


def _new_edition(words: Sequence[str], edition: str, changes: Sequence[str], into: Path) -> Shown:
    if len(words) != 2 or not edition.strip():
        raise Refusal(
            "write the book, the name of its next edition and which text it is:"
            " new-edition alberta-55plus alberta-55plus-2027 --edition 'web text of 2027'"
        )
    book, name = words
    text, path = next_edition(book, name, edition.strip(), changes), into / f"{name}.toml"
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as fault:
        raise Refusal(f"{path} cannot be written: {fault.strerror}") from None
    said = (
        f"{path} is written, a copy of {book}. Now:\n"
        f"1. Change the settings that the new text changes, each with its clause.\n"
        f"2. Set {EDITIONS}={into.resolve()} for Rightbower and its commands.\n"
        f"3. Look at it: rightbower rules compare {book} {name}"
    )
    return {"book": name, "replaces": book, "file": str(path)}, [Sheet(said)]


def _documented() -> list[str]:
    """The books that have clauses."""
    return [name for name in names() if coverage(load(name))]


def _books() -> Shown:
    found = [summary(load(name)) for name in names()]
    heads = ("Book", "Title", "Text", "Stated", "Read", "Borrowed", "Clauses")
    rows = [
        (
            each.name,
            each.title,
            f"{each.document}, {each.edition}",
            *map(str, (each.stated, each.read, each.borrowed, each.clauses)),
        )
        for each in found
    ]
    return found, [Sheet("Rule books", heads, rows)]


def _settings(shown: Sequence[SettingLine]) -> list[Sheet]:
    sheets = []
    for topic in TOPICS:
        own = [each for each in shown if each.path.startswith(f"{topic}.")]
        rows = [(_name(each), say(each.value), each.source, each.note) for each in own]
        if own:
            sheets.append(Sheet(topic, ("Setting", "Value", "Clause", "Note"), rows))
    laws = [(_name(each), each.source, each.note) for each in shown if each.path[:5] == "laws."]
    return [*sheets, Sheet("laws", ("Law", "Clause", "Note"), laws)] if laws else sheets


def _name(shown: SettingLine) -> str:
    return shown.path.partition(".")[2]


def _found(found: SearchResult, sought: str) -> list[Sheet]:
    sheets = [_clauses("clauses", found.clauses)] if found.clauses else []
    sheets += _settings(found.lines)
    if sought in {each.path for each in found.lines} and not sought.startswith("laws."):
        sheets.append(Sheet(f"A house sheet may write {choices(sought)}.\n", (), []))
    sheets += [_reading(each) for each in found.readings]
    if found.gaps:
        sheets.append(_gaps(found.gaps))
    return sheets or [Sheet("nothing is written there", (), [])]


def _clauses(title: str, found: Iterable[Clause]) -> Sheet:
    rows = [(each.id, KINDS[each.kind], each.rule, _rests(each)) for each in found]
    return Sheet(title, ("Clause", "Kind", "Rule", "Carried by"), rows)


def _rests(clause: Clause) -> str:
    """What beside a setting carries a clause."""
    said = []
    if clause.tests:
        said.append(counted(len(clause.tests), "test"))
    if clause.shown:
        said.append(f"shown: {clause.shown}")
    if clause.later:
        said.append(f"later: {clause.later}")
    return ", ".join(said)


def _reading(reading: Reading) -> Sheet:
    rows = []
    for letter, option in zip("abc", reading.options, strict=False):
        held = [doc for doc, other in reading.elsewhere.items() if other == letter]
        mark = " (chosen)" if letter == reading.chosen else f" ({', '.join(held)})" if held else ""
        switch = "; ".join(f"{path} = {say(value)}" for path, value in option.set.items())
        rows.append((f"{letter}{mark}", option.text, switch))
    rows.append(("why", reading.why, ""))
    return Sheet(f"{reading.number}  {reading.question}", ("Reading", "Meaning", "Setting"), rows)


def _gaps(found: Iterable[Gap]) -> Sheet:
    rows = [(each.number, each.topic, each.borrow) for each in found]
    return Sheet("gaps", ("Gap", "The text is silent on", "What is borrowed"), rows)


def _compared(books: Sequence[RuleBook], everything: bool) -> Shown:
    if len(books) < 2:
        raise Refusal("name at least two books to compare")
    found = [row for row in compare(books) if row.differs or everything]
    titles = tuple(book.name for book in books)
    sheets = []
    for differs, title in ((True, "different"), (False, "the same")):
        rows = [row for row in found if row.differs is differs]
        if rows:
            sheets.append(_side_by_side(title, titles, rows))
    asked = [
        {
            "setting": row.path,
            "differs": row.differs,
            "books": dict(zip(titles, row.lines, strict=True)),
        }
        for row in found
    ]
    return asked, sheets or [Sheet("the books agree on every setting", (), [])]


def _side_by_side(title: str, books: tuple[str, ...], rows: Sequence[ComparedSetting]) -> Sheet:
    wide = [(row.path, *(say(each.value) for each in row.lines)) for row in rows]
    narrow = []
    for row in rows:
        values = dict.fromkeys(say(each.value) for each in row.lines)
        for first, value in enumerate(values):
            held = [
                book
                for book, each in zip(books, row.lines, strict=True)
                if say(each.value) == value
            ]
            narrow.append(("" if first else row.path, value, ", ".join(held)))
    return Sheet(
        title, ("Setting", *books), wide, Sheet(title, ("Setting", "Value", "Books"), narrow)
    )


def _covered(books: Sequence[RuleBook], everything: bool) -> Shown:
    heads = ("Kind", "Clauses", "Setting or law", "Test", "Shown", "Not yet")
    sheets, found = [], {}
    for book in books:
        kinds, waiting = coverage(book), not_yet(book)
        found[book.name] = {"kinds": kinds, "not_yet": waiting}
        rows = [(KINDS[each.kind], *map(str, astuple(each)[1:])) for each in kinds]
        sums = (str(sum(int(row[column]) for row in rows)) for column in range(1, len(heads)))
        sheets.append(Sheet(f"{book.title} ({book.document})", heads, [*rows, ("all", *sums)]))
        if everything and waiting:
            sheets.append(_clauses("not yet carried", waiting))
    return found, sheets
