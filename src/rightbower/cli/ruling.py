"""``rightbower ruling``: what the book says of an irregularity, by questions or by options."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

import msgspec

from rightbower.book import RuleBook, load, names
from rightbower.library import open_book
from rightbower.referee.cases.case import Situation
from rightbower.referee.cases.facts import Kind
from rightbower.referee.cases.kinds import TITLES
from rightbower.referee.cases.questions import ASKED, CLOSINGS, Question, answered, moment
from rightbower.referee.cases.report import report, report_lines
from rightbower.referee.cases.ruling import Ruling
from rightbower.referee.judges.rulings import advise
from rightbower.refusal import Refusal

OTHER_WORDS = {"renege": "revoke", "reneg": "revoke", "burying": "not-buried"}


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow ``rightbower ruling``."""
    parser.add_argument(
        "book", nargs="?", help="a book's name, its document (A01) or a house sheet"
    )
    parser.add_argument(
        "irregularity", nargs="*", help="its name, such as revoke, or words from it"
    )
    moments = ", ".join(each.replace(" ", "-") for each in CLOSINGS)
    parser.add_argument(
        "--before", action="append", default=[], metavar="MOMENT", help=f"noticed before: {moments}"
    )
    parser.add_argument(
        "--after", action="append", default=[], metavar="MOMENT", help="noticed after this moment"
    )
    for name, asked in ASKED.items():
        takes = "|".join(value for value, _ in asked.answers) or "N"
        option = f"--{name.replace('_', '-')}"
        parser.add_argument(option, metavar="ANSWER", help=f"{asked.words} ({takes})")
    parser.add_argument(
        "--json", action="store_true", help="the ruling, or the next question, as JSON"
    )


def run(args: argparse.Namespace) -> int:
    """Rule, or list what can be ruled upon."""
    if args.book is None:
        return _list_all(args.json)
    book = open_book(args.book)
    if not args.irregularity:
        return _list_irregularities(book, args.json)
    kind = find(" ".join(args.irregularity))
    found = _asked_out(kind, book, known_from(args), None if args.json else _ask)
    if args.json:
        value = {"question": found} if isinstance(found, Question) else report(found, book)
        return _as_json(value)
    assert isinstance(found, Ruling)
    print(f"{book.title}: {TITLES[kind]}\n")
    print("\n".join(report_lines(report(found, book))))
    return 0


def find(text: str) -> Kind:
    """The irregularity meant by its name or by words of its description."""
    sought = text.strip().lower().replace(" ", "-")
    sought = OTHER_WORDS.get(sought, sought)
    for kind in Kind:
        if kind.value == sought:
            return kind
    words = sought.split("-")
    fitting = [
        kind for kind in Kind if all(word in f"{kind.value} {TITLES[kind]}" for word in words)
    ]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise Refusal(f"{text!r} fits {', '.join(kind.value for kind in fitting)}; name one")
    raise Refusal(f"{text!r} is not an irregularity we know; rightbower ruling lists them")


def known_from(args: argparse.Namespace) -> Situation:
    """What the options say of the situation."""
    known = Situation(
        happened=frozenset(moment(each) for each in args.after),
        not_yet=frozenset(moment(each) for each in args.before),
    )
    if both := sorted(known.happened & known.not_yet):
        raise Refusal(f"it cannot have been noticed both before and after: {both[0]}")
    for name, asked in ASKED.items():
        answer = getattr(args, name)
        if answer is not None:
            known = answered(known, asked, answer)
    return known


def _asked_out(
    kind: Kind, book: RuleBook, known: Situation, ask: Callable[[Question], str] | None
) -> Ruling | Question:
    """The ruling, after as many questions as it takes; the next question where nobody can ask."""
    while isinstance(found := advise(kind, book, known), Question) and ask is not None:
        try:
            known = answered(known, found, ask(found))
        except ValueError as fault:
            if not sys.stdin.isatty():
                raise
            print(fault)
    return found


def _ask(asked: Question) -> str:
    """Ask one question; an answer may be given by its number."""
    print(asked.words)
    for number, (_, words) in enumerate(asked.answers, 1):
        print(f"  {number}. {words}")
    try:
        said = input("> ").strip()
    except EOFError:
        raise Refusal(f"the ruling needs an answer: {asked.words}") from None
    print()
    if asked.answers and said.isdecimal() and 1 <= int(said) <= len(asked.answers):
        return asked.answers[int(said) - 1][0]
    return said


def _as_json(value: object) -> int:
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())
    return 0


def _list_all(as_json: bool) -> int:
    if as_json:
        books = {name: load(name).title for name in names()}
        return _as_json({"books": books, "irregularities": TITLES})
    print("rightbower ruling BOOK IRREGULARITY\n\nBooks:")
    for name in names():
        book = load(name)
        print(f"  {name:<20} {book.document}  {book.title}")
    print("\nIrregularities:")
    _list_kinds()
    return 0


def _list_irregularities(book: RuleBook, as_json: bool) -> int:
    if as_json:
        return _as_json({"book": book.name, "irregularities": TITLES})
    print(f"{book.title}: name one of these after the book.\n")
    _list_kinds()
    return 0


def _list_kinds() -> None:
    for kind in Kind:
        print(f"  {kind.value:<22} {TITLES[kind]}")
