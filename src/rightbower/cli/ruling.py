"""``rightbower ruling``: what the book says of an irregularity, by questions or by options."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable

from rightbower.cli.options import BOOK
from rightbower.cli.output import print_json
from rightbower.referee.irregularities import TITLES, Kind
from rightbower.referee.judges import advise
from rightbower.referee.rulings import (
    ASKED,
    CLOSINGS,
    Question,
    Ruling,
    Situation,
    answered,
    moment,
    report,
    report_lines,
)
from rightbower.referee.spoken import Other, clearly, meant
from rightbower.rules.book import RuleBook, load, names
from rightbower.rules.library import line, open_book
from rightbower.rules.refusal import Refusal, sentence

OTHER_WORDS = {"renege": "revoke", "reneg": "revoke", "burying": "not-buried"}
# How many are named where what is said may be one or another.
MOST_LIKELY = 3


def arguments(parser: argparse.ArgumentParser) -> None:
    """What may follow ``rightbower ruling``."""
    add = parser.add_argument
    add("book", nargs="?", help=BOOK)
    add("irregularity", nargs="*", help="its name, such as revoke, or what was said of it")
    moments = ", ".join(each.replace(" ", "-") for each in CLOSINGS)
    noticed = {"--before": f"noticed before: {moments}", "--after": "noticed after this moment"}
    for option, text in noticed.items():
        add(option, action="append", default=[], metavar="MOMENT", help=text)
    for name, asked in ASKED.items():
        takes = "|".join(value for value, _ in asked.answers) or "N"
        option = f"--{name.replace('_', '-')}"
        add(option, metavar="ANSWER", help=f"{asked.words} ({takes})")
    add("--json", action="store_true", help="the ruling, or the next question, as JSON")


def run(args: argparse.Namespace) -> int:
    """Rule, or list what can be ruled upon."""
    book = None if args.book is None else open_book(args.book)
    if book is None or not args.irregularity:
        return _list(book, args.json)
    kind = find(" ".join(args.irregularity), book)
    if isinstance(kind, Other):
        return _no_irregularity(kind, book, args.json)
    if not args.json and not _named(kind, args.irregularity):
        print(f"Understood as {kind.value}: {TITLES[kind]}.\n")
    found = _asked_out(kind, book, known_from(args), None if args.json else _ask)
    if args.json:
        print_json(
            {"irregularity": kind.value, "question": found.told()}
            if isinstance(found, Question)
            else report(found, book)
        )
        return 0
    assert isinstance(found, Ruling)
    print(f"{book.title}: {TITLES[kind]}\n")
    print("\n".join(report_lines(report(found, book))))
    return 0


def find(text: str, book: RuleBook | None = None) -> Kind | Other:
    """What is meant: its name, words of its description, or what people say at a table by a book."""
    sought = text.strip().lower().replace(" ", "-")
    sought = OTHER_WORDS.get(sought, sought)
    for kind in Kind:
        if kind.value == sought:
            return kind
    words = sought.split("-")
    fitting = [kind for kind in Kind if _fits(kind, words)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise Refusal(f"{text!r} fits {', '.join(kind.value for kind in fitting)}; name one")
    likely = () if book is None else meant(text, book)
    if not likely:
        raise Refusal(f"{text!r} is not an irregularity we know; rightbower ruling lists them")
    if (sure := clearly(likely)) is not None:
        return sure.what
    those = [each.what for each in likely[:MOST_LIKELY]]
    listed = ", ".join(each.title if isinstance(each, Other) else each.value for each in those)
    raise Refusal(f"{text!r} may be {listed}; name one")


def _named(kind: Kind, words: list[str]) -> bool:
    """Whether all the words are in its name and title, so that nobody need be told what they mean."""
    said = "-".join(words).lower().split("-")
    return OTHER_WORDS.get("-".join(said)) == kind or _fits(kind, said)


def _fits(kind: Kind, words: list[str]) -> bool:
    return all(word in f"{kind.value} {TITLES[kind]}" for word in words)


def _no_irregularity(found: Other, book: RuleBook, as_json: bool) -> int:
    """What is said of something that is no irregularity, and by which clause."""
    why = [line(book, path) for path in found.cites(book)]
    if as_json:
        print_json({"title": found.title, "says": str(found.answer(book)), "clauses": why})
        return 0
    print(f"{book.title}: {found.title}\n")
    print(f"{found.answer(book)}\nBy:")
    for each in why:
        print(f"  {each.source}: {sentence(each.note)}")
    return 0


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


def _list(book: RuleBook | None, as_json: bool) -> int:
    """The irregularities there are, and the books where none was named."""
    if as_json:
        books = {name: load(name).title for name in names()}
        known = {"books": books} if book is None else {"book": book.name}
        print_json({**known, "irregularities": TITLES})
        return 0
    if book is None:
        print("rightbower ruling BOOK IRREGULARITY\n\nBooks:")
        for each in map(load, names()):
            print(f"  {each.name:<20} {each.document}  {each.title}")
        print("\nIrregularities:")
    else:
        print(f"{book.title}: name one of these after the book.\n")
    for kind in Kind:
        print(f"  {kind.value:<22} {TITLES[kind]}")
    return 0
