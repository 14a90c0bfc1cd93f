"""A ruling in plain values: what to say, what to do at the table now, and by which clauses."""

from __future__ import annotations

from msgspec import Struct

from rightbower.referee.cases.ruling import Ruling, borrowed, points
from rightbower.referee.irregularities import TITLES
from rightbower.referee.remedies import instruction
from rightbower.rules.book import RuleBook


class Way(Struct, frozen=True):
    """One way the ruling can go; ``points`` are those the other side gains and the offenders lose."""

    name: str
    do: tuple[str, ...]
    gains: int
    loses: int


class Source(Struct, frozen=True):
    """A clause behind the ruling, and the setting that carries it."""

    clause: str
    also: tuple[str, ...]
    basis: str
    see: str
    note: str
    setting: str


class Report(Struct, frozen=True):
    """A ruling as people and programs read it."""

    book: str
    irregularity: str
    title: str
    upheld: bool
    says: str
    chooser: str | None
    when: str
    suggestion: bool
    borrowed: bool
    ways: tuple[Way, ...]
    clauses: tuple[Source, ...]


def report(ruling: Ruling, book: RuleBook) -> Report:
    """The ruling in plain values."""
    ways = []
    for option in ruling.options:
        gains, loses = points(option)
        do = tuple(instruction(remedy, book) for remedy in option.remedies)
        ways.append(Way(option.name, do, gains, loses))
    sources = []
    for path in ruling.paths:
        cited = book.cite(path)
        sources.append(Source(cited.clause, cited.also, cited.basis, cited.see, cited.note, path))
    chooser = book.officer if ruling.chooser == "officer" else ruling.chooser
    return Report(
        book=book.name,
        irregularity=ruling.kind.value,
        title=TITLES[ruling.kind],
        upheld=ruling.upheld,
        says=ruling.says,
        chooser=chooser,
        when=ruling.when,
        suggestion=ruling.suggestion,
        borrowed=borrowed(ruling, book),
        ways=tuple(ways),
        clauses=tuple(sources),
    )


def report_lines(given: Report) -> list[str]:
    """The ruling as lines to read out."""
    lines = [given.says]
    if given.chooser is None:
        lines += [each for way in given.ways for each in way.do]
    else:
        later = given.when == "after the hand"
        lines.append(
            f"{'When the hand is played out the' if later else 'The'} {given.chooser} chooses:"
        )
        lines += [f"  {way.name}: {' '.join(way.do)}" for way in given.ways]
    if given.suggestion:
        lines.append("This is a suggestion: the book itself does not say it.")
    return [*lines, *_clauses(given)]


def _clauses(given: Report) -> list[str]:
    """Each clause once, with what it says in our words and where it was read or borrowed."""
    lines = {}
    for each in given.clauses:
        how = {"read": f", our reading ({each.see})", "borrowed": f", borrowed ({each.see})"}
        names = ", ".join((each.clause, *each.also))
        line = f"  {names}{how.get(each.basis, '')}: {each.note}"
        lines[line] = line
    return ["By:", *lines]
